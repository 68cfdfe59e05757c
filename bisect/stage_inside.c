/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/stage_inside.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/commit_links.h"

size_t stage_branches(const struct stage *outer, uint32_t position, struct stage_branch **ret)
{
	const struct graph *graph = outer->graph;
	const uint32_t merge = outer->chain.nodes[position];
	const uint32_t n_parents = graph_parent_count(graph, merge);
	CLEANUP(mem_freep) uint8_t *has = stage_contents(outer, position - 1);
	size_t n = 0;

	*ret = mem_array(n_parents, sizeof(**ret));
	for (uint32_t i = 0; i < n_parents; i++) {
		uint32_t parent = graph->parents[graph->parent_start[merge] + i];

		if (parent == GRAPH_NONE || has[parent])
			continue;
		(void)graph_mark(graph, parent, has); /* how many does not matter */
		(*ret)[n++].tip = parent;
	}
	return n;
}

/* The first parents from the tip down to what is contained already, the tip first. */
static uint32_t follow(const struct graph *graph, uint32_t tip, const uint8_t *has, uint32_t *nodes)
{
	uint32_t n = 0;

	for (uint32_t node = tip; node != GRAPH_NONE && !has[node];) {
		nodes[n++] = node;
		node = graph_parent_count(graph, node) ? graph->parents[graph->parent_start[node]]
						       : GRAPH_NONE;
	}
	return n;
}

static void reverse(uint32_t *nodes, uint32_t n)
{
	for (uint32_t i = 0; i < n / 2; i++) {
		const uint32_t node = nodes[i];

		nodes[i] = nodes[n - 1 - i];
		nodes[n - 1 - i] = node;
	}
}

/* The branches' own lines, oldest first, one branch after the other; ends[i] is behind the i-th. */
static uint32_t *list_lines(const struct graph *graph, const struct stage_branch *branches,
			    size_t n_branches, const uint8_t *before, uint32_t *ends)
{
	CLEANUP(mem_freep) uint8_t *has = mem_dup(before, graph->n);
	uint32_t *nodes = mem_array(graph->n, sizeof(*nodes));
	uint32_t n = 0;

	for (size_t i = 0; i < n_branches; i++) {
		const uint32_t start = n;

		n += follow(graph, branches[i].tip, has, nodes + start);
		reverse(nodes + start, n - start);
		(void)graph_mark(graph, branches[i].tip, has); /* counted when they are added */
		ends[i] = n;
	}
	return nodes;
}

void stage_init_merge(struct stage *stage, const struct stage *outer, uint32_t position,
		      const struct stage_branch *branches, size_t n_branches, bool has_own_changes)
{
	const struct graph *graph = outer->graph;
	const uint32_t merge = outer->chain.nodes[position];
	CLEANUP(mem_freep) uint8_t *has = stage_contents(outer, position - 1);
	CLEANUP(mem_freep) uint32_t *ends = mem_array(n_branches, sizeof(*ends));
	CLEANUP(mem_freep) uint32_t *lines = list_lines(graph, branches, n_branches, has, ends);
	struct candidate before, after;
	uint32_t k = 0;

	stage_candidate(outer, position - 1, &before);
	stage_candidate(outer, position, &after);
	stage_begin(stage, graph, (n_branches > 0 ? ends[n_branches - 1] : 0) + 1);
	stage->has = mem_dup(has, graph->n);
	stage->merge = merge;
	for (size_t i = 0; i < n_branches; i++) {
		stage_start_part(stage, branches[i].onto);
		for (; k < ends[i]; k++)
			stage_add(stage, lines[k], graph_mark(graph, lines[k], has));
	}
	if (has_own_changes)
		stage_add(stage, merge, graph_is_suspect(graph, merge));
	stage_finish(stage, &before, &after);
}

const struct stage_part *stage_part_of(const struct stage *stage, uint32_t lo, uint32_t hi)
{
	for (size_t i = stage->n_parts; i-- > 0;) {
		const struct stage_part *part = &stage->parts[i];

		if (part->first <= lo + 1)
			return part;
		if (part->first <= hi)
			return NULL;
	}
	return NULL;
}

uint32_t stage_last_of_branch(const struct stage *stage, uint32_t hi)
{
	return stage->chain.nodes[hi] == stage->merge ? hi - 1 : hi;
}

/* What the stage's first state contains: what the commit reaches, nothing where it is out of range. */
static void fill_contents(struct stage *stage, const char *commit)
{
	const struct graph *graph = stage->graph;
	uint8_t oid[COMMIT_ID_BYTES];

	stage->has = mem_array(graph->n, sizeof(*stage->has));
	for (uint32_t node = 0; commit_id_from_hex(commit, oid) && node < graph->n; node++) {
		if (memcmp(graph->oids[node], oid, sizeof(oid)) == 0)
			(void)graph_mark(graph, node, stage->has); /* how many does not matter */
	}
}

static double suspects_at(const struct stage *stage, uint32_t position)
{
	return stage->is_outside[position] ? 0 : stage->chain.mass[position];
}

void stage_init_native(struct stage *stage, const struct stage_native *native)
{
	const struct stage *outer = native->outer;
	const uint32_t hi = stage_last_of_branch(outer, native->hi);
	struct candidate first = { 0 }, last = { 0 };
	double older =
		0; /* those that do not descend from the base come with the first that does */

	stage_begin(stage, outer->graph, outer->path_end[hi]);
	stage->merge = outer->merge;
	stage_start_part(stage, "");
	strcpy(first.commit, native->base);
	if (native->lo >= native->first)
		stage_commit(outer, native->lo, first.commit);
	stage_commit(outer, hi, last.commit);
	for (uint32_t position = native->lo + 1; position <= hi; position++) {
		uint32_t n = 0;
		const uint32_t *nodes = stage_commits(outer, position - 1, position, &n);

		older += suspects_at(outer, position);
		if (position < native->first)
			continue;
		for (uint32_t i = 0; i < n; i++)
			stage_add(stage, nodes[i], older);
		older = 0;
	}
	fill_contents(stage, first.commit);
	stage_finish(stage, &first, &last);
}
