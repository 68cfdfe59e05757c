/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/outlier.h"

#include <math.h>

#include "base/mem.h"
#include "results/stats.h"

#define SAMPLES_MIN 4
#define SCORE_MAX 3.5
#define SCORE_SCALE 0.6745 /* median |x| of a standard normal x */
#define USUAL_FACTOR 3     /* times the usual relative spread */
#define NAMED_MAX 20

/* The median over the series of their relative spread. */
static double usual_spread(const struct series_list *list)
{
	CLEANUP(mem_freep) double *spreads = mem_array(list->n, sizeof(*spreads));
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++) {
		const struct series *series = &list->of[i];

		if (series->n >= SAMPLES_MIN && stats_mean(series->values, series->n) > 0)
			spreads[n++] = stats_sd(series->values, series->n) /
				       stats_mean(series->values, series->n);
	}
	return n > 2 ? stats_median(spreads, n) : 0;
}

static void name(const struct series *series, size_t i, struct strlist *remarks)
{
	CLEANUP(mem_freep) char *label = series_name(series);
	const double n = (double)series->n;
	const double others =
		(n * stats_mean(series->values, series->n) - series->values[i]) / (n - 1);
	const double apart = 100 * (series->values[i] / others - 1);

	strlist_addf(remarks, "sample %zu of %s%s%s lies %.1f %% %s the mean of its %zu others",
		     i + 1, label, series->workload[0] ? ", " : "", series->workload, fabs(apart),
		     apart < 0 ? "below" : "above", series->n - 1);
}

static void name_of(const struct series *series, double usual, struct strlist *remarks)
{
	CLEANUP(mem_freep) double *apart = mem_array(series->n, sizeof(*apart));
	const double median = stats_median(series->values, series->n);
	double deviation;

	for (size_t i = 0; i < series->n; i++)
		apart[i] = fabs(series->values[i] - median);
	deviation = stats_median(apart, series->n);
	for (size_t i = 0; i < series->n && remarks->n < NAMED_MAX; i++)
		if (SCORE_SCALE * apart[i] > SCORE_MAX * deviation &&
		    apart[i] > USUAL_FACTOR * usual * median)
			name(series, i, remarks);
}

void outlier_name_all(const struct series_list *list, struct strlist *remarks)
{
	CLEANUP(strlist_clear) struct strlist named = { 0 };
	const double usual = usual_spread(list);

	for (size_t i = 0; i < list->n; i++)
		if (list->of[i].n >= SAMPLES_MIN)
			name_of(&list->of[i], usual, &named);
	for (size_t i = 0; i < named.n; i++)
		strlist_add(remarks, named.items[i]);
	if (named.n == NAMED_MAX)
		strlist_add(remarks, "perhaps more samples lie far from their series");
}
