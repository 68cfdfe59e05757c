/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A machine whose speed wanders: recognised from what is known of the kernels by then, and taken off
 * (docs/search.md). Pure.
 */
#ifndef BISECT_SEARCH_DRIFT_H
#define BISECT_SEARCH_DRIFT_H

#include "base/defs.h"
#include "bisect/search_chain.h"
#include "bisect/search_noise.h"
#include "bisect/search_segments.h"

/*
 * Where the looks, in the order of their minutes, tell of a random walk, takes it off their means, learns
 * the variance between boots anew without it, and fits points and segments again. Returns the walk's
 * standard deviation after an hour; 0, and nothing is changed, where there is none. Needs fitted
 * segments.
 */
double search_drift_remove(struct search_chain *chain, struct search_noise *noise,
			   struct search_segments *segments);

#endif
