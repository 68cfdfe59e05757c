/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads git's commit-graph file (gitformat-commit-graph): the parents and dates of commits without
 * the commits themselves. Pure: it works on bytes that the caller has mapped, checks every offset
 * before it is followed, and never trusts what the file says about itself. A split graph is a stack
 * of layers, the base first; positions count through all of them.
 */
#ifndef BISECT_COMMIT_GRAPH_H
#define BISECT_COMMIT_GRAPH_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/commit_links.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COMMIT_GRAPH_LAYERS_MAX 64

/* One file. All pointers lead into the caller's bytes. */
struct commit_graph_layer {
	uint32_t
		first; /* position of its first commit: the number of commits in the layers below */
	uint32_t n;    /* commits */
	const uint8_t *fanout; /* 256 big-endian counts */
	const uint8_t *oids;   /* n sorted ids of 20 bytes */
	const uint8_t *data;   /* n records of 36 bytes */
	const uint8_t *edges;  /* third and later parents, 4 bytes each; NULL when there are none */
	uint32_t n_edges;
	const uint8_t *generations; /* n offsets of 4 bytes to the date; NULL when not stored */
	const uint8_t *overflows; /* offsets too large for 4 bytes, 8 bytes each; NULL when none */
	uint32_t n_overflows;
};

/* Zero-initialised, it is an empty graph. */
struct commit_graph {
	struct commit_graph_layer layers[COMMIT_GRAPH_LAYERS_MAX];
	uint32_t n_layers;
	uint32_t n;           /* commits in all layers */
	bool has_generations; /* in every layer */
};

/* Puts a file's bytes, which must stay where they are, on top of the graph. */
int commit_graph_add_layer(struct commit_graph *graph, const uint8_t *bytes, size_t n,
			   struct error *err) MUST_CHECK;

/* True when the commit is in the graph. */
bool commit_graph_find(const struct commit_graph *graph, const uint8_t oid[COMMIT_ID_BYTES],
		       uint32_t *ret_position);
/* The id at a position below graph->n. Borrowed from the bytes. */
const uint8_t *commit_graph_oid(const struct commit_graph *graph, uint32_t position);

/*
 * Replaces the links by those of the commit at a position below graph->n. The date is git's corrected
 * commit date when graph->has_generations, else the committer's. False for a damaged record.
 */
bool commit_graph_read(const struct commit_graph *graph, uint32_t position,
		       struct commit_links *links);

#endif
