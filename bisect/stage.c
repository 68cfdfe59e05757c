/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/stage.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/commit_links.h"

/*
 * Commits that are ruled out keep a little of the prior, since whoever ruled them out may be wrong: each
 * of them at most this part of a suspect's, and all of them at most this part of all suspects'.
 */
#define OUTSIDE_SHARE 0.01

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

void stage_clear(struct stage *stage)
{
	graph_chain_clear(&stage->chain);
	free(stage->is_outside);
	free(stage->path);
	free(stage->path_end);
	free(stage->parts);
	free(stage->has);
	*stage = (struct stage){ .merge = GRAPH_NONE };
}

void stage_begin(struct stage *stage, const struct graph *graph, uint32_t n)
{
	const size_t room = (size_t)n + 1;

	*stage = (struct stage){
		.graph = graph,
		.chain = { .nodes = mem_array(room, sizeof(*stage->chain.nodes)),
			   .mass = mem_array(room, sizeof(*stage->chain.mass)) },
		.is_outside = mem_array(room, sizeof(*stage->is_outside)),
		.path = mem_array(room, sizeof(*stage->path)),
		.path_end = mem_array(room, sizeof(*stage->path_end)),
		.merge = GRAPH_NONE,
	};
	stage->chain.nodes[0] = GRAPH_NONE;
}

void stage_start_part(struct stage *stage, const char *onto)
{
	struct stage_part *part;

	stage->parts = mem_resize(stage->parts, stage->n_parts + 1, sizeof(*stage->parts));
	part = &stage->parts[stage->n_parts++];
	part->first = stage->chain.n + 1;
	strcpy(part->onto, onto);
}

/* Is the commit to be added one more of a row of those that are ruled out? */
static bool continues_row(const struct stage *stage, bool is_outside)
{
	const uint32_t last = stage->chain.n;

	return is_outside && last > 0 && stage->is_outside[last] &&
	       stage->parts[stage->n_parts - 1].first <= last;
}

void stage_add(struct stage *stage, uint32_t node, double suspects)
{
	struct graph_chain *chain = &stage->chain;
	const bool is_outside = suspects == 0;
	uint32_t end = stage->path_end[chain->n];

	if (!continues_row(stage, is_outside))
		chain->n++;
	stage->path[end++] = node;
	stage->path_end[chain->n] = end;
	stage->is_outside[chain->n] = is_outside;
	chain->nodes[chain->n] = node;
	chain->mass[chain->n] += is_outside ? 1 : suspects;
}

/* So far the mass of a position outside is the number of its commits. */
static void weigh_outside(struct stage *stage)
{
	struct graph_chain *chain = &stage->chain;
	double suspects = 0, outside = 0;
	double share = OUTSIDE_SHARE;

	for (uint32_t i = 1; i <= chain->n; i++)
		*(stage->is_outside[i] ? &outside : &suspects) += chain->mass[i];
	if (suspects == 0)
		return;
	if (outside > suspects)
		share *= suspects / outside;
	for (uint32_t i = 1; i <= chain->n; i++)
		if (stage->is_outside[i])
			chain->mass[i] *= share;
}

void stage_finish(struct stage *stage, const struct candidate *first, const struct candidate *last)
{
	stage->ends[0] = *first;
	stage->ends[1] = *last;
	weigh_outside(stage);
}

static struct candidate as_it_is(const struct graph *graph, uint32_t node)
{
	struct candidate candidate = { 0 };

	stage_node_hex(graph, node, candidate.commit);
	return candidate;
}

void stage_init_mainline(struct stage *stage, const struct graph *graph)
{
	const struct candidate good = as_it_is(graph, graph->good);
	const struct candidate bad = as_it_is(graph, graph->bad);
	struct graph_chain chain;

	graph_main_chain(graph, &chain);
	stage_begin(stage, graph, chain.n);
	stage->chain.nodes[0] = graph->good;
	stage_start_part(stage, "");
	for (uint32_t i = 1; i <= chain.n; i++)
		stage_add(stage, chain.nodes[i], chain.mass[i]);
	stage_finish(stage, &good, &bad);
	graph_chain_clear(&chain);
}

void stage_init_test(struct stage *stage, const struct graph *graph, uint32_t node)
{
	const struct candidate good = as_it_is(graph, graph->good);
	const struct candidate bad = as_it_is(graph, graph->bad);

	stage_begin(stage, graph, 2);
	stage->chain.nodes[0] = graph->good;
	stage_start_part(stage, "");
	stage_add(stage, node, 1);
	stage_add(stage, graph->bad, 1);
	stage_finish(stage, &good, &bad);
}

uint8_t *stage_contents(const struct stage *stage, uint32_t position)
{
	const struct graph *graph = stage->graph;
	uint8_t *has = mem_array(graph->n, sizeof(*has));

	if (stage->has)
		memcpy(has, stage->has, graph->n);
	else
		has[graph->good] = 1;
	for (uint32_t i = 1; i <= position; i++)
		(void)graph_mark(graph, stage->chain.nodes[i], has); /* how many does not matter */
	return has;
}

void stage_commit(const struct stage *stage, uint32_t position, char ret[HISTORY_OID_SIZE])
{
	if (position == 0)
		memcpy(ret, stage->ends[0].commit, HISTORY_OID_SIZE);
	else
		stage_node_hex(stage->graph, stage->chain.nodes[position], ret);
}

const uint32_t *stage_commits(const struct stage *stage, uint32_t lo, uint32_t hi, uint32_t *ret_n)
{
	*ret_n = stage->path_end[hi] - stage->path_end[lo];
	return stage->path + stage->path_end[lo];
}

static const char *onto_of(const struct stage *stage, uint32_t position)
{
	size_t i = stage->n_parts - 1;

	while (i > 0 && stage->parts[i].first > position)
		i--;
	return stage->parts[i].onto;
}

void stage_append_candidate(const struct candidate *candidate, struct str *out)
{
	if (candidate->variant > 0)
		str_appendf(out, "layout %u of ", candidate->variant);
	str_appendf(out, "%.12s", candidate->commit);
	if (candidate->onto[0] != '\0')
		str_appendf(out, " merged onto %.12s", candidate->onto);
}

void stage_candidate(const struct stage *stage, uint32_t position, struct candidate *ret)
{
	if (position == 0 || position == stage->chain.n) {
		*ret = stage->ends[position > 0];
		return;
	}
	*ret = (struct candidate){ 0 };
	stage_node_hex(stage->graph, stage->chain.nodes[position], ret->commit);
	strcpy(ret->onto, onto_of(stage, position));
}

static bool is_kernel_of(const struct history_kernel *kernel, const struct candidate *candidate)
{
	return strcmp(kernel->commit, candidate->commit) == 0 &&
	       strcmp(kernel->onto, candidate->onto) == 0;
}

bool stage_find(const struct stage *stage, const struct history_kernel *kernel, uint32_t *ret)
{
	const struct graph *graph = stage->graph;
	const uint32_t n = stage->chain.n;
	uint8_t oid[COMMIT_ID_BYTES];

	if (!commit_id_from_hex(kernel->commit, oid))
		return false;
	for (uint32_t i = 0; i < 2; i++) {
		if (is_kernel_of(kernel, &stage->ends[i])) {
			*ret = i * n;
			return true;
		}
	}
	for (uint32_t i = 1; i < n; i++) {
		if (memcmp(graph->oids[stage->chain.nodes[i]], oid, sizeof(oid)) == 0 &&
		    strcmp(onto_of(stage, i), kernel->onto) == 0) {
			*ret = i;
			return true;
		}
	}
	return false;
}
