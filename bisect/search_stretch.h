/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is left to do when all changes that show have been found: flat stretches may hide a change that
 * nothing has looked at closely yet (docs/search.md). Pure.
 */
#ifndef BISECT_SEARCH_STRETCH_H
#define BISECT_SEARCH_STRETCH_H

#include "base/defs.h"
#include "bisect/search_chain.h"
#include "bisect/search_noise.h"
#include "bisect/search_segments.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A look into the flat stretch that most probably hides a change of the smallest effect or more. False
 * when none is likely to.
 */
bool search_stretch_look(const struct search_chain *chain, const struct search_noise *noise,
			 const struct search_segments *segments,
			 struct search_action *ret) MUST_CHECK;

/*
 * Nothing has been found between the ends: looks inside on a coarse grid, where opposite changes that
 * cancel would show. False when the grid is complete.
 */
bool search_stretch_explore(const struct search_chain *chain, const struct search_noise *noise,
			    struct search_action *ret) MUST_CHECK;

#endif
