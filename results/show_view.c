/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/show_view.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "base/quantity.h"
#include "results/history_json.h"
#include "results/level.h"
#include "results/level_json.h"
#include "results/number.h"
#include "results/paragraph.h"
#include "results/table.h"

#define SCHEMA 1

static void append_time(struct str *out, int64_t seconds)
{
	time_t moment = (time_t)seconds;
	char text[32] = "";
	struct tm parts;

	if (gmtime_r(&moment, &parts))
		(void)strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S UTC", &parts);
	str_append(out, text[0] ? text : "at an unknown time");
}

/* Lines of others below a heading of ours, two more columns in. */
static void append_detail(struct str *out, const char *lead, const char *text, unsigned width)
{
	while (text && *text) {
		size_t n = strcspn(text, "\n");
		CLEANUP(str_clear) struct str line = { 0 };

		str_append_bytes(&line, text, n);
		if (n)
			paragraph_append(out, lead, str_text(&line), width);
		text += n + (text[n] == '\n');
	}
}

static void append_path(struct str *out, const char *what, const char *path)
{
	if (!path || !path[0])
		return;
	str_appendf(out, "  %s ", what);
	str_append_printable(out, path, strlen(path), false);
	str_append_char(out, '\n');
}

static void append_list(struct str *out, const char *heading, const char *lines, unsigned width)
{
	if (!lines || !lines[0])
		return;
	str_appendf(out, "  %s\n", heading);
	append_detail(out, "    ", lines, width);
}

static void append_head(const struct report_input *input, const struct history_kernel *kernel,
			struct str *out)
{
	str_appendf(out, "commit %s\n", kernel->commit);
	paragraph_append(out, "  ", kernel->subject, input->width);
	if (kernel->onto[0])
		str_appendf(out, "  merged onto %s for this measurement\n", kernel->onto);
	if (kernel->variant)
		str_appendf(out, "  layout %u: its source with pads between its files\n",
			    kernel->variant);
}

/* Other commits that were built to the same kernel. */
static void append_same(const struct report_input *input, const struct history_kernel *kernel,
			struct str *out)
{
	const struct history *history = input->history;
	const size_t self = (size_t)(kernel - history->kernels);

	for (size_t i = 0; i < history->n_kernels; i++)
		if (i != self && history_is_same_kernel(history, i, self))
			str_appendf(out, "  same as  %.12s: equal code and data, samples shared\n",
				    history->kernels[i].commit);
}

static void append_build(const struct report_input *input, const struct history_kernel *kernel,
			 struct str *out)
{
	str_appendf(out, "\nBuild: %s", outcome_name(kernel->outcome));
	if (kernel->build_s > 0) {
		str_append(out, " after ");
		quantity_append_duration(out, kernel->build_s);
	} else if (kernel->outcome == OUTCOME_BUILT) {
		str_append(out, ", taken from the cache");
	}
	str_append_char(out, '\n');
	append_detail(out, "    ", kernel->detail, input->width);
	append_path(out, "release ", kernel->release);
	append_path(out, "build id", kernel->build_id);
	append_path(out, "compiler", kernel->toolchain);
	append_same(input, kernel, out);
	append_path(out, "log     ", kernel->log);
	append_path(out, "files   ", kernel->dir);
	append_path(out, "config  ", kernel->config);
	append_list(out, "Mended, so that it builds, by:", kernel->mends, input->width);
	append_list(out, "So that it builds, without:", kernel->without, input->width);
	append_list(out, "Asked for, and not granted by its Kconfig:", kernel->not_granted,
		    input->width);
	append_list(out, "Configured otherwise than the good end, which matters for speed:",
		    input->speed_differences, input->width);
	append_list(out, "Configured otherwise than the good end, of all else:",
		    input->other_differences, input->width);
}

