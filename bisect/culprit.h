/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The changes that a case names, over all its stages: what is concluded, and what is verified. Pure. */
#ifndef BISECT_CULPRIT_H
#define BISECT_CULPRIT_H

#include "base/defs.h"
#include "bisect/outlook.h"

#include <stddef.h>

/*
 * One change where it was narrowed down furthest. All borrowed from the outlook. Where neither side of a
 * merge alone holds the change, it is the merge itself, in the stage around it.
 */
struct culprit {
	const struct stage *stage; /* that the positions of `change` belong to */
	const struct search_change *change;
	const struct search_verdict *verdict; /* of that stage */
	const struct outlook_merge *merge; /* that the stage is the inside of; NULL: the mainline */
	double probability; /* of this change and of all those that it is inside of */
};

struct culprits {
	struct culprit *of; /* in history order */
	size_t n;
};
void culprits_init(struct culprits *culprits, const struct outlook *outlook);
void culprits_clear(struct culprits *culprits);

#endif
