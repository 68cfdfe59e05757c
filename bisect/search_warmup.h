/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The first sample of a boot, where it is off in the same way in all boots: caches, page tables and
 * frequencies are not yet what they are going to be. Pure.
 */
#ifndef BISECT_SEARCH_WARMUP_H
#define BISECT_SEARCH_WARMUP_H

#include "bisect/search_chain.h"

struct search_warmup {
	double offset; /* of first samples from later ones, log-percent; 0: none is seen */
	double var; /* of a lone first sample, when the offset is taken off: beyond that of the noise */
};

/*
 * First samples against the means of the later ones, over all boots that have both: an offset is seen when
 * it is as improbable as 4 standard deviations, is half of σ_w or more, and could do harm.
 */
struct search_warmup search_warmup_find(const struct search_chain *chain);

/*
 * Leaves the first sample of each boot out of its look; a lone one is kept, and corrected by the offset.
 * Does nothing when there is none. Once a chain, before its looks are fitted.
 */
void search_warmup_remove(struct search_chain *chain, const struct search_warmup *warmup);

#endif
