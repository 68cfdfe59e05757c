/* SPDX-License-Identifier: GPL-3.0-or-later */
/* import: takes in what was measured elsewhere, and lists it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/commands.h"
#include "bisect/workspace.h"
#include "bisect/terminal.h"
#include "results/import.h"
#include "results/import_view.h"
#include "results/paragraph.h"

#define FILES_MAX 1000

struct request {
	struct import_options options;
	const char *format;
};

static void request_clear(struct request *request)
{
	strlist_clear(&request->options.kernels);
}

/* "with,without" */
static void take_kernels(struct strlist *kernels, const char *value)
{
	strlist_clear(kernels);
	for (;; value++) {
		const size_t n = strcspn(value, ",");

		strlist_addf(kernels, "%.*s", (int)n, value);
		value += n;
		if (*value == '\0')
			return;
	}
}

static int take_option(void *context, int key, const char *value, struct error *err)
{
	struct request *request = context;
	enum direction better;

	switch (key) {
	case 'f':
		request->format = value;
		return 0;
	case 'k':
		take_kernels(&request->options.kernels, value);
		return 0;
	case 'm':
		request->options.machine = value;
		return 0;
	case 'w':
		request->options.workload = value;
		return 0;
	case 'M':
		request->options.metric = value;
		return 0;
	case 'u':
		request->options.unit = value;
		return 0;
	case 'b':
		if (!direction_from_name(value, &better))
			return error_set(err, ERROR_USAGE,
					 "--better is 'higher' or 'lower', not '%s'", value);
		request->options.better = value;
		return 0;
	}
	return 0;
}

/* One file, read and not stored yet. */
struct file {
	struct import import;
	const char *format;
};

struct files {
	struct file *of;
	size_t n;
};

static void files_clear(struct files *files)
{
	for (size_t i = 0; i < files->n; i++)
		import_clear(&files->of[i].import);
	free(files->of);
}

static int read_file(const struct request *request, const char *path, struct file *file,
		     struct error *err)
{
	CLEANUP(mem_freep) char *text = NULL;
	size_t n = 0;
	int result;

	file->import.options = &request->options;
	if (fs_read_file(path, IMPORT_BYTES_MAX, &text, &n, err) < 0)
		return -1;
	result = import_read(&file->import, text, n, request->format, &file->format, err);
	return result < 0 ? error_wrap(err, "cannot import '%s'", path) : 0;
}

static size_t count_kernels(const struct series_list *list)
{
	size_t n = 0;

	for (size_t i = 0; i < list->n; i++) {
		size_t j = 0;

		while (j < i && !series_is_same_kernel(&list->of[i], &list->of[j]))
			j++;
		n += j == i;
	}
	return n;
}

static int store_file(struct workspace *workspace, const char *path, const struct file *file,
		      struct import_record *ret, struct error *err)
{
	*ret = (struct import_record){
		.created = (int64_t)time(NULL),
		.source = mem_strdup(path),
		.format = mem_strdup(file->format),
		.n_series = file->import.list.n,
		.n_samples = file->import.n_samples,
	};
	return store_add_import(workspace->store, ret, &file->import.list, &ret->id, err);
}

static void tell(const struct cli *cli, const struct import_record *record, const struct file *file)
{
	CLEANUP(str_clear) struct str text = { 0 };
	CLEANUP(str_clear) struct str source = { 0 };

	str_append_printable(&source, record->source, strlen(record->source), false);
	str_appendf(&text, "import %lld: ", (long long)record->id);
	str_append_count(&text, record->n_samples, "sample");
	str_append(&text, " of ");
	str_append_count(&text, count_kernels(&file->import.list), "kernel");
	str_appendf(&text, " from '%s' (%s)\n", str_text(&source), record->format);
	for (size_t i = 0; i < file->import.remarks.n; i++)
		paragraph_append(&text, "  - ", file->import.remarks.items[i],
				 terminal_width(STDOUT_FILENO));
	if (!cli->is_quiet)
		(void)fputs(str_text(&text), stdout);
}

