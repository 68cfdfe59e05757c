/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/commit_graph.h"

#include <string.h>

#define HEADER_BYTES 8
#define CHUNK_BYTES 12 /* of an entry of the chunk table */
#define FANOUT_BYTES (256 * 4)
#define RECORD_BYTES 36 /* tree, two parents, generation and date */
#define PARENT_NONE 0x70000000u
#define DATE_MASK 0x3ffffffffULL /* the other 30 bits are the topological level */
#define HIGH_BIT 0x80000000u

#define CHUNK_FANOUT 0x4f494446u      /* OIDF */
#define CHUNK_OIDS 0x4f49444cu        /* OIDL */
#define CHUNK_DATA 0x43444154u        /* CDAT */
#define CHUNK_EDGES 0x45444745u       /* EDGE */
#define CHUNK_GENERATIONS 0x47444132u /* GDA2 */
#define CHUNK_OVERFLOWS 0x47444f32u   /* GDO2 */

static uint32_t read_u32(const uint8_t *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static uint64_t read_u64(const uint8_t *at)
{
	return (uint64_t)read_u32(at) << 32 | read_u32(at + 4);
}

struct chunk {
	const uint8_t *bytes; /* NULL when the file has none */
	size_t n;
};

static int damaged(struct error *err, const char *what)
{
	return error_set(err, ERROR_HOST, "the commit-graph file is damaged: %s", what);
}

/* Finds a chunk; one that leaves the file counts as absent. */
static struct chunk find_chunk(const uint8_t *bytes, size_t n, uint32_t id)
{
	unsigned n_chunks = bytes[6];

	for (unsigned i = 0; i < n_chunks; i++) {
		const uint8_t *entry = bytes + HEADER_BYTES + (size_t)i * CHUNK_BYTES;
		uint64_t start = read_u64(entry + 4);
		uint64_t end = read_u64(entry + CHUNK_BYTES + 4);

		if (read_u32(entry) == id && start <= end && end <= n)
			return (struct chunk){ bytes + start, (size_t)(end - start) };
	}
	return (struct chunk){ 0 };
}

static int check_header(const uint8_t *bytes, size_t n, uint32_t n_layers, struct error *err)
{
	if (n < HEADER_BYTES || memcmp(bytes, "CGPH", 4) != 0)
		return damaged(err, "no signature");
	if (bytes[4] != 1 || bytes[5] != 1)
		return error_set(err, ERROR_HOST, "the commit-graph file is of version %u, hash %u",
				 bytes[4], bytes[5]);
	if (bytes[7] != n_layers)
		return damaged(err, "it belongs on other layers");
	if (n < HEADER_BYTES + ((size_t)bytes[6] + 1) * CHUNK_BYTES)
		return damaged(err, "the chunk table is cut off");
	return 0;
}

/* Commits in the fan-out table, or -1 when it is not ascending. */
static int64_t count_commits(const uint8_t *fanout)
{
	uint32_t last = 0;

	for (unsigned i = 0; i < 256; i++) {
		uint32_t count = read_u32(fanout + (size_t)i * 4);

		if (count < last)
			return -1;
		last = count;
	}
	return last;
}

static void take_generations(struct commit_graph_layer *layer, const uint8_t *bytes, size_t n)
{
	struct chunk generations = find_chunk(bytes, n, CHUNK_GENERATIONS);
	struct chunk overflows = find_chunk(bytes, n, CHUNK_OVERFLOWS);

	if (generations.n < (size_t)layer->n * 4)
		return;
	layer->generations = generations.bytes;
	layer->overflows = overflows.bytes;
	layer->n_overflows = (uint32_t)(overflows.n / 8);
}

int commit_graph_add_layer(struct commit_graph *graph, const uint8_t *bytes, size_t n,
			   struct error *err)
{
	struct commit_graph_layer layer = { .first = graph->n };
	struct chunk fanout, oids, data, edges;
	int64_t n_commits;

	if (graph->n_layers == COMMIT_GRAPH_LAYERS_MAX)
		return error_set(err, ERROR_HOST, "the commit-graph has more than %d layers",
				 COMMIT_GRAPH_LAYERS_MAX);
	if (check_header(bytes, n, graph->n_layers, err) < 0)
		return -1;
	fanout = find_chunk(bytes, n, CHUNK_FANOUT);
	oids = find_chunk(bytes, n, CHUNK_OIDS);
	data = find_chunk(bytes, n, CHUNK_DATA);
	edges = find_chunk(bytes, n, CHUNK_EDGES);
	if (fanout.n < FANOUT_BYTES)
		return damaged(err, "no fan-out table");
	n_commits = count_commits(fanout.bytes);
	if (n_commits < 0 || n_commits >= (int64_t)PARENT_NONE - graph->n)
		return damaged(err, "the fan-out table is not ascending");
	if (oids.n / COMMIT_ID_BYTES < (uint64_t)n_commits ||
	    data.n / RECORD_BYTES < (uint64_t)n_commits)
		return damaged(err, "commits are missing");
	layer.n = (uint32_t)n_commits;
	layer.fanout = fanout.bytes;
	layer.oids = oids.bytes;
	layer.data = data.bytes;
	layer.edges = edges.bytes;
	layer.n_edges = (uint32_t)(edges.n / 4);
	take_generations(&layer, bytes, n);
	graph->has_generations =
		(graph->n_layers == 0 || graph->has_generations) && layer.generations;
	graph->layers[graph->n_layers++] = layer;
	graph->n += layer.n;
	return 0;
}

static bool find_in_layer(const struct commit_graph_layer *layer, const uint8_t *oid,
			  uint32_t *ret_position)
{
	uint32_t low = oid[0] == 0 ? 0 : read_u32(layer->fanout + ((size_t)oid[0] - 1) * 4);
	uint32_t high = read_u32(layer->fanout + (size_t)oid[0] * 4);

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		int order = memcmp(oid, layer->oids + (size_t)middle * COMMIT_ID_BYTES,
				   COMMIT_ID_BYTES);

		if (order == 0) {
			*ret_position = layer->first + middle;
			return true;
		}
		if (order < 0)
			high = middle;
		else
			low = middle + 1;
	}
	return false;
}

