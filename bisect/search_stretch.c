/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_stretch.h"

#include <math.h>

#include "bisect/search_action.h"
#include "bisect/search_gain.h"

/* Beside a change that was found, a stretch that hides another with less probability is left alone. */
#define HIDDEN_MAX 0.1
/* Standard deviations of noise that exclude a change of the smallest effect. */
#define EXCLUDED_SD 2.5
/* Standard deviation of a hidden change's size, in smallest effects. */
#define SIZE 2.0
/* Where noise is below this part of the smallest effect, more looks do not change what is seen. */
#define NOISE_MATTERS 0.1
/* Without a change in sight, gaps with more than this part of the commits are opened ... */
#define GRID_GAP 0.26
/* ... and each kernel is measured to this part of the smallest effect. */
#define GRID_ERROR (1 / 5.6)

/* A gap of a flat stretch and the weights on its two sides. */
struct hidden {
	size_t gap;
	size_t first, last; /* of the stretch */
	double p;           /* that it holds a change of the smallest effect or more */
	double weight_before, weight_after;
};

/*
 * Probability that there is a change between two levels, and one beyond ±δ. `prior` is that of any
 * change; its size has the prior N(0, (SIZE·δ)²).
 */
static double hidden_p(double prior, struct search_level before, struct search_level after,
		       double delta)
{
	double difference = after.mean - before.mean;
	double noise_sd = sqrt(before.noise_var + after.noise_var);
	double var = before.var + after.var, size_var = pow(SIZE * delta, 2);
	double shrink = size_var / (var + size_var), mean = shrink * difference;
	double sd = sqrt(shrink * var), odds, large;

	/* What is there is smaller, beyond what noise can hide. */
	if (fabs(difference) + EXCLUDED_SD * noise_sd < delta || noise_sd < NOISE_MATTERS * delta)
		return 0;
	odds = prior / (1 - prior) * sqrt(1 - shrink) *
	       exp(fmin(shrink * difference * difference / (2 * var), 700));
	large = 0.5 *
		(erfc((delta - mean) / (M_SQRT2 * sd)) + erfc((delta + mean) / (M_SQRT2 * sd)));
	return odds / (1 + odds) * large;
}

/* Adds up the stretch's probabilities; *worst becomes its most doubtful gap. */
static double stretch_p(const struct search_chain *chain, size_t first, size_t last,
			struct hidden *worst)
{
	double mass = search_chain_mass(chain, 0, chain->problem->n), total = 0;

	for (size_t i = first; i < last; i++) {
		struct search_level before = search_segments_level(chain, first, i);
		struct search_level after = search_segments_level(chain, i + 1, last);
		double share = search_chain_gap_mass(chain, i) / mass;
		double p = hidden_p(-expm1(-SEARCH_CHANGE_RATE * share), before, after,
				    chain->smallest_effect);

		total += p;
		if (p > worst->p)
			*worst =
				(struct hidden){ i, first, last, p, 1 / before.var, 1 / after.var };
	}
	return total;
}

/* Weight per minute that the action adds. */
static double worth(const struct search_action *action, double added)
{
	return added / fmax(action->cost_min, 1e-9);
}

/*
 * What makes the gap's weaker side firmer fastest: a boot of one of its kernels, another layout
 * of one, or a new one. False when none is possible.
 */
static bool strengthen(const struct search_chain *chain, const struct search_noise *noise,
		       double build_var, const struct hidden *hidden, struct search_action *ret)
{
	bool is_before = hidden->weight_before <= hidden->weight_after;
	size_t from = is_before ? hidden->first : hidden->gap + 1;
	size_t to = is_before ? hidden->gap : hidden->last;
	unsigned samples = search_noise_best_samples(noise, chain->problem);
	double fresh = 1 / (build_var + search_noise_plan_var(noise, samples)); /* of a new build */
	double most = 0;
	uint32_t position;

	for (size_t i = from; i <= to; i++) {
		const struct search_build *build = search_chain_weakest(&chain->points[i]);
		struct search_action action =
			search_action_boot(chain, noise, build, SEARCH_WHY_STRETCH);
		double added = search_action_added_weight(build, noise, build_var, samples);

		if (search_action_may_boot(build, build_var) && worth(&action, added) > most) {
			most = worth(&action, added);
			*ret = action;
		}
		if (search_action_layout(chain, &chain->points[i], samples, SEARCH_WHY_STRETCH,
					 &action) &&
		    worth(&action, fresh) > most) {
			most = worth(&action, fresh);
			*ret = action;
		}
	}
	if (search_chain_is_open(chain, hidden->gap) &&
	    search_chain_pick(chain, hidden->gap, search_chain_quantile(chain, hidden->gap, 0.5),
			      &position)) {
		struct search_action action =
			search_action_build(chain, position, samples, SEARCH_WHY_STRETCH);

		if (worth(&action, fresh) > most) {
			most = worth(&action, fresh);
			*ret = action;
		}
	}
	return most > 0;
}

bool search_stretch_look(const struct search_chain *chain, const struct search_noise *noise,
			 const struct search_segments *segments, struct search_action *ret)
{
	struct hidden worst = { 0 };
	/* That nothing has changed is said with the confidence of any other answer. */
	double hidden_max = segments->n > 0 ? HIDDEN_MAX : 1 - chain->problem->options.confidence;
	double most = hidden_max;

	for (size_t i = 0; i <= segments->n; i++) {
		size_t first = search_segments_first(segments, i);
		size_t last = search_segments_last(segments, chain, i);
		struct hidden candidate = { 0 };
		double p = first < last ? stretch_p(chain, first, last, &candidate) : 0;

		if (p > most) {
			most = p;
			worst = candidate;
		}
	}
	if (most <= hidden_max || !strengthen(chain, noise, segments->build_var, &worst, ret))
		return false;
	ret->gain_bits = search_gain_entropy(fmin(most, 0.5));
	return true;
}

/* Mass between the point's neighbours: what only it looks into. */
static double span_of(const struct search_chain *chain, size_t i)
{
	size_t before = i > 0 ? i - 1 : i, after = i + 1 < chain->n_points ? i + 1 : i;

	return search_chain_mass(chain, chain->points[before].position,
				 chain->points[after].position);
}

bool search_stretch_explore(const struct search_chain *chain, const struct search_noise *noise,
			    struct search_action *ret)
{
	double grid = GRID_GAP * search_chain_mass(chain, 0, chain->problem->n);
	double error = GRID_ERROR * chain->smallest_effect, widest = grid;
	uint32_t position = 0;

	for (size_t i = 0; i + 1 < chain->n_points; i++) {
		double mass = search_chain_gap_mass(chain, i);

		if (mass > widest && search_chain_is_open(chain, i) &&
		    search_chain_pick(chain, i, search_chain_quantile(chain, i, 0.5), &position))
			widest = mass;
	}
	if (widest > grid) {
		*ret = search_action_build(chain, position,
					   search_noise_best_samples(noise, chain->problem),
					   SEARCH_WHY_STRETCH);
		return true;
	}
	for (size_t i = 0; i < chain->n_points; i++) {
		bool is_end = i == 0 || i + 1 == chain->n_points;

		if (1 / chain->points[i].precision <= error * error ||
		    (!is_end && span_of(chain, i) < grid))
			continue;
		*ret = search_action_boot(chain, noise, search_chain_weakest(&chain->points[i]),
					  SEARCH_WHY_STRETCH);
		return true;
	}
	return false;
}
