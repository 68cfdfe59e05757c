/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_best.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "bisect/search_action.h"
#include "bisect/search_gain.h"

/* Gaps less probable than this, or than this part of the doubt that is left, do not count. */
#define HYPOTHESIS_MIN 0.003
#define HYPOTHESIS_DOUBT 0.02
/* Kernels whose label is this certain are not looked at again, but for the ends. */
#define LABEL_CERTAIN 1e-4
/* Kernels and gaps that are looked at closely. */
#define CLOSE 3
/* Less than this is rounding. */
#define GAIN_MIN 1e-4

static const unsigned new_samples[] = { 1, 2, 3, 4 };
static const unsigned new_boots[] = { 1, 2, 4, 8 };
static const unsigned more_samples[] = { 1, 2, 4 };

static double least_hypothesis(const struct search_window *window)
{
	double doubt = 1 - window->splits[window->best - window->first].p;

	return fmin(HYPOTHESIS_MIN, HYPOTHESIS_DOUBT * doubt);
}

/* What the hypotheses worth mention predict for one point. */
struct predictions {
	struct search_prediction items[SEARCH_KERNELS_MAX + 1];
	size_t n;
	double build_var; /* τ² */
};

static void predict(const struct search_window *window, size_t point, struct predictions *ret)
{
	double least = least_hypothesis(window);

	ret->n = 0;
	for (size_t i = 0; i < window->n; i++) {
		const struct search_split *split = &window->splits[i];
		bool is_before = point <= window->first + i;

		if (split->p <= least)
			continue;
		ret->items[ret->n++] = (struct search_prediction){
			.probability = split->p,
			.mean = is_before ? split->level_before : split->level_after,
			.var = is_before ? split->var_before : split->var_after,
		};
	}
}

struct doubtful {
	size_t point;
	double spread; /* variance of its predicted mean between the hypotheses */
};

/* Keeps the CLOSE points whose prediction differs most. */
static void keep_doubtful(struct doubtful kept[CLOSE], size_t *n, struct doubtful candidate)
{
	size_t i = *n < CLOSE ? (*n)++ : CLOSE;

	while (i > 0 && kept[i - 1].spread < candidate.spread) {
		if (i < CLOSE)
			kept[i] = kept[i - 1];
		i--;
	}
	if (i < CLOSE)
		kept[i] = candidate;
}

static void keep_better(struct search_action *best, const struct search_action *action)
{
	if (action->gain_bits > GAIN_MIN && search_action_rate(action) > search_action_rate(best))
		*best = *action;
}

/*
 * A further boot of the point's build that is known least: with the best number of samples, and where it
 * is held with the least, since more can follow.
 */
static void try_boot(const struct search_chain *chain, const struct search_noise *noise,
		     const struct search_point *point, const struct predictions *predictions,
		     struct search_action *best)
{
	const struct search_build *build = search_chain_weakest(point);
	unsigned counts[2] = { search_noise_best_samples(noise, chain->problem),
			       noise->min_samples };
	size_t n = chain->problem->options.holds ? 2 : 1;

	if (!search_action_may_boot(build, predictions->build_var))
		return;
	for (size_t i = 0; i < n; i++) {
		double added =
			search_action_added_weight(build, noise, predictions->build_var, counts[i]);
		struct search_action action =
			search_action_boot_with(chain->problem, build, counts[i], SEARCH_WHY_AGAIN);

		if (added <= 0)
			continue;
		action.gain_bits =
			search_gain_mixture(predictions->items, predictions->n, 1 / added);
		keep_better(best, &action);
	}
}

/* Further samples in the boot that is still running, should it be one of the point's. */
static void try_samples(const struct search_chain *chain, const struct search_noise *noise,
			const struct search_point *point, const struct predictions *predictions,
			struct search_action *best)
{
	const struct search_problem *problem = chain->problem;
	const struct search_build *build = NULL;
	const struct search_look *look;
	unsigned counted;
	bool is_lone;

