/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/commands.h"
#include "bisect/preflight.h"
#include "bisect/workspace.h"
#include "config/check.h"
#include "results/table.h"

static void print_json(const struct preflight *preflight)
{
	struct json *json = json_new_object();
	struct json *items = json_new_array();

	for (size_t i = 0; i < preflight->n; i++) {
		const struct preflight_item *item = &preflight->items[i];
		struct json *row = json_new_object();

		json_set_string(row, "level", preflight_level_name(item->level));
		json_set_string(row, "what", item->what);
		json_set_string(row, "detail", item->detail);
		json_set_string(row, "mend", item->mend);
		json_push(items, row);
	}
	json_set_integer(json, "schema", 1);
	json_set(json, "items", items);
	cli_print_json(json);
}

static void print_table(const struct preflight *preflight)
{
	static const struct table_column columns[] = {
		{ "level", TABLE_LEFT },
		{ "what", TABLE_LEFT },
		{ "detail", TABLE_LEFT },
		{ "how to mend", TABLE_LEFT },
	};
	CLEANUP(table_freep) struct table *table = table_new(columns, ARRAY_LENGTH(columns));
	CLEANUP(str_clear) struct str text = { 0 };

	for (size_t i = 0; i < preflight->n; i++) {
		table_add(table, preflight_level_name(preflight->items[i].level));
		table_add(table, preflight->items[i].what);
		table_add(table, preflight->items[i].detail);
		table_add(table, preflight->items[i].mend);
	}
	table_append(table, 0, 0, &text);
	(void)fputs(str_text(&text), stdout);
}

/* A session has the machines while it holds the lock. */
static void check_machines(struct preflight *preflight, const struct workspace *workspace)
{
	CLEANUP(mem_freep) char *state = mem_printf("%s/" WORKSPACE_STATE, workspace->dir);
	CLEANUP(mem_freep) char *path = workspace_path(workspace, "lock");
	CLEANUP(fs_closep) int lock_fd = -1;
	struct error err = { 0 };

	if (fs_make_dirs(state, &err) < 0 || fs_lock(path, &lock_fd, &err) < 0)
		preflight_add(preflight, PREFLIGHT_WARN, "machines",
			      "wait until the session has ended", "not looked at: %s", err.text);
	else
		preflight_machines(preflight, workspace->settings, workspace->dir);
}

static int check(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(preflight_clear) struct preflight preflight = { 0 };
	const struct cli_parse parse = { &cmd_check, cli, NULL, NULL, &words, 0, 2 };

	if (cli_parse(&parse, argc, argv, err) < 0)
		return -1;
	if (words.n > 0 && cli_take_range(&words, err) < 0)
		return -1;
	if (workspace_open(cli->dir, WORKSPACE_READ, &workspace, err) < 0)
		return -1;
	if (check_settings(workspace->settings, err) < 0) {
		preflight_add(&preflight, PREFLIGHT_FAIL, "configuration", "correct the file", "%s",
			      err->text);
		error_clear(err);
	} else {
		preflight_add(&preflight, PREFLIGHT_OK, "configuration", "", "%s",
			      workspace->settings->path);
	}
	preflight_run(&preflight, workspace->settings, workspace->dir,
		      words.n ? words.items[0] : NULL, words.n ? words.items[1] : NULL);
	check_machines(&preflight, workspace);
	if (cli->wants_json)
		print_json(&preflight);
	else
		print_table(&preflight);
	return preflight_worst(&preflight) == PREFLIGHT_FAIL ? EXIT_NO_SINGLE_ANSWER : EXIT_FOUND;
}

const struct command cmd_check = {
	.name = "check",
	.arguments = "[GOOD BAD]\n[GOOD..BAD]",
	.summary = "say what would go wrong, before a night is spent",
	.description =
		"Looks at configuration, repository, compilers, disk, machines and workloads, and "
		"at both ends when they are given; starts nothing. Exit status: 0 when nothing "
		"fails, 1 when something does, 3 when the configuration cannot even be read.",
	.run = check,
};
