/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Boots that come in two modes: a kernel that is sometimes slow as a whole, whatever its commit. Pure.
 */
#ifndef BISECT_SEARCH_MODES_H
#define BISECT_SEARCH_MODES_H

#include "base/defs.h"
#include "bisect/search_chain.h"
#include "bisect/search_noise.h"
#include "bisect/search_segments.h"

#include <stddef.h>

struct search_modes {
	double apart; /* log-percent, the faster mode minus the slower; 0: there is one mode */
	double slow;  /* share of the boots in the slower one; 0 … 1 */
};

/*
 * Looks for two modes among n residuals of boots, which it sorts. `least_var` is the variance that a boot's
 * own samples leave it: no mode is believed to be narrower. Two are told of when they make what was seen
 * more probable than one normal distribution does by more than 10 in its logarithm, each boot counted with
 * the mode that it is in.
 */
struct search_modes search_modes_of(double *residuals, size_t n, double least_var);

/* The same for the boots' deviations from their kernels' own means. Needs what search_noise_fit() fills. */
struct search_modes search_modes_find(const struct search_chain *chain,
				      const struct search_noise *noise);

#endif
