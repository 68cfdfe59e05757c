/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/case_list.h"

#include <stdlib.h>
#include <time.h>

#include "results/table.h"

/* How a case that is not opened is called. */
static const char *state_name(const struct workspace *workspace, const struct case_record *record)
{
	const bool is_paused =
		record->state == CASE_RUNNING && !workspace_works_on(workspace, record->id);

	return case_state_name(is_paused ? CASE_PAUSED : record->state);
}

static void append_cases(const struct workspace *workspace, const struct case_record *records,
			 size_t n, unsigned width, struct str *text)
{
	static const struct table_column columns[] = {
		{ "case", TABLE_RIGHT },    { "begun", TABLE_LEFT },   { "state", TABLE_LEFT },
		{ "workload", TABLE_LEFT }, { "machine", TABLE_LEFT }, { "range", TABLE_LEFT },
	};
	CLEANUP(table_freep) struct table *table = table_new(columns, ARRAY_LENGTH(columns));

	for (size_t i = 0; i < n; i++) {
		const time_t created = (time_t)records[i].created;
		char when[32] = "";
		struct tm parts;

		if (localtime_r(&created, &parts))
			(void)strftime(when, sizeof(when), "%Y-%m-%d %H:%M", &parts);
		table_addf(table, "%lld", (long long)records[i].id);
		table_add(table, when);
		table_add(table, state_name(workspace, &records[i]));
		table_addf(table, "%s%s%s", records[i].workload, records[i].cell[0] ? " " : "",
			   records[i].cell);
		table_add(table, records[i].machine);
		table_addf(table, "%s..%s", records[i].good_name, records[i].bad_name);
	}
	if (n > 0)
		table_append(table, 0, width, text);
	else
		str_append(text, "no case yet; 'perfsect run' begins one\n");
}

static struct json *cases_json(const struct workspace *workspace, const struct case_record *records,
			       size_t n)
{
	struct json *json = json_new_object();
	struct json *cases = json_new_array();

	for (size_t i = 0; i < n; i++) {
		struct json *item = json_new_object();

		json_set_integer(item, "id", records[i].id);
		json_set_string(item, "state", state_name(workspace, &records[i]));
		json_set_integer(item, "created", records[i].created);
		json_set_string(item, "good", records[i].good);
		json_set_string(item, "good_name", records[i].good_name);
		json_set_string(item, "bad", records[i].bad);
		json_set_string(item, "bad_name", records[i].bad_name);
		json_set_string(item, "machine", records[i].machine);
		json_set_string(item, "workload", records[i].workload);
		json_set_string(item, "cell", records[i].cell);
		json_push(cases, item);
	}
	json_set_integer(json, "schema", 1);
	json_set(json, "cases", cases);
	return json;
}

static void free_records(struct case_record *records, size_t n)
{
	for (size_t i = 0; i < n; i++)
		case_record_clear(&records[i]);
	free(records);
}

int case_list_append(const struct workspace *workspace, unsigned width, struct str *text,
		     struct error *err)
{
	struct case_record *records = NULL;
	size_t n = 0;

	if (store_list_cases(workspace->store, &records, &n, err) < 0)
		return -1;
	append_cases(workspace, records, n, width, text);
	free_records(records, n);
	return 0;
}

int case_list_json(const struct workspace *workspace, struct json **ret, struct error *err)
{
	struct case_record *records = NULL;
	size_t n = 0;

	if (store_list_cases(workspace->store, &records, &n, err) < 0)
		return -1;
	*ret = cases_json(workspace, records, n);
	free_records(records, n);
	return 0;
}