static int list_imports(const struct cli *cli, struct workspace *workspace, struct error *err)
{
	CLEANUP(str_clear) struct str text = { 0 };
	struct import_record *records = NULL;
	size_t n = 0;

	if (store_list_imports(workspace->store, &records, &n, err) < 0)
		return -1;
	if (cli->wants_json)
		cli_print_json(import_view_records_to_json(records, n));
	else if (n == 0)
		str_append(&text, "nothing was imported yet\n");
	else
		import_view_append_records(records, n, terminal_width(STDOUT_FILENO), &text);
	(void)fputs(str_text(&text), stdout);
	while (n > 0)
		import_record_clear(&records[--n]);
	free(records);
	return EXIT_FOUND;
}

/* All files are read before the first is stored: a refusal leaves nothing half done. */
static int import_files(const struct cli *cli, struct workspace *workspace,
			const struct request *request, const struct strlist *paths,
			struct error *err)
{
	CLEANUP(files_clear)
	struct files files = { mem_array(paths->n, sizeof(struct file)), paths->n };
	CLEANUP(mem_freep)
	struct import_record *records = mem_array(paths->n, sizeof(struct import_record));
	int result = EXIT_FOUND;

	for (size_t i = 0; i < paths->n; i++)
		if (read_file(request, paths->items[i], &files.of[i], err) < 0)
			return -1;
	for (size_t i = 0; i < paths->n && result == EXIT_FOUND; i++) {
		if (store_file(workspace, paths->items[i], &files.of[i], &records[i], err) < 0)
			result = -1;
		else if (!cli->wants_json)
			tell(cli, &records[i], &files.of[i]);
	}
	if (cli->wants_json && result == EXIT_FOUND)
		cli_print_json(import_view_records_to_json(records, paths->n));
	for (size_t i = 0; i < paths->n; i++)
		import_record_clear(&records[i]);
	return result;
}

static int import_command(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(request_clear) struct request request = { 0 };
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	const struct cli_parse parse = { &cmd_import, cli, take_option, &request,
					 &words,      0,   FILES_MAX };

	if (cli_parse(&parse, argc, argv, err) < 0 ||
	    workspace_open(cli->dir, WORKSPACE_READ, &workspace, err) < 0)
		return -1;
	if (words.n == 0)
		return list_imports(cli, workspace, err);
	return import_files(cli, workspace, &request, &words, err);
}

static const struct argp_option options[] = {
	{ "format", 'f', "FORMAT", 0,
	  "csv, runs, grid or lkp; without it, what the file looks like", 0 },
	{ "kernels", 'k', "NAME,...", 0, "names of the columns of a grid, from left to right", 0 },
	{ "machine", 'm', "NAME", 0, "where it was measured", 0 },
	{ "workload", 'w', "NAME", 0, "what was run", 0 },
	{ "metric", 'M', "NAME", 0, "what the numbers are", 0 },
	{ "unit", 'u', "UNIT", 0, "their unit", 0 },
	{ "better", 'b', "DIRECTION", 0, "higher or lower; higher, where the file does not say",
	  0 },
	{ 0 },
};

const struct command cmd_import = {
	.name = "import",
	.arguments = "[FILE...]",
	.summary = "take in results that were measured elsewhere, or list them",
	.description =
		"Reads a file of one of these formats. 'csv': a row a sample; columns kernel (or "
		"commit, release) and value, and, where there are any, variant, machine, workload, "
		"cell, cell.NAME, metric, unit, better, boot, stated; also what 'report --format "
		"csv' prints. 'runs': kernels as headings with what tbench and netperf print "
		"below. 'grid': a table in bars, a row a cell, a column a kernel. 'lkp': the "
		"comparison of the kernel test robot. Nothing of a file is taken in when a line "
		"of it cannot be used. 'perfsect log import:N' shows what was read, 'perfsect "
		"compare import:N' compares it.",
	.options = options,
	.run = import_command,
};
