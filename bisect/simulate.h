/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search against synthetic histories with known changes: how often it is right, and what it costs.
 * The loop is that of a real bisect: evaluate, build, boot, sample. Pure, and deterministic in the seed.
 */
#ifndef BISECT_SIMULATE_H
#define BISECT_SIMULATE_H

#include "base/defs.h"
#include "bisect/search_problem.h"
#include "bisect/simulate_options.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One bisect. */
struct simulate_run {
	enum search_action_kind end; /* SEARCH_DO_… when it was given up at `minutes_max` */
	size_t n_found;              /* true changes that were named */
	size_t n_wrong;              /* named changes that are none */
	double probability;          /* claimed for the least certain of them */
	double minutes;
	uint32_t builds, boots, samples;
	uint32_t decisions;
	uint32_t boots_drawn, boots_elsewhere, samples_drawn; /* as in struct replay_run */
	bool is_named[SIMULATE_CHANGES_MAX];                  /* each true change */
	double minutes_left_first; /* the estimate after calibration, with what was spent till then */
};

/* Means over all runs. */
struct simulate_result {
	unsigned runs;
	double p_correct;     /* every change named and nothing else; without changes: none named */
	double found_share;   /* of the true changes */
	double wrong_per_run; /* named changes that are none */
	double p_claimed; /* mean probability claimed by the runs that named something; 0: none did */
	double p_claims_right; /* share of these that named every change and nothing else */
	double builds, boots, samples, decisions;
	double builds_sd, boots_sd, samples_sd; /* between runs */
	double minutes, minutes_sd, minutes_p90;
	double ended_found, ended_no_change, ended_range;   /* shares; the rest was given up */
	double boots_drawn, boots_elsewhere, samples_drawn; /* as in struct replay_run */
	double named[SIMULATE_CHANGES_MAX];                 /* share that named each true change */
	double estimate_ratio; /* estimated minutes, after calibration, to those it took */
};

/*
 * Mean claimed probability minus the share of right answers, among the runs that claimed anything: > 0 means
 * over-confident. NaN when none did.
 */
double simulate_overconfidence(const struct simulate_result *result);
/* Share of the runs that ran into the limit of time. */
double simulate_given_up(const struct simulate_result *result);

/* The headline cell of docs/search.md: 15 000 commits, one change of 3, σ_w 1, σ_b 0.5, minutes 10, 1, 1. */
struct simulate_options simulate_default_options(void);

/* One bisect of a history of its own. */
void simulate_once(const struct simulate_options *options, uint64_t seed, struct simulate_run *ret);

/* options->runs bisects, seeded by options->seed. */
void simulate(const struct simulate_options *options, struct simulate_result *ret);

#endif
