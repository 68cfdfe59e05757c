/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload list, workload show, workload parse: the catalog, by hand. */
#include <stdio.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/commands.h"
#include "bisect/workspace.h"
#include "vm/payload.h"
#include "workloads/workload.h"

#define OUTPUT_MAX_BYTES (64 * 1024 * 1024)

static struct json *describe(const struct workload_builtin *builtin)
{
	struct json *json = json_new_object();
	struct json *params = json_new_array();

	json_set_string(json, "name", builtin->name);
	json_set_string(json, "help", builtin->help);
	json_set_string(json, "metric", builtin->metric);
	json_set_string(json, "unit", builtin->unit);
	json_set_string(json, "better", direction_name(builtin->better));
	for (size_t i = 0; builtin->params[i]; i++)
		json_push_string(params, builtin->params[i]);
	json_set(json, "params", params);
	return json;
}

static void print_json(struct json *json)
{
	json_set_integer(json, "schema", 1);
	cli_print_json(json);
}

static int list(const struct cli *cli)
{
	struct json *json = json_new_object();
	struct json *array = json_new_array();
	const struct workload_builtin *const *builtins;
	size_t n;

	builtins = catalog_list(&n);
	for (size_t i = 0; i < n; i++) {
		json_push(array, describe(builtins[i]));
		if (!cli->wants_json)
			(void)printf("%-14s %-10s %s\n", builtins[i]->name, builtins[i]->unit,
				     builtins[i]->help);
	}
	json_set(json, "workloads", array);
	if (cli->wants_json)
		print_json(json);
	else
		json_free(json);
	return EXIT_FOUND;
}

static int show(const char *name, struct error *err)
{
	const struct workload_builtin *builtin = catalog_find(name);

	if (!builtin)
		return error_set(err, ERROR_USAGE,
				 "no workload '%s' in the catalog; see 'perfsect workload list'",
				 name);
	print_json(describe(builtin));
	return EXIT_FOUND;
}

/* A workload of the catalog, or of the workspace's configuration. */
static int find_workload(const struct cli *cli, const char *name, struct workload **ret,
			 struct error *err)
{
	struct workload_settings plain = { .name = (char *)(uintptr_t)name };
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	const struct workload_settings *settings = &plain;

	if (!catalog_find(name)) {
		if (workspace_open(cli->dir, WORKSPACE_READ, &workspace, err) < 0)
			return -1;
		settings = settings_workload(workspace->settings, name);
		if (!settings)
			return error_set(err, ERROR_USAGE, "no workload '%s'", name);
	}
	return workload_new(settings, payload_dir(), ret, err);
}

static int parse(const struct cli *cli, const char *name, const char *path, struct error *err)
{
	CLEANUP(workload_freep) struct workload *workload = NULL;
	CLEANUP(mem_freep) char *output = NULL;
	struct json *json;
	double value;
	size_t n;

	if (find_workload(cli, name, &workload, err) < 0 ||
	    fs_read_file(path, OUTPUT_MAX_BYTES, &output, &n, err) < 0 ||
	    workload_parse(workload, output, n, &value, err) < 0)
		return -1;
	json = json_new_object();
	json_set_string(json, "workload", workload->name);
	json_set_string(json, "metric", workload->metric);
	json_set_string(json, "unit", workload->unit);
	json_set_string(json, "better", direction_name(workload->better));
	json_set_real(json, "value", value);
	print_json(json);
	return EXIT_FOUND;
}

static int run(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	const struct cli_parse options = { &cmd_workload, cli, NULL, NULL, &words, 1, 3 };
	const char *verb;

	if (cli_parse(&options, argc, argv, err) < 0)
		return -1;
	verb = words.items[0];
	if (strcmp(verb, "list") == 0 && words.n == 1)
		return list(cli);
	if (strcmp(verb, "show") == 0 && words.n == 2)
		return show(words.items[1], err);
	if (strcmp(verb, "parse") == 0 && words.n == 3)
		return parse(cli, words.items[1], words.items[2], err);
	return error_set(err, ERROR_USAGE,
			 "use 'workload list', 'workload show NAME' or 'workload parse NAME FILE'");
}

const struct command cmd_workload = {
	.name = "workload",
	.arguments = "list\nshow NAME\nparse NAME FILE",
	.summary = "the catalog of workloads, and what a parser reads",
	.description = "'parse' prints what is read from an output saved in FILE, as JSON.",
	.run = run,
};
