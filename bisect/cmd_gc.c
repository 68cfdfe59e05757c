/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gc: frees kernels, trees and logs; never a measurement. */
#include <stdio.h>
#include <stdlib.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/quantity.h"
#include "bisect/commands.h"
#include "bisect/workspace.h"

struct gc_totals {
	int64_t kernels_bytes, trees_bytes, objects_bytes;
	unsigned n_kernels;
};

static int take_option(void *context, int key, const char *value, struct error *err)
{
	bool *is_all = context;

	(void)value;
	(void)err;
	if (key == 'a')
		*is_all = true;
	return 0;
}

/* Removes the artefacts of one kernel, then says so in the store. */
static int free_kernel(struct workspace *workspace, const struct history_kernel *kernel,
		       struct gc_totals *totals, struct error *err)
{
	CLEANUP(mem_freep) char *dir = mem_printf("%s/%s", workspace->dir, kernel->dir);
	int64_t bytes = fs_tree_size_bytes(dir);

	if (fs_remove_tree(dir, err) < 0 ||
	    store_forget_artefacts(workspace->store, kernel->id, err) < 0)
		return -1;
	totals->kernels_bytes += bytes;
	totals->n_kernels++;
	return 0;
}

/* The oldest first, until what is left fits. */
static int free_kernels(struct workspace *workspace, int64_t keep_bytes, struct gc_totals *totals,
			struct error *err)
{
	CLEANUP(mem_freep) char *dir = workspace_path(workspace, "kernels");
	struct history_kernel *kernels = NULL;
	int64_t left_bytes = fs_tree_size_bytes(dir);
	size_t n = 0;
	int result = 0;

	if (store_list_kernels(workspace->store, &kernels, &n, err) < 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		int64_t before = totals->kernels_bytes;

		if (result == 0 && left_bytes > keep_bytes && kernels[i].dir[0] != '\0') {
			result = free_kernel(workspace, &kernels[i], totals, err);
			left_bytes -= totals->kernels_bytes - before;
		}
		history_kernel_clear(&kernels[i]);
	}
	free(kernels);
	return result;
}

static int has_open_case(struct workspace *workspace, bool *ret, struct error *err)
{
	struct case_record *records = NULL;
	size_t n = 0;

	if (store_list_cases(workspace->store, &records, &n, err) < 0)
		return -1;
	*ret = false;
	for (size_t i = 0; i < n; i++) {
		*ret |= records[i].state == CASE_RUNNING;
		case_record_clear(&records[i]);
	}
	free(records);
	return 0;
}

/* Git objects of ours are made again by whoever needs them; an open case would have to at once. */
static int free_objects(struct workspace *workspace, struct gc_totals *totals, struct error *err)
{
	CLEANUP(mem_freep) char *objects = workspace_path(workspace, "objects");
	bool is_needed;

	if (has_open_case(workspace, &is_needed, err) < 0)
		return -1;
	if (is_needed)
		return 0;
	totals->objects_bytes = fs_tree_size_bytes(objects);
	return fs_remove_tree(objects, err);
}

static void print_totals(const struct cli *cli, const struct gc_totals *totals)
{
	struct str line = { 0 };

	if (cli->wants_json) {
		struct json *json = json_new_object();

		json_set_integer(json, "schema", 1);
		json_set_integer(json, "kernels", totals->n_kernels);
		json_set_integer(json, "kernels_bytes", totals->kernels_bytes);
		json_set_integer(json, "trees_bytes", totals->trees_bytes);
		json_set_integer(json, "objects_bytes", totals->objects_bytes);
		cli_print_json(json);
		return;
	}
	str_appendf(&line, "freed %u kernels (", totals->n_kernels);
	quantity_append_size(&line, totals->kernels_bytes);
	str_append(&line, "), work trees (");
	quantity_append_size(&line, totals->trees_bytes);
	str_append(&line, ") and git objects (");
	quantity_append_size(&line, totals->objects_bytes);
	(void)printf("%s); every measurement is kept\n", str_text(&line));
	str_clear(&line);
}

static int gc(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(mem_freep) char *trees = NULL;
	struct gc_totals totals = { 0 };
	bool is_all = false;
	const struct cli_parse parse = { &cmd_gc, cli, take_option, &is_all, &words, 0, 0 };

	if (cli_parse(&parse, argc, argv, err) < 0 ||
	    workspace_open(cli->dir, WORKSPACE_WRITE, &workspace, err) < 0 ||
	    free_kernels(workspace, is_all ? 0 : workspace->settings->keep_bytes, &totals, err) <
		    0 ||
	    free_objects(workspace, &totals, err) < 0)
		return -1;
	trees = workspace_path(workspace, "trees");
	if (is_all) {
		totals.trees_bytes = fs_tree_size_bytes(trees);
		if (fs_remove_tree(trees, err) < 0)
			return -1;
	}
	if (!cli->is_quiet)
		print_totals(cli, &totals);
	return EXIT_FOUND;
}

static const struct argp_option options[] = {
	{ "all", 'a', NULL, 0, "all kernels, and the work trees with their objects", 0 },
	{ 0 },
};

const struct command cmd_gc = {
	.name = "gc",
	.arguments = "",
	.summary = "free kernels and work trees, never a measurement",
	.description =
		"Removes the oldest kernels until the rest fits into the size that 'keep' of "
		"the configuration allows, and the git objects of merges made for cases that have "
		"all "
		"ended. What is needed again is made again.",
	.options = options,
	.run = gc,
};
