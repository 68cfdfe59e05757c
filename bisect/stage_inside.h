/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Stages that look into one change of another stage. Pure: what merging gives, the caller has asked the
 * repository for.
 *
 * *Into a merge.* The ends are the states before and after it in the outer stage, which are measured
 * already. Between them are transplants: the commits of each branch that the merge brought in, merged
 * one after the other onto the state before, so that they share its level and configuration. The
 * branches of an octopus merge follow each other, each onto the state with all those before. A merge
 * inside a branch is one position, and can be looked into in the same way.
 *
 * *Natively*, where transplants conflict: commits of one branch as they are, between the merge base and
 * the branch's tip, or between two of the branch's own commits. Their level is the base's, so they are
 * compared with nothing outside the stage.
 */
#ifndef BISECT_STAGE_INSIDE_H
#define BISECT_STAGE_INSIDE_H

#include "base/defs.h"
#include "bisect/stage.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A parent of a merge, and the commit that its branch is merged onto. */
struct stage_branch {
	uint32_t tip;
	char onto[HISTORY_OID_SIZE];
};

/*
 * The branches that the merge at `position` of the outer stage brought in, in the order of its parents,
 * but for those that the state before it, or a branch before, contains. *ret is allocated; what they
 * are merged onto is left empty.
 */
size_t stage_branches(const struct stage *outer, uint32_t position,
		      struct stage_branch **ret) MUST_CHECK;

/*
 * Into the merge at `position` of the outer stage. Where its tree is not just what merging gives
 * (has_own_changes), the merge is a position of its own behind its branches.
 */
void stage_init_merge(struct stage *stage, const struct stage *outer, uint32_t position,
		      const struct stage_branch *branches, size_t n_branches, bool has_own_changes);

/* A run of positions (lo, hi] of one part of a stage inside a merge, to be looked at natively. */
struct stage_native {
	const struct stage *outer;
	uint32_t lo, hi;
	uint32_t first;              /* the part's first position that descends from the base */
	char base[HISTORY_OID_SIZE]; /* may be older than the range */
};

/* The part that all of (lo, hi] belongs to, or NULL. Borrowed from the stage. */
const struct stage_part *stage_part_of(const struct stage *stage, uint32_t lo, uint32_t hi);
/* The last position of (lo, hi] that is a commit of a branch, and not the merge's own change. */
uint32_t stage_last_of_branch(const struct stage *stage, uint32_t hi);
void stage_init_native(struct stage *stage, const struct stage_native *native);

#endif
