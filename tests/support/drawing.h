/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commit graphs from short texts. Include after tests/support/test.h. */
#ifndef TESTS_SUPPORT_DRAWING_H
#define TESTS_SUPPORT_DRAWING_H

#include <stdlib.h>
#include <string.h>

#include "bisect/graph.h"

/*
 * Graphs are written one commit a word: "c:ab" is commit c with parents a and b, "-" is a parent
 * outside the range. The first word is good and the last one bad; commits are single
 * letters, and a commit's id is its letter's code, twenty times.
 */
struct drawing {
	struct graph *graph;
	char names[64];
};

static inline uint32_t node_named(const struct drawing *drawing, char name)
{
	const char *at = strchr(drawing->names, name);

	return name == '-' || !at ? GRAPH_NONE : (uint32_t)(at - drawing->names);
}

static inline void draw(struct drawing *drawing, const char *good, const char *text)
{
	size_t n_edges = strlen(text);
	uint32_t edge = 0;
	uint32_t node = 0;

	memset(drawing, 0, sizeof(*drawing));
	for (const char *at = text; *at; at++) {
		if (at[1] == ':')
			drawing->names[node++] = *at;
	}
	drawing->graph = graph_new(node, (uint32_t)n_edges);
	node = 0;
	for (const char *at = text; *at; at++) {
		if (at[0] == ' ')
			continue;
		if (at[1] == ':') {
			drawing->graph->parent_start[node++] = edge;
			at++;
			continue;
		}
		drawing->graph->parents[edge++] = node_named(drawing, *at);
	}
	drawing->graph->parent_start[node] = edge;
	for (uint32_t i = 0; i < node; i++)
		memset(drawing->graph->oids[i], drawing->names[i], sizeof(drawing->graph->oids[i]));
	drawing->graph->good = node_named(drawing, good[0]);
	drawing->graph->bad = node - 1;
}

#endif
