/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/present_logs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bisect/terminal.h"
#include "bisect/workspace.h"
#include "results/history.h"
#include "results/report_csv.h"
#include "results/report_input.h"

/* What is printed, as one of the two. */
struct logs {
	const struct log_view_options *options;
	bool wants_csv;
	struct json *json; /* the array; NULL: text */
	struct str text;
};

static bool has_any(const struct report_input *input, const struct log_view_options *options)
{
	for (size_t i = 0; i < input->history->n_kernels; i++)
		if (log_view_has(input, i, options))
			return true;
	return false;
}

static void append_heading(const struct case_record *record, struct str *text)
{
	CLEANUP(str_clear) struct str line = { 0 };

	str_appendf(&line, "Case %lld, %s..%s: %s %s, %s on %s", (long long)record->id,
		    record->good_name, record->bad_name, record->workload, record->cell,
		    record->metric, record->machine);
	str_appendf(text, "%s", text->length > 0 ? "\n" : "");
	str_append_printable(text, str_text(&line), line.length, false);
	str_append_char(text, '\n');
}

static int append_case(const struct workspace *workspace, const struct case_record *record,
		       struct logs *logs, struct error *err)
{
	CLEANUP(history_freep) struct history *history = NULL;
	struct report_input input = { .record = record };

	if (logs->options->metric && strcmp(record->metric, logs->options->metric) != 0)
		return 0; /* nothing of it would be left */
	if (store_load_history(workspace->store, record->id, &history, err) < 0)
		return -1;
	input.history = history;
	input.width = terminal_is(STDOUT_FILENO) ? terminal_width(STDOUT_FILENO) : 0;
	if (logs->wants_csv && !logs->json) {
		log_view_append_rows(&input, logs->options, &logs->text);
		return 0;
	}
	if (!has_any(&input, logs->options))
		return 0;
	if (logs->json) {
		json_push(logs->json, log_view_to_json(&input, logs->options));
		return 0;
	}
	append_heading(record, &logs->text);
	log_view_append(&input, logs->options, &logs->text);
	return 0;
}

static int append_cases(const struct workspace *workspace, struct logs *logs, struct error *err)
{
	struct case_record *records = NULL;
	size_t n = 0;
	int ret = 0;

	if (store_list_cases(workspace->store, &records, &n, err) < 0)
		return -1;
	for (size_t i = 0; i < n && ret == 0; i++)
		ret = append_case(workspace, &records[i], logs, err);
	for (size_t i = 0; i < n; i++)
		case_record_clear(&records[i]);
	free(records);
	return ret;
}

int present_logs(const struct cli *cli, const struct log_view_options *options, bool wants_csv,
		 struct error *err)
{
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	struct logs logs = { .options = options, .wants_csv = wants_csv };
	struct json *json = NULL;
	int ret;

	if (workspace_open(cli->dir, WORKSPACE_READ, &workspace, err) < 0)
		return -1;
	if (cli->wants_json) {
		json = json_new_object();
		logs.json = json_new_array();
		json_set_integer(json, "schema", 1);
		json_set(json, "cases", logs.json);
	} else if (wants_csv) {
		report_csv_append_heading(&logs.text);
	}
	ret = append_cases(workspace, &logs, err);
	if (ret == 0 && json)
		cli_print_json(json);
	else
		json_free(json);
	if (ret == 0 && !json)
		(void)fputs(str_text(&logs.text), stdout);
	str_clear(&logs.text);
	return ret < 0 ? -1 : EXIT_FOUND;
}
