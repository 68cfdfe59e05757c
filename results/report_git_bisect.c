/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * git knows one change and two kinds of commits, so a kernel is "bad" when its level is nearer to the
 * bad end's. The last "bad" of a log is the one git goes by: the culprit's comes last. Several changes have
 * a bisection each, one behind the other, and the largest loss comes last: git ends there. Everything git
 * cannot express stands in comments, on one line each: subjects cannot become commands.
 */
#include "results/report_git_bisect.h"

#include <math.h>
#include <string.h>

#include "results/level.h"
#include "results/number.h"
#include "results/report_checks.h"
#include "results/report_input.h"

enum mark { MARK_NONE, MARK_GOOD, MARK_BAD, MARK_SKIP };

struct bisect_log {
	const struct report_input *input;
	struct levels levels;
	size_t good, bad;    /* kernels of the ends; levels.n when not measured */
	const char *culprit; /* the commit git shall end at, or NULL */
	bool is_ordered;     /* all changes go the same way, so good and bad have an order */
};

static bool is_same(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static void log_init(struct bisect_log *log, const struct report_input *input)
{
	const struct finding *finding = input->finding;
	size_t n_slower = 0;

	log->input = input;
	levels_init(&log->levels, input->history, input->record->better);
	log->good = levels_find(&log->levels, input->history, input->record->good);
	log->bad = levels_find(&log->levels, input->history, input->record->bad);
	log->culprit = NULL;
	for (size_t i = 0; finding && i < finding->n_changes; i++)
		n_slower += finding->changes[i].effect_percent < 0;
	log->is_ordered = finding && finding->n_changes > 0 &&
			  (n_slower == 0 || n_slower == finding->n_changes);
	if (log->is_ordered && finding->n_changes == 1 && finding->changes[0].n_commits == 1 &&
	    finding->changes[0].is_resolved &&
	    finding->changes[0].comparison.verdict != FINDING_REFUTED)
		log->culprit = finding->changes[0].commits[0].hex;
}

static void log_clear(struct bisect_log *log)
{
	levels_clear(&log->levels);
}

/* The mean over the layouts of the kernel's commit that were measured; there must be one. */
static double level_of_commit(const struct bisect_log *log, size_t kernel)
{
	const struct history_kernel *kernels = log->input->history->kernels;
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < log->levels.n; i++) {
		if (log->levels.of[i].n_boots == 0 ||
		    !is_same(kernels[i].commit, kernels[kernel].commit) ||
		    !is_same(kernels[i].onto, kernels[kernel].onto))
			continue;
		sum += log->levels.of[i].log_percent;
		n++;
	}
	return sum / (double)n;
}

static enum mark mark_of(const struct bisect_log *log, size_t kernel)
{
	enum outcome outcome = history_outcome(log->input->history, kernel, NULL);
	const struct level *level = &log->levels.of[kernel];
	double from_good, from_bad;

	if (outcome_is_untestable(outcome))
		return MARK_SKIP;
	if (outcome != OUTCOME_MEASURED || level->n_boots == 0 || !log->is_ordered ||
	    log->good == log->levels.n || log->bad == log->levels.n)
		return MARK_NONE;
	from_good = fabs(level_of_commit(log, kernel) - level_of_commit(log, log->good));
	from_bad = fabs(level_of_commit(log, kernel) - level_of_commit(log, log->bad));
	return from_bad < from_good ? MARK_BAD : MARK_GOOD;
}

/* What git calls it: by the terms of the log. */
static const char *mark_name(const struct report_input *input, enum mark mark)
{
	switch (mark) {
	case MARK_NONE:
		return "not used";
	case MARK_GOOD:
		return input->term_old ? input->term_old : "good";
	case MARK_BAD:
		return input->term_new ? input->term_new : "bad";
	case MARK_SKIP:
		return "skip";
	}
	return "";
}

static void append_start(const struct report_input *input, const char *bad, const char *good,
			 struct str *out)
{
	str_append(out, "git bisect start ");
	if (input->term_old && input->term_new)
		str_appendf(out, "'--term-old=%s' '--term-new=%s' ", input->term_old,
			    input->term_new);
	str_appendf(out, "'%s' '%s'\n", bad, good);
}

/* "# good: [40hex] subject", as git writes it. */
static void append_title(const char *mark, const char *commit, const char *subject, struct str *out)
{
	str_appendf(out, "# %s: [%s] ", mark, commit);
	str_append_printable(out, subject, strlen(subject), false);
	str_append_char(out, '\n');
}

