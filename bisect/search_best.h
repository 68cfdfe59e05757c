/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The next action for one window: what gives most information per minute, a further boot of a kernel
 * that is there or a new kernel (docs/search.md). Pure.
 */
#ifndef BISECT_SEARCH_BEST_H
#define BISECT_SEARCH_BEST_H

#include "base/defs.h"
#include "bisect/search_chain.h"
#include "bisect/search_levels.h"
#include "bisect/search_noise.h"

#include <stdbool.h>

/*
 * The best action for the window, and the best of the other kind, a boot beside a new kernel (its
 * gain_bits is 0 when there is none). False when there is neither: everything is built, and further
 * boots tell nothing.
 */
bool search_best_action(const struct search_chain *chain, const struct search_noise *noise,
			const struct search_window *window, double build_var,
			struct search_action *ret, struct search_action *ret_other) MUST_CHECK;

#endif
