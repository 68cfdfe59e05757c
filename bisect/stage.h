/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stage of the bisect: a chain of states between two ends, as the search needs it, and what has to
 * be built for each of them. The first stage is the mainline from good to bad. Inside a merge the ends
 * are its first parent and the merge itself, and the states between are *transplants*: the branch's
 * commits merged, one after the other, onto that first parent, so that they share the mainline's level
 * and configuration. Pure.
 */
#ifndef BISECT_STAGE_H
#define BISECT_STAGE_H

#include "base/defs.h"
#include "bisect/graph.h"
#include "results/history.h"

#include <stdbool.h>
#include <stdint.h>

struct stage {
	const struct graph *graph; /* borrowed; outlives the stage */
	struct graph_chain chain;  /* the commits whose effect each position is */
	uint32_t merge;            /* node; GRAPH_NONE for the mainline */
	uint32_t last;             /* node measured at position n: the bad end, or the merge */
	char onto
		[HISTORY_OID_SIZE]; /* where the positions between the ends are transplanted, or "" */
};

void stage_clear(struct stage *stage);

/* From the graph's good to its bad. */
void stage_init_mainline(struct stage *stage, const struct graph *graph);
/* good, one commit, bad: which end is the commit like? `node` may be any node of the graph. */
void stage_init_test(struct stage *stage, const struct graph *graph, uint32_t node);
/*
 * Inside the merge. When the merge's tree is not just what merging gives (has_own_changes), it is a
 * position of its own behind its branch. False, leaving *stage cleared, when there is nothing to look
 * into: an ordinary commit, an octopus merge, or nothing brought in.
 */
bool stage_init_merge(struct stage *stage, const struct graph *graph, uint32_t merge,
		      bool has_own_changes);

void stage_node_hex(const struct graph *graph, uint32_t node, char ret[HISTORY_OID_SIZE]);

/* What is built and booted for a position. */
struct candidate {
	char commit[HISTORY_OID_SIZE];
	char onto[HISTORY_OID_SIZE]; /* "": the commit as it is */
};
void stage_candidate(const struct stage *stage, uint32_t position, struct candidate *ret);
/* The commit that a change at `position` points to. */
void stage_commit(const struct stage *stage, uint32_t position, char ret[HISTORY_OID_SIZE]);
/* False when no position is measured by that kernel. */
bool stage_find(const struct stage *stage, const struct history_kernel *kernel, uint32_t *ret);

#endif
