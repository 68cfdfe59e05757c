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

/* The samples of a boot in order of size, and the most of them that agree: their spread is within reach. */
struct camps {
	double *sorted; /* n */
	size_t n;
	size_t first, most;   /* the largest camp */
	double middle;        /* its median */
	size_t second;        /* size of the next one, beside it */
	double second_middle; /* its median */
};

/* The largest camp within sorted[from … to−1]. */
static size_t find_camp(const double *sorted, size_t from, size_t to, double reach,
			size_t *ret_first)
{
	size_t most = 0, low = from;

	for (size_t high = from; high < to; high++) {
		while (sorted[high] - sorted[low] > reach)
			low++;
		if (high - low + 1 <= most)
			continue;
		most = high - low + 1;
		*ret_first = low;
	}
	return most;
}

static double median_of_sorted(const double *sorted, size_t n)
{
	return n % 2 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

static void camps_init(struct camps *camps, const struct search_look *look, double reach)
{
	size_t below = 0, above = 0, n_below, n_above, end;

	*camps = (struct camps){
		.sorted = mem_dup(look->values, look->n * sizeof(*camps->sorted)),
		.n = look->n,
	};
	qsort(camps->sorted, look->n, sizeof(*camps->sorted), compare_doubles);
	camps->most = find_camp(camps->sorted, 0, look->n, reach, &camps->first);
	camps->middle = median_of_sorted(&camps->sorted[camps->first], camps->most);
	end = camps->first + camps->most;
	n_below = find_camp(camps->sorted, 0, camps->first, reach, &below);
	n_above = find_camp(camps->sorted, end, look->n, reach, &above);
	camps->second = n_below > n_above ? n_below : n_above;
	if (camps->second > 0)
		camps->second_middle = median_of_sorted(
			&camps->sorted[n_below > n_above ? below : above], camps->second);
}

static bool is_pair_off(const struct search_look *look, double reach)
{
	return look->n == 2 && fabs(look->values[1] - look->values[0]) > M_SQRT2 * reach;
}

/* Counts the look's outliers, and adds the squares by which they are off. */
static size_t count_outliers(const struct search_look *look, double reach, double *squares)
{
	struct camps camps;
	size_t n = 0;

	if (look->n < ROBUST_MIN) {
		if (!is_pair_off(look, reach))
			return 0;
		*squares += pow(look->values[1] - look->values[0], 2);
		return 1;
	}
	camps_init(&camps, look, reach);
	for (size_t i = 0; i < look->n; i++) {
		if (i >= camps.first && i < camps.first + camps.most)
			continue;
		*squares += pow(camps.sorted[i] - camps.middle, 2);
		n++;
	}
	free(camps.sorted);
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
		scatter.n_off = n_off;
		scatter.n_samples = n_samples;
		scatter.outlier_rate = (double)n_off / (double)n_samples;
		scatter.outlier_var = squares / (double)n_samples;
	}
	free(pairs);
	return scatter;
}

/* Huber's mean of values around a centre, and their squares around it. */
static void fit_values(struct search_look *look, const double *values, size_t n, double centre,
		       double reach)
{
	for (unsigned pass = 0; pass < HUBER_PASSES; pass++) {
		double sum = 0, squares = 0;

		for (size_t i = 0; i < n; i++)
			sum += clip(values[i], centre, reach);
		look->mean = sum / (double)n;
		for (size_t i = 0; i < n; i++) {
			double off = clip(values[i], centre, reach) - look->mean;

			squares += off * off;
		}
		look->within = squares;
		centre = look->mean;
	}
	look->n_agree = n;
}

/* Probability that a camp is off that has `lead` samples more than what may be right instead. */
static double camp_is_off(const struct search_scatter *scatter, double lead)
{
	double odds = fmin(scatter->outlier_rate / (1 - scatter->outlier_rate), 1);

	odds = pow(odds, lead);
	return odds / (1 + odds);
}

/*
 * The mean of the largest camp. That the next one is right instead has the odds of a sample being off,
 * to the power of the sizes' difference; what the mean is then off by is added to its variance.
 */
static void fit_camps(struct search_look *look, const struct search_scatter *scatter)
{
	struct camps camps;

	camps_init(&camps, look, scatter->reach);
	fit_values(look, &camps.sorted[camps.first], camps.most, camps.middle,
		   HUBER_CLIP * scatter->scale);
	look->within /= HUBER_SHRINKS;
	if (camps.second > 0)
		look->excess = camp_is_off(scatter, (double)(camps.most - camps.second)) *
			       pow(camps.second_middle - camps.middle, 2);
	free(camps.sorted);
}

double search_look_all_off_var(const struct search_scatter *scatter, size_t n)
{
	if (scatter->outlier_rate == 0)
		return 0;
	return camp_is_off(scatter, (double)n) * scatter->outlier_var / scatter->outlier_rate;
}

void search_look_fit(struct search_look *look, const struct search_scatter *scatter)
{
	look->excess = 0;
	if (look->n >= ROBUST_MIN) {
		fit_camps(look, scatter);
		return;
	}
	fit_values(look, look->values, look->n, look->values[0], INFINITY);
	if (look->n == 1)
		look->excess = scatter->outlier_var;
	if (is_pair_off(look, scatter->reach)) {
		look->excess = look->within;
		look->within = 0;
	}
}
