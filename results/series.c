/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/series.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void series_add(struct series *series, double value, unsigned boot)
{
	mem_grow(&series->values, &series->values_capacity, series->n, sizeof(*series->values));
	mem_grow(&series->boots, &series->boots_capacity, series->n, sizeof(*series->boots));
	series->values[series->n] = value;
	series->boots[series->n++] = boot;
}

char *series_name(const struct series *series)
{
	if (series->variant[0] == '\0')
		return mem_strdup(series->kernel);
	return mem_printf("%s (%s)", series->kernel, series->variant);
}

static bool is_same(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

bool series_is_comparable(const struct series *a, const struct series *b)
{
	return is_same(a->cell, b->cell) && is_same(a->metric, b->metric) &&
	       is_same(a->workload, b->workload) && is_same(a->machine, b->machine);
}

bool series_is_same_kernel(const struct series *a, const struct series *b)
{
	return is_same(a->kernel, b->kernel) && is_same(a->variant, b->variant);
}

static char *copy(const char *text)
{
	return mem_strdup(text ? text : "");
}

static struct series *append(struct series_list *list, const struct series *key)
{
	struct series *series;

	mem_grow(&list->of, &list->capacity, list->n, sizeof(*list->of));
	series = &list->of[list->n++];
	*series = (struct series){
		.kernel = copy(key->kernel),
		.variant = copy(key->variant),
		.machine = copy(key->machine),
		.workload = copy(key->workload),
		.cell = copy(key->cell),
		.metric = copy(key->metric),
		.unit = copy(key->unit),
		.better = key->better,
		.stated = copy(key->stated),
		.spread = key->spread > 0 ? key->spread : (double)NAN,
		.line = key->line,
	};
	return series;
}

/* From the end: samples of a series mostly follow each other. */
struct series *series_list_take(struct series_list *list, const struct series *key)
{
	for (size_t i = list->n; i-- > 0;)
		if (series_is_same_kernel(&list->of[i], key) &&
		    series_is_comparable(&list->of[i], key))
			return &list->of[i];
	return append(list, key);
}

void series_list_clear(struct series_list *list)
{
	for (size_t i = 0; i < list->n; i++) {
		struct series *series = &list->of[i];

		free(series->kernel);
		free(series->variant);
		free(series->machine);
		free(series->workload);
		free(series->cell);
		free(series->metric);
		free(series->unit);
		free(series->stated);
		free(series->values);
		free(series->boots);
	}
	free(list->of);
	*list = (struct series_list){ 0 };
}
