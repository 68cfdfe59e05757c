/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/log_view.h"

#include <math.h>
#include <string.h>

#include "results/dots.h"
#include "results/history_json.h"
#include "results/level.h"
#include "results/level_json.h"
#include "results/number.h"
#include "results/table.h"
#include "results/text_width.h"

#define SCHEMA 1
#define SHORT 12 /* hex digits of a commit */
#define DOT_COLUMNS 24U

static size_t count_boots(const struct history *history, size_t kernel)
{
	size_t n = 0;

	for (size_t i = 0; i < history->n_boots; i++)
		n += history->boots[i].kernel == kernel;
	return n;
}

/* "2", or "2 of 3" when not all boots were measured. */
static void add_boots(const struct report_input *input, size_t kernel, const struct level *level,
		      struct table *table)
{
	size_t n = count_boots(input->history, kernel);

	if (n == level->n_boots)
		table_addf(table, "%zu", n);
	else
		table_addf(table, "%zu of %zu", level->n_boots, n);
}

/* "96.85 % ± 0.31"; nothing without a good end to compare with. */
static void add_share(const struct levels *levels, size_t good, const struct level *level,
		      struct table *table)
{
	double share, half;

	if (good == levels->n) {
		table_add(table, "");
		return;
	}
	share = level_share(level, &levels->of[good]);
	half = level_share_half(level, &levels->of[good]);
	if (isfinite(half))
		table_addf(table, "%.*f %% ± %.*f", number_decimals(half), share,
			   number_decimals(half), half);
	else
		table_addf(table, "%.1f %%", share);
}

static void add_dots(const struct report_input *input, const struct levels *levels, size_t kernel,
		     struct table *table)
{
	CLEANUP(dots_clear) struct dots dots = { 0 };
	CLEANUP(str_clear) struct str line = { 0 };

	dots_init(&dots, DOT_COLUMNS, levels->low, levels->high);
	for (size_t i = 0; i < input->history->n_boots; i++) {
		const struct history_boot *boot = &input->history->boots[i];

		if (boot->kernel != kernel || boot->outcome != OUTCOME_MEASURED)
			continue;
		for (size_t j = 0; j < boot->n; j++)
			if (isfinite(boot->values[j]) && boot->values[j] > 0)
				dots_add(&dots, sample_to_log_percent(boot->values[j],
								      input->record->better));
	}
	dots_append(&dots, &line);
	table_add(table, str_text(&line));
}

static void add_row(const struct report_input *input, const struct levels *levels, size_t good,
		    size_t kernel, struct table *table)
{
	const struct history_kernel *info = &input->history->kernels[kernel];
	const struct level *level = &levels->of[kernel];
	CLEANUP(str_clear) struct str value = { 0 };
	CLEANUP(str_clear) struct str name = { 0 };

	table_addf(table, "%.*s", SHORT, info->commit);
	table_add(table, outcome_name(history_outcome(input->history, kernel, NULL)));
	add_boots(input, kernel, level, table);
	table_addf(table, "%zu", level->n_samples);
	if (level->n_boots) {
		add_share(levels, good, level, table);
		number_append(&value, level->value);
	} else {
		table_add(table, "");
	}
	table_add(table, str_text(&value));
	add_dots(input, levels, kernel, table);
	if (info->variant > 0)
		str_appendf(&name, "[layout %u] ", info->variant);
	if ((info->mends && info->mends[0]) || (info->without && info->without[0]))
		str_append(&name, "[mended] ");
	if (history_first_same(input->history, kernel) != kernel)
		str_appendf(
			&name, "[same kernel as %.*s] ", SHORT,
			input->history->kernels[history_first_same(input->history, kernel)].commit);
	table_addf(table, "%s%s%s", info->onto[0] ? "[transplant] " : "", str_text(&name),
		   info->subject);
}

/* The bounds of the dots, at both ends of their column: slower is left. */
static void append_bounds(const struct levels *levels, enum direction better, struct str *out)
{
	CLEANUP(str_clear) struct str low = { 0 };
	CLEANUP(str_clear) struct str high = { 0 };
	size_t used;

	if (levels->low > levels->high)
		return;
	number_append(&low, sample_from_log_percent(levels->low, better));
	number_append(&high, sample_from_log_percent(levels->high, better));
	used = text_width(str_text(&low)) + text_width(str_text(&high));
	str_append(out, str_text(&low));
	for (size_t i = used; i < DOT_COLUMNS; i++)
		str_append_char(out, ' ');
	str_append(out, str_text(&high));
}

void log_view_append(const struct report_input *input, struct str *out)
{
	CLEANUP(levels_clear) struct levels levels = { 0 };
	CLEANUP(table_freep) struct table *table = NULL;
	CLEANUP(str_clear) struct str bounds = { 0 };
	CLEANUP(str_clear) struct str unit = { 0 };
	struct table_column columns[] = {
		{ "commit", TABLE_LEFT },   { "outcome", TABLE_LEFT }, { "boots", TABLE_RIGHT },
		{ "samples", TABLE_RIGHT }, { "of good", TABLE_LEFT }, { "", TABLE_RIGHT },
		{ "", TABLE_LEFT },         { "subject", TABLE_LEFT },
	};
	size_t good;

	levels_init(&levels, input->history, input->record->better);
	good = levels_find(&levels, input->history, input->record->good);
	str_append_printable(&unit, input->record->unit, strlen(input->record->unit), false);
	append_bounds(&levels, input->record->better, &bounds);
	columns[5].title = str_text(&unit);
	columns[6].title = str_text(&bounds);
	table = table_new(columns, ARRAY_LENGTH(columns));
	for (size_t i = 0; i < levels.n; i++)
		add_row(input, &levels, good, i, table);
	table_append(table, 0, input->width, out);
}

static struct json *kernel_to_json(const struct report_input *input, const struct levels *levels,
				   size_t good, size_t kernel)
{
	const struct history_kernel *info = &input->history->kernels[kernel];
	struct json *json = json_new_object();
	const char *detail = "";
	enum outcome outcome = history_outcome(input->history, kernel, &detail);

	json_set_integer(json, "id", info->id);
	json_set_string(json, "commit", info->commit);
	json_set_string(json, "onto", info->onto[0] ? info->onto : NULL);
	json_set_integer(json, "variant", info->variant);
	json_set_string(json, "subject", info->subject);
	json_set_string(json, "outcome", outcome_name(outcome));
	json_set_string(json, "detail", detail);
	json_set(json, "mends", lines_to_json(info->mends));
	json_set(json, "without", lines_to_json(info->without));
	json_set_integer(json, "boots", (int64_t)count_boots(input->history, kernel));
	json_set(json, "level", level_to_json(levels, good, kernel));
	return json;
}

struct json *log_view_to_json(const struct report_input *input)
{
	CLEANUP(levels_clear) struct levels levels = { 0 };
	struct json *json = json_new_object();
	struct json *kernels = json_new_array();
	size_t good;

	levels_init(&levels, input->history, input->record->better);
	good = levels_find(&levels, input->history, input->record->good);
	for (size_t i = 0; i < levels.n; i++)
		json_push(kernels, kernel_to_json(input, &levels, good, i));
	json_set_integer(json, "schema", SCHEMA);
	json_set(json, "case", case_to_json(input->record));
	json_set(json, "kernels", kernels);
	return json;
}
