/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A stage of the bisect: a chain of states between two ends, as the search needs it, and what has to
 * be built for each of them. The first stage is the mainline from good to bad; stage_inside.h has those
 * that look into one change of another stage. Pure.
 *
 * A position is a commit with what it was the first to bring in. Where the graph rules commits out
 * (graph->is_outside), those in a row are one position, so that a change among them is seen as theirs
 * and nothing is built to tell them apart.
 */
#ifndef BISECT_STAGE_H
#define BISECT_STAGE_H

#include "base/defs.h"
#include "base/str.h"
#include "bisect/graph.h"
#include "results/history.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is built and booted for a position. */
struct candidate {
	char commit[HISTORY_OID_SIZE];
	char onto[HISTORY_OID_SIZE]; /* "": the commit as it is; else what it is merged onto */
	unsigned variant; /* of its layout (bisect/layout.h); 0: as the source gives it */
};

/* The positions from `first` on, up to the next part's, are merged onto one commit. */
struct stage_part {
	uint32_t first;
	char onto[HISTORY_OID_SIZE]; /* "": they are built as they are */
};

struct stage {
	const struct graph *graph; /* borrowed; outlives the stage */
	struct graph_chain chain;  /* last commit and prior mass of each position */
	uint8_t *is_outside;       /* n+1 flags: ruled out, as is all it brought in */
	uint32_t *path;            /* nodes of all positions, oldest first */
	uint32_t *path_end; /* n+1: those of position p are path[path_end[p-1]…path_end[p]) */
	struct candidate ends[2]; /* what is measured at positions 0 and n */
	struct stage_part *parts; /* ≥ 1, the first one from position 1 */
	size_t n_parts;
	uint8_t *has;   /* flags of the nodes that the state at position 0 contains; NULL: good */
	uint32_t merge; /* node that the stage is inside of; GRAPH_NONE for the mainline */
};

void stage_clear(struct stage *stage);

/* From the graph's good to its bad. */
void stage_init_mainline(struct stage *stage, const struct graph *graph);
/* good, one commit, bad: which end is the commit like? `node` may be any node of the graph. */
void stage_init_test(struct stage *stage, const struct graph *graph, uint32_t node);

void stage_node_hex(const struct graph *graph, uint32_t node, char ret[HISTORY_OID_SIZE]);
/* In its own layout. */
void stage_candidate(const struct stage *stage, uint32_t position, struct candidate *ret);
/* "layout 2 of 1a2b3c4d5e6f merged onto 0a1b2c3d4e5f": no more of it than there is. */
void stage_append_candidate(const struct candidate *candidate, struct str *out);
/* The commit that a change at `position` points to. */
void stage_commit(const struct stage *stage, uint32_t position, char ret[HISTORY_OID_SIZE]);
/* The commits of positions (lo, hi], oldest first: nodes, borrowed. */
const uint32_t *stage_commits(const struct stage *stage, uint32_t lo, uint32_t hi, uint32_t *ret_n);
/* False when no position is measured by that kernel, in whatever layout. */
bool stage_find(const struct stage *stage, const struct history_kernel *kernel, uint32_t *ret);
/* n flags, freed by the caller: the nodes that the state at the position contains. */
uint8_t *stage_contents(const struct stage *stage, uint32_t position) MUST_CHECK;

/*
 * For those that make stages: begin one with room for n commits, start a part before its first commit,
 * add commits from the oldest to the newest, finish. `suspects` is how many commits the added one
 * brings in that are not ruled out, itself included.
 */
void stage_begin(struct stage *stage, const struct graph *graph, uint32_t n);
void stage_start_part(struct stage *stage, const char *onto);
void stage_add(struct stage *stage, uint32_t node, double suspects);
void stage_finish(struct stage *stage, const struct candidate *first, const struct candidate *last);

#endif
