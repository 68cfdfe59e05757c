/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/report_text.h"

#include <math.h>
#include <string.h>

#include "base/quantity.h"
#include "results/number.h"
#include "results/paragraph.h"
#include "results/report_checks.h"
#include "results/report_input.h"
#include "results/report_verdict.h"
#include "results/table.h"

#define SHORT 12          /* hex digits of a commit */
#define DOUBTFUL_P 0.001  /* below it the model does not fit */
#define RUN_SHOWN 3       /* of the commits at each end of a run */
#define UNTESTABLE_MAX 40 /* lines; the rest is counted */

static void append_attribute(const struct report_input *input, const char *code, struct str *out)
{
	if (input->color)
		str_append(out, code);
}

static void append_head(const struct report_input *input, struct str *out)
{
	static const struct table_column columns[] = { { "", TABLE_LEFT },
						       { "", TABLE_LEFT },
						       { "", TABLE_LEFT } };
	CLEANUP(table_freep) struct table *table = table_new(columns, ARRAY_LENGTH(columns));
	CLEANUP(str_clear) struct str title = { 0 };
	const struct case_record *record = input->record;

	str_appendf(&title, "Case %lld: %s%s%s%s, %s in %s (%s is better), on %s",
		    (long long)record->id, record->workload, record->cell[0] ? " (" : "",
		    record->cell, record->cell[0] ? ")" : "", record->metric, record->unit,
		    direction_name(record->better), record->machine);
	paragraph_append(out, "", str_text(&title), input->width);
	table_add(table, "good end");
	table_addf(table, "%.*s", SHORT, record->good);
	table_add(table, record->good_name);
	table_add(table, "bad end");
	table_addf(table, "%.*s", SHORT, record->bad);
	table_add(table, record->bad_name);
	table_append(table, 2, input->width, out);
	if (input->finding && input->finding->n_commits)
		str_appendf(out, "  %u commit%s between them\n", input->finding->n_commits,
			    input->finding->n_commits == 1 ? "" : "s");
}

static void append_verdict(const struct report_input *input, struct str *out)
{
	CLEANUP(str_clear) struct str text = { 0 };

	report_verdict_append(input, &text);
	str_append_char(out, '\n');
	append_attribute(input, "\x1b[1m", out);
	paragraph_append(out, "", str_text(&text), input->width);
	append_attribute(input, "\x1b[0m", out);
}

static void append_commit(const struct report_input *input, const struct finding_commit *commit,
			  struct str *out)
{
	str_appendf(out, "     commit %s\n", commit->hex);
	if (commit->subject && commit->subject[0])
		paragraph_append(out, "       ", commit->subject, input->width);
	if (commit->author && commit->author[0])
		paragraph_append(out, "       by ", commit->author, input->width);
}

/* Of many commits the oldest and the newest. */
static void append_commits(const struct report_input *input, const struct finding_change *change,
			   struct str *out)
{
	const size_t n = change->n_commits;
	const size_t left_out = n > 2 * RUN_SHOWN + 1 ? n - 2 * RUN_SHOWN : 0;

	if (n > 1)
		str_appendf(out, "     one of %zu commits that could not be told apart:\n", n);
	for (size_t i = 0; i < n; i++) {
		if (left_out > 0 && i == RUN_SHOWN) {
			str_appendf(out, "     … %zu commits between them …\n", left_out);
			i += left_out;
		}
		append_commit(input, &change->commits[i], out);
	}
}

static void append_checks(const struct report_input *input, const struct finding_change *change,
			  struct str *out)
{
	CLEANUP(str_clear) struct str comparison = { 0 };
	CLEANUP(str_clear) struct str explanation = { 0 };

	report_checks_comparison(change, &comparison);
	report_checks_explanation(change, &explanation);
	if (comparison.length > 0)
		paragraph_append(out, "     ", str_text(&comparison), input->width);
	if (explanation.length > 0)
		paragraph_append(out, "     ", str_text(&explanation), input->width);
}

static void append_change(const struct report_input *input, size_t i, struct str *out)
{
	const struct finding_change *change = &input->finding->changes[i];

	str_appendf(out, "\n%3zu. ", i + 1);
	append_attribute(input, change->effect_percent < 0 ? "\x1b[31m" : "\x1b[32m", out);
	number_append_interval(out, change->effect_percent, change->effect_low,
			       change->effect_high);
	append_attribute(input, "\x1b[0m", out);
	str_appendf(out, ", %s; probability ", report_verdict_speed(change->effect_percent));
	report_verdict_append_probability(change, out);
	str_append(out, change->is_resolved ? "\n" : ", not resolved\n");
	append_commits(input, change, out);
	if (change->merge[0])
		str_appendf(out, "     came with merge %.*s\n", SHORT, change->merge);
	append_checks(input, change, out);
}

