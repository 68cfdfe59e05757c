/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commits that a walk has met, numbered in the order of meeting, and found again by their id. */
#ifndef BISECT_RANGE_NODES_H
#define BISECT_RANGE_NODES_H

#include "base/defs.h"
#include "bisect/commit_links.h"

#include <stddef.h>
#include <stdint.h>

struct range_node {
	uint8_t oid[COMMIT_ID_BYTES];
	uint32_t parents; /* index of the first into range_nodes.edges */
	uint32_t n_parents;
	uint32_t number; /* in the graph; used by the walk's last step */
	uint8_t flags;   /* the walk's */
	int64_t key;     /* the walk's */
};

/* Zero-initialised, it is empty. */
struct range_nodes {
	struct range_node *nodes;
	size_t n, capacity;
	uint32_t *edges; /* node numbers */
	size_t n_edges, edge_capacity;
	uint32_t *table;   /* open addressing; number + 1, 0 for a free place */
	size_t table_size; /* a power of two */
};

/* The number of the commit, which is added with no parents and no flags when it is new. */
uint32_t range_nodes_intern(struct range_nodes *nodes, const uint8_t oid[COMMIT_ID_BYTES]);
void range_nodes_clear(struct range_nodes *nodes);

#endif
