/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/range_nodes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define TABLE_SIZE_MIN 4096

/* An id is a hash already. */
static size_t place_of(const struct range_nodes *nodes, const uint8_t *oid)
{
	uint64_t bits;

	memcpy(&bits, oid, sizeof(bits));
	return (size_t)bits & (nodes->table_size - 1);
}

static void enter(struct range_nodes *nodes, uint32_t number)
{
	size_t place = place_of(nodes, nodes->nodes[number].oid);

	while (nodes->table[place] != 0)
		place = (place + 1) & (nodes->table_size - 1);
	nodes->table[place] = number + 1;
}

static void enlarge_table(struct range_nodes *nodes)
{
	free(nodes->table);
	nodes->table_size = nodes->table_size ? 2 * nodes->table_size : TABLE_SIZE_MIN;
	nodes->table = mem_array(nodes->table_size, sizeof(*nodes->table));
	for (size_t i = 0; i < nodes->n; i++)
		enter(nodes, (uint32_t)i);
}

uint32_t range_nodes_intern(struct range_nodes *nodes, const uint8_t oid[COMMIT_ID_BYTES])
{
	size_t place;

	if (2 * nodes->n >= nodes->table_size)
		enlarge_table(nodes);
	for (place = place_of(nodes, oid); nodes->table[place] != 0;
	     place = (place + 1) & (nodes->table_size - 1)) {
		uint32_t number = nodes->table[place] - 1;

		if (memcmp(nodes->nodes[number].oid, oid, COMMIT_ID_BYTES) == 0)
			return number;
	}
	mem_grow(&nodes->nodes, &nodes->capacity, nodes->n, sizeof(*nodes->nodes));
	nodes->nodes[nodes->n] = (struct range_node){ 0 };
	memcpy(nodes->nodes[nodes->n].oid, oid, COMMIT_ID_BYTES);
	nodes->table[place] = (uint32_t)nodes->n + 1;
	return (uint32_t)nodes->n++;
}

void range_nodes_clear(struct range_nodes *nodes)
{
	free(nodes->nodes);
	free(nodes->edges);
	free(nodes->table);
	*nodes = (struct range_nodes){ 0 };
}
