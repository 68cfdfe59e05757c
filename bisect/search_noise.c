/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A boot needs this many samples before one of them can be told to be off. The same for boots. */
#define ROBUST_MIN 3
#define HUBER_CLIP 2.0
#define HUBER_PASSES 3
/* Variance that a normal variable keeps when clipped at HUBER_CLIP. */
#define HUBER_SHRINKS 0.9205
/* Clipped means of boots are worth this part of unclipped ones. */
#define CLIPPED_WORTH 0.9
#define BOOTS_CLIP 3.5
#define BOOTS_DISAGREE 4.0
/* Median of |x| of a standard normal variable. */
#define NORMAL_MEDIAN 0.6745
/* Noise below this part of the smallest effect is as good as none, and keeps divisions sane. */
#define QUIET 1e-3
/* Samples of a further boot: more tell next to nothing about the boot's own deviation. */
#define SAMPLES_USEFUL 4

/* Ratios ρ that are weighed, and their prior. Those above 4 are for samples that repeat exactly. */
static const struct {
	double ratio, prior;
} ratios[] = {
	{ 0, 0.20 },    { 0.05, 0.08 }, { 0.1, 0.09 }, { 0.2, 0.10 }, { 0.35, 0.10 }, { 0.6, 0.11 },
	{ 1, 0.11 },    { 1.6, 0.09 },  { 2.5, 0.07 }, { 4, 0.05 },   { 10, 0.002 },  { 30, 0.002 },
	{ 100, 0.001 }, { 300, 0.001 }, { 1e3, 5e-4 }, { 3e3, 5e-4 }, { 1e4, 5e-4 },  { 3e4, 5e-4 },
	{ 1e5, 5e-4 },  { 1e6, 5e-4 },  { 1e7, 5e-4 },
};

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sorts the values. */
static double median_of(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), compare_doubles);
	return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

static double clip(double x, double centre, double reach)
{
	return fmin(fmax(x, centre - reach), centre + reach);
}

/* σ_w from the median distance of successive samples within boots; 0 when there are no pairs. */
static double robust_scale(const struct search_chain *chain)
{
	size_t n = 0, n_pairs = 0;
	double *pairs, scale = 0;

	for (size_t i = 0; i < chain->n_points; i++) {
		for (size_t j = 0; j < chain->points[i].n_looks; j++)
			n += chain->points[i].looks[j].n;
	}
	pairs = mem_array(n + 1, sizeof(*pairs));
	for (size_t i = 0; i < chain->n_points; i++) {
		for (size_t j = 0; j < chain->points[i].n_looks; j++) {
			const struct search_look *look = &chain->points[i].looks[j];

			for (size_t k = 1; k < look->n; k++)
				pairs[n_pairs++] = fabs(look->values[k] - look->values[k - 1]);
		}
	}
	if (n_pairs > 0)
		scale = median_of(pairs, n_pairs) / (NORMAL_MEDIAN * M_SQRT2);
	free(pairs);
	return scale;
}

/* Mean and squares of one boot; samples far from its middle count as if they were nearer. */
static void fit_look(struct search_look *look, double scale)
{
	bool is_robust = look->n >= ROBUST_MIN;
	double reach = is_robust ? HUBER_CLIP * scale : INFINITY;
	double centre = 0;

	if (is_robust) {
		double *sorted = mem_dup(look->values, look->n * sizeof(*sorted));

		centre = median_of(sorted, look->n);
		free(sorted);
	}
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
}

/* Sums of squares within and between boots, with their degrees of freedom. */
struct squares {
	double within, within_dof;
	double between, between_dof;
	double inverse; /* Σ (B−1)·average of 1/r */
};

static double middle_of_looks(const struct search_point *point)
{
	double *means = mem_array(point->n_looks, sizeof(*means)), middle;

	for (size_t i = 0; i < point->n_looks; i++)
		means[i] = point->looks[i].mean;
	middle = median_of(means, point->n_looks);
	free(means);
	return middle;
}

/* How far a boot's mean may lie from the middle of its kernel's before it is pulled in. */
static double looks_reach(const struct search_point *point, double middle, double scale)
{
	double *off = mem_array(point->n_looks, sizeof(*off)), spread;

	for (size_t i = 0; i < point->n_looks; i++)
		off[i] = fabs(point->looks[i].mean - middle);
	spread = 1.4826 * median_of(off, point->n_looks);
	free(off);
	return BOOTS_CLIP * fmax(spread, scale / sqrt((double)point->looks[0].n));
}

static void add_between(struct squares *sums, const struct search_point *point,
			const struct search_noise *noise)
{
	double n = (double)point->n_looks, mean = 0, inverse = 0;
	double middle = point->looks[0].mean, reach = INFINITY;

	if (noise->is_robust && point->n_looks >= ROBUST_MIN) {
		middle = middle_of_looks(point);
		reach = looks_reach(point, middle, noise->scale);
	}
	for (size_t i = 0; i < point->n_looks; i++) {
		mean += clip(point->looks[i].mean, middle, reach) / n;
		inverse += 1 / (double)point->looks[i].n;
	}
	for (size_t i = 0; i < point->n_looks; i++) {
		double off = clip(point->looks[i].mean, middle, reach) - mean;

		sums->between += off * off;
	}
	sums->between_dof += n - 1;
	sums->inverse += (n - 1) / n * inverse;
}