/* "#   352.94 MB/s, -3.1 % against the good end (3 boots, 9 samples)" */
static void append_measurement(const struct bisect_log *log, size_t kernel, struct str *out)
{
	const struct level *level = &log->levels.of[kernel];
	const char *unit = log->input->record->unit;

	if (level->n_boots == 0)
		return;
	str_append(out, "#   ");
	number_append(out, level->value);
	str_append_char(out, ' ');
	str_append_printable(out, unit, strlen(unit), false);
	if (log->good != log->levels.n && kernel != log->good) {
		double difference = level->log_percent - log->levels.of[log->good].log_percent;

		str_append(out, ", ");
		number_append_percent(out, log_percent_to_percent(difference), level->half);
		str_append(out, " against the good end");
	}
	str_appendf(out, " (%zu boot%s, %zu sample%s)\n", level->n_boots,
		    level->n_boots == 1 ? "" : "s", level->n_samples,
		    level->n_samples == 1 ? "" : "s");
}

static void append_end(const struct bisect_log *log, const char *mark, const char *commit,
		       size_t kernel, struct str *out)
{
	bool is_measured = kernel != log->levels.n;

	append_title(mark, commit, is_measured ? log->input->history->kernels[kernel].subject : "",
		     out);
	if (is_measured)
		append_measurement(log, kernel, out);
}

static void append_kernel(const struct bisect_log *log, size_t i, struct str *out)
{
	const struct history_kernel *kernel = &log->input->history->kernels[i];
	enum mark mark = mark_of(log, i);
	const char *detail = "";

	append_title(mark_name(log->input, mark), kernel->commit, kernel->subject, out);
	append_measurement(log, i, out);
	if (mark == MARK_SKIP) {
		str_appendf(out, "#   %s: ",
			    outcome_name(history_outcome(log->input->history, i, &detail)));
		str_append_printable(out, detail, strlen(detail), false);
		str_append_char(out, '\n');
	}
	if (mark != MARK_NONE)
		str_appendf(out, "git bisect %s %s\n", mark_name(log->input, mark), kernel->commit);
}

/* Transplants are commits of ours that no other clone has; other layouts repeat a commit. */
static bool is_left_out(const struct bisect_log *log, const struct history_kernel *kernel)
{
	const struct case_record *record = log->input->record;

	return kernel->onto[0] || kernel->variant > 0 || is_same(kernel->commit, record->good) ||
	       is_same(kernel->commit, record->bad);
}

static void append_kernels(const struct bisect_log *log, bool is_culprit, struct str *out)
{
	const struct history *history = log->input->history;

	for (size_t i = 0; i < history->n_kernels; i++) {
		const struct history_kernel *kernel = &history->kernels[i];

		if (!is_left_out(log, kernel) &&
		    (log->culprit && is_same(kernel->commit, log->culprit)) == is_culprit)
			append_kernel(log, i, out);
	}
}

/* "# confirmed: …": how the change was verified. */
static void append_checks(const struct finding_change *change, struct str *out)
{
	void (*const checks[])(const struct finding_change *, struct str *) = {
		report_checks_comparison,
		report_checks_explanation,
	};

	for (size_t i = 0; i < ARRAY_LENGTH(checks); i++) {
		CLEANUP(str_clear) struct str text = { 0 };

		checks[i](change, &text);
		if (text.length == 0)
			continue;
		str_append(out, "#   ");
		str_append_printable(out, str_text(&text), text.length, false);
		str_append_char(out, '\n');
	}
}

static void append_conclusion(const struct bisect_log *log, struct str *out)
{
	const struct finding *finding = log->input->finding;

	if (log->culprit) {
		append_title("first bad commit", log->culprit,
			     finding->changes[0].commits[0].subject, out);
		append_checks(&finding->changes[0], out);
		return;
	}
	for (size_t i = 0; finding && i < finding->n_changes; i++) {
		for (size_t j = 0; j < finding->changes[i].n_commits; j++)
			append_title("possible first bad commit",
				     finding->changes[i].commits[j].hex,
				     finding->changes[i].commits[j].subject, out);
		append_checks(&finding->changes[i], out);
	}
}

/* The kernel behind the change: of the merge that brought it, or of its last commit; n_kernels: none. */
static size_t boundary_of(const struct bisect_log *log, const struct finding_change *change)
{
	const struct history *history = log->input->history;
	const char *commit =
		change->merge[0] ? change->merge : change->commits[change->n_commits - 1].hex;
	size_t i = 0;

	while (i < history->n_kernels &&
	       (history->kernels[i].onto[0] || history->kernels[i].variant > 0 ||
		!is_same(history->kernels[i].commit, commit) || log->levels.of[i].n_boots == 0))
		i++;
	return i;
}

