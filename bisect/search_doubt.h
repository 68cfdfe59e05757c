/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * No single boot may decide: one that is wrong as a whole makes any normal distribution certain
 * (docs/search.md). Here are the boots that this asks for, whatever the information they bring. Pure.
 */
#ifndef BISECT_SEARCH_DOUBT_H
#define BISECT_SEARCH_DOUBT_H

#include "base/defs.h"
#include "bisect/search_chain.h"
#include "bisect/search_noise.h"
#include "bisect/search_segments.h"

#include <stdbool.h>
#include <stddef.h>

/*
 * A boot to be repeated at once, or sampled further where it is still running: the only one of a kernel
 * that fits no level, or one of two that disagree. False when there is none.
 */
bool search_doubt_repeat(const struct search_chain *chain, const struct search_noise *noise,
			 const struct search_segments *segments,
			 struct search_action *ret) MUST_CHECK;

/* The second boot that a kernel beside a found change must have. False when both have it. */
bool search_doubt_confirm(const struct search_chain *chain, const struct search_noise *noise,
			  size_t gap, struct search_action *ret) MUST_CHECK;

#endif
