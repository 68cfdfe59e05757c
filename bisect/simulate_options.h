/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A synthetic world, and how the search is to behave in it. */
#ifndef BISECT_SIMULATE_OPTIONS_H
#define BISECT_SIMULATE_OPTIONS_H

#include "bisect/search_problem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIMULATE_CHANGES_MAX 8

struct replay;

struct simulate_options {
	uint32_t commits;
	const double *mass; /* n+1 prior masses of the positions, borrowed; NULL: all equal */
	size_t n_changes;   /* at random positions; 0: nothing changes */
	double effects[SIMULATE_CHANGES_MAX]; /* log-percent, in the order of history */
	double sample_sd;                     /* σ_w, log-percent */
	double boot_sd;                       /* σ_b */
	double layout_sd;                     /* τ, between builds */
	double wander;         /* small steps of all commits: sd of their sum over the range */
	double untestable;     /* share of commits, in runs of `untestable_run` */
	double untestable_run; /* mean length of a run; 0 means 5 */
	double drift;          /* random walk, log-percent per √hour */
	double outliers;       /* share of samples that are off … */
	double outlier_shift;  /* … by this */
	double first_shift;    /* the first sample of a boot is off by this */
	double bimodal;        /* a boot in three lies higher by this */
	unsigned known_boots;  /* of each end, in the store before it starts: they cost nothing */
	bool historical; /* residuals of TCP_RR in 2008, with their outlier, instead of σ_w */
	const struct replay *replay; /* a case's looks instead of all noise, borrowed; or NULL */
	struct search_costs costs;
	struct search_options search;
	unsigned runs;
	uint64_t seed;
};

#endif
