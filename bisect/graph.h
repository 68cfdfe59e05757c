/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commits of a range as an integer DAG: nodes 0…n−1, parents before children. Pure; repo.c fills
 * it. Only commits reachable from bad and not from good are nodes, plus good itself; parents outside
 * the range are left out.
 */
#ifndef BISECT_GRAPH_H
#define BISECT_GRAPH_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GRAPH_NONE UINT32_MAX

struct graph {
	uint32_t n;
	uint8_t (*oids)[20];    /* of each node */
	uint32_t *parent_start; /* n+1 offsets into parents */
	uint32_t *parents;      /* in the commit's order; GRAPH_NONE for one outside the range */
	uint32_t good, bad;     /* nodes */
};

/* Room for n nodes and n_parents edges, all zero; the caller fills the arrays. */
struct graph *graph_new(uint32_t n, uint32_t n_parents) MUST_CHECK;
void graph_free(struct graph *graph);
void graph_freep(struct graph **graph);

/* A path from good to bad: chain[0] = good … chain[n] = bad. */
struct graph_chain {
	uint32_t *nodes; /* n+1 */
	double *mass;    /* n+1: commits first reachable at each position; mass[0] = 0 */
	uint32_t n;
};
void graph_chain_clear(struct graph_chain *chain);

/*
 * Follows first parents from bad, and another parent only where good is not reachable through the
 * first. Good must be reachable from bad, which repo_load_range() sees to. O(nodes + edges).
 */
void graph_main_chain(const struct graph *graph, struct graph_chain *ret);

/*
 * The parent that a commit continues: the first; where good is reachable through other parents only,
 * the first of those. This is the chain's step, and what a branch is transplanted onto. GRAPH_NONE
 * when it is outside the range, and for a root. O(nodes + edges).
 */
uint32_t graph_main_parent(const struct graph *graph, uint32_t node);

/*
 * The commits that a merge brought in: reachable from it and not from its main parent, without the
 * merge itself and good, parents first, each branch in one piece. *ret is allocated, also when empty;
 * *ret_n is 0 for an ordinary commit. O(nodes + edges).
 */
void graph_branch(const struct graph *graph, uint32_t merge, uint32_t **ret, uint32_t *ret_n);

static inline uint32_t graph_parent_count(const struct graph *graph, uint32_t node)
{
	return graph->parent_start[node + 1] - graph->parent_start[node];
}

#endif
