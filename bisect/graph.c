/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/graph.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"

struct graph *graph_new(uint32_t n, uint32_t n_parents)
{
	struct graph *graph = mem_zalloc(sizeof(*graph));

	graph->n = n;
	graph->oids = mem_array((size_t)n + 1, sizeof(*graph->oids));
	graph->parent_start = mem_array((size_t)n + 1, sizeof(*graph->parent_start));
	graph->parents = mem_array((size_t)n_parents + 1, sizeof(*graph->parents));
	return graph;
}

void graph_free(struct graph *graph)
{
	if (!graph)
		return;
	free(graph->oids);
	free(graph->parent_start);
	free(graph->parents);
	free(graph);
}

void graph_freep(struct graph **graph)
{
	graph_free(*graph);
	*graph = NULL;
}

void graph_chain_clear(struct graph_chain *chain)
{
	free(chain->nodes);
	free(chain->mass);
	*chain = (struct graph_chain){ 0 };
}

static const uint32_t *parents_of(const struct graph *graph, uint32_t node)
{
	return graph->parents + graph->parent_start[node];
}

/* Flags for nodes 0…last: is good among the node's ancestors, itself included? */
static bool *mark_above_good(const struct graph *graph, uint32_t last)
{
	bool *above = mem_array((size_t)last + 1, sizeof(*above));

	for (uint32_t node = 0; node <= last; node++) {
		const uint32_t *parents = parents_of(graph, node);

		above[node] = node == graph->good;
		for (uint32_t i = 0; i < graph_parent_count(graph, node); i++)
			above[node] |= parents[i] != GRAPH_NONE && above[parents[i]];
	}
	return above;
}

static uint32_t main_parent(const struct graph *graph, const bool *above, uint32_t node)
{
	const uint32_t *parents = parents_of(graph, node);

	if (graph_parent_count(graph, node) == 0)
		return GRAPH_NONE;
	for (uint32_t i = 0; i < graph_parent_count(graph, node); i++) {
		if (parents[i] != GRAPH_NONE && above[parents[i]])
			return parents[i];
	}
	return parents[0];
}

uint32_t graph_main_parent(const struct graph *graph, uint32_t node)
{
	CLEANUP(mem_freep) bool *above = mark_above_good(graph, node);

	return main_parent(graph, above, node);
}

/* Counts each node at the first position that reaches it. */
static void weigh(const struct graph *graph, struct graph_chain *chain)
{
	CLEANUP(mem_freep) uint32_t *first = mem_array(graph->n, sizeof(*first));

	for (uint32_t node = 0; node < graph->n; node++)
		first[node] = GRAPH_NONE;
	for (uint32_t i = 0; i <= chain->n; i++)
		first[chain->nodes[i]] = i;
	for (uint32_t node = graph->n; node-- > 0;) {
		const uint32_t *parents = parents_of(graph, node);

		for (uint32_t i = 0; i < graph_parent_count(graph, node); i++) {
			if (parents[i] != GRAPH_NONE && first[node] < first[parents[i]])
				first[parents[i]] = first[node];
		}
		if (first[node] != GRAPH_NONE && node != graph->good)
			chain->mass[first[node]] += 1;
	}
}

void graph_main_chain(const struct graph *graph, struct graph_chain *ret)
{
	CLEANUP(mem_freep) bool *above = mark_above_good(graph, graph->n - 1);
	struct graph_chain chain = { 0 };
	uint32_t node = graph->bad;

	assert(above[graph->bad]);
	while (node != graph->good) {
		node = main_parent(graph, above, node);
		chain.n++;
	}
	chain.nodes = mem_array((size_t)chain.n + 1, sizeof(*chain.nodes));
	chain.mass = mem_array((size_t)chain.n + 1, sizeof(*chain.mass));
	node = graph->bad;
	for (uint32_t i = chain.n; i > 0; i--) {
		chain.nodes[i] = node;
		node = main_parent(graph, above, node);
	}
	chain.nodes[0] = graph->good;
	weigh(graph, &chain);
	*ret = chain;
}

/* Marks `node` and its ancestors. */
static void mark_ancestors(const struct graph *graph, uint32_t node, bool *marks)
{
	marks[node] = true;
	for (uint32_t i = node + 1; i-- > 0;) {
		const uint32_t *parents = parents_of(graph, i);

		for (uint32_t k = 0; marks[i] && k < graph_parent_count(graph, i); k++) {
			if (parents[k] != GRAPH_NONE)
				marks[parents[k]] = true;
		}
	}
}

/* A depth-first walk that has entered the node and taken the first `next` of its parents. */
struct step {
	uint32_t node;
	uint32_t next;
};

/*
 * Appends the ancestors of `top` that are not yet seen, first parents first, each after its parents:
 * so a branch is finished before the next begins. `top` comes last.
 */
static uint32_t append_in_post_order(const struct graph *graph, uint32_t top, bool *seen,
				     uint32_t *list)
{
	CLEANUP(mem_freep) struct step *stack = mem_array((size_t)top + 1, sizeof(*stack));
	uint32_t depth = 0, n = 0;

	seen[top] = true;
	stack[depth++] = (struct step){ .node = top };
	while (depth > 0) {
		struct step *step = &stack[depth - 1];
		uint32_t parent;

		if (step->next == graph_parent_count(graph, step->node)) {
			list[n++] = step->node;
			depth--;
			continue;
		}
		parent = parents_of(graph, step->node)[step->next++];
		if (parent != GRAPH_NONE && !seen[parent]) {
			seen[parent] = true;
			stack[depth++] = (struct step){ .node = parent };
		}
	}
	return n;
}

void graph_branch(const struct graph *graph, uint32_t merge, uint32_t **ret, uint32_t *ret_n)
{
	CLEANUP(mem_freep) bool *seen = mem_array((size_t)merge + 1, sizeof(*seen));
	uint32_t *list = mem_array((size_t)merge + 1, sizeof(*list));
	uint32_t main_line = graph_main_parent(graph, merge);

	if (main_line != GRAPH_NONE)
		mark_ancestors(graph, main_line, seen);
	if (graph->good <= merge)
		seen[graph->good] = true;
	*ret_n = append_in_post_order(graph, merge, seen, list) - 1;
	*ret = list;
}
