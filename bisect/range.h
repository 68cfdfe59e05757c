/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the commits that are reachable from one commit and not from another, reading as little of the
 * history as it can. Pure: commits come from a source; the repository's is in repo_range.c.
 *
 * Commits are taken newest first. Where their dates are known to be ordered (a commit-graph file with
 * generation data) the answer is exact. Where only committers' clocks are known, the walk goes on for
 * two days of history below the oldest commit of the range, and repairs what a wrong clock made it
 * believe up to there.
 */
#ifndef BISECT_RANGE_H
#define BISECT_RANGE_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/error.h"
#include "bisect/commit_links.h"
#include "bisect/graph.h"

struct range_source {
	void *context;
	int (*read)(void *context, const uint8_t oid[COMMIT_ID_BYTES], struct commit_links *ret,
		    struct error *err);
};

/*
 * The commits of good..bad, which differ, as a graph whose node 0 is good and whose last node is bad.
 * *ret is NULL when good is not an ancestor of bad.
 */
int range_load(const struct range_source *source, const uint8_t good[COMMIT_ID_BYTES],
	       const uint8_t bad[COMMIT_ID_BYTES], struct cancel *cancel, struct graph **ret,
	       struct error *err) MUST_CHECK;

#endif
