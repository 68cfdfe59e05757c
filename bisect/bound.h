/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The least minutes in which any search can name one change among n commits and be right 19 times in
 * 20, when levels and noise are known to it beforehand: a yardstick, which no search that has to learn
 * them reaches. Pure.
 *
 * Fano's inequality asks for B = 0.95·log2 n − h(0.05) bits. A kernel tells on which side of the change
 * it is, at best λ bits a minute: the largest ratio of information to cost that a rule for stopping to
 * look at it can have. So B/λ, and a build and a look for each of the ends. The bound holds for rules
 * that leave a kernel because of its own looks, all with the same number of samples, and counts no
 * untestable commit.
 */
#ifndef BISECT_BOUND_H
#define BISECT_BOUND_H

#include "base/defs.h"
#include "bisect/search_problem.h"
#include "bisect/simulate_options.h"

#include <stdbool.h>
#include <stdint.h>

struct bound_world {
	uint32_t commits;
	double effect;             /* of the one change, log-percent */
	double sample_sd, boot_sd; /* normal, log-percent */
	struct search_costs costs; /* each > 0 */
};

/* λ, bits a minute, by dynamic programming. Takes some 10 ms. False: too weak an effect to tell. */
bool bound_rate(const struct bound_world *world, double *ret) MUST_CHECK;
/* Of them for a build and a look of each end. */
double bound_of_ends(const struct search_costs *costs);
/* False as bound_rate(). */
bool bound_minutes(const struct bound_world *world, double *ret) MUST_CHECK;
/*
 * Of a synthetic world. False where none is known: no change or several, or more noise than that of
 * samples and boots.
 */
bool bound_simulated(const struct simulate_options *options, double *ret) MUST_CHECK;
/*
 * Minutes that runs of the world took to its bound. Where the ends were known beforehand they are charged
 * what the bound has for them.
 */
double bound_ratio(const struct simulate_options *options, double minutes, double bound);

#endif
