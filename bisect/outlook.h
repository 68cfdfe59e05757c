/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a case knows and what it does next, over all its stages: the mainline first, then inside each
 * merge that holds a change, and inside the merges of its branches. Recomputed from the history before
 * every step. Reads nothing but what it is given; only the questions of its source may ask the
 * repository.
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

#define OUTLOOK_NONE SIZE_MAX /* in place of an index into `merges`: none of them */

/* The search inside one change of another stage: a merge, or a run that cannot be transplanted. */
struct outlook_merge {
	size_t outer; /* index of the merge whose stage it looks into; OUTLOOK_NONE: the mainline */
	size_t change; /* index into that stage's changes */
	struct stage stage;
	struct search_verdict verdict;
	bool is_native; /* the branch's commits as they are, on their own base */
	/*
	 * Of a native one: its ends do not differ as the merged trees do. Neither side alone holds
	 * the change, the merge does, and the search inside has ended.
	 */
	bool is_interaction;
};

struct outlook {
	const struct stage *mainline;  /* borrowed */
	struct search_verdict verdict; /* of the mainline */
	double *posterior;             /* of the mainline: n+1 probabilities */
	struct outlook_merge *merges;  /* outer ones before those inside them */
	size_t n_merges, merges_capacity;
	/* The next action belongs to this stage (borrowed from here or `mainline`); NULL: nothing left. */
	const struct stage *stage;
	struct search_action next;
};

/* A state as the repository has it. */
struct outlook_state {
	char commit[HISTORY_OID_SIZE]; /* to merge more onto; "" where the state's two conflict */
	char tree[HISTORY_OID_SIZE];
};

/* What only the repository knows; asked again before every step. */
struct outlook_questions {
	int (*join)(void *context, const struct candidate *candidate, struct outlook_state *ret,
		    struct error *err);
	/* *ret is "" where two commits have no common ancestor. */
	int (*merge_base)(void *context, const char *one, const char *other,
			  char ret[HISTORY_OID_SIZE], struct error *err);
	int (*descends)(void *context, const char *commit, const char *ancestor, bool *ret,
			struct error *err);
};

struct outlook_source {
	const struct stage *mainline;
	const struct history *history;
	const struct evidence_options *options;
	bool stops_at_merges; /* a merge on the mainline is an answer */
	const struct outlook_questions *questions;
	void *context;
};

int outlook_init(struct outlook *outlook, const struct outlook_source *source,
		 struct error *err) MUST_CHECK;
void outlook_clear(struct outlook *outlook);

/* What the search asks for; there must be a next action. */
struct task outlook_task(const struct outlook *outlook);
/* Of merges[outer]; OUTLOOK_NONE: of the mainline. Borrowed. */
const struct stage *outlook_stage(const struct outlook *outlook, size_t outer);
const struct search_verdict *outlook_verdict(const struct outlook *outlook, size_t outer);
/* The index of the search inside that change of the stage, OUTLOOK_NONE where there is none. */
size_t outlook_inside(const struct outlook *outlook, size_t outer, size_t change);
/* Expected minutes to the end; rough. */
double outlook_minutes_left(const struct outlook *outlook);
/* Candidates that hold the change looked for now, or the widest one, with 95 %; 0 before there is one. */
uint32_t outlook_suspects(const struct outlook *outlook);

#endif
