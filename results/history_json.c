/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/history_json.h"

#include <string.h>

#include "base/mem.h"

static void set_oid(struct json *json, const char *key, const char *oid)
{
	if (oid[0])
		json_set_string(json, key, oid);
	else
		json_set_null(json, key);
}

static const char *text_of(const char *text)
{
	return text ? text : "";
}

struct json *lines_to_json(const char *text)
{
	struct json *array = json_new_array();

	for (size_t n; text && *text; text += n + (text[n] == '\n')) {
		CLEANUP(mem_freep) char *line = NULL;

		n = strcspn(text, "\n");
		line = mem_dup(text, n);
		if (n)
			json_push_string(array, line);
	}
	return array;
}

/* Stored JSON stays JSON; what does not parse is shown as the text it is. */
static void set_stored(struct json *json, const char *key, const char *text)
{
	struct json *value = NULL;
	struct error err = { 0 };

	if (!text || !text[0])
		json_set_null(json, key);
	else if (json_parse(text, strlen(text), &value, &err) == 0)
		json_set(json, key, value);
	else
		json_set_string(json, key, text);
}

static struct json *end_to_json(const char *commit, const char *name)
{
	struct json *json = json_new_object();

	json_set_string(json, "commit", commit);
	json_set_string(json, "name", text_of(name));
	return json;
}

struct json *case_to_json(const struct case_record *record)
{
	struct json *json = json_new_object();

	json_set_integer(json, "id", record->id);
	json_set_string(json, "state", case_state_name(record->state));
	json_set_integer(json, "created", record->created);
	if (record->ended)
		json_set_integer(json, "ended", record->ended);
	else
		json_set_null(json, "ended");
	json_set(json, "good", end_to_json(record->good, record->good_name));
	json_set(json, "bad", end_to_json(record->bad, record->bad_name));
	json_set_string(json, "repo", text_of(record->repo));
	json_set_string(json, "machine", text_of(record->machine));
	json_set_string(json, "workload", text_of(record->workload));
	json_set_string(json, "cell", text_of(record->cell));
	json_set_string(json, "metric", text_of(record->metric));
	json_set_string(json, "unit", text_of(record->unit));
	json_set_string(json, "better", direction_name(record->better));
	set_stored(json, "options", record->options);
	set_stored(json, "settings", record->settings);
	return json;
}

struct json *history_kernel_to_json(const struct history_kernel *kernel)
{
	struct json *json = json_new_object();

	json_set_integer(json, "id", kernel->id);
	json_set_string(json, "commit", kernel->commit);
	set_oid(json, "onto", kernel->onto);
	json_set_integer(json, "variant", kernel->variant);
	json_set_string(json, "subject", text_of(kernel->subject));
	json_set_string(json, "outcome", outcome_name(kernel->outcome));
	json_set_string(json, "detail", text_of(kernel->detail));
	json_set_string(json, "key", text_of(kernel->key));
	json_set_string(json, "dir", text_of(kernel->dir));
	json_set_string(json, "log", text_of(kernel->log));
	json_set_string(json, "release", text_of(kernel->release));
	json_set_string(json, "build_id", text_of(kernel->build_id));
	json_set_real(json, "build_s", kernel->build_s);
	json_set_string(json, "toolchain", text_of(kernel->toolchain));
	json_set(json, "mends", lines_to_json(kernel->mends));
	json_set(json, "without", lines_to_json(kernel->without));
	json_set(json, "not_granted", lines_to_json(kernel->not_granted));
	json_set_string(json, "config", text_of(kernel->config));
	return json;
}

struct json *history_boot_to_json(const struct history *history, const struct history_boot *boot)
{
	struct json *json = json_new_object();
	struct json *samples = json_new_array();

	for (size_t i = 0; i < boot->n; i++)
		json_push_real(samples, boot->values[i]);
	json_set_integer(json, "id", boot->id);
	json_set_integer(json, "kernel", history->kernels[boot->kernel].id);
	json_set_string(json, "machine", text_of(boot->machine));
	json_set_string(json, "cell", text_of(boot->cell));
	json_set_string(json, "purpose", boot_purpose_name(boot->purpose));
	json_set_string(json, "outcome", outcome_name(boot->outcome));
	json_set_string(json, "detail", text_of(boot->detail));
	json_set_string(json, "dir", text_of(boot->dir));
	set_stored(json, "facts", boot->facts);
	json_set_real(json, "boot_s", boot->boot_s);
	json_set_real(json, "ready_s", boot->ready_s);
	json_set_real(json, "total_s", boot->total_s);
	json_set_integer(json, "started", boot->started);
	json_set(json, "samples", samples);
	return json;
}

struct json *step_to_json(const struct step_record *step)
{
	struct json *json = json_new_object();

	json_set_string(json, "kind", text_of(step->kind));
	json_set_string(json, "commit", text_of(step->commit));
	json_set_integer(json, "variant", step->variant);
	json_set_string(json, "why", text_of(step->why));
	set_stored(json, "thought", step->thought);
	json_set_integer(json, "started", step->started);
	json_set_real(json, "wall_s", step->wall_s);
	return json;
}
