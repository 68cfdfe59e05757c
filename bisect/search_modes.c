/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_modes.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* In ln of the probability of what was seen. */
#define EVIDENCE 10.0
/* A mode has this part of the boots at least, and so many: less are outliers. */
#define SHARE_MIN 0.1
#define BOOTS_MIN 3
/* A kernel's boots say how they lie to each other when there are so many of them. */
#define KERNEL_BOOTS_MIN 3

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* ln of the probability of n boots of which n_low are in one of two modes, with one variance. */
static double log_likelihood(double n, double n_low, double var)
{
	double n_high = n - n_low;
	double mixing =
		n_low > 0 && n_high > 0 ? n_low * log(n_low / n) + n_high * log(n_high / n) : 0;

	return -0.5 * n * log(var) + mixing;
}

struct search_modes search_modes_of(double *residuals, size_t n, double least_var)
{
	struct search_modes best = { 0 };
	double sum = 0, squares = 0, below = 0, one, most;
	size_t fewest = (size_t)ceil(SHARE_MIN * (double)n);

	if (fewest < BOOTS_MIN)
		fewest = BOOTS_MIN;
	if (n < 2 * fewest)
		return best;
	qsort(residuals, n, sizeof(*residuals), compare_doubles);
	for (size_t i = 0; i < n; i++) {
		sum += residuals[i];
		squares += residuals[i] * residuals[i];
	}
	one = log_likelihood((double)n, 0,
			     fmax(least_var, squares / (double)n - pow(sum / (double)n, 2)));
	most = one + EVIDENCE;
	for (size_t low = 1; low + fewest <= n; low++) {
		double n_low = (double)low, n_high = (double)(n - low), var, likelihood;

		below += residuals[low - 1];
		if (low < fewest)
			continue;
		var = (squares - below * below / n_low - (sum - below) * (sum - below) / n_high) /
		      (double)n;
		likelihood = log_likelihood((double)n, n_low, fmax(var, least_var));
		if (likelihood <= most)
			continue;
		most = likelihood;
		best = (struct search_modes){
			.apart = (sum - below) / n_high - below / n_low,
			.slow = n_low / (double)n,
		};
	}
	return best;
}

/* The middle of a kernel's boots is no use here: it lies in one mode or the other. */
static double mean_of(const struct search_build *build)
{
	double sum = 0;

	for (size_t i = 0; i < build->n_looks; i++)
		sum += build->looks[i].mean;
	return sum / (double)build->n_looks;
}

struct search_modes search_modes_find(const struct search_chain *chain,
				      const struct search_noise *noise)
{
	double *residuals = mem_array(chain->n_looks + 1, sizeof(*residuals));
	double samples = 0;
	struct search_modes modes;
	size_t n = 0;

	for (size_t i = 0; i < chain->n_builds; i++) {
		const struct search_build *build = &chain->builds[i];
		double mean = mean_of(build);

		if (build->n_looks < KERNEL_BOOTS_MIN)
			continue;
		for (size_t j = 0; j < build->n_looks; j++) {
			if (build->looks[j].excess > 0) /* a sample is off, not the boot */
				continue;
			samples += (double)build->looks[j].n_agree;
			residuals[n++] = build->looks[j].mean - mean;
		}
	}
	modes = search_modes_of(residuals, n,
				n ? noise->sample_var * (double)n / samples : noise->sample_var);
	free(residuals);
	return modes;
}