static void append_untestable(const struct report_input *input, struct str *out)
{
	static const struct table_column columns[] = { { "", TABLE_LEFT },
						       { "", TABLE_LEFT },
						       { "", TABLE_LEFT } };
	CLEANUP(table_freep) struct table *table = table_new(columns, ARRAY_LENGTH(columns));
	const struct finding *finding = input->finding;
	size_t n = finding->n_untestable;

	if (n == 0)
		return;
	str_appendf(out, "\n%zu commit%s could not be measured:\n", n, n == 1 ? "" : "s");
	for (size_t i = 0; i < n && i < UNTESTABLE_MAX; i++) {
		const struct finding_untestable *untestable = &finding->untestable[i];
		const char *detail = untestable->detail ? untestable->detail : "";
		const char *subject = untestable->commit.subject ? untestable->commit.subject : "";

		table_addf(table, "%.*s", SHORT, untestable->commit.hex);
		table_add(table, outcome_name(untestable->outcome));
		table_addf(table, "%s%s%s%s", subject, detail[0] ? " (" : "", detail,
			   detail[0] ? ")" : "");
	}
	table_append(table, 2, input->width, out);
	if (n > UNTESTABLE_MAX)
		str_appendf(out, "  and %zu more\n", n - UNTESTABLE_MAX);
}

static void append_count(struct str *out, unsigned n, const char *what)
{
	str_appendf(out, "%u %s%s, ", n, what, n == 1 ? "" : "s");
}

static void append_cost(const struct report_input *input, struct str *out)
{
	const struct finding *finding = input->finding;

	str_append(out, "\nCost: ");
	append_count(out, finding->builds, "build");
	append_count(out, finding->boots, "boot");
	append_count(out, finding->samples, "sample");
	quantity_append_duration(out, finding->wall_s);
	if (!report_verdict_has_difference(finding)) {
		str_append(out, "\n");
		return;
	}
	str_append(out, "\nNoise: ");
	str_appendf(out, "%.*f %% between samples of a boot, %.*f %% between boots of a kernel\n",
		    number_decimals(finding->sample_sd_percent), finding->sample_sd_percent,
		    number_decimals(finding->boot_sd_percent), finding->boot_sd_percent);
}

/* Beside each other the two look as if one were wrong. */
static void append_intervals(const struct report_input *input, struct str *out)
{
	bool is_compared = false;

	for (size_t i = 0; i < input->finding->n_changes; i++)
		is_compared = is_compared || input->finding->changes[i].comparison.pairs > 0;
	if (!is_compared)
		return;
	paragraph_append(
		out, "Intervals: ",
		"those of 95 % are of commits: they allow for two builds of equal code that "
		"differ, by as little as the search believes in. Those of 99 %, from pairs of "
		"boots, are of these two kernels alone, and can be the narrower ones.",
		input->width);
}

static void append_doubt(const struct report_input *input, struct str *out)
{
	CLEANUP(str_clear) struct str text = { 0 };

	if (!(input->finding->fit_p < DOUBTFUL_P))
		return;
	str_appendf(&text,
		    "In doubt: the measured levels do not fit the changes above (residual p = "
		    "%.1g). Drift, another change or the layout of the code may be at work, so the "
		    "probabilities are too optimistic.",
		    input->finding->fit_p);
	str_append_char(out, '\n');
	append_attribute(input, "\x1b[33m", out);
	paragraph_append(out, "", str_text(&text), input->width);
	append_attribute(input, "\x1b[0m", out);
}

static void append_notes(const struct report_input *input, struct str *out)
{
	const struct strlist *notes = &input->finding->notes;

	if (notes->n)
		str_append(out, "\nNotes:\n");
	for (size_t i = 0; i < notes->n; i++)
		paragraph_append(out, "  - ", notes->items[i], input->width);
}

/* Only where the search has looked at it. */
static void append_layouts(const struct finding *finding, struct str *out)
{
	if (finding->layouts == 0)
		return;
	str_appendf(out, "Layout: %.*f %% between builds of a commit; %u kernel%s laid out anew\n",
		    number_decimals(finding->build_sd_percent), finding->build_sd_percent,
		    finding->layouts, finding->layouts == 1 ? " was" : "s were");
}

/* While there is no finding, what was done so far can be counted. */
static void append_progress(const struct report_input *input, struct str *out)
{
	const struct history *history = input->history;
	unsigned samples = 0;

	for (size_t i = 0; i < history->n_boots; i++)
		samples += (unsigned)history->boots[i].n;
	str_append(out, "So far: ");
	append_count(out, (unsigned)history->n_kernels, "kernel");
	append_count(out, (unsigned)history->n_boots, "boot");
	str_appendf(out, "%u sample%s\n", samples, samples == 1 ? "" : "s");
}

void report_text_append(const struct report_input *input, struct str *out)
{
	append_head(input, out);
	append_verdict(input, out);
	if (!input->finding) {
		append_progress(input, out);
		return;
	}
	for (size_t i = 0; i < input->finding->n_changes; i++)
		append_change(input, i, out);
	append_untestable(input, out);
	append_doubt(input, out);
	append_cost(input, out);
	append_layouts(input->finding, out);
	append_intervals(input, out);
	append_notes(input, out);
}
