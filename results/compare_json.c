/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/compare_json.h"

#include "base/json.h"
#include "base/mem.h"

#define SCHEMA 1

static struct json *kernel_to_json(const struct series *series)
{
	struct json *json = json_new_object();

	json_set_string(json, "kernel", series->kernel);
	json_set_string(json, "variant", series->variant);
	return json;
}

static void set_statistics(struct json *json, const struct compare_value *value)
{
	json_set_integer(json, "n", (int64_t)value->n);
	json_set_real(json, "mean", value->mean);
	json_set_real(json, "cv_percent", value->cv);
	json_set_real(json, "ratio", value->ratio);
	json_set_real(json, "ratio_low", value->low);
	json_set_real(json, "ratio_high", value->high);
	json_set_string(json, "verdict", compare_verdict_name(value->verdict));
	json_set_string(json, "method", compare_method_name(value->method));
	json_set_real(json, "p", value->p);
	json_set_real(json, "p_adjusted", value->p_adjusted);
}

static struct json *value_to_json(const struct compare *compare, size_t row, size_t column)
{
	const struct compare_value *value = compare_at(compare, row, column);
	struct json *json = kernel_to_json(compare->kernels[row]);
	struct json *samples = json_new_array();

	set_statistics(json, value);
	json_set_string(json, "stated", value->series->stated[0] ? value->series->stated : NULL);
	for (size_t i = 0; i < value->series->n; i++)
		json_push_real(samples, value->series->values[i]);
	json_set(json, "samples", samples);
	return json;
}

static struct json *column_to_json(const struct compare *compare, size_t column)
{
	const struct series *series = compare->columns[column];
	struct json *json = json_new_object(), *values = json_new_array();

	json_set_string(json, "machine", series->machine);
	json_set_string(json, "workload", series->workload);
	json_set_string(json, "cell", series->cell);
	json_set_string(json, "metric", series->metric);
	json_set_string(json, "unit", series->unit);
	json_set_string(json, "better", direction_name(series->better));
	for (size_t row = 0; row < compare->n_kernels; row++)
		if (compare_at(compare, row, column)->series)
			json_push(values, value_to_json(compare, row, column));
	json_set(json, "kernels", values);
	return json;
}

void compare_json_append(const struct compare *compare, struct str *out)
{
	CLEANUP(json_freep) struct json *json = json_new_object();
	CLEANUP(mem_freep) char *text = NULL;
	struct json *cells = json_new_array(), *remarks = json_new_array();

	for (size_t i = 0; i < compare->n_columns; i++)
		json_push(cells, column_to_json(compare, i));
	for (size_t i = 0; i < compare->remarks.n; i++)
		json_push_string(remarks, compare->remarks.items[i]);
	json_set_integer(json, "schema", SCHEMA);
	json_set(json, "base", kernel_to_json(compare->kernels[compare->base]));
	json_set_real(json, "confidence", compare->confidence);
	json_set_integer(json, "judged", (int64_t)compare->n_judged);
	json_set_integer(json, "real", (int64_t)compare->n_real);
	json_set(json, "cells", cells);
	json_set(json, "remarks", remarks);
	text = json_dump(json, false);
	str_append(out, text);
	str_append_char(out, '\n');
}
