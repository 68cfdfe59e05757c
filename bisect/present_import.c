/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/present_import.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/mem.h"
#include "bisect/chosen.h"
#include "bisect/workspace.h"
#include "bisect/terminal.h"
#include "results/import_view.h"

bool present_import_is_meant(const char *word)
{
	const char *name;
	int64_t id;

	return chosen_is_import(word, &id, &name);
}

/* Its record; ERROR_USAGE when there is none. */
static int find_record(struct workspace *workspace, int64_t id, struct import_record *ret,
		       struct error *err)
{
	struct import_record *records = NULL;
	size_t n = 0;

	*ret = (struct import_record){ 0 };
	if (store_list_imports(workspace->store, &records, &n, err) < 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (records[i].id == id)
			*ret = records[i];
		else
			import_record_clear(&records[i]);
	}
	free(records);
	if (ret->id == 0)
		return error_set(err, ERROR_USAGE,
				 "there is no such import; 'perfsect import' lists them");
	return 0;
}

int present_import(struct cli *cli, const char *word, struct error *err)
{
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(import_record_clear) struct import_record record = { 0 };
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(series_list_clear) struct series_list list = { 0 };
	CLEANUP(str_clear) struct str text = { 0 };
	const char *name = NULL;
	int64_t id = 0;

	(void)chosen_is_import(word, &id, &name); /* the caller has asked */
	strlist_add(&words, word);
	if (workspace_open(cli->dir, WORKSPACE_READ, &workspace, err) < 0 ||
	    find_record(workspace, id, &record, err) < 0 ||
	    chosen_load(workspace, &words, &list, err) < 0)
		return -1;
	if (cli->wants_json) {
		cli_print_json(import_view_to_json(&record, &list));
		return EXIT_FOUND;
	}
	import_view_append(&list, terminal_is(STDOUT_FILENO) ? terminal_width(STDOUT_FILENO) : 0,
			   &text);
	(void)fputs(str_text(&text), stdout);
	return EXIT_FOUND;
}