static void append_level(const struct report_input *input, size_t kernel, struct str *out)
{
	CLEANUP(levels_clear) struct levels levels = { 0 };
	const struct level *level;
	size_t good;

	levels_init(&levels, input->history, input->record->better);
	good = levels_find(&levels, input->history, input->record->good);
	level = &levels.of[kernel];
	if (level->n_boots == 0)
		return;
	str_append(out, "\nMeasured: ");
	number_append(out, level->value);
	str_append_char(out, ' ');
	str_append_printable(out, input->record->unit, strlen(input->record->unit), false);
	if (isfinite(level->half))
		str_appendf(out, " ± %.*f %%", number_decimals(level->half),
			    log_percent_to_percent(level->half));
	else
		str_append(out, " (no interval: no kernel has two boots yet)");
	if (good != levels.n && good != kernel)
		str_appendf(out, ", %.*f %% of the good end", number_decimals(level->half),
			    level_share(level, &levels.of[good]));
	str_appendf(out, "; %zu boot%s, %zu sample%s\n", level->n_boots,
		    level->n_boots == 1 ? "" : "s", level->n_samples,
		    level->n_samples == 1 ? "" : "s");
}

static void append_samples(const struct history_boot *boot, struct str *out)
{
	if (boot->n == 0)
		return;
	str_append(out, "  samples ");
	for (size_t i = 0; i < boot->n; i++) {
		str_append_char(out, ' ');
		number_append_exact(out, boot->values[i]);
	}
	str_append_char(out, '\n');
}

/* What the guest said about itself, a line each. */
static void append_facts(const char *text, struct str *out)
{
	static const struct table_column columns[] = { { "", TABLE_LEFT }, { "", TABLE_LEFT } };
	CLEANUP(table_freep) struct table *table = table_new(columns, ARRAY_LENGTH(columns));
	CLEANUP(json_freep) struct json *facts = NULL;
	struct error err = { 0 };

	if (text[0] == '\0')
		return;
	if (json_parse(text, strlen(text), &facts, &err) < 0 || !json_is_object(facts)) {
		append_path(out, "facts   ", text);
		return;
	}
	for (size_t i = 0; i < json_length(facts); i++) {
		const struct json *value = json_member(facts, json_key(facts, i));
		CLEANUP(mem_freep) char *dump = json_text(value) ? NULL : json_dump(value, true);

		table_add(table, i == 0 ? "facts  " : "");
		table_addf(table, "%s: %s", json_key(facts, i), dump ? dump : json_text(value));
	}
	table_append(table, 2, 0, out);
}

static void append_belief(const char *when, const struct report_belief *belief, struct str *out)
{
	str_appendf(out, "    %s ", when);
	if (belief->suspects == 0) {
		str_append(out, "no change was seen\n");
		return;
	}
	str_append_count(out, belief->suspects, "candidate");
	str_appendf(out, " held a change with 95 %%; %.2f changes up to here, %.2f behind\n",
		    belief->before, belief->behind);
}

/* What the search thought before it and after it. */
static void append_thought(const struct report_input *input, const struct history_boot *boot,
			   struct str *out)
{
	const struct report_thought *thought;

	if (!input->thoughts)
		return;
	thought = &input->thoughts[boot - input->history->boots];
	append_belief("before it", &thought->prior, out);
	append_belief("after it ", &thought->posterior, out);
}

static void append_boot(const struct report_input *input, const struct history_boot *boot,
			struct str *out)
{
	str_appendf(out, "\nBoot %lld: %s on ", (long long)boot->id, outcome_name(boot->outcome));
	str_append_printable(out, boot->machine, strlen(boot->machine), false);
	str_append(out, ", ");
	append_time(out, boot->started);
	str_append(out, ", ");
	quantity_append_duration(out, boot->total_s);
	if (boot->boot_s > 0) {
		str_append(out, " (");
		quantity_append_duration(out, boot->boot_s);
		str_append(out, " to PID 1)");
	}
	str_append_char(out, '\n');
	append_detail(out, "    ", boot->detail, input->width);
	append_samples(boot, out);
	append_thought(input, boot, out);
	append_path(out, "files   ", boot->dir);
	append_facts(boot->facts, out);
}

static bool is_step_of(const struct step_record *step, const struct history_kernel *kernel)
{
	return strcmp(step->commit, kernel->commit) == 0 && step->variant == kernel->variant;
}

/* Kernels of the same commit in another layout are another story. */
static void append_other_layouts(const struct history *history, const struct history_kernel *kernel,
				 struct str *out)
{
	bool is_first = true;