	for (size_t i = 0; i < point->n_builds; i++)
		if (search_action_is_running(problem, &point->builds[i]))
			build = &point->builds[i];
	if (!build)
		return;
	look = &build->looks[build->n_looks - 1];
	/* With a second sample, a first one that was kept for being alone goes. */
	is_lone = look->warmup_var > 0;
	counted = is_lone ? 0 : (unsigned)look->n_agree;
	for (size_t i = 0; i < ARRAY_LENGTH(more_samples); i++) {
		unsigned samples =
			(unsigned)look->n + (is_lone ? 0 : noise->n_cold) + more_samples[i];
		double now = search_noise_look_var(noise, (unsigned)look->n_agree) + look->excess +
			     look->drift_var + look->warmup_var;
		double more = build->precision - 1 / now +
			      1 / (search_noise_look_var(noise, counted + more_samples[i]) +
				   look->drift_var);
		double added = search_action_weight(more, predictions->build_var) -
			       search_action_weight(build->precision, predictions->build_var);
		struct search_action action =
			search_action_samples(problem, build, more_samples[i], SEARCH_WHY_MORE);

		if (samples > problem->options.max_samples || added <= 0)
			continue;
		action.gain_bits =
			search_gain_mixture(predictions->items, predictions->n, 1 / added);
		keep_better(best, &action);
	}
}

/* The point's commit in a layout that it has not had yet. */
static void try_rebuild(const struct search_chain *chain, const struct search_noise *noise,
			const struct search_point *point, const struct predictions *predictions,
			struct search_action *best)
{
	unsigned samples = search_noise_best_samples(noise, chain->problem);
	struct search_action action;
	double first_min;

	if (!search_action_layout(chain, point, samples, SEARCH_WHY_LAYOUT, &action))
		return;
	first_min = action.cost_min;
	for (size_t i = 0; i < ARRAY_LENGTH(new_boots); i++) {
		double var = search_noise_plan_var(noise, samples) / new_boots[i] +
			     predictions->build_var;

		action.gain_bits = search_gain_mixture(predictions->items, predictions->n, var);
		action.cost_min = first_min + (new_boots[i] - 1) * search_action_look_cost(
									   chain->problem, samples);
		keep_better(best, &action);
	}
}

/* More looks at commits that have been measured. */
static void improve_by_more(const struct search_chain *chain, const struct search_noise *noise,
			    const struct search_window *window, double build_var,
			    struct search_action *best)
{
	struct predictions *predictions = mem_zalloc(sizeof(*predictions));
	struct doubtful kept[CLOSE];
	double before = 0; /* probability that the change lies before the point */
	size_t n_kept = 0;

	predictions->build_var = build_var;
	for (size_t i = window->first; i <= window->last; i++) {
		bool is_certain = before < LABEL_CERTAIN || before > 1 - LABEL_CERTAIN;
		bool is_end = i == window->first || i == window->last;

		if (!is_certain || is_end) {
			predict(window, i, predictions);
			keep_doubtful(kept, &n_kept,
				      (struct doubtful){ i, search_gain_spread(predictions->items,
									       predictions->n) });
		}
		if (i < window->last)
			before += window->splits[i - window->first].p;
	}
	for (size_t i = 0; i < n_kept; i++) {
		const struct search_point *point = &chain->points[kept[i].point];

		predict(window, kept[i].point, predictions);
		try_samples(chain, noise, point, predictions, best);
		try_boot(chain, noise, point, predictions, best);
		try_rebuild(chain, noise, point, predictions, best);
	}
	free(predictions);
}

/* Where a new kernel is. */
struct new_place {
	size_t gap;
	double before; /* probability that the change lies before the gap */
	double share;  /* of the gap's mass that lies before the kernel */
};

/* A new kernel, with the looks that it is going to need. */
struct plan {
	struct search_action action;
	double var; /* of what those looks say about its commit, levels known */
	unsigned boots;
};

/* The best numbers of samples and boots for a new kernel that has the change with probability q. */
static struct plan plan_new(const struct search_chain *chain, const struct search_noise *noise,
			    const struct search_window *window, double build_var, uint32_t position,
			    double q)
{
	const struct search_options *options = &chain->problem->options;
	double distance = fmax(fabs(window->effect), 2 * sqrt(window->effect_var));
	double p_ok = search_chain_p_ok(chain, position);
	double build = search_chain_build_cost(chain, position);
	struct plan best = { 0 };

	for (size_t i = 0; i < ARRAY_LENGTH(new_samples); i++) {
		unsigned samples = new_samples[i] + noise->n_cold;

		if (samples < noise->min_samples)
			samples = noise->min_samples;
		if (samples > options->max_samples)
			continue;
		for (size_t j = 0; j < ARRAY_LENGTH(new_boots); j++) {
			unsigned boots = new_boots[j];
			double var = search_noise_plan_var(noise, samples) / boots + build_var;
			struct search_action action =
				search_action_build(chain, position, samples, SEARCH_WHY_SPLIT);

			action.gain_bits =
				p_ok *
				search_gain_label(q, distance / sqrt(var + window->effect_var / 4));
			action.cost_min =
				build +
				p_ok * boots * search_action_look_cost(chain->problem, samples);
			if (search_action_rate(&action) > search_action_rate(&best.action))
				best = (struct plan){ action, var, boots };
		}
	}
	return best;
}

