/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A repository's commit-graph file, or its stack of them, mapped into memory. */
#ifndef BISECT_COMMIT_GRAPH_FILE_H
#define BISECT_COMMIT_GRAPH_FILE_H

#include "base/defs.h"
#include "bisect/commit_links.h"

#include <stdbool.h>

struct commit_graph_file;

/*
 * What lies below objects_dir/info. NULL when there is none, or none that can be read: a commit-graph
 * is a cache, and history is complete without it.
 */
struct commit_graph_file *commit_graph_file_open(const char *objects_dir) MUST_CHECK;
void commit_graph_file_close(struct commit_graph_file *file);
void commit_graph_file_closep(struct commit_graph_file **file);

/* Replaces the links by the commit's; false when it is not in the graph, or is damaged there. */
bool commit_graph_file_read(const struct commit_graph_file *file,
			    const uint8_t oid[COMMIT_ID_BYTES], struct commit_links *ret);

#endif
