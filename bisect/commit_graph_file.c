/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/commit_graph_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/mem.h"
#include "bisect/commit_graph.h"

#define NAME_DIGITS 40 /* of a layer, in the chain file */
#define CHAIN_BYTES_MAX ((size_t)COMMIT_GRAPH_LAYERS_MAX * (NAME_DIGITS + 1))

struct mapping {
	void *bytes;
	size_t n;
};

struct commit_graph_file {
	struct commit_graph graph;
	struct mapping mappings[COMMIT_GRAPH_LAYERS_MAX]; /* of each layer */
};

static bool map_file(const char *path, struct mapping *ret)
{
	CLEANUP(fs_closep) int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	void *bytes;

	if (fd < 0 || fstat(fd, &status) < 0 || status.st_size <= 0)
		return false;
	bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (bytes == MAP_FAILED)
		return false;
	*ret = (struct mapping){ bytes, (size_t)status.st_size };
	return true;
}

static bool add_layer(struct commit_graph_file *file, const char *path)
{
	struct error err = { 0 };
	struct mapping mapping;

	if (!map_file(path, &mapping))
		return false;
	if (commit_graph_add_layer(&file->graph, mapping.bytes, mapping.n, &err) < 0) {
		log_debug("'%s' is not used: %s", path, err.text);
		(void)munmap(mapping.bytes, mapping.n); /* a mapping of ours: cannot fail */
		return false;
	}
	file->mappings[file->graph.n_layers - 1] = mapping;
	return true;
}

/* Adds the layers that the chain file names, the base first, up to one that cannot be read. */
static void add_chain(struct commit_graph_file *file, const char *objects_dir)
{
	CLEANUP(mem_freep)
	char *path = mem_printf("%s/info/commit-graphs/commit-graph-chain", objects_dir);
	CLEANUP(mem_freep) char *chain = NULL;
	struct error err = { 0 };
	size_t n;

	if (!fs_exists(path) || fs_read_file(path, CHAIN_BYTES_MAX, &chain, &n, &err) < 0)
		return;
	for (const char *name = chain; strspn(name, "0123456789abcdef") == NAME_DIGITS;
	     name += NAME_DIGITS + 1) {
		CLEANUP(mem_freep)
		char *layer = mem_printf("%s/info/commit-graphs/graph-%.*s.graph", objects_dir,
					 NAME_DIGITS, name);

		if (!add_layer(file, layer) || name[NAME_DIGITS] == '\0')
			return;
	}
}

struct commit_graph_file *commit_graph_file_open(const char *objects_dir)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/info/commit-graph", objects_dir);
	struct commit_graph_file *file = mem_zalloc(sizeof(*file));

	if (!add_layer(file, path))
		add_chain(file, objects_dir);
	if (file->graph.n_layers == 0)
		commit_graph_file_closep(&file);
	return file;
}

void commit_graph_file_close(struct commit_graph_file *file)
{
	if (!file)
		return;
	for (uint32_t i = 0; i < file->graph.n_layers; i++)
		(void)munmap(file->mappings[i].bytes, file->mappings[i].n); /* cannot fail */
	free(file);
}

void commit_graph_file_closep(struct commit_graph_file **file)
{
	commit_graph_file_close(*file);
	*file = NULL;
}

bool commit_graph_file_read(const struct commit_graph_file *file,
			    const uint8_t oid[COMMIT_ID_BYTES], struct commit_links *ret)
{
	uint32_t position;

	return commit_graph_find(&file->graph, oid, &position) &&
	       commit_graph_read(&file->graph, position, ret);
}