/*
 * What the hypotheses predict for a new point in the gap; `share` of the gap's own change comes before
 * it.
 */
static void predict_new(const struct search_window *window, size_t gap, double share,
			struct predictions *ret)
{
	double least = least_hypothesis(window);

	ret->n = 0;
	for (size_t i = 0; i < window->n; i++) {
		const struct search_split *split = &window->splits[i];
		size_t at = window->first + i;
		double p_after = at < gap ? split->p : at > gap ? 0 : share * split->p;
		double p_before = split->p - p_after;

		if (split->p <= least)
			continue;
		if (p_before > 0)
			ret->items[ret->n++] =
				(struct search_prediction){ p_before, split->level_before,
							    split->var_before };
		if (p_after > 0)
			ret->items[ret->n++] =
				(struct search_prediction){ p_after, split->level_after,
							    split->var_after };
	}
}

/*
 * How much a new kernel tells: not only its label counts, which supposes that the levels are known, but
 * whether the hypotheses predict different values for it at all. Where boots are held, it starts with the
 * least samples: more can follow.
 */
static struct search_action rate_new(const struct search_chain *chain,
				     const struct search_noise *noise,
				     const struct search_window *window, double build_var,
				     uint32_t position, struct new_place place)
{
	struct predictions *predictions = mem_zalloc(sizeof(*predictions));
	double p = window->splits[place.gap - window->first].p;
	struct plan plan =
		plan_new(chain, noise, window, build_var, position, place.before + p * place.share);

	predict_new(window, place.gap, place.share, predictions);
	if (plan.boots > 0)
		plan.action.gain_bits =
			search_chain_p_ok(chain, position) *
			search_gain_mixture(predictions->items, predictions->n, plan.var);
	if (plan.boots == 1 && chain->problem->options.holds)
		plan.action.samples = noise->min_samples;
	free(predictions);
	return plan.action;
}

/* Where in the gap to look: the window's median if it is there, else the middle. */
static double share_of_gap(double before, double p)
{
	if (before > 0.5 || before + p < 0.5)
		return 0.5;
	return (0.5 - before) / p;
}

static void improve_by_new(const struct search_chain *chain, const struct search_noise *noise,
			   const struct search_window *window, double build_var, size_t gap,
			   struct search_action *best)
{
	double before = 0, p = window->splits[gap - window->first].p;
	uint32_t lo = chain->points[gap].position, target, candidates[2];
	size_t n = 0;

	for (size_t i = window->first; i < gap; i++)
		before += window->splits[i - window->first].p;
	target = search_chain_quantile(chain, gap, share_of_gap(before, p));
	if (search_chain_pick(chain, gap, target, &candidates[n]))
		n++;
	if (search_chain_pick_cheap(chain, gap, target, &candidates[n]))
		n++;
	for (size_t i = 0; i < n; i++) {
		struct new_place place = {
			.gap = gap,
			.before = before,
			.share = search_chain_mass(chain, lo, candidates[i]) /
				 search_chain_gap_mass(chain, gap),
		};
		struct search_action action =
			rate_new(chain, noise, window, build_var, candidates[i], place);

		keep_better(best, &action);
	}
}

bool search_best_action(const struct search_chain *chain, const struct search_noise *noise,
			const struct search_window *window, double build_var,
			struct search_action *ret, struct search_action *ret_other)
{
	double least = least_hypothesis(window);
	struct search_action boot = { 0 }, fresh = { 0 };
	bool is_fresh;
	struct doubtful gaps[CLOSE]; /* spread: the gap's probability */
	size_t n = 0;

	improve_by_more(chain, noise, window, build_var, &boot);
	for (size_t i = 0; i < window->n; i++) {
		size_t gap = window->first + i;

		if (window->splits[i].p > least && search_chain_is_open(chain, gap))
			keep_doubtful(gaps, &n, (struct doubtful){ gap, window->splits[i].p });
	}
	for (size_t i = 0; i < n; i++)
		improve_by_new(chain, noise, window, build_var, gaps[i].point, &fresh);
	is_fresh = search_action_rate(&fresh) > search_action_rate(&boot);
	*ret = is_fresh ? fresh : boot;
	*ret_other = is_fresh ? boot : fresh;
	return ret->gain_bits > 0;
}
