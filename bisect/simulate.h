/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search against synthetic histories with known changes: how often it is right, and what it costs.
 * The loop is that of a real bisect: evaluate, build, boot, sample. Pure, and deterministic in the seed.
 */
#ifndef BISECT_SIMULATE_H
#define BISECT_SIMULATE_H

#include "base/defs.h"
#include "bisect/search.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIMULATE_CHANGES_MAX 8

struct simulate_options {
	uint32_t commits;
	size_t n_changes;                     /* at random positions; 0: nothing changes */
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
	bool historical; /* residuals of TCP_RR in 2008, with their outlier, instead of σ_w */
	struct search_costs costs;
	struct search_options search;
	unsigned runs;
	uint64_t seed;
};

/* One bisect. */
struct simulate_run {
	enum search_action_kind end; /* SEARCH_DO_… when it was given up at `minutes_max` */
	size_t n_found;              /* true changes that were named */
	size_t n_wrong;              /* named changes that are none */
	double probability;          /* claimed for the least certain of them */
	double minutes;
	uint32_t builds, boots, samples;
	uint32_t decisions;
	double minutes_left_first; /* the estimate after calibration, with what was spent till then */
};

/* Means over all runs. */
struct simulate_result {
	unsigned runs;
	double p_correct;     /* every change named and nothing else; without changes: none named */
	double found_share;   /* of the true changes */
	double wrong_per_run; /* named changes that are none */
	double p_claimed;     /* mean probability claimed by the runs that named something */
	double builds, boots, samples, decisions;
	double minutes, minutes_sd, minutes_p90;
	double estimate_ratio; /* estimated minutes, after calibration, to those it took */
};

/* Mean claimed probability minus the share of right answers: > 0 means over-confident. */
double simulate_overconfidence(const struct simulate_result *result);

/* The headline cell of docs/search.md: 15 000 commits, one change of 3, σ_w 1, σ_b 0.5, minutes 10, 1, 1. */
struct simulate_options simulate_default_options(void);

/* One bisect of a history of its own. */
void simulate_once(const struct simulate_options *options, uint64_t seed, struct simulate_run *ret);

/* options->runs bisects, seeded by options->seed. */
void simulate(const struct simulate_options *options, struct simulate_result *ret);

#endif
