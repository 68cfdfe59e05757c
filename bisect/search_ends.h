/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The two ends come first: without their levels and the noise nothing can be judged (docs/search.md).
 * Pure.
 */
#ifndef BISECT_SEARCH_ENDS_H
#define BISECT_SEARCH_ENDS_H

#include "base/defs.h"
#include "bisect/search_chain.h"
#include "bisect/search_noise.h"

#include <stdbool.h>

/* False when an end is untestable. */
bool search_ends_are_testable(const struct search_chain *chain);

/* Both have been measured: the chain's first and last points are the ends. */
bool search_ends_are_measured(const struct search_chain *chain);

/*
 * What the ends still need: a build, or a boot until the noise is known and they either differ beyond
 * doubt or are known well enough to say that they do not. False when they need nothing. Once there is
 * a kernel between them, only their builds are asked for: the search itself looks at them again.
 */
bool search_ends_need(const struct search_chain *chain, const struct search_noise *noise,
		      struct search_action *ret) MUST_CHECK;

#endif
