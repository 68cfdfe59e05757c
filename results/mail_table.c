/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/mail_table.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "results/level.h"
#include "results/mail_details.h"
#include "results/report_input.h"
#include "results/stats.h"

#define SPREAD_SHOWN 2.0 /* percent */
#define LEFT 16          /* columns of the ids in the head */
#define RIGHT 27
#define SHORT 10 /* digits of a commit below "commit:" */
#define RULE_WIDTH 89

void mail_table_append_value(struct str *out, double value, double spread_percent)
{
	if (fabs(value) < 1000)
		str_appendf(out, "%10.2f", value);
	else if (fabs(value) > 1e8)
		str_appendf(out, "%10.4g", value);
	else
		str_appendf(out, "%10.0f", value);
	if (spread_percent > SPREAD_SHOWN)
		str_appendf(out, " ±%3.0f%%", fmin(spread_percent, 999));
	else
		str_append(out, "      ");
}

void mail_table_append_row(struct str *out, const double values[2], const double spreads[2],
			   const char *metric)
{
	mail_table_append_value(out, values[0], spreads[0]);
	str_appendf(out, "%+10.1f%% ", 100 * (values[1] / values[0] - 1));
	mail_table_append_value(out, values[1], spreads[1]);
	str_append(out, "  ");
	str_append_printable(out, metric, strlen(metric), false);
	str_append_char(out, '\n');
}

/* Mean and relative spread of all samples of a kernel. */
static void measure(const struct history *history, size_t kernel, double *ret, double *ret_spread)
{
	CLEANUP(mem_freep) double *values = NULL;
	size_t n = 0, capacity = 0;

	for (size_t i = 0; i < history->n_boots; i++) {
		const struct history_boot *boot = &history->boots[i];

		for (size_t j = 0; j < boot->n && boot->kernel == kernel; j++) {
			mem_grow(&values, &capacity, n, sizeof(*values));
			values[n++] = boot->values[j];
		}
	}
	*ret = n > 0 ? stats_mean(values, n) : (double)NAN;
	*ret_spread = n > 1 ? 100 * stats_sd(values, n) / *ret : 0;
}

/* What was before the change: its parent, or where that was not measured the good end. */
static size_t find_before(const struct report_input *input, const struct levels *levels)
{
	const struct mail_details *details = input->mail;
	size_t kernel = levels->n;

	if (details && details->parent[0])
		kernel = levels_find(levels, input->history, details->parent);
	return kernel < levels->n ? kernel
				  : levels_find(levels, input->history, input->record->good);
}

static void append_commit(struct str *out, const struct history_kernel *kernel)
{
	const char *subject = kernel->subject ? kernel->subject : "";

	str_appendf(out, "  %.*s (\"", SHORT, kernel->commit);
	str_append_printable(out, subject, strlen(subject), false);
	str_append(out, "\")\n");
}

/* The names of the cell's parameters, and below them their values. */
static void append_axes(struct str *out, const char *cell)
{
	CLEANUP(str_clear) struct str names = { 0 };
	CLEANUP(str_clear) struct str values = { 0 };

	for (cell += strspn(cell, " "); *cell; cell += strspn(cell, " ")) {
		const size_t n = strcspn(cell, " "), name = strcspn(cell, " =");

		str_append(&names, names.length ? "/" : "");
		str_append_printable(&names, cell, name, false);
		str_append(&values, values.length ? "/" : "");
		if (name < n)
			str_append_printable(&values, cell + name + 1, n - name - 1, false);
		cell += n;
	}
	for (size_t i = 0; i < RULE_WIDTH; i++)
		str_append_char(out, '=');
	if (names.length)
		str_appendf(out, "\n%s:\n  %s\n", str_text(&names), str_text(&values));
	else
		str_append_char(out, '\n');
}

static void append_head(struct str *out, const struct history_kernel *before,
			const struct history_kernel *after)
{
	str_append(out, "\ncommit: \n");
	append_commit(out, before);
	append_commit(out, after);
	str_appendf(out, "\n%.*s %.*s \n", LEFT, before->commit, RIGHT, after->commit);
	str_append(out, "---------------- --------------------------- \n"
			"         %stddev     %change         %stddev\n"
			"             \\          |                \\  \n");
}

void mail_table_append(const struct report_input *input, const struct finding_change *change,
		       struct str *out)
{
	const struct history *history = input->history;
	CLEANUP(levels_clear) struct levels levels = { 0 };
	CLEANUP(mem_freep) char *metric = NULL;
	double values[2], spreads[2];
	size_t before, after;

	levels_init(&levels, history, input->record->better);
	before = find_before(input, &levels);
	after = levels_find(&levels, history, change->commits[0].hex);
	if (before == levels.n || after == levels.n)
		return;
	metric = mem_printf("%s.%s", input->record->workload, input->record->metric);
	measure(history, before, &values[0], &spreads[0]);
	measure(history, after, &values[1], &spreads[1]);
	append_axes(out, input->record->cell);
	append_head(out, &history->kernels[before], &history->kernels[after]);
	mail_table_append_row(out, values, spreads, metric);
}
