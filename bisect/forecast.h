/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a bisect will cost, from simulations of it: before anything is built, in a world that is
 * assumed; later, in worlds drawn from what is believed. Pure, and deterministic in the seed.
 */
#ifndef BISECT_FORECAST_H
#define BISECT_FORECAST_H

#include "base/defs.h"
#include "bisect/search.h"
#include "bisect/simulate_options.h"

#include <stdint.h>

struct forecast_quantity {
	double mean;
	double low, high; /* one run in ten is below, one above */
};

struct forecast {
	struct forecast_quantity builds, boots, samples, minutes;
};

/* Simulations that take a few tenths of a second for a range of so many commits. */
unsigned forecast_runs(uint32_t commits);

/* Of whole bisects: options->runs of them. */
void forecast_bisect(const struct simulate_options *options, struct forecast *ret);

/*
 * Of what is left: the search goes on from `problem`, in `runs` worlds whose changes are drawn from
 * `posterior` within their credible sets, with the effects and the noise of `verdict`; the last two are
 * what search_evaluate() said of the problem. Further untestable commits are not expected. The ends have
 * been measured.
 */
void forecast_rest(const struct search_problem *problem, const struct search_verdict *verdict,
		   const double *posterior, unsigned runs, struct forecast *ret);

#endif
