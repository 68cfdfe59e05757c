/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Every commit met is wanted until it is known to be an ancestor of good, then it is hidden. The queue
 * gives the newest commit first, so that a hidden one is mostly taken before its ancestors; where it
 * is not, hiding goes on through what was taken already. With ordered dates that never happens, and
 * the walk may stop when nothing wanted is left in the queue.
 */
#include "bisect/range.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/range_nodes.h"

/* Commits whose dates are only clocks come before all others: none of those can be their child. */
#define UNORDERED_KEY (INT64_MAX / 2)
#define CLOCK_MARGIN_S ((int64_t)2 * 24 * 3600)
#define CANCEL_EVERY 1024

enum {
	IS_READ = 1,
	IS_QUEUED = 2,
	IS_TAKEN = 4,
	IS_HIDDEN = 8,
	IS_ENTERED = 16, /* the last step has begun with it */
	IS_NUMBERED = 32,
};

struct numbers { /* a growing list */
	uint32_t *items;
	size_t n, capacity;
};

struct walk {
	const struct range_source *source;
	struct cancel *cancel;
	struct range_nodes nodes;
	struct commit_links links;
	struct numbers queue; /* a heap, newest first */
	struct numbers to_hide;
	size_t n_wanted_queued;
	int64_t floor; /* hidden commits from here on can still hide something wanted */
};

static void walk_clear(struct walk *walk)
{
	range_nodes_clear(&walk->nodes);
	commit_links_clear(&walk->links);
	free(walk->queue.items);
	free(walk->to_hide.items);
}

static void numbers_push(struct numbers *list, uint32_t number)
{
	mem_grow(&list->items, &list->capacity, list->n, sizeof(*list->items));
	list->items[list->n++] = number;
}

static int64_t key_of(const struct walk *walk, uint32_t number)
{
	return walk->nodes.nodes[number].key;
}

static void queue_push(struct walk *walk, uint32_t number)
{
	size_t place = walk->queue.n;
	uint32_t *heap;

	numbers_push(&walk->queue, number);
	heap = walk->queue.items;
	while (place > 0 && key_of(walk, heap[(place - 1) / 2]) < key_of(walk, number)) {
		heap[place] = heap[(place - 1) / 2];
		place = (place - 1) / 2;
	}
	heap[place] = number;
}

static uint32_t queue_pop(struct walk *walk)
{
	uint32_t *heap = walk->queue.items;
	uint32_t top = heap[0];
	uint32_t last = heap[--walk->queue.n];
	size_t n = walk->queue.n;
	size_t place = 0;

	for (size_t child = 1; child < n; child = 2 * place + 1) {
		if (child + 1 < n && key_of(walk, heap[child + 1]) > key_of(walk, heap[child]))
			child++;
		if (key_of(walk, heap[child]) <= key_of(walk, last))
			break;
		heap[place] = heap[child];
		place = child;
	}
	heap[place] = last;
	return top;
}

/* Reads a commit that was only known as a parent. */
static int read_node(struct walk *walk, uint32_t number, struct error *err)
{
	struct range_nodes *nodes = &walk->nodes;
	struct commit_links *links = &walk->links;
	struct range_node *node;

	if (walk->source->read(walk->source->context, nodes->nodes[number].oid, links, err) < 0)
		return -1;
	node = &nodes->nodes[number];
	node->flags |= IS_READ;
	node->key = links->date + (links->is_date_ordered ? 0 : UNORDERED_KEY);
	node->parents = (uint32_t)nodes->n_edges;
	node->n_parents = (uint32_t)links->n_parents;
	for (size_t i = 0; i < links->n_parents; i++) {
		mem_grow(&nodes->edges, &nodes->edge_capacity, nodes->n_edges,
			 sizeof(*nodes->edges));
		nodes->edges[nodes->n_edges++] = range_nodes_intern(nodes, links->parents[i]);
	}
	return 0;
}

static int enqueue(struct walk *walk, uint32_t number, struct error *err)
{
	struct range_node *node;

	if (!(walk->nodes.nodes[number].flags & IS_READ) && read_node(walk, number, err) < 0)
		return -1;
	node = &walk->nodes.nodes[number];
	node->flags |= IS_QUEUED;
	if (!(node->flags & IS_HIDDEN))
		walk->n_wanted_queued++;
	queue_push(walk, number);
	return 0;
}

static void hide_parents_later(struct walk *walk, const struct range_node *node)
{
	for (uint32_t i = 0; i < node->n_parents; i++)
		numbers_push(&walk->to_hide, walk->nodes.edges[node->parents + i]);
}

/* Hides what is on the list, and all that was already taken below it. */
static int hide_listed(struct walk *walk, struct error *err)
{
	while (walk->to_hide.n > 0) {
		uint32_t number = walk->to_hide.items[--walk->to_hide.n];
		struct range_node *node = &walk->nodes.nodes[number];

		if (node->flags & IS_HIDDEN)
			continue;
		node->flags |= IS_HIDDEN;
		if (node->flags & IS_QUEUED)
			walk->n_wanted_queued--;
		else if (node->flags & IS_TAKEN)
			hide_parents_later(walk, node);
		else if (enqueue(walk, number, err) < 0)
			return -1;
	}
	return 0;
}