	for (size_t i = 0; i < history->n_kernels; i++) {
		const struct history_kernel *other = &history->kernels[i];

		if (other->variant == kernel->variant ||
		    strcmp(other->commit, kernel->commit) != 0 ||
		    strcmp(other->onto, kernel->onto) != 0)
			continue;
		str_appendf(out, "%s%u", is_first ? "\nOther layouts of it (--layout): " : ", ",
			    other->variant);
		is_first = false;
	}
	if (!is_first)
		str_append_char(out, '\n');
}

static void append_steps(const struct report_input *input, const struct history_kernel *kernel,
			 struct str *out)
{
	static const struct table_column columns[] = {
		{ "", TABLE_LEFT }, { "", TABLE_LEFT }, { "", TABLE_RIGHT }, { "", TABLE_LEFT }
	};
	CLEANUP(table_freep) struct table *table = table_new(columns, ARRAY_LENGTH(columns));
	size_t n = 0;

	for (size_t i = 0; i < input->n_steps; i++) {
		const struct step_record *step = &input->steps[i];
		CLEANUP(str_clear) struct str when = { 0 };
		CLEANUP(str_clear) struct str wall = { 0 };

		if (!is_step_of(step, kernel))
			continue;
		append_time(&when, step->started);
		quantity_append_duration(&wall, step->wall_s);
		table_add(table, str_text(&when));
		table_add(table, step->kind);
		table_add(table, str_text(&wall));
		table_add(table, step->why);
		n++;
	}
	if (n)
		str_append(out, "\nSteps, and why:\n");
	table_append(table, 2, input->width, out);
}

void show_view_append(const struct report_input *input, size_t kernel, struct str *out)
{
	const struct history *history = input->history;

	append_head(input, &history->kernels[kernel], out);
	append_build(input, &history->kernels[kernel], out);
	append_level(input, kernel, out);
	for (size_t i = 0; i < history->n_boots; i++)
		if (history->boots[i].kernel == kernel)
			append_boot(input, &history->boots[i], out);
	append_steps(input, &history->kernels[kernel], out);
	append_other_layouts(history, &history->kernels[kernel], out);
}

static struct json *belief_to_json(const struct report_belief *belief)
{
	struct json *json = json_new_object();

	json_set_integer(json, "suspects", belief->suspects);
	json_set_real(json, "changes_up_to_it", belief->before);
	json_set_real(json, "changes_behind_it", belief->behind);
	return json;
}

static struct json *thoughts_to_json(const struct report_input *input, size_t kernel)
{
	const struct history *history = input->history;
	struct json *array = json_new_array();

	for (size_t i = 0; input->thoughts && i < history->n_boots; i++) {
		struct json *json;

		if (history->boots[i].kernel != kernel)
			continue;
		json = json_new_object();
		json_set_integer(json, "boot", history->boots[i].id);
		json_set(json, "before", belief_to_json(&input->thoughts[i].prior));
		json_set(json, "after", belief_to_json(&input->thoughts[i].posterior));
		json_push(array, json);
	}
	return array;
}

struct json *show_view_to_json(const struct report_input *input, size_t kernel)
{
	const struct history *history = input->history;
	CLEANUP(levels_clear) struct levels levels = { 0 };
	struct json *json = json_new_object();
	struct json *boots = json_new_array();
	struct json *steps = json_new_array();
	size_t good;

	levels_init(&levels, history, input->record->better);
	good = levels_find(&levels, history, input->record->good);
	for (size_t i = 0; i < history->n_boots; i++)
		if (history->boots[i].kernel == kernel)
			json_push(boots, history_boot_to_json(history, &history->boots[i]));
	for (size_t i = 0; i < input->n_steps; i++)
		if (is_step_of(&input->steps[i], &history->kernels[kernel]))
			json_push(steps, step_to_json(&input->steps[i]));
	json_set_integer(json, "schema", SCHEMA);
	json_set(json, "case", case_to_json(input->record));
	json_set(json, "kernel", history_kernel_to_json(&history->kernels[kernel]));
	json_set(json, "speed_differences", lines_to_json(input->speed_differences));
	json_set(json, "other_differences", lines_to_json(input->other_differences));
	json_set(json, "level", level_to_json(&levels, good, kernel));
	json_set(json, "boots", boots);
	json_set(json, "steps", steps);
	json_set(json, "thoughts", thoughts_to_json(input, kernel));
	return json;
}