static struct squares sum_squares(const struct search_chain *chain,
				  const struct search_noise *noise)
{
	struct squares sums = { 0 };

	for (size_t i = 0; i < chain->n_points; i++) {
		const struct search_point *point = &chain->points[i];

		for (size_t j = 0; j < point->n_looks; j++) {
			sums.within += point->looks[j].within;
			sums.within_dof += (double)point->looks[j].n - 1;
		}
		if (point->n_looks > 1)
			add_between(&sums, point, noise);
	}
	return sums;
}

/* σ_w² and ρ as means over the grid of ratios. */
static void weigh_ratios(struct search_noise *noise, const struct squares *sums, double floor)
{
	double dof = sums->within_dof + sums->between_dof, total = 0, top = -INFINITY;
	double boot_var = 0;
	double inverse = sums->between_dof > 0 ? sums->inverse / sums->between_dof : 1;
	double var[ARRAY_LENGTH(ratios)], log_weight[ARRAY_LENGTH(ratios)];

	for (size_t i = 0; i < ARRAY_LENGTH(ratios); i++) {
		double scatter = ratios[i].ratio + inverse;

		var[i] = fmax((sums->within + sums->between / scatter) / dof, floor);
		log_weight[i] = -0.5 * dof * log(var[i]) - 0.5 * sums->between_dof * log(scatter) +
				log(ratios[i].prior);
		top = fmax(top, log_weight[i]);
	}
	noise->sample_var = 0;
	for (size_t i = 0; i < ARRAY_LENGTH(ratios); i++) {
		double weight = exp(log_weight[i] - top);

		noise->sample_var += weight * var[i];
		boot_var += weight * var[i] * ratios[i].ratio;
		total += weight;
	}
	/* Not the mean of the ratios: where only the sum of both variances is known, it is kept. */
	noise->ratio = boot_var / noise->sample_var;
	/* Stands in for the t tails of a variance learnt from little. */
	noise->sample_var *= (dof + 2) / dof / total;
}

static void fit_point(struct search_point *point, const struct search_noise *noise)
{
	bool is_clipped = noise->is_robust && point->n_looks >= ROBUST_MIN;
	double middle = is_clipped ? middle_of_looks(point) : point->looks[0].mean;
	double total = 0, sum = 0;

	for (size_t i = 0; i < point->n_looks; i++) {
		const struct search_look *look = &point->looks[i];
		double var = search_noise_look_var(noise, (unsigned)look->n);
		double reach = is_clipped ? HUBER_CLIP * sqrt(var) : INFINITY;

		total += 1 / var;
		sum += clip(look->mean, middle, reach) / var;
	}
	point->mean = sum / total;
	point->precision = is_clipped ? CLIPPED_WORTH * total : total;
	point->weight = point->precision;
}

void search_noise_fit(struct search_chain *chain, struct search_noise *ret)
{
	double floor = QUIET * chain->smallest_effect;
	struct squares sums;

	*ret = (struct search_noise){
		.sample_var = floor * floor,
		.scale = fmax(robust_scale(chain), floor),
		.is_robust = chain->problem->options.min_samples >= ROBUST_MIN,
	};
	for (size_t i = 0; i < chain->n_points; i++) {
		for (size_t j = 0; j < chain->points[i].n_looks; j++)
			fit_look(&chain->points[i].looks[j], ret->scale);
	}
	sums = sum_squares(chain, ret);
	if (sums.within_dof + sums.between_dof > 0)
		weigh_ratios(ret, &sums, floor * floor);
	for (size_t i = 0; i < chain->n_points; i++)
		fit_point(&chain->points[i], ret);
}

double search_noise_look_var(const struct search_noise *noise, unsigned samples)
{
	return noise->sample_var * (noise->ratio + 1.0 / samples);
}

unsigned search_noise_best_samples(const struct search_noise *noise,
				   const struct search_problem *problem)
{
	const struct search_options *options = &problem->options;
	double sample = fmax(problem->costs.sample, 1e-9);
	double best = sqrt(problem->costs.boot / sample / fmax(noise->ratio, 1e-3));
	unsigned samples = (unsigned)lround(fmin(fmax(best, 1), SAMPLES_USEFUL));

	if (samples > options->max_samples)
		samples = options->max_samples;
	return samples > options->min_samples ? samples : options->min_samples;
}

bool search_noise_boots_disagree(const struct search_noise *noise, const struct search_point *point,
				 double tolerance)
{
	double var;

	if (point->n_looks != 2)
		return false;
	var = search_noise_look_var(noise, (unsigned)point->looks[0].n) +
	      search_noise_look_var(noise, (unsigned)point->looks[1].n) + tolerance * tolerance;
	return fabs(point->looks[0].mean - point->looks[1].mean) > BOOTS_DISAGREE * sqrt(var);
}
