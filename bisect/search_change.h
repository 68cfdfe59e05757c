/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A change as the search believes in it. */
#ifndef BISECT_SEARCH_CHANGE_H
#define BISECT_SEARCH_CHANGE_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A change of level somewhere in (lo, hi]: lo and hi are measured kernels with nothing measured
 * between; resolved when hi = lo+1 or all between them is untestable.
 */
struct search_change {
	uint32_t lo, hi;
	double effect, effect_sd; /* log-percent, level at hi minus level at lo */
	double probability;       /* that the change lies in (lo, hi], given the model */
	bool is_resolved;
	uint32_t set_lo,
		set_hi; /* smallest run of positions (set_lo, set_hi] with 95 % of the probability */
};

#endif
