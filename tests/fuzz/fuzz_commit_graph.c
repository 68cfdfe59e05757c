/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/commit_graph.h"
#include "tests/fuzz/fuzz.h"

#define RECORDS_MAX 4096

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint8_t oid[COMMIT_ID_BYTES] = { 'b' };
	struct commit_graph graph = { 0 };
	struct commit_links links = { 0 };
	struct error err = { 0 };
	uint32_t position;

	if (commit_graph_add_layer(&graph, data, size, &err) < 0)
		return 0;
	(void)commit_graph_find(&graph, oid, &position);
	for (uint32_t i = 0; i < graph.n && i < RECORDS_MAX; i++)
		(void)commit_graph_read(&graph, i, &links);
	commit_links_clear(&links);
	return 0;
}
