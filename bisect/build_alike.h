/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Commits that fail to build by the same error: when there are several, it is not they that are broken,
 * but what they are built with, or one commit before them all. Pure.
 */
#ifndef BISECT_BUILD_ALIKE_H
#define BISECT_BUILD_ALIKE_H

#include "results/history.h"

#include <stdbool.h>
#include <stddef.h>

/* So many commits with the same first error are no accident. */
#define BUILD_ALIKE_MIN 3

/*
 * Do two details of failed builds begin with the same error, but for its numbers (lines, columns,
 * addresses)?
 */
bool build_alike(const char *detail, const char *other);

/* Commits of the history, in their own layout, that do not build by the same first error as `detail`. */
size_t build_alike_count(const struct history *history, const char *detail);

struct build_alike_group {
	size_t n;           /* commits; 0: there is no group of BUILD_ALIKE_MIN */
	const char *detail; /* of the first one; borrowed from the history */
};
/* The largest such group of the history. */
struct build_alike_group build_alike_largest(const struct history *history);

/* What to try for an error that is not the commit's: a clause for people. Constant. */
const char *build_alike_mend(const char *detail);

#endif