static int take_newest(struct walk *walk, struct error *err)
{
	uint32_t number = queue_pop(walk);
	struct range_node node;

	walk->nodes.nodes[number].flags &= (uint8_t)~IS_QUEUED;
	walk->nodes.nodes[number].flags |= IS_TAKEN;
	node = walk->nodes.nodes[number]; /* a copy: reading parents moves the array */
	if (node.flags & IS_HIDDEN) {
		hide_parents_later(walk, &node);
		return hide_listed(walk, err);
	}
	walk->n_wanted_queued--;
	if (node.key >= UNORDERED_KEY && node.key - CLOCK_MARGIN_S < walk->floor)
		walk->floor = node.key - CLOCK_MARGIN_S;
	for (uint32_t i = 0; i < node.n_parents; i++) {
		uint32_t parent = walk->nodes.edges[node.parents + i];

		if (!(walk->nodes.nodes[parent].flags & (IS_QUEUED | IS_TAKEN)) &&
		    enqueue(walk, parent, err) < 0)
			return -1;
	}
	return 0;
}

static int walk_history(struct walk *walk, uint32_t good, uint32_t bad, struct error *err)
{
	numbers_push(&walk->to_hide, good);
	if (hide_listed(walk, err) < 0 || enqueue(walk, bad, err) < 0)
		return -1;
	for (size_t n = 0; walk->queue.n > 0; n++) {
		if (walk->n_wanted_queued == 0 && key_of(walk, walk->queue.items[0]) < walk->floor)
			break;
		if (n % CANCEL_EVERY == 0 && cancel_check(walk->cancel, err) < 0)
			return -1;
		if (take_newest(walk, err) < 0)
			return -1;
	}
	return 0;
}

static bool is_wanted(const struct range_node *node)
{
	return (node->flags & (IS_TAKEN | IS_HIDDEN)) == IS_TAKEN;
}

struct extent {
	uint32_t n_nodes, n_edges;
	bool has_good; /* as a parent */
};

static struct extent measure(const struct walk *walk, uint32_t good)
{
	struct extent extent = { 0 };

	for (size_t k = 0; k < walk->nodes.n; k++) {
		const struct range_node *node = &walk->nodes.nodes[k];

		if (!is_wanted(node))
			continue;
		extent.n_nodes++;
		extent.n_edges += node->n_parents;
		for (uint32_t i = 0; i < node->n_parents; i++)
			extent.has_good |= walk->nodes.edges[node->parents + i] == good;
	}
	return extent;
}

/* Gives the node its number, after those of its parents. */
static void number_node(struct walk *walk, struct range_node *node, struct graph *graph,
			uint32_t *n_edges)
{
	node->number = graph->n++;
	node->flags |= IS_NUMBERED;
	memcpy(graph->oids[node->number], node->oid, COMMIT_ID_BYTES);
	graph->parent_start[node->number] = *n_edges;
	for (uint32_t i = 0; i < node->n_parents; i++) {
		const struct range_node *parent =
			&walk->nodes.nodes[walk->nodes.edges[node->parents + i]];

		graph->parents[(*n_edges)++] =
			parent->flags & IS_NUMBERED ? parent->number : GRAPH_NONE;
	}
	graph->parent_start[graph->n] = *n_edges;
}

struct step {
	uint32_t node, next; /* next parent to look at */
};

/* Numbers the wanted ancestors of bad depth first, first parents first: branches stay together. */
static int number_nodes(struct walk *walk, uint32_t bad, const struct extent *extent,
			struct graph *graph, struct error *err)
{
	CLEANUP(mem_freep) struct step *stack = mem_array(extent->n_nodes, sizeof(*stack));
	uint32_t depth = 0, n_edges = 0;

	stack[depth++] = (struct step){ .node = bad };
	while (depth > 0) {
		struct step *step = &stack[depth - 1];
		struct range_node *node = &walk->nodes.nodes[step->node];
		struct range_node *parent;
		uint32_t number;

		node->flags |= IS_ENTERED;
		if (step->next == node->n_parents) {
			number_node(walk, node, graph, &n_edges);
			depth--;
			continue;
		}
		number = walk->nodes.edges[node->parents + step->next++];
		parent = &walk->nodes.nodes[number];
		if (!is_wanted(parent) || parent->flags & IS_NUMBERED)
			continue;
		if (parent->flags & IS_ENTERED)
			return error_set(err, ERROR_CONFIG,
					 "the repository is damaged: a commit is its own ancestor; "
					 "see git commit-graph verify and git fsck");
		stack[depth++] = (struct step){ .node = number };
	}
	return 0;
}

static int build_graph(struct walk *walk, uint32_t good, uint32_t bad, struct graph **ret,
		       struct error *err)
{
	struct extent extent = measure(walk, good);
	CLEANUP(graph_freep) struct graph *graph = NULL;

	if (!extent.has_good)
		return 0;
	graph = graph_new(extent.n_nodes + 1, extent.n_edges);
	graph->n = 1;
	memcpy(graph->oids[0], walk->nodes.nodes[good].oid, COMMIT_ID_BYTES);
	walk->nodes.nodes[good].flags |= IS_NUMBERED;
	walk->nodes.nodes[good].number = 0;
	if (number_nodes(walk, bad, &extent, graph, err) < 0)
		return -1;
	graph->bad = graph->n - 1;
	*ret = graph;
	graph = NULL;
	return 0;
}

int range_load(const struct range_source *source, const uint8_t good[COMMIT_ID_BYTES],
	       const uint8_t bad[COMMIT_ID_BYTES], struct cancel *cancel, struct graph **ret,
	       struct error *err)
{
	CLEANUP(walk_clear)
	struct walk walk = { .source = source, .cancel = cancel, .floor = INT64_MAX };
	uint32_t good_number = range_nodes_intern(&walk.nodes, good);
	uint32_t bad_number = range_nodes_intern(&walk.nodes, bad);

	*ret = NULL;
	if (walk_history(&walk, good_number, bad_number, err) < 0)
		return -1;
	return build_graph(&walk, good_number, bad_number, ret, err);
}
