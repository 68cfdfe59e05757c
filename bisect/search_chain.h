/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The chain of commits as the search sees it: the kernels that have been measured, in order, with the
 * gaps between them, and the positions known to be untestable. Pure.
 */
#ifndef BISECT_SEARCH_CHAIN_H
#define BISECT_SEARCH_CHAIN_H

#include "base/defs.h"
#include "bisect/search_problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One boot. All but the values is filled by search_look_fit(). */
struct search_look {
	const double *values;
	size_t n;
	double mean;
	double minute;  /* when it was made */
	size_t n_agree; /* the samples that the mean is of: those that agree */
	double within;  /* sum of squares around the mean */
	double excess; /* variance of the mean beyond that of the noise; > 0: its samples disagree */
	double drift_var;  /* of what search_drift has taken off the mean */
	double warmup_var; /* of what search_warmup has taken off a lone first sample */
};

/* A measured kernel. The last two are filled by search_noise_fit(). */
struct search_build {
	uint32_t position;
	unsigned variant;
	struct search_look *looks; /* borrowed from the chain */
	size_t n_looks;            /* ≥ 1 */
	double mean;
	double precision; /* 1/variance of the mean, as a measure of this very build */
};

/* A commit with its measured kernels. The last three are filled by search_chain_weigh(). */
struct search_point {
	uint32_t position;
	struct search_build *builds; /* borrowed from the chain, by variant */
	size_t n_builds;             /* ≥ 1 */
	size_t n_looks;              /* of all of them */
	double mean;
	double precision; /* 1/variance of the mean, as a measure of these very builds */
	double weight; /* 1/variance as a measure of the commit: with the variance between builds */
};

/* Gap g lies between points g and g+1. */
struct search_chain {
	const struct search_problem *problem; /* borrowed */
	double smallest_effect;               /* that of the options, > 0 */
	struct search_point *points;          /* by position */
	size_t n_points;
	struct search_build *builds; /* by position and variant */
	size_t n_builds;
	struct search_look *looks; /* by kernel */
	size_t n_looks;
	unsigned n_cold; /* samples that are left out at the start of each boot: 0 or 1 */
	double *lone;    /* n_looks: samples alone in their boot, corrected for that; or NULL */
	uint32_t *dead;  /* untestable positions, sorted */
	size_t n_dead;
	uint32_t *built; /* positions that can be booted, sorted; measured or not */
	size_t n_built;
	double *mass; /* n+1: prior mass of positions 1…i together; NULL: i */
};

void search_chain_init(struct search_chain *chain, const struct search_problem *problem);
void search_chain_clear(struct search_chain *chain);

/*
 * Sets what the points' builds say together, when builds of one commit have the variance build_var (τ²).
 * Returns ln of the density of the builds' means given that of their commits.
 */
double search_chain_weigh(struct search_chain *chain, double build_var);

/* The build of the point that is known least. */
const struct search_build *search_chain_weakest(const struct search_point *point);

/* Prior mass of (lo, hi]. */
double search_chain_mass(const struct search_chain *chain, uint32_t lo, uint32_t hi);
double search_chain_gap_mass(const struct search_chain *chain, size_t gap);
/* It can be booted, in its own layout or another. */
bool search_chain_is_built(const struct search_chain *chain, uint32_t position);
bool search_chain_is_dead(const struct search_chain *chain, uint32_t position);
/* Nothing testable is left inside the gap. */
bool search_chain_is_settled(const struct search_chain *chain, size_t gap);
/* Not settled, and there is room for one more kernel. */
bool search_chain_is_open(const struct search_chain *chain, size_t gap);
/* The position in the gap at which `share` of the gap's mass is reached; strictly inside it. */
uint32_t search_chain_quantile(const struct search_chain *chain, size_t gap, double share);
/*
 * A candidate in the gap, near `target` and away from positions known to be untestable. False when
 * there is none.
 */
bool search_chain_pick(const struct search_chain *chain, size_t gap, uint32_t target,
		       uint32_t *ret);
/* The kernel nearest to `target` in the gap that need not be built. False when there is none. */
bool search_chain_pick_cheap(const struct search_chain *chain, size_t gap, uint32_t target,
			     uint32_t *ret);
/* Probability that the position builds and boots, from what became of its neighbours. */
double search_chain_p_ok(const struct search_chain *chain, uint32_t position);
/* Expected minutes for building it: 0 when it need not be built. */
double search_chain_build_cost(const struct search_chain *chain, uint32_t position);

#endif
