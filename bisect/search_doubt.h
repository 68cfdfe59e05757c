/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * No single boot may decide: one that is wrong as a whole makes any normal distribution certain
 * (docs/search.md). Here are the boots that this asks for, whatever the information they bring. Pure.
 */
#ifndef BISECT_SEARCH_DOUBT_H
#define BISECT_SEARCH_DOUBT_H

#include "base/defs.h"
#include "bisect/search_chain.h"
#include "bisect/search_change.h"
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

/*
 * No look promises bits that are more than rounding, and one of the n changes is not yet as probable as was
 * asked for, which is a great deal: another boot of the weaker kernel beside it. build_var is τ². False when
 * more boots would not tell more.
 */
bool search_doubt_firm(const struct search_chain *chain, const struct search_noise *noise,
		       double build_var, const struct search_change *changes, size_t n,
		       struct search_action *ret);

#endif
