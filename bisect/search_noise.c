/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/search_look.h"
#include "results/stats.h"

/* A kernel needs this many boots before one of them can be told to be off. */
#define ROBUST_MIN 3
#define HUBER_CLIP 2.0
/* Clipped means of boots are worth this part of unclipped ones. */
#define CLIPPED_WORTH 0.9
#define BOOTS_CLIP 3.5
/* Standard deviation of a normal variable, in median deviations. */
#define NORMAL_MAD 1.4826
#define BOOTS_DISAGREE 4.0
/* Share of samples that are off, and samples a boot must have when there are more of them. */
#define OUTLIERS_RARE 0.01
#define SAMPLES_ROBUST 3
/* A larger share spoils more than the boots can mend, once chance does not explain what was seen. */
#define OUTLIERS_TOO_MANY 0.1
#define OUTLIERS_CHANCE 0.001
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

static double clip(double x, double centre, double reach)
{
	return fmin(fmax(x, centre - reach), centre + reach);
}

/* The boots of one kernel that can be held against each other. */
struct boots {
	double *means;
	size_t n;
	double inverse;   /* Σ 1/r */
	unsigned samples; /* of the first */
};

/* Boots whose samples contradict each other, or could not, say nothing of how boots differ. */
static void boots_init(struct boots *boots, const struct search_build *build)
{
	*boots = (struct boots){ .means = mem_array(build->n_looks, sizeof(double)) };
	for (size_t i = 0; i < build->n_looks; i++) {
		const struct search_look *look = &build->looks[i];

		if (look->excess > 0 || look->warmup_var > 0)
			continue;
		if (boots->n == 0)
			boots->samples = (unsigned)look->n_agree;
		boots->means[boots->n++] = look->mean;
		boots->inverse += 1 / (double)look->n_agree;
	}
}

/* Median, and how far a boot's mean may lie from it before it is pulled in. */
static double middle_and_reach(const struct boots *boots, double scale, double *ret_reach)
{
	double *sorted = mem_dup(boots->means, boots->n * sizeof(*sorted)), middle;

	middle = search_look_median(sorted, boots->n);
	for (size_t i = 0; i < boots->n; i++)
		sorted[i] = fabs(boots->means[i] - middle);
	*ret_reach = BOOTS_CLIP * fmax(NORMAL_MAD * search_look_median(sorted, boots->n),
				       scale / sqrt((double)boots->samples));
	free(sorted);
	return middle;
}

static void add_between(struct search_squares *sums, const struct boots *boots,
			const struct search_noise *noise)
{
	double n = (double)boots->n, mean = 0, middle = 0, reach = INFINITY;

	if (noise->is_robust && boots->n >= ROBUST_MIN)
		middle = middle_and_reach(boots, noise->scatter.scale, &reach);
	for (size_t i = 0; i < boots->n; i++)
		mean += clip(boots->means[i], middle, reach) / n;
	for (size_t i = 0; i < boots->n; i++) {
		double off = clip(boots->means[i], middle, reach) - mean;

		sums->between += off * off;
	}
	sums->between_dof += n - 1;
	sums->inverse += (n - 1) / n * boots->inverse;
}

static struct search_squares sum_squares(const struct search_chain *chain,
					 const struct search_noise *noise)
{
	struct search_squares sums = { 0 };

	for (size_t i = 0; i < chain->n_builds; i++) {
		const struct search_build *build = &chain->builds[i];
		struct boots boots;

		for (size_t j = 0; j < build->n_looks; j++) {
			if (build->looks[j].excess > 0)
				continue;
			sums.within += build->looks[j].within;
			sums.within_dof += (double)build->looks[j].n_agree - 1;
		}
		boots_init(&boots, build);
		if (boots.n > 1)
			add_between(&sums, &boots, noise);
		free(boots.means);
	}
	return sums;
}