bool commit_graph_find(const struct commit_graph *graph, const uint8_t oid[COMMIT_ID_BYTES],
		       uint32_t *ret_position)
{
	for (uint32_t i = graph->n_layers; i-- > 0;) {
		if (find_in_layer(&graph->layers[i], oid, ret_position))
			return true;
	}
	return false;
}

static const struct commit_graph_layer *layer_of(const struct commit_graph *graph,
						 uint32_t position)
{
	uint32_t i = graph->n_layers - 1;

	while (position < graph->layers[i].first)
		i--;
	return &graph->layers[i];
}

const uint8_t *commit_graph_oid(const struct commit_graph *graph, uint32_t position)
{
	const struct commit_graph_layer *layer = layer_of(graph, position);

	return layer->oids + (size_t)(position - layer->first) * COMMIT_ID_BYTES;
}

static bool add_parent(const struct commit_graph *graph, uint32_t position,
		       struct commit_links *links)
{
	if (position >= graph->n)
		return false;
	commit_links_add_parent(links, commit_graph_oid(graph, position));
	return true;
}

/* The parents after the first: one, or a list in the edge chunk whose last entry has the high bit. */
static bool add_more_parents(const struct commit_graph *graph,
			     const struct commit_graph_layer *layer, uint32_t second,
			     struct commit_links *links)
{
	uint32_t edge;

	if (!(second & HIGH_BIT))
		return add_parent(graph, second, links);
	for (uint32_t at = second & ~HIGH_BIT; at < layer->n_edges; at++) {
		edge = read_u32(layer->edges + (size_t)at * 4);
		if (!add_parent(graph, edge & ~HIGH_BIT, links))
			return false;
		if (edge & HIGH_BIT)
			return true;
	}
	return false;
}

/* Turns the committer's date into the corrected one. */
static bool correct_date(const struct commit_graph_layer *layer, uint32_t index, int64_t *date)
{
	uint32_t offset = read_u32(layer->generations + (size_t)index * 4);
	uint64_t large;

	if (!(offset & HIGH_BIT)) {
		*date += offset;
		return true;
	}
	offset &= ~HIGH_BIT;
	if (offset >= layer->n_overflows)
		return false;
	large = read_u64(layer->overflows + (size_t)offset * 8);
	if (large > (uint64_t)INT64_MAX / 4)
		return false;
	*date += (int64_t)large;
	return true;
}

bool commit_graph_read(const struct commit_graph *graph, uint32_t position,
		       struct commit_links *links)
{
	const struct commit_graph_layer *layer = layer_of(graph, position);
	uint32_t index = position - layer->first;
	const uint8_t *record = layer->data + (size_t)index * RECORD_BYTES + COMMIT_ID_BYTES;
	uint32_t first = read_u32(record);
	uint32_t second = read_u32(record + 4);

	links->n_parents = 0;
	links->date = (int64_t)(read_u64(record + 8) & DATE_MASK);
	links->is_date_ordered = graph->has_generations;
	if (first != PARENT_NONE && !add_parent(graph, first, links))
		return false;
	if (second != PARENT_NONE && !add_more_parents(graph, layer, second, links))
		return false;
	return !graph->has_generations || correct_date(layer, index, &links->date);
}
