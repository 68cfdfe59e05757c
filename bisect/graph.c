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
	free(graph->is_outside);
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

/* Counts each suspect at the first position that reaches it. */
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
		if (first[node] != GRAPH_NONE && node != graph->good &&
		    graph_is_suspect(graph, node))
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

uint32_t graph_mark(const struct graph *graph, uint32_t node, uint8_t *flags)
{
	CLEANUP(mem_freep) uint32_t *stack = NULL;
	size_t capacity = 0, n = 0;
	uint32_t n_suspects = 0;

	if (flags[node])
		return 0;
	flags[node] = 1;
	mem_grow(&stack, &capacity, n, sizeof(*stack));
	stack[n++] = node;
	while (n > 0) {
		const uint32_t at = stack[--n];
		const uint32_t *parents = parents_of(graph, at);

		n_suspects += graph_is_suspect(graph, at);
		for (uint32_t i = 0; i < graph_parent_count(graph, at); i++) {
			if (parents[i] == GRAPH_NONE || flags[parents[i]])
				continue;
			flags[parents[i]] = 1;
			mem_grow(&stack, &capacity, n, sizeof(*stack));
			stack[n++] = parents[i];
		}
	}
	return n_suspects;
}