/* Do the changes part the kernels, one behind the other between the ends? */
static bool can_part(const struct bisect_log *log)
{
	const struct finding *finding = log->input->finding;
	size_t last = log->good;

	if (!finding || finding->n_changes < 2 || !log->input->is_sorted ||
	    log->good == log->levels.n || log->bad == log->levels.n)
		return false;
	for (size_t i = 0; i < finding->n_changes; i++) {
		const size_t boundary = boundary_of(log, &finding->changes[i]);

		if (boundary <= last || boundary > log->bad)
			return false;
		last = boundary;
	}
	return true;
}

/* The change that git shall end at: the largest loss; the last one where all are gains. */
static size_t worst_change(const struct finding *finding)
{
	size_t worst = finding->n_changes - 1;

	for (size_t i = 0; i < finding->n_changes; i++)
		if (finding->changes[i].effect_percent < 0 &&
		    finding->changes[i].effect_percent < finding->changes[worst].effect_percent)
			worst = i;
	return worst;
}

/* A kernel of a section, on the side of the change that it is on. */
static void append_side(const struct bisect_log *log, size_t i, bool is_behind, struct str *out)
{
	const struct history_kernel *kernel = &log->input->history->kernels[i];
	const enum outcome outcome = history_outcome(log->input->history, i, NULL);
	const enum mark mark = outcome_is_untestable(outcome)   ? MARK_SKIP
			       : log->levels.of[i].n_boots == 0 ? MARK_NONE
			       : is_behind                      ? MARK_BAD
								: MARK_GOOD;

	if (is_left_out(log, kernel) || mark == MARK_NONE)
		return;
	append_title(mark_name(log->input, mark), kernel->commit, kernel->subject, out);
	append_measurement(log, i, out);
	str_appendf(out, "git bisect %s %s\n", mark_name(log->input, mark), kernel->commit);
}

/* What the change is, and for what "bad" stands. */
static void append_section_title(const struct bisect_log *log, size_t i, struct str *out)
{
	const struct finding *finding = log->input->finding;
	const struct finding_change *change = &finding->changes[i];

	str_appendf(out, "\n# change %zu of %zu: ", i + 1, finding->n_changes);
	number_append_interval(out, change->effect_percent, change->effect_low,
			       change->effect_high);
	str_appendf(out, ", %s; here, \"%s\" is with it\n",
		    change->effect_percent >= 0  ? "a gain"
		    : i == worst_change(finding) ? "the regression"
						 : "another regression",
		    mark_name(log->input, MARK_BAD));
}

/* The bisection of one change alone, between its neighbours. */
static void append_section(const struct bisect_log *log, size_t i, struct str *out)
{
	const struct history *history = log->input->history;
	const struct finding *finding = log->input->finding;
	const struct finding_change *change = &finding->changes[i];
	const size_t boundary = boundary_of(log, change);
	const size_t first = i == 0 ? log->good : boundary_of(log, &finding->changes[i - 1]);
	const size_t next = i + 1 == finding->n_changes
				    ? history->n_kernels
				    : boundary_of(log, &finding->changes[i + 1]);
	size_t last = boundary;

	for (size_t k = boundary; k < next; k++)
		if (k == log->bad ||
		    (!is_left_out(log, &history->kernels[k]) && log->levels.of[k].n_boots > 0))
			last = k;
	append_section_title(log, i, out);
	append_start(log->input, history->kernels[last].commit, history->kernels[first].commit,
		     out);
	for (size_t k = first + 1; k < last; k++)
		if (k != boundary)
			append_side(log, k, k > boundary, out);
	if (boundary != last)
		append_side(log, boundary, true, out);
	for (size_t j = 0; j < change->n_commits; j++)
		append_title(change->n_commits == 1 && change->is_resolved
				     ? "first bad commit"
				     : "possible first bad commit",
			     change->commits[j].hex, change->commits[j].subject, out);
	append_checks(change, out);
}

static void append_sections(const struct bisect_log *log, struct str *out)
{
	const size_t worst = worst_change(log->input->finding);

	for (size_t i = 0; i < log->input->finding->n_changes; i++)
		if (i != worst)
			append_section(log, i, out);
	append_section(log, worst, out);
}

void report_git_bisect_append(const struct report_input *input, struct str *out)
{
	CLEANUP(log_clear) struct bisect_log log = { 0 };

	log_init(&log, input);
	append_end(&log, mark_name(input, MARK_BAD), input->record->bad, log.bad, out);
	append_end(&log, mark_name(input, MARK_GOOD), input->record->good, log.good, out);
	if (can_part(&log)) {
		append_sections(&log, out);
		return;
	}
	append_start(input, input->record->bad, input->record->good, out);
	if (!log.is_ordered)
		str_append(out, "# without changes that all go the same way, no commit between the "
				"ends is good or bad\n");
	append_kernels(&log, false, out);
	append_kernels(&log, true, out);
	append_conclusion(&log, out);
}