/* σ_w² and ρ as means over the grid of ratios. */
static void weigh_ratios(struct search_noise *noise)
{
	const struct search_squares *sums = &noise->squares;
	double dof = sums->within_dof + sums->between_dof, total = 0, top = -INFINITY;
	double boot_var = 0;
	double inverse = sums->between_dof > 0 ? sums->inverse / sums->between_dof : 1;
	double var[ARRAY_LENGTH(ratios)], log_weight[ARRAY_LENGTH(ratios)];

	if (dof <= 0)
		return;
	for (size_t i = 0; i < ARRAY_LENGTH(ratios); i++) {
		double scatter = ratios[i].ratio + inverse;

		var[i] = fmax((sums->within + sums->between / scatter) / dof, noise->floor);
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

/* A lone sample has in its excess what outliers add. */
static double look_var(const struct search_noise *noise, const struct search_look *look)
{
	return search_noise_look_var(noise, (unsigned)look->n_agree) + look->excess +
	       look->drift_var + look->warmup_var;
}

static void fit_build(struct search_build *build, const struct search_noise *noise)
{
	struct boots boots;
	double middle = 0, total = 0, sum = 0;
	bool is_clipped;

	boots_init(&boots, build);
	is_clipped = noise->is_robust && boots.n >= ROBUST_MIN;
	if (is_clipped)
		middle = search_look_median(boots.means, boots.n);
	free(boots.means);
	for (size_t i = 0; i < build->n_looks; i++) {
		const struct search_look *look = &build->looks[i];
		double var = look_var(noise, look);
		double reach = is_clipped && look->excess == 0 ? HUBER_CLIP * sqrt(var) : INFINITY;

		total += 1 / var;
		sum += clip(look->mean, middle, reach) / var;
	}
	build->mean = sum / total;
	build->precision = is_clipped ? CLIPPED_WORTH * total : total;
}

void search_noise_fit_builds(struct search_chain *chain, const struct search_noise *noise)
{
	for (size_t i = 0; i < chain->n_builds; i++)
		fit_build(&chain->builds[i], noise);
	(void)search_chain_weigh(chain, 0);
}

/* The options' own least is always allowed. */
static unsigned at_most(unsigned samples, const struct search_options *options)
{
	const unsigned most = options->max_samples > options->min_samples ? options->max_samples
									  : options->min_samples;

	return samples < most ? samples : most;
}

void search_noise_fit(struct search_chain *chain, struct search_noise *ret)
{
	double floor = QUIET * chain->smallest_effect;
	const struct search_options *options = &chain->problem->options;
	unsigned min_samples = options->min_samples;
	*ret = (struct search_noise){
		.floor = floor * floor,
		.sample_var = floor * floor,
		.scatter = search_look_scatter(chain, floor),
		.n_cold = chain->n_cold,
		.is_robust = min_samples >= ROBUST_MIN,
	};
	if (ret->scatter.outlier_rate > OUTLIERS_RARE) {
		ret->is_robust = true;
		if (min_samples < SAMPLES_ROBUST)
			min_samples = SAMPLES_ROBUST;
	}
	ret->min_samples = at_most(min_samples + chain->n_cold, options);
	for (size_t i = 0; i < chain->n_looks; i++)
		search_look_fit(&chain->looks[i], &ret->scatter);
	ret->squares = sum_squares(chain, ret);
	weigh_ratios(ret);
	search_noise_fit_builds(chain, ret);
}

double search_noise_look_var(const struct search_noise *noise, unsigned samples)
{
	double all_off = samples > 1 ? search_look_all_off_var(&noise->scatter, samples) : 0;

	return noise->sample_var * (noise->ratio + 1.0 / samples) + all_off;
}

double search_noise_plan_var(const struct search_noise *noise, unsigned samples)
{
	return search_noise_look_var(noise, samples > noise->n_cold ? samples - noise->n_cold : 1);
}

unsigned search_noise_best_samples(const struct search_noise *noise,
				   const struct search_problem *problem)
{
	const struct search_options *options = &problem->options;
	double sample = fmax(problem->costs.sample, 1e-9);
	double best = sqrt(problem->costs.boot / sample / fmax(noise->ratio, 1e-3));
	unsigned samples = noise->n_cold + (unsigned)lround(fmin(fmax(best, 1), SAMPLES_USEFUL));

	if (samples > options->max_samples)
		samples = options->max_samples;
	return samples > noise->min_samples ? samples : noise->min_samples;
}

bool search_noise_has_too_many_outliers(const struct search_noise *noise)
{
	const struct search_scatter *scatter = &noise->scatter;

	return stats_share_upper(scatter->n_off, scatter->n_samples, OUTLIERS_TOO_MANY) <
	       OUTLIERS_CHANCE;
}

bool search_noise_boots_disagree(const struct search_noise *noise, const struct search_build *build,
				 double tolerance)
{
	const struct search_look *first = &build->looks[0], *second = &first[build->n_looks - 1];
	double difference = fabs(first->mean - second->mean);
	struct search_noise others = *noise;
	double var;

	if (build->n_looks != 2)
		return false;
	/* Two boots that disagree must not themselves be the reason to expect it. */
	if (first->excess == 0 && second->excess == 0) {
		others.squares.between =
			fmax(0, others.squares.between - difference * difference / 2);
		others.squares.between_dof -= 1;
		others.squares.inverse -=
			(1.0 / (double)first->n_agree + 1.0 / (double)second->n_agree) / 2;
	}
	if (others.squares.between_dof >= 1)
		weigh_ratios(&others);
	var = look_var(&others, first) + look_var(&others, second) + tolerance * tolerance;
	return difference > BOOTS_DISAGREE * sqrt(var);
}
