/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_drift.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "bisect/search_levels.h"

/* With fewer looks there is nothing to tell a drift from. */
#define LOOKS_MIN 8
/* Corrected looks change levels and labels, on which the correction rests: it is repeated. */
#define PASSES 3
/* Kernels whose label is less certain than this say nothing of the drift. */
#define LABEL_DOUBT 0.1
/* Prior probability of a drift. */
#define DRIFT_PRIOR 0.1
/* Variance, in those of a sample, of where the walk starts: nothing is known of it. */
#define START_VAR 1e3

/* Variances of the walk in an hour and of boots, in those of a sample, that are weighed. */
static const double rates[] = { 0, 0.05, 0.2, 0.5, 1, 2, 4 };
static const double ratios[] = { 0, 0.1, 0.25, 0.5, 1, 2, 4 };

/* One look. */
struct moment {
	struct search_look *look;
	size_t point;
	double measured; /* its mean before anything was taken off */
	double residual; /* from its commit's level */
	bool is_sure;    /* of that level */
};

/* What is believed of the walk at one moment. */
struct state {
	double mean, var;
};

struct drift {
	struct search_chain *chain;
	struct search_noise *noise;
	struct search_segments *segments;
	struct moment *moments; /* in time order */
	struct state *before;   /* at each, from earlier ones */
	size_t n;
	double rate; /* variance in an hour */
};

static int compare_moments(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	return (x->look->minute > y->look->minute) - (x->look->minute < y->look->minute);
}

static void collect_moments(struct drift *drift)
{
	struct search_chain *chain = drift->chain;

	for (size_t i = 0; i < chain->n_points; i++) {
		for (size_t j = 0; j < chain->points[i].n_builds; j++) {
			struct search_build *build = &chain->points[i].builds[j];

			for (size_t k = 0; k < build->n_looks; k++)
				drift->moments[drift->n++] = (struct moment){
					.look = &build->looks[k],
					.point = i,
					.measured = build->looks[k].mean,
				};
		}
	}
	qsort(drift->moments, drift->n, sizeof(drift->moments[0]), compare_moments);
}

/* Marks the points on whose side of the change of this window nobody can be sure of. */
static void mark_doubtful(const struct drift *drift, size_t change, bool *is_sure)
{
	struct search_window *window = mem_zalloc(sizeof(*window));
	double before = 0; /* probability that the change lies before the point */

	search_segments_window(drift->chain, drift->segments, change, window);
	for (size_t i = window->first; i <= window->last; i++) {
		double doubt = i <= drift->segments->cuts[change] ? before : 1 - before;

		is_sure[i] &= doubt <= LABEL_DOUBT;
		if (i < window->last)
			before += window->splits[i - window->first].p;
	}
	free(window);
}

/* Residuals of all looks from the levels of their segments. */
static void take_residuals(struct drift *drift)
{
	const struct search_chain *chain = drift->chain;
	bool *is_sure = mem_array(chain->n_points, sizeof(*is_sure));
	double *levels = mem_array(chain->n_points, sizeof(*levels));

	for (size_t i = 0; i <= drift->segments->n; i++) {
		size_t first = search_segments_first(drift->segments, i);
		size_t last = search_segments_last(drift->segments, chain, i);
		struct search_level level = search_segments_level(chain, first, last);

		for (size_t j = first; j <= last; j++) {
			levels[j] = level.mean;
			is_sure[j] = true;
		}
	}
	for (size_t i = 0; i < drift->segments->n; i++)
		mark_doubtful(drift, i, is_sure);
	is_sure[0] = is_sure[chain->n_points - 1] = true;
	for (size_t i = 0; i < drift->n; i++) {
		struct moment *moment = &drift->moments[i];

		moment->residual = moment->measured - levels[moment->point];
		moment->is_sure = is_sure[moment->point];
	}
	free(is_sure);
	free(levels);
}

static double hours_between(const struct moment *a, const struct moment *b)
{
	return fabs(b->look->minute - a->look->minute) / 60;
}

/* Variance of the look's residual when the walk is known; ratio is σ_b²/σ_w². */
static double residual_var(const struct drift *drift, const struct moment *moment, double ratio)
{
	return drift->noise->sample_var * (ratio + 1.0 / (double)moment->look->n) +
	       moment->look->excess;
}

/* One step of a Kalman filter. */
static void learn(struct state *state, double residual, double var)
{
	double gain = state->var / (state->var + var);

	state->mean += gain * (residual - state->mean);
	state->var *= 1 - gain;
}

