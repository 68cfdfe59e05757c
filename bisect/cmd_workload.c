/* SPDX-License-Identifier: GPL-3.0-or-later */
/* workload list, workload show, workload parse: the catalog, by hand. */
#include <stdio.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/commands.h"
#include "bisect/workspace.h"
#include "results/table.h"
#include "vm/payload.h"
#include "workloads/catalog.h"
#include "workloads/workload.h"

#define OUTPUT_MAX_BYTES (64 * 1024 * 1024)

static void set_metric(struct json *json, const char *metric, const char *unit,
		       enum direction better)
{
	json_set_string(json, "metric", metric);
	json_set_string(json, "unit", unit);
	json_set_string(json, "better", direction_name(better));
}

/* Of alternative fields of a metric, the first stands for it. */
static struct json *describe_metrics(const struct field *fields)
{
	struct json *array = json_new_array();

	for (size_t i = 0; fields[i].metric; i++) {
		struct json *json;

		if (i > 0 && strcmp(fields[i].metric, fields[i - 1].metric) == 0)
			continue;
		json = json_new_object();
		set_metric(json, fields[i].metric, fields[i].unit, fields[i].better);
		json_push(array, json);
	}
	return array;
}

/* NULL: none. */
static struct json *describe_words(const char *const *words)
{
	struct json *array = json_new_array();

	for (size_t i = 0; words && words[i]; i++)
		json_push_string(array, words[i]);
	return array;
}

static struct json *describe_refusals(const struct refusal *refusals)
{
	struct json *array = json_new_array();

	for (size_t i = 0; refusals && refusals[i].pattern; i++)
		json_push_string(array, refusals[i].reason);
	return array;
}

static struct json *describe(const struct workload_builtin *builtin)
{
	const struct field *main = &builtin->fields[0];
	struct json *json = json_new_object();

	json_set_string(json, "name", builtin->name);
	json_set_string(json, "help", builtin->help);
	set_metric(json, main->metric, main->unit, main->better);
	json_set(json, "metrics", describe_metrics(builtin->fields));
	json_set(json, "params", describe_words(builtin->params));
	json_set(json, "command", describe_words(builtin->argv));
	json_set_string(json, "server", builtin->server);
	json_set(json, "prepare", describe_words(builtin->prepare_argv));
	json_set_string(json, "packages", builtin->packages);
	json_set_integer(json, "warmups", builtin->warmups);
	json_set_integer(json, "timeout_s", builtin->timeout_s);
	json_set(json, "void_when", describe_refusals(builtin->refusals));
	return json;
}

static void print_json(struct json *json)
{
	json_set_integer(json, "schema", 1);
	cli_print_json(json);
}

static void list_json(const struct workload_builtin *const *builtins, size_t n)
{
	struct json *json = json_new_object();
	struct json *array = json_new_array();

	for (size_t i = 0; i < n; i++)
		json_push(array, describe(builtins[i]));
	json_set(json, "workloads", array);
	print_json(json);
}

static void list_text(const struct workload_builtin *const *builtins, size_t n)
{
	static const struct table_column columns[] = {
		{ "workload", TABLE_LEFT }, { "metric", TABLE_LEFT }, { "unit", TABLE_LEFT },
		{ "better", TABLE_LEFT },   { "", TABLE_LEFT },
	};
	CLEANUP(table_freep) struct table *table = table_new(columns, ARRAY_LENGTH(columns));
	CLEANUP(str_clear) struct str text = { 0 };

	for (size_t i = 0; i < n; i++) {
		const struct field *main = &builtins[i]->fields[0];

		table_add(table, builtins[i]->name);
		table_add(table, main->metric);
		table_add(table, main->unit);
		table_add(table, direction_name(main->better));
		table_add(table, builtins[i]->help);
	}
	table_append(table, 0, 0, &text);
	(void)printf("%s", str_text(&text));
}

static int list(const struct cli *cli)
{
	const struct workload_builtin *const *builtins;
	size_t n;

	builtins = catalog_list(&n);
	if (cli->wants_json)
		list_json(builtins, n);
	else
		list_text(builtins, n);
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

/* What the workload of that name in the workspace's configuration reads. */
static int MUST_CHECK read_own(const struct cli *cli, const char *name, const char *output,
			       size_t n, struct readings *ret, struct workload **ret_workload,
			       struct error *err)
{
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	const struct workload_settings *settings;

	if (workspace_open(cli->dir, WORKSPACE_READ, &workspace, err) < 0)
		return -1;
	settings = settings_workload(workspace->settings, name);
	if (!settings)
		return error_set(err, ERROR_USAGE, "no workload '%s'", name);
	if (workload_new(settings, payload_dir(), settings_has_root(workspace->settings),
			 ret_workload, err) < 0)
		return -1;
	return workload_parse(*ret_workload, output, n, ret, err);
}

static void print_readings(const char *name, const struct readings *readings)
{
	struct json *json = json_new_object();
	struct json *samples = json_new_array();
	struct json *others = json_new_array();
	size_t n_main = readings_main(readings);

	json_set_string(json, "workload", name);
	set_metric(json, readings->items[0].metric, readings->items[0].unit,
		   readings->items[0].better);
	for (size_t i = 0; i < readings->n; i++) {
		const struct reading *reading = &readings->items[i];
		struct json *other;

		if (i < n_main) {
			json_push_real(samples, reading->value);
			continue;
		}
		other = json_new_object();
		set_metric(other, reading->metric, reading->unit, reading->better);
		json_set_real(other, "value", reading->value);
		json_push(others, other);
	}
	json_set(json, "values", samples);
	json_set(json, "others", others);
	print_json(json);
}

static int parse(const struct cli *cli, const char *name, const char *path, struct error *err)
{
	const struct workload_builtin *builtin = catalog_find(name);
	CLEANUP(workload_freep) struct workload *workload = NULL;
	CLEANUP(readings_clear) struct readings readings = { 0 };
	CLEANUP(mem_freep) char *output = NULL;
	size_t n;

	if (fs_read_file(path, OUTPUT_MAX_BYTES, &output, &n, err) < 0)
		return -1;
	if (builtin &&
	    field_read(builtin->fields, builtin->refusals, output, n, &readings, err) < 0)
		return -1;
	if (!builtin && read_own(cli, name, output, n, &readings, &workload, err) < 0)
		return -1;
	print_readings(name, &readings);
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
	.description =
		"'list' has the benchmarks of the catalog, 'show' one's parameters, command, "
		"metrics and "
		"what makes a run of it void. 'parse' prints what is read from an output saved in "
		"FILE, as JSON: the main metric's samples, and all other metrics. A workload of "
		"the catalog runs in the guest when 'guest.packages', 'guest.root' or its 'files' "
		"bring its program, and the server that it talks to.",
	.run = run,
};
