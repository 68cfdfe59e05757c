/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/stats.h"

#include <assert.h>
#include <float.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

#include "base/mem.h"

#define HUBER_CLIP 2.0
#define HUBER_PASSES 3
#define LENTH_SCALE 1.5
#define LENTH_TRIM 2.5
#define NORMAL_MEDIAN_ABSOLUTE 0.6745 /* median |x| of a standard normal x */

double stats_mean(const double *values, size_t n)
{
	assert(n >= 1);
	return gsl_stats_mean(values, 1, n);
}

double stats_median(const double *values, size_t n)
{
	CLEANUP(mem_freep) double *sorted = mem_dup(values, n * sizeof(*values));

	assert(n >= 1);
	gsl_sort(sorted, 1, n);
	return gsl_stats_median_from_sorted_data(sorted, 1, n);
}

double stats_sd(const double *values, size_t n)
{
	return n < 2 ? (double)NAN : gsl_stats_sd(values, 1, n);
}

void stats_estimate(const double *values, size_t n, double confidence, struct stats_estimate *ret)
{
	double half = (double)NAN;

	ret->n = n;
	ret->mean = stats_mean(values, n);
	ret->has_spread = n >= 2;
	ret->sd = stats_sd(values, n);
	if (ret->has_spread)
		half = stats_t_quantile(0.5 + confidence / 2, (double)(n - 1)) * ret->sd /
		       sqrt((double)n);
	ret->low = ret->mean - half;
	ret->high = ret->mean + half;
}

double stats_successive_sd(const struct stats_series *series, size_t n_series)
{
	CLEANUP(mem_freep) double *steps = NULL;
	size_t capacity = 0;
	size_t n = 0;

	for (size_t i = 0; i < n_series; i++) {
		for (size_t j = 0; j + 1 < series[i].n; j++) {
			mem_grow(&steps, &capacity, n, sizeof(*steps));
			steps[n++] = fabs(series[i].values[j] - series[i].values[j + 1]);
		}
	}
	return n == 0 ? 0.0 : stats_median(steps, n) / (NORMAL_MEDIAN_ABSOLUTE * M_SQRT2);
}

double stats_huber_mean(const double *values, size_t n, double sd)
{
	double mean = stats_median(values, n);

	for (int pass = 0; pass < HUBER_PASSES; pass++) {
		double low = mean - HUBER_CLIP * sd;
		double high = mean + HUBER_CLIP * sd;
		double sum = 0;

		for (size_t i = 0; i < n; i++)
			sum += fmin(fmax(values[i], low), high);
		mean = sum / (double)n;
	}
	return mean;
}

double stats_normal_quantile(double p)
{
	assert(p > 0 && p < 1);
	return gsl_cdf_ugaussian_Pinv(p);
}

double stats_t_quantile(double p, double freedom)
{
	assert(p > 0 && p < 1 && freedom > 0);
	return gsl_cdf_tdist_Pinv(p, freedom);
}

double stats_t_two_sided(double t, double freedom)
{
	assert(freedom > 0 && !isnan(t));
	return isinf(t) ? 0 : 2 * gsl_cdf_tdist_Q(fabs(t), freedom);
}

double stats_chi2_upper(double chi2, double freedom)
{
	assert(chi2 >= 0 && freedom > 0);
	return gsl_cdf_chisq_Q(chi2, freedom);
}

/* By halving: the library's own inverse ends the program where it does not converge. */
static double beta_quantile(double p, double a, double b)
{
	double low = 0, high = 1;

	for (int i = 0; i < DBL_MANT_DIG; i++) {
		double middle = (low + high) / 2;

		if (gsl_cdf_beta_P(middle, a, b) < p)
			low = middle;
		else
			high = middle;
	}
	return (low + high) / 2;
}

double stats_share_upper(size_t hits, size_t n, double share)
{
	return hits == 0 ? 1 : gsl_cdf_beta_P(share, (double)hits, (double)(n - hits) + 1);
}

void stats_share_interval(size_t hits, size_t n, double confidence, double *ret_low,
			  double *ret_high)
{
	const double tail = (1 - confidence) / 2, h = (double)hits, misses = (double)(n - hits);

	assert(n >= 1 && hits <= n);
	*ret_low = hits == 0 ? 0 : beta_quantile(tail, h, misses + 1);
	*ret_high = hits == n ? 1 : beta_quantile(1 - tail, h + 1, misses);
}

void stats_holm(double *p, size_t n)
{
	CLEANUP(mem_freep) size_t *order = mem_array(n, sizeof(*order));
	double largest = 0;

	if (n == 0)
		return;
	gsl_sort_index(order, p, 1, n);
	for (size_t i = 0; i < n; i++) {
		largest = fmax(largest, (double)(n - i) * p[order[i]]);
		p[order[i]] = fmin(largest, 1);
	}
}

/* Of the magnitudes up to `most`; 0 where there are none. */
static double median_up_to(const double *sorted, size_t n, double most)
{
	while (n > 0 && sorted[n - 1] > most)
		n--;
	return n == 0 ? 0 : gsl_stats_median_from_sorted_data(sorted, 1, n);
}

double stats_lenth(const double *differences, size_t n)
{
	CLEANUP(mem_freep) double *sorted = mem_array(n, sizeof(*sorted));
	double first;

	assert(n >= 1);
	for (size_t i = 0; i < n; i++)
		sorted[i] = fabs(differences[i]);
	gsl_sort(sorted, 1, n);
	first = LENTH_SCALE * median_up_to(sorted, n, INFINITY);
	return LENTH_SCALE * median_up_to(sorted, n, LENTH_TRIM * first);
}

/* Nothing varies: the difference is what it is. */
static void compare_constants(struct stats_comparison *ret)
{
	ret->low = ret->high = ret->difference;
	ret->t = ret->difference == 0 ? 0 : copysign((double)INFINITY, ret->difference);
	ret->p = ret->difference == 0 ? 1 : 0;
}

bool stats_compare(const struct stats_series *a, const struct stats_series *b, double confidence,
		   struct stats_comparison *ret)
{
	double variance_a, variance_b, error, half;

	if (a->n < 2 || b->n < 2)
		return false;
	variance_a = gsl_stats_variance(a->values, 1, a->n) / (double)a->n;
	variance_b = gsl_stats_variance(b->values, 1, b->n) / (double)b->n;
	error = sqrt(variance_a + variance_b);
	ret->difference = stats_mean(b->values, b->n) - stats_mean(a->values, a->n);
	ret->freedom = (double)(a->n + b->n - 2);
	if (error == 0) {
		compare_constants(ret);
		return true;
	}
	ret->freedom =
		pow(variance_a + variance_b, 2) / (variance_a * variance_a / (double)(a->n - 1) +
						   variance_b * variance_b / (double)(b->n - 1));
	half = stats_t_quantile(0.5 + confidence / 2, ret->freedom) * error;
	ret->low = ret->difference - half;
	ret->high = ret->difference + half;
	ret->t = ret->difference / error;
	ret->p = 2 * gsl_cdf_tdist_Q(fabs(ret->t), ret->freedom);
	return true;
}