static double log_likelihood(const struct drift *drift, double rate, double ratio)
{
	struct state state = { 0, START_VAR * drift->noise->sample_var };
	double sum = 0;

	for (size_t i = 0; i < drift->n; i++) {
		const struct moment *moment = &drift->moments[i];
		double var = residual_var(drift, moment, ratio), off;

		if (i > 0)
			state.var += rate * hours_between(moment, moment - 1);
		if (!moment->is_sure)
			continue;
		off = moment->residual - state.mean;
		sum -= 0.5 * (log(state.var + var) + off * off / (state.var + var));
		learn(&state, moment->residual, var);
	}
	return sum;
}

/* The walk's rate and the boots' ratio as means over their grids; returns P(there is a walk). */
static double weigh_rates(struct drift *drift, double *ret_ratio)
{
	double weight[ARRAY_LENGTH(rates)][ARRAY_LENGTH(ratios)];
	double sample_var = drift->noise->sample_var, top = -INFINITY;
	double total = 0, none = 0, rate = 0, ratio = 0;
	const size_t n_walks = ARRAY_LENGTH(rates) - 1;

	for (size_t i = 0; i < ARRAY_LENGTH(rates); i++) {
		double prior = i == 0 ? 1 - DRIFT_PRIOR : DRIFT_PRIOR / (double)n_walks;

		for (size_t j = 0; j < ARRAY_LENGTH(ratios); j++) {
			weight[i][j] = log_likelihood(drift, rates[i] * sample_var, ratios[j]) +
				       log(prior);
			top = fmax(top, weight[i][j]);
		}
	}
	for (size_t i = 0; i < ARRAY_LENGTH(rates); i++) {
		for (size_t j = 0; j < ARRAY_LENGTH(ratios); j++) {
			double p = exp(weight[i][j] - top);

			total += p;
			none += i == 0 ? p : 0;
			rate += p * rates[i];
			ratio += p * ratios[j];
		}
	}
	drift->rate = rate / total * sample_var;
	*ret_ratio = ratio / total;
	return 1 - none / total;
}

/*
 * Takes the walk off the looks of one point, as all others tell of it: were its own looks among them,
 * they would be pulled to where the point is thought to belong.
 */
static void correct_point(struct drift *drift, size_t point)
{
	double ratio = drift->noise->ratio, start = START_VAR * drift->noise->sample_var;
	struct state state = { 0, start };

	for (size_t i = 0; i < drift->n; i++) {
		const struct moment *moment = &drift->moments[i];

		if (i > 0)
			state.var += drift->rate * hours_between(moment, moment - 1);
		drift->before[i] = state;
		if (moment->is_sure && moment->point != point)
			learn(&state, moment->residual, residual_var(drift, moment, ratio));
	}
	state = (struct state){ 0, start };
	for (size_t i = drift->n; i-- > 0;) {
		struct moment *moment = &drift->moments[i];
		struct state both = drift->before[i];

		if (i + 1 < drift->n)
			state.var += drift->rate * hours_between(moment, moment + 1);
		if (moment->point == point) {
			learn(&both, state.mean, state.var);
			moment->look->mean = moment->measured - both.mean;
			moment->look->drift_var = both.var;
		} else if (moment->is_sure) {
			learn(&state, moment->residual, residual_var(drift, moment, ratio));
		}
	}
}

double search_drift_remove(struct search_chain *chain, struct search_noise *noise,
			   struct search_segments *segments)
{
	struct drift drift = { .chain = chain, .noise = noise, .segments = segments };

	if (chain->n_looks < LOOKS_MIN)
		return 0;
	drift.moments = mem_array(chain->n_looks, sizeof(*drift.moments));
	drift.before = mem_array(chain->n_looks, sizeof(*drift.before));
	collect_moments(&drift);
	for (int pass = 0; pass < PASSES; pass++) {
		double ratio, p;

		take_residuals(&drift);
		p = weigh_rates(&drift, &ratio);
		if (pass == 0 && p < 0.5) {
			drift.rate = 0;
			break;
		}
		noise->ratio = ratio;
		for (size_t i = 0; i < chain->n_points; i++)
			correct_point(&drift, i);
		search_noise_fit_builds(chain, noise);
		search_segments_fit(chain, segments);
	}
	free(drift.moments);
	free(drift.before);
	return sqrt(drift.rate);
}
