/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One change of level somewhere among the measured kernels of a window, with the levels on its two
 * sides unknown and integrated out (docs/search.md). Pure.
 */
#ifndef BISECT_SEARCH_LEVELS_H
#define BISECT_SEARCH_LEVELS_H

#include "base/defs.h"
#include "bisect/search_chain.h"

#include <stddef.h>

/* Weighted sums of the means' zeroth, first and second power, around some origin. */
struct search_sums {
	double s0, s1, s2;
};

static inline void search_sums_add(struct search_sums *sums, double weight, double value)
{
	sums->s0 += weight;
	sums->s1 += weight * value;
	sums->s2 += weight * value * value;
}

static inline struct search_sums search_sums_minus(struct search_sums a, struct search_sums b)
{
	return (struct search_sums){ a.s0 - b.s0, a.s1 - b.s1, a.s2 - b.s2 };
}

/* The two levels, if the change is in a given gap. */
struct search_split {
	double p; /* that it is there */
	double level_before, level_after;
	double var_before, var_after;
};

/* Points first … last, and the gaps between them. */
struct search_window {
	size_t first, last;
	struct search_split splits[SEARCH_KERNELS_MAX]; /* [i] is gap first+i */
	size_t n;                                       /* last − first, ≥ 1 */
	size_t best;                                    /* the most probable gap, by chain */
	double effect, effect_var;                      /* there: level after minus level before */
	double log_evidence;                            /* of the window, up to a constant */
};

/* Needs the points' means and weights. */
void search_window_fit(struct search_window *window, const struct search_chain *chain, size_t first,
		       size_t last);

/* Gives the gaps other probabilities: p[i] is that of gap first+i. */
void search_window_believe(struct search_window *window, const double *p);

/* Survival function of χ² with dof degrees of freedom; 1 when dof is 0. */
double search_chi_square_tail(double x, size_t dof);

#endif
