/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a case knows and what it does next, over all its stages: the mainline first, then inside each
 * merge that holds a change. Recomputed from the history before every step. Reads nothing but what it
 * is given; only `has_own_changes` may ask the repository.
 */
#ifndef BISECT_OUTLOOK_H
#define BISECT_OUTLOOK_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/evidence.h"
#include "bisect/search.h"
#include "bisect/stage.h"
#include "bisect/task.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A merge on the mainline that holds a change, and the search inside it. */
struct outlook_merge {
	size_t change; /* index into the mainline verdict's changes */
	struct stage stage;
	struct search_verdict verdict;
};

struct outlook {
	const struct stage *mainline;  /* borrowed */
	struct search_verdict verdict; /* of the mainline */
	double *posterior;             /* of the mainline: n+1 probabilities */
	struct outlook_merge merges[SEARCH_CHANGES_MAX];
	size_t n_merges;
	/* The next action belongs to this stage (borrowed from here or `mainline`); NULL: nothing left. */
	const struct stage *stage;
	struct search_action next;
};

struct outlook_source {
	const struct stage *mainline;
	const struct history *history;
	const struct evidence_options *options;
	/* Is the tree of that merge something else than what merging its parents gives? */
	int (*has_own_changes)(void *context, uint32_t merge, bool *ret, struct error *err);
	void *context;
};

int outlook_init(struct outlook *outlook, const struct outlook_source *source,
		 struct error *err) MUST_CHECK;
void outlook_clear(struct outlook *outlook);

/* What the search asks for; there must be a next action. */
struct task outlook_task(const struct outlook *outlook);
/* The search inside the merge of that change, or NULL when there is none. Borrowed. */
const struct outlook_merge *outlook_merge_of(const struct outlook *outlook, size_t change);
/* Expected minutes to the end; rough. */
double outlook_minutes_left(const struct outlook *outlook);
/* How sure the case is of its least certain change; 0 before there is one. */
double outlook_probability(const struct outlook *outlook);

#endif
