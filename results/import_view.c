/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/import_view.h"

#include <math.h>

#include "base/mem.h"
#include "results/dots.h"
#include "results/number.h"
#include "results/stats.h"
#include "results/table.h"

#define SCHEMA 1
#define DOTS 24

void import_view_append_records(const struct import_record *records, size_t n, unsigned width,
				struct str *out)
{
	static const struct table_column columns[] = {
		{ "import", TABLE_RIGHT },  { "format", TABLE_LEFT }, { "series", TABLE_RIGHT },
		{ "samples", TABLE_RIGHT }, { "source", TABLE_LEFT },
	};
	CLEANUP(table_freep) struct table *table = table_new(columns, ARRAY_LENGTH(columns));

	for (size_t i = 0; i < n; i++) {
		table_addf(table, "%lld", (long long)records[i].id);
		table_add(table, records[i].format);
		table_addf(table, "%zu", records[i].n_series);
		table_addf(table, "%zu", records[i].n_samples);
		table_add(table, records[i].source);
	}
	table_append(table, 0, width, out);
}

static struct json *record_to_json(const struct import_record *record)
{
	struct json *json = json_new_object();

	json_set_integer(json, "id", record->id);
	json_set_integer(json, "created", record->created);
	json_set_string(json, "source", record->source);
	json_set_string(json, "format", record->format);
	json_set_integer(json, "series", (int64_t)record->n_series);
	json_set_integer(json, "samples", (int64_t)record->n_samples);
	return json;
}

struct json *import_view_records_to_json(const struct import_record *records, size_t n)
{
	struct json *json = json_new_object(), *list = json_new_array();

	for (size_t i = 0; i < n; i++)
		json_push(list, record_to_json(&records[i]));
	json_set_integer(json, "schema", SCHEMA);
	json_set(json, "imports", list);
	return json;
}

static void append_dots(const struct series_list *list, size_t i, struct str *out)
{
	double low = INFINITY, high = -INFINITY;
	CLEANUP(dots_clear) struct dots dots = { 0 };

	for (size_t j = 0; j < list->n; j++) {
		for (size_t k = 0; k < list->of[j].n; k++) {
			if (!series_is_comparable(&list->of[i], &list->of[j]))
				break;
			low = fmin(low, list->of[j].values[k]);
			high = fmax(high, list->of[j].values[k]);
		}
	}
	dots_init(&dots, DOTS, low, high);
	for (size_t k = 0; k < list->of[i].n; k++)
		dots_add(&dots, list->of[i].values[k]);
	dots_append(&dots, out);
}

static void add_row(struct table *table, const struct series_list *list, size_t i)
{
	const struct series *series = &list->of[i];
	const double mean = stats_mean(series->values, series->n);
	CLEANUP(mem_freep) char *name = series_name(series);
	CLEANUP(str_clear) struct str value = { 0 };
	CLEANUP(str_clear) struct str dots = { 0 };

	number_append(&value, mean);
	append_dots(list, i, &dots);
	table_add(table, name);
	table_add(table, series->workload);
	table_add(table, series->cell);
	table_addf(table, "%zu", series->n);
	table_addf(table, "%s%s%s", str_text(&value), series->unit[0] ? " " : "", series->unit);
	if (series->n > 1 && mean > 0)
		table_addf(table, "%.2f %%", 100 * stats_sd(series->values, series->n) / mean);
	else if (isfinite(series->spread))
		table_addf(table, "%.3g %%", series->spread);
	else
		table_add(table, "-");
	table_add(table, series->stated);
	table_add(table, str_text(&dots));
	table_add(table, series->metric);
}

void import_view_append(const struct series_list *list, unsigned width, struct str *out)
{
	static const struct table_column columns[] = {
		{ "kernel", TABLE_LEFT }, { "workload", TABLE_LEFT }, { "cell", TABLE_LEFT },
		{ "n", TABLE_RIGHT },     { "mean", TABLE_RIGHT },    { "spread", TABLE_RIGHT },
		{ "stated", TABLE_LEFT }, { "samples", TABLE_LEFT },  { "metric", TABLE_LEFT },
	};
	CLEANUP(table_freep) struct table *table = table_new(columns, ARRAY_LENGTH(columns));

	for (size_t i = 0; i < list->n; i++)
		if (list->of[i].n > 0)
			add_row(table, list, i);
	table_append(table, 0, width, out);
}

static struct json *series_to_json(const struct series *series)
{
	struct json *json = json_new_object(), *samples = json_new_array();
	struct json *boots = json_new_array();

	json_set_string(json, "kernel", series->kernel);
	json_set_string(json, "variant", series->variant);
	json_set_string(json, "machine", series->machine);
	json_set_string(json, "workload", series->workload);
	json_set_string(json, "cell", series->cell);
	json_set_string(json, "metric", series->metric);
	json_set_string(json, "unit", series->unit);
	json_set_string(json, "better", direction_name(series->better));
	json_set_string(json, "stated", series->stated[0] ? series->stated : NULL);
	json_set_real(json, "spread_percent", series->spread);
	json_set_integer(json, "line", series->line);
	for (size_t i = 0; i < series->n; i++) {
		json_push_real(samples, series->values[i]);
		json_push_integer(boots, series->boots[i]);
	}
	json_set(json, "samples", samples);
	json_set(json, "boots", boots);
	return json;
}

struct json *import_view_to_json(const struct import_record *record, const struct series_list *list)
{
	struct json *json = json_new_object(), *series = json_new_array();

	for (size_t i = 0; i < list->n; i++)
		json_push(series, series_to_json(&list->of[i]));
	json_set_integer(json, "schema", SCHEMA);
	json_set(json, "import", record_to_json(record));
	json_set(json, "series", series);
	return json;
}
