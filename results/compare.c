/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/compare.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/stats.h"

static const char *const verdict_names[] = {
	[COMPARE_MISSING] = "missing",
	[COMPARE_BASE] = "base",
	[COMPARE_NOT_JUDGED] = "not-judged",
	[COMPARE_NOT_SHOWN] = "not-shown",
	[COMPARE_REAL] = "real",
};

static const char *const method_names[] = {
	[COMPARE_NO_METHOD] = "none",
	[COMPARE_WELCH] = "welch",
	[COMPARE_POOLED] = "pooled",
	[COMPARE_LENTH] = "lenth",
};

const char *compare_verdict_name(enum compare_verdict verdict)
{
	assert((size_t)verdict < ARRAY_LENGTH(verdict_names));
	return verdict_names[verdict];
}

const char *compare_method_name(enum compare_method method)
{
	assert((size_t)method < ARRAY_LENGTH(method_names));
	return method_names[method];
}

struct compare_value *compare_at(const struct compare *compare, size_t row, size_t column)
{
	return &compare->values[row * compare->n_columns + column];
}

/* The entry that is like the series, added where there is none. */
static size_t take(const struct series **entries, size_t *n, const struct series *series,
		   bool (*is_like)(const struct series *, const struct series *))
{
	for (size_t i = *n; i-- > 0;)
		if (is_like(entries[i], series))
			return i;
	entries[*n] = series;
	return (*n)++;
}

struct unit {
	unsigned boot;
	double value;
};

static int compare_boots(const void *a, const void *b)
{
	const struct unit *left = a, *right = b;

	return left->boot < right->boot ? -1 : left->boot > right->boot;
}

/* Means of the boots, where they are known, be it a single one; else the samples. */
static bool take_units(const struct series *series, struct compare_value *value)
{
	CLEANUP(mem_freep) struct unit *units = mem_array(series->n, sizeof(*units));
	size_t n_boots = 0;

	value->units = mem_dup(series->values, series->n * sizeof(*value->units));
	value->n = series->n;
	for (size_t i = 0; i < series->n; i++)
		units[i] = (struct unit){ series->boots[i], series->values[i] };
	qsort(units, series->n, sizeof(*units), compare_boots);
	if (units[0].boot == 0)
		return false;
	for (size_t i = 0, start = 0; i < series->n; i = start) {
		double sum = 0;

		for (; i < series->n && units[i].boot == units[start].boot; i++)
			sum += units[i].value;
		value->units[n_boots++] = sum / (double)(i - start);
		start = i;
	}
	value->n = n_boots;
	return true;
}

static void describe(const struct series *series, struct compare_value *value)
{
	value->series = series;
	value->by_boot = take_units(series, value);
	value->mean = stats_mean(value->units, value->n);
	value->cv = value->n > 1 ? 100 * stats_sd(value->units, value->n) / value->mean
				 : series->spread;
}

void compare_set_base(struct compare *compare, size_t row)
{
	assert(row < compare->n_kernels);
	compare->base = row;
	for (size_t i = 0; i < compare->n_kernels * compare->n_columns; i++) {
		struct compare_value *value = &compare->values[i];
		const struct compare_value *base =
			compare_at(compare, compare->base, i % compare->n_columns);

		value->verdict = COMPARE_MISSING;
		value->low = value->high = value->p = value->p_adjusted = (double)NAN;
		value->ratio = value->series && base->series && base->mean > 0
				       ? value->mean / base->mean
				       : (double)NAN;
		if (value == base && value->series)
			value->verdict = COMPARE_BASE;
		else if (value->series && base->series)
			value->verdict = COMPARE_NOT_JUDGED;
	}
}

/* Rows and columns in the order in which they come first. */
static void lay_out(struct compare *compare, const struct series_list *list, size_t *rows,
		    size_t *columns)
{
	compare->kernels = mem_array(list->n, sizeof(const struct series *));
	compare->columns = mem_array(list->n, sizeof(const struct series *));
	for (size_t i = 0; i < list->n; i++) {
		rows[i] = take(compare->kernels, &compare->n_kernels, &list->of[i],
			       series_is_same_kernel);
		columns[i] = take(compare->columns, &compare->n_columns, &list->of[i],
				  series_is_comparable);
	}
}

int compare_init(struct compare *compare, const struct series_list *list, struct error *err)
{
	CLEANUP(mem_freep) size_t *rows = mem_array(list->n, sizeof(*rows));
	CLEANUP(mem_freep) size_t *columns = mem_array(list->n, sizeof(*columns));

	*compare = (struct compare){ 0 };
	if (list->n == 0)
		return error_set(err, ERROR_USAGE, "there is nothing to compare");
	lay_out(compare, list, rows, columns);
	if (compare->n_kernels * compare->n_columns > COMPARE_MAX)
		return error_set(err, ERROR_USAGE,
				 "%zu kernels in %zu cells are more than a table of %d; choose by "
				 "--metric or by naming kernels",
				 compare->n_kernels, compare->n_columns, COMPARE_MAX);
	compare->values =
		mem_array(compare->n_kernels * compare->n_columns, sizeof(*compare->values));
	for (size_t i = 0; i < list->n; i++) {
		struct compare_value *value = compare_at(compare, rows[i], columns[i]);

		if (!value->series && list->of[i].n > 0)
			describe(&list->of[i], value);
	}
	compare_set_base(compare, 0);
	return 0;
}

void compare_clear(struct compare *compare)
{
	for (size_t i = 0; compare->values && i < compare->n_kernels * compare->n_columns; i++)
		free(compare->values[i].units);
	free(compare->values);
	free(compare->kernels);
	free(compare->columns);
	strlist_clear(&compare->remarks);
	*compare = (struct compare){ 0 };
}

size_t compare_find(const struct compare *compare, const char *name)
{
	for (size_t i = 0; i < compare->n_kernels; i++) {
		CLEANUP(mem_freep) char *whole = series_name(compare->kernels[i]);

		if (strcmp(whole, name) == 0)
			return i;
	}
	for (size_t i = 0; i < compare->n_kernels; i++)
		if (strcmp(compare->kernels[i]->kernel, name) == 0)
			return i;
	return compare->n_kernels;
}

double compare_improvement(const struct compare_value *value)
{
	const double change = 100 * (value->ratio - 1);

	return value->series->better == HIGHER_IS_BETTER ? change : -change;
}
