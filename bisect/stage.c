/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void stage_node_hex(const struct graph *graph, uint32_t node, char ret[HISTORY_OID_SIZE])
{
	static const char digits[] = "0123456789abcdef";
	const uint8_t *oid = graph->oids[node];

	for (size_t i = 0; i < sizeof(graph->oids[0]); i++) {
		ret[2 * i] = digits[oid[i] >> 4];
		ret[2 * i + 1] = digits[oid[i] & 15];
	}
	ret[HISTORY_OID_SIZE - 1] = '\0';
}

static bool oid_from_hex(const char *hex, uint8_t ret[20])
{
	for (size_t i = 0; i < 20; i++) {
		unsigned byte;

		if (sscanf(hex + 2 * i, "%2x", &byte) != 1)
			return false;
		ret[i] = (uint8_t)byte;
	}
	return true;
}

void stage_clear(struct stage *stage)
{
	graph_chain_clear(&stage->chain);
	*stage = (struct stage){ .merge = GRAPH_NONE };
}

void stage_init_mainline(struct stage *stage, const struct graph *graph)
{
	*stage = (struct stage){ .graph = graph, .merge = GRAPH_NONE, .last = graph->bad };
	graph_main_chain(graph, &stage->chain);
}

void stage_init_test(struct stage *stage, const struct graph *graph, uint32_t node)
{
	*stage = (struct stage){ .graph = graph, .merge = GRAPH_NONE, .last = graph->bad };
	stage->chain.n = 2;
	stage->chain.nodes = mem_array(3, sizeof(*stage->chain.nodes));
	stage->chain.mass = mem_array(3, sizeof(*stage->chain.mass));
	stage->chain.nodes[0] = graph->good;
	stage->chain.nodes[1] = node;
	stage->chain.nodes[2] = graph->bad;
	stage->chain.mass[1] = stage->chain.mass[2] = 1;
}

/* Marks what `from` reaches inside `is_inside` and was not marked before; returns how many. */
static uint32_t mark_reachable(const struct graph *graph, uint32_t from, const uint8_t *is_inside,
			       uint8_t *is_marked)
{
	CLEANUP(mem_freep) uint32_t *stack = NULL;
	size_t capacity = 0, n = 0;
	uint32_t count = 0;

	if (is_marked[from])
		return 0;
	is_marked[from] = 1;
	mem_grow(&stack, &capacity, n, sizeof(*stack));
	stack[n++] = from;
	while (n > 0) {
		uint32_t node = stack[--n];

		count++;
		for (uint32_t i = graph->parent_start[node]; i < graph->parent_start[node + 1];
		     i++) {
			uint32_t parent = graph->parents[i];

			if (parent == GRAPH_NONE || !is_inside[parent] || is_marked[parent])
				continue;
			is_marked[parent] = 1;
			mem_grow(&stack, &capacity, n, sizeof(*stack));
			stack[n++] = parent;
		}
	}
	return count;
}

/* The branch's own first-parent path, oldest first, behind position 0. */
static uint32_t follow_branch(const struct graph *graph, uint32_t tip, const uint8_t *is_inside,
			      uint32_t *nodes)
{
	uint32_t n = 0;

	for (uint32_t node = tip; node != GRAPH_NONE && is_inside[node];) {
		nodes[++n] = node;
		node = graph_parent_count(graph, node) ? graph->parents[graph->parent_start[node]]
						       : GRAPH_NONE;
	}
	for (uint32_t i = 1, j = n; i < j; i++, j--) {
		uint32_t node = nodes[i];

		nodes[i] = nodes[j];
		nodes[j] = node;
	}
	return n;
}

/* Fills the stage's chain from the branch that `merge` brought in (n_branch commits). */
static void fill_branch_chain(struct stage *stage, const uint32_t *branch, uint32_t n_branch,
			      bool has_own_changes)
{
	const struct graph *graph = stage->graph;
	CLEANUP(mem_freep) uint8_t *is_inside = mem_array(graph->n, 1);
	CLEANUP(mem_freep) uint8_t *is_marked = mem_array(graph->n, 1);
	uint32_t first = graph->parent_start[stage->merge];
	struct graph_chain *chain = &stage->chain;

	for (uint32_t i = 0; i < n_branch; i++)
		is_inside[branch[i]] = 1;
	chain->nodes = mem_array((size_t)n_branch + 2, sizeof(*chain->nodes));
	chain->mass = mem_array((size_t)n_branch + 2, sizeof(*chain->mass));
	chain->nodes[0] = graph->parents[first];
	chain->n = follow_branch(graph, graph->parents[first + 1], is_inside, chain->nodes);
	for (uint32_t i = 1; i <= chain->n; i++)
		chain->mass[i] = mark_reachable(graph, chain->nodes[i], is_inside, is_marked);
	if (has_own_changes) {
		chain->nodes[++chain->n] = stage->merge;
		chain->mass[chain->n] = 1;
	}
}

bool stage_init_merge(struct stage *stage, const struct graph *graph, uint32_t merge,
		      bool has_own_changes)
{
	CLEANUP(mem_freep) uint32_t *branch = NULL;
	uint32_t first = graph->parent_start[merge];
	uint32_t n_branch = 0;

	*stage = (struct stage){ .graph = graph, .merge = merge, .last = merge };
	if (graph_parent_count(graph, merge) != 2 || graph->parents[first] == GRAPH_NONE ||
	    graph->parents[first + 1] == GRAPH_NONE)
		return false;
	graph_branch(graph, merge, &branch, &n_branch);
	if (n_branch == 0)
		return false;
	fill_branch_chain(stage, branch, n_branch, has_own_changes);
	stage_node_hex(graph, graph->parents[first], stage->onto);
	return true;
}

void stage_commit(const struct stage *stage, uint32_t position, char ret[HISTORY_OID_SIZE])
{
	stage_node_hex(stage->graph, stage->chain.nodes[position], ret);
}

void stage_candidate(const struct stage *stage, uint32_t position, struct candidate *ret)
{
	uint32_t node = position == stage->chain.n ? stage->last : stage->chain.nodes[position];
	bool is_between = position > 0 && position < stage->chain.n;

	stage_node_hex(stage->graph, node, ret->commit);
	memcpy(ret->onto, is_between ? stage->onto : "", is_between ? sizeof(ret->onto) : 1);
}

bool stage_find(const struct stage *stage, const struct history_kernel *kernel, uint32_t *ret)
{
	const struct graph *graph = stage->graph;
	uint32_t n = stage->chain.n;
	uint8_t oid[20];

	if (kernel->variant != 0 || !oid_from_hex(kernel->commit, oid))
		return false;
	if (kernel->onto[0] == '\0' && memcmp(graph->oids[stage->last], oid, sizeof(oid)) == 0) {
		*ret = n;
		return true;
	}
	for (uint32_t i = 0; i < n; i++) {
		const char *onto = i == 0 ? "" : stage->onto;

		if (memcmp(graph->oids[stage->chain.nodes[i]], oid, sizeof(oid)) == 0 &&
		    strcmp(onto, kernel->onto) == 0) {
			*ret = i;
			return true;
		}
	}
	return false;
}
