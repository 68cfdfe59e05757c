/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/report_json.h"

#include "base/defs.h"
#include "base/mem.h"
#include "results/history_json.h"
#include "results/report_input.h"

#define SCHEMA 1

void report_json_append(const struct report_input *input, struct str *out)
{
	const struct history *history = input->history;
	CLEANUP(json_freep) struct json *json = json_new_object();
	CLEANUP(mem_freep) char *text = NULL;
	struct json *kernels = json_new_array();
	struct json *boots = json_new_array();
	struct json *steps = json_new_array();

	for (size_t i = 0; i < history->n_kernels; i++)
		json_push(kernels, history_kernel_to_json(&history->kernels[i]));
	for (size_t i = 0; i < history->n_boots; i++)
		json_push(boots, history_boot_to_json(history, &history->boots[i]));
	for (size_t i = 0; i < input->n_steps; i++)
		json_push(steps, step_to_json(&input->steps[i]));
	json_set_integer(json, "schema", SCHEMA);
	json_set(json, "case", case_to_json(input->record));
	if (input->finding)
		json_set(json, "finding", finding_to_json(input->finding));
	else
		json_set_null(json, "finding");
	json_set(json, "kernels", kernels);
	json_set(json, "boots", boots);
	json_set(json, "steps", steps);
	text = json_dump(json, false);
	str_append(out, text);
	str_append_char(out, '\n');
}
