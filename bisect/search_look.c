/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_look.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* A boot needs this many samples before one of them can be told to be off. */
#define ROBUST_MIN 3
#define HUBER_CLIP 2.0
#define HUBER_PASSES 3
/* Variance that a normal variable keeps when clipped at HUBER_CLIP. */
#define HUBER_SHRINKS 0.9205
/* Median of |x| of a standard normal variable. */
#define NORMAL_MEDIAN 0.6745
/* Standard deviations from the middle that make an outlier, when the scale is well known ... */
#define OUTLIER 5.0
/* ... and by how many pairs' worth it is not. */
#define SCALE_UNSURE 1.0
/* A sample that is off by less than this part of the smallest effect does no harm. */
#define HARMLESS 0.25

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double search_look_median(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), compare_doubles);
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

static double clip(double x, double centre, double reach)
{
	return fmin(fmax(x, centre - reach), centre + reach);
}

static double middle_of(const struct search_look *look)
{
	double *sorted = mem_dup(look->values, look->n * sizeof(*sorted)), middle;

	middle = search_look_median(sorted, look->n);
	free(sorted);
	return middle;
}

static bool is_pair_off(const struct search_look *look, double reach)
{
	return look->n == 2 && fabs(look->values[1] - look->values[0]) > M_SQRT2 * reach;
}

/* Counts the look's outliers, and adds the squares by which they are off. */
static size_t count_outliers(const struct search_look *look, double reach, double *squares)
{
	double middle;
	size_t n = 0;

	if (look->n < ROBUST_MIN) {
		if (!is_pair_off(look, reach))
			return 0;
		*squares += pow(look->values[1] - look->values[0], 2);
		return 1;
	}
	middle = middle_of(look);
	for (size_t i = 0; i < look->n; i++) {
		double off = fabs(look->values[i] - middle);

		if (off <= reach)
			continue;
		*squares += off * off;
		n++;
	}
	return n;
}

/* Distances of successive samples within boots. */
static size_t collect_pairs(const struct search_chain *chain, double *pairs)
{
	size_t n = 0;

	for (size_t i = 0; i < chain->n_looks; i++) {
		const struct search_look *look = &chain->looks[i];

		for (size_t k = 1; k < look->n; k++)
			pairs[n++] = fabs(look->values[k] - look->values[k - 1]);
	}
	return n;
}

struct search_scatter search_look_scatter(const struct search_chain *chain, double floor)
{
	struct search_scatter scatter = { .scale = floor };
	size_t n_samples = 0, n_pairs, n_off = 0;
	double *pairs, squares = 0;

	for (size_t i = 0; i < chain->n_looks; i++)
		n_samples += chain->looks[i].n;
	pairs = mem_array(n_samples + 1, sizeof(*pairs));
	n_pairs = collect_pairs(chain, pairs);
	if (n_pairs > 0) {
		double scale = search_look_median(pairs, n_pairs) / (NORMAL_MEDIAN * M_SQRT2);

		scatter.scale = fmax(scale, floor);
		scatter.reach = fmax(OUTLIER * scatter.scale * (1 + SCALE_UNSURE / (double)n_pairs),
				     HARMLESS * chain->smallest_effect);
		for (size_t i = 0; i < chain->n_looks; i++)
			n_off += count_outliers(&chain->looks[i], scatter.reach, &squares);
		scatter.outlier_rate = (double)n_off / (double)n_samples;
		scatter.outlier_var = squares / (double)n_samples;
	}
	free(pairs);
	return scatter;
}

void search_look_fit(struct search_look *look, const struct search_scatter *scatter)
{
	bool is_robust = look->n >= ROBUST_MIN;
	double reach = is_robust ? HUBER_CLIP * scatter->scale : INFINITY;
	double centre = is_robust ? middle_of(look) : 0;

	for (unsigned pass = 0; pass < HUBER_PASSES; pass++) {
		double sum = 0, squares = 0;

		for (size_t i = 0; i < look->n; i++)
			sum += clip(look->values[i], centre, reach);
		look->mean = sum / (double)look->n;
		for (size_t i = 0; i < look->n; i++) {
			double off = clip(look->values[i], centre, reach) - look->mean;

			squares += off * off;
		}
		look->within = is_robust ? squares / HUBER_SHRINKS : squares;
		centre = look->mean;
	}
	look->excess = look->n == 1 ? scatter->outlier_var : 0;
	if (is_pair_off(look, scatter->reach)) {
		look->excess = look->within;
		look->within = 0;
	}
}
