/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_levels.h"

#include <assert.h>
#include <math.h>

/* Further out the tail is 0 in a double. */
#define CHI_SQUARE_MAX 1400.0

/* Residual sum of squares and the level's own share of the likelihood. */
static double group_log_likelihood(struct search_sums sums)
{
	double rss = sums.s2 - sums.s1 * sums.s1 / sums.s0;

	return -0.5 * fmax(rss, 0) - 0.5 * log(sums.s0);
}

/* Log weights go to .p; returns the greatest. */
static double weigh_splits(struct search_window *window, const struct search_chain *chain)
{
	double origin = chain->points[window->first].mean, top = -INFINITY;
	struct search_sums all = { 0 }, before = { 0 };

	for (size_t i = window->first; i <= window->last; i++)
		search_sums_add(&all, chain->points[i].weight, chain->points[i].mean - origin);
	for (size_t i = 0; i < window->n; i++) {
		const struct search_point *point = &chain->points[window->first + i];
		struct search_split *split = &window->splits[i];
		struct search_sums after;

		search_sums_add(&before, point->weight, point->mean - origin);
		after = search_sums_minus(all, before);
		*split = (struct search_split){
			.p = group_log_likelihood(before) + group_log_likelihood(after) +
			     log(search_chain_gap_mass(chain, window->first + i)),
			.level_before = origin + before.s1 / before.s0,
			.level_after = origin + after.s1 / after.s0,
			.var_before = 1 / before.s0,
			.var_after = 1 / after.s0,
		};
		if (split->p > top) {
			top = split->p;
			window->best = window->first + i;
		}
	}
	return top;
}

static void set_effect(struct search_window *window)
{
	const struct search_split *best = &window->splits[window->best - window->first];

	window->effect = best->level_after - best->level_before;
	window->effect_var = best->var_before + best->var_after;
}

void search_window_believe(struct search_window *window, const double *p)
{
	size_t best = 0;

	for (size_t i = 0; i < window->n; i++) {
		window->splits[i].p = p[i];
		if (p[i] > p[best])
			best = i;
	}
	window->best = window->first + best;
	set_effect(window);
}

void search_window_fit(struct search_window *window, const struct search_chain *chain, size_t first,
		       size_t last)
{
	double top, total = 0;

	assert(first < last && last < chain->n_points);
	window->first = first;
	window->last = last;
	window->n = last - first;
	top = weigh_splits(window, chain);
	for (size_t i = 0; i < window->n; i++) {
		window->splits[i].p = exp(window->splits[i].p - top);
		total += window->splits[i].p;
	}
	for (size_t i = 0; i < window->n; i++)
		window->splits[i].p /= total;
	set_effect(window);
	window->log_evidence = top + log(total);
}

double search_chi_square_tail(double x, size_t dof)
{
	double half = fmin(fmax(x, 0), CHI_SQUARE_MAX) / 2, term, tail;
	size_t i;

	if (dof == 0)
		return 1;
	/* Q(k+2) = Q(k) + (x/2)^(k/2)·exp(−x/2)/Γ(k/2+1), from k = 1 or 2. */
	if (dof % 2) {
		tail = erfc(sqrt(half));
		term = sqrt(half) * exp(-half) / tgamma(1.5);
		i = 1;
	} else {
		tail = exp(-half);
		term = half * tail;
		i = 2;
	}
	for (; i < dof; i += 2) {
		tail += term;
		term *= half / ((double)i / 2 + 1);
	}
	return fmin(tail, 1);
}
