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
	uint8_t *is_outside;    /* n flags: ruled out as the cause by the user; NULL: none is */
};

/* Room for n nodes and n_parents edges, all zero; the caller fills the arrays. */
struct graph *graph_new(uint32_t n, uint32_t n_parents) MUST_CHECK;
void graph_free(struct graph *graph);
void graph_freep(struct graph **graph);

/* A path from good to bad: chain[0] = good … chain[n] = bad. */
struct graph_chain {
	uint32_t *nodes; /* n+1 */
	double *mass;    /* n+1: suspects first reachable at each position; mass[0] = 0 */
	uint32_t n;
};
void graph_chain_clear(struct graph_chain *chain);

/*
 * Follows first parents from bad, and another parent only where good is not reachable through the
 * first. Good must be reachable from bad, which repo_load_range() sees to. O(nodes + edges).
 */
void graph_main_chain(const struct graph *graph, struct graph_chain *ret);

static inline bool graph_is_suspect(const struct graph *graph, uint32_t node)
{
	return !graph->is_outside || !graph->is_outside[node];
}

/*
 * Flags (of n) the node and what it reaches, stopping at what has a flag already. Returns how many of
 * the newly flagged are not ruled out. O(nodes + edges).
 */
uint32_t graph_mark(const struct graph *graph, uint32_t node, uint8_t *flags);

static inline uint32_t graph_parent_count(const struct graph *graph, uint32_t node)
{
	return graph->parent_start[node + 1] - graph->parent_start[node];
}

#endif
