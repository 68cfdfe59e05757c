/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/log_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/dots.h"
#include "results/history_json.h"
#include "results/level.h"
#include "results/level_json.h"
#include "results/number.h"
#include "results/report_csv.h"
#include "results/table.h"
#include "results/text_width.h"

#define SCHEMA 1
#define SHORT 12 /* hex digits of a commit */
#define DOT_COLUMNS 24U
#define LEAST_MASS 0.0005 /* what is believed less is left blank */
#define MOST_MASS 0.9994  /* nothing is certain */

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

static const struct survey_place *find_place(const struct report_input *input, size_t kernel)
{
	if (!input->finding)
		return NULL;
	return survey_find(&input->finding->survey, input->history->kernels[kernel].id);
}

/* What is believed of the commits up to this kernel, behind the one before it. */
static void add_mass(const struct report_input *input, size_t kernel, struct table *table)
{
	const struct survey_place *place = find_place(input, kernel);

	if (place && place->mass >= LEAST_MASS)
		table_addf(table, "%.1f %%", 100 * fmin(place->mass, MOST_MASS));
	else
		table_add(table, "");
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
	add_mass(input, kernel, table);
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

static bool is_boot_meant(const struct history_boot *boot, const struct log_view_options *options)
{
	return (!options->machine || strcmp(boot->machine, options->machine) == 0) &&
	       (!options->cell || strcmp(boot->cell, options->cell) == 0);
}

bool log_view_has(const struct report_input *input, size_t kernel,
		  const struct log_view_options *options)
{
	const struct history *history = input->history;

	if (options->outcome &&
	    strcmp(outcome_name(history_outcome(history, kernel, NULL)), options->outcome) != 0)
		return false;
	if (options->metric && strcmp(input->record->metric, options->metric) != 0)
		return false;
	if (!options->machine && !options->cell)
		return true;
	for (size_t i = 0; i < history->n_boots; i++)
		if (history->boots[i].kernel == kernel &&
		    is_boot_meant(&history->boots[i], options))
			return true;
	return false;
}

bool log_view_has_boot(const struct report_input *input, const struct history_boot *boot,
		       const struct log_view_options *options)
{
	return is_boot_meant(boot, options) && log_view_has(input, boot->kernel, options);
}

static const char *const order_names[] = {
	[LOG_BY_HISTORY] = "history",
	[LOG_BY_VALUE] = "value",
	[LOG_BY_BOOTS] = "boots",
	[LOG_BY_OUTCOME] = "outcome",
};

bool log_view_order_from_name(const char *name, enum log_view_order *ret)
{
	for (size_t i = 0; i < ARRAY_LENGTH(order_names); i++)
		if (strcmp(name, order_names[i]) == 0) {
			*ret = (enum log_view_order)i;
			return true;
		}
	return false;
}

/* A kernel with what it is sorted by; ties stay in the order of history. */
struct entry {
	double key; /* smaller comes first */
	size_t kernel;
};

static int compare_entries(const void *a, const void *b)
{
	const struct entry *left = a, *right = b;

	if (left->key < right->key || left->key > right->key)
		return left->key < right->key ? -1 : 1;
	return left->kernel < right->kernel ? -1 : left->kernel > right->kernel;
}

static double key_of(const struct report_input *input, const struct level *level, size_t kernel,
		     enum log_view_order order)
{
	switch (order) {
	case LOG_BY_HISTORY:
		break;
	case LOG_BY_VALUE:
		return level->n_boots ? -sample_to_log_percent(level->value, input->record->better)
				      : INFINITY;
	case LOG_BY_BOOTS:
		return -(double)count_boots(input->history, kernel);
	case LOG_BY_OUTCOME:
		return (double)history_outcome(input->history, kernel, NULL);
	}
	return 0;
}

/* The kernels that are listed, as they are; the caller frees them. */
static struct entry *choose(const struct report_input *input, const struct levels *levels,
			    const struct log_view_options *options, size_t *ret_n)
{
	struct entry *entries = mem_array(levels->n + 1, sizeof(*entries));
	size_t n = 0;

	for (size_t i = 0; i < levels->n; i++)
		if (log_view_has(input, i, options))
			entries[n++] =
				(struct entry){ key_of(input, &levels->of[i], i, options->order),
						i };
	qsort(entries, n, sizeof(*entries), compare_entries);
	*ret_n = n;
	return entries;
}

/* The boots of the kernels listed, in the order they were made, each with all its samples. */
static void append_samples(const struct report_input *input, const struct log_view_options *options,
			   struct str *out)
{
	static const struct table_column columns[] = {
		{ "commit", TABLE_LEFT }, { "boot", TABLE_RIGHT },   { "outcome", TABLE_LEFT },
		{ "on", TABLE_LEFT },     { "samples", TABLE_LEFT },
	};
	CLEANUP(table_freep) struct table *table = table_new(columns, ARRAY_LENGTH(columns));
	const struct history *history = input->history;

	for (size_t i = 0; i < history->n_boots; i++) {
		const struct history_boot *boot = &history->boots[i];
		CLEANUP(str_clear) struct str values = { 0 };

		if (!log_view_has_boot(input, boot, options))
			continue;
		for (size_t j = 0; j < boot->n; j++) {
			str_append(&values, j ? " " : "");
			number_append_exact(&values, boot->values[j]);
		}
		table_addf(table, "%.*s", SHORT, history->kernels[boot->kernel].commit);
		table_addf(table, "%lld", (long long)boot->id);
		table_add(table, outcome_name(boot->outcome));
		table_add(table, boot->machine);
		table_add(table, str_text(&values));
	}
	str_append_char(out, '\n');
	table_append(table, 0, 0, out);
}

void log_view_append(const struct report_input *input, const struct log_view_options *options,
		     struct str *out)
{
	CLEANUP(levels_clear) struct levels levels = { 0 };
	CLEANUP(table_freep) struct table *table = NULL;
	CLEANUP(str_clear) struct str bounds = { 0 };
	CLEANUP(str_clear) struct str unit = { 0 };
	CLEANUP(mem_freep) struct entry *entries = NULL;
	struct table_column columns[] = {
		{ "commit", TABLE_LEFT },   { "outcome", TABLE_LEFT }, { "boots", TABLE_RIGHT },
		{ "samples", TABLE_RIGHT }, { "of good", TABLE_LEFT }, { "", TABLE_RIGHT },
		{ "", TABLE_LEFT },         { "P", TABLE_RIGHT },      { "subject", TABLE_LEFT },
	};
	size_t good, n;

	levels_init(&levels, input->history, input->record->better);
	good = levels_find(&levels, input->history, input->record->good);
	str_append_printable(&unit, input->record->unit, strlen(input->record->unit), false);
	append_bounds(&levels, input->record->better, &bounds);
	columns[5].title = str_text(&unit);
	columns[6].title = str_text(&bounds);
	table = table_new(columns, ARRAY_LENGTH(columns));
	entries = choose(input, &levels, options, &n);
	for (size_t i = 0; i < n; i++)
		add_row(input, &levels, good, entries[i].kernel, table);
	table_append(table, 0, input->width, out);
	if (options->wants_samples)
		append_samples(input, options, out);
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
	json_set_real(json, "probability",
		      find_place(input, kernel) ? find_place(input, kernel)->mass : (double)NAN);
	return json;
}

struct json *log_view_to_json(const struct report_input *input,
			      const struct log_view_options *options)
{
	CLEANUP(levels_clear) struct levels levels = { 0 };
	struct json *json = json_new_object();
	struct json *kernels = json_new_array();
	CLEANUP(mem_freep) struct entry *entries = NULL;
	size_t good, n;

	levels_init(&levels, input->history, input->record->better);
	good = levels_find(&levels, input->history, input->record->good);
	entries = choose(input, &levels, options, &n);
	for (size_t i = 0; i < n; i++)
		json_push(kernels, kernel_to_json(input, &levels, good, entries[i].kernel));
	json_set_integer(json, "schema", SCHEMA);
	json_set(json, "case", case_to_json(input->record));
	json_set(json, "kernels", kernels);
	return json;
}

void log_view_append_rows(const struct report_input *input, const struct log_view_options *options,
			  struct str *out)
{
	for (size_t i = 0; i < input->history->n_boots; i++)
		if (log_view_has_boot(input, &input->history->boots[i], options))
			report_csv_append_boot(input, &input->history->boots[i], out);
}
