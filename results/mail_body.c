/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/mail_body.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "results/mail_details.h"
#include "results/mail_table.h"
#include "results/number.h"
#include "results/paragraph.h"
#include "results/report_checks.h"
#include "results/report_input.h"

#define WIDTH 75
#define FIXES 12         /* digits of a commit in Fixes: */
#define DOUBTFUL_P 0.001 /* below it the model does not fit */
#define SUBJECT_MAX 300  /* bytes of a commit's subject */

static void append_safe(struct str *out, const char *text)
{
	if (text)
		str_append_printable(out, text, strnlen(text, SUBJECT_MAX), false);
}

static void append_paragraph(struct str *out, const char *lead, const char *format, ...)
	PRINTF_LIKE(3, 4);

static void append_paragraph(struct str *out, const char *lead, const char *format, ...)
{
	CLEANUP(str_clear) struct str text = { 0 };
	va_list args;

	va_start(args, format);
	str_appendfv(&text, format, args);
	va_end(args);
	paragraph_append(out, lead, str_text(&text), WIDTH);
}

/* A finding speaks of throughput; the metric's value goes the other way where lower is better. */
static double metric_change(const struct report_input *input, double percent)
{
	return input->record->better == HIGHER_IS_BETTER ? percent
							 : 100 / (1 + percent / 100) - 100;
}

void mail_body_append_change(const struct report_input *input, const struct finding_change *change,
			     struct str *out)
{
	str_appendf(out, "%+.1f%% %s", metric_change(input, change->effect_percent),
		    change->effect_percent < 0 ? "regression" : "improvement");
}

static void append_opening(const struct report_input *input, const struct finding_change *change,
			   struct str *out)
{
	const struct finding_commit *commit = &change->commits[0];

	str_append(out, "Hello,\n\nperfsect noticed a ");
	mail_body_append_change(input, change, out);
	str_append(out, " of ");
	append_safe(out, input->record->workload);
	str_append_char(out, '.');
	append_safe(out, input->record->metric);
	str_appendf(out, " on:\n\ncommit: %s (\"", commit->hex);
	append_safe(out, commit->subject);
	str_append(out, "\")\nbetween ");
	append_safe(out, input->record->good_name);
	str_appendf(out, " (%.*s) and ", FIXES, input->record->good);
	append_safe(out, input->record->bad_name);
	str_appendf(out, " (%.*s)\n", FIXES, input->record->bad);
	if (change->merge[0])
		str_appendf(out, "merged by: %s\n", change->merge);
}

/* What was run, and a line a parameter. */
static void append_setup(const struct report_input *input, struct str *out)
{
	const char *cell = input->record->cell;

	str_append(out, "\ntestcase: ");
	append_safe(out, input->record->workload);
	str_append(out, "\ntest machine: ");
	append_safe(out, input->record->machine);
	str_append(out, "\nparameters:\n");
	for (cell += strspn(cell, " "); *cell; cell += strspn(cell, " ")) {
		const size_t n = strcspn(cell, " "), name = strcspn(cell, " =");

		str_append_char(out, '\t');
		str_append_printable(out, cell, name, false);
		str_append(out, ": ");
		if (name < n)
			str_append_printable(out, cell + name + 1, n - name - 1, false);
		str_append_char(out, '\n');
		cell += n;
	}
	str_append(out, "\tmetric: ");
	append_safe(out, input->record->metric);
	str_append(out, " in ");
	append_safe(out, input->record->unit);
	str_appendf(out, ", %s is better\n", direction_name(input->record->better));
}

static void append_others(const struct report_input *input, const struct finding_change *change,
			  struct str *out)
{
	const struct finding *finding = input->finding;

	if (finding->n_changes < 2)
		return;
	str_append(out, "\nIn addition to that, there are further changes in the range:\n");
	for (size_t i = 0; i < finding->n_changes; i++) {
		const struct finding_change *other = &finding->changes[i];

		if (other == change)
			continue;
		str_append(out, "\t");
		mail_body_append_change(input, other, out);
		str_appendf(out, " by %s%.*s (\"",
			    other->n_commits > 1 ? "one of the commits up to " : "", FIXES,
			    other->commits[other->n_commits - 1].hex);
		append_safe(out, other->commits[other->n_commits - 1].subject);
		str_append(out, "\")\n");
	}
}

static void append_tags(const struct report_input *input, const struct finding_change *change,
			const char *id, struct str *out)
{
	const struct mail_details *details = input->mail;

	str_append(out,
		   "\nIf a commit of its own mends this (and not a new version of the same patch), "
		   "please\nadd these tags:\n| Fixes: ");
	str_appendf(out, "%.*s (\"", FIXES, change->commits[0].hex);
	append_safe(out, change->commits[0].subject);
	str_append(out, "\")\n| Reported-by: ");
	append_safe(out, details && details->from ? details->from : "(your name and address)");
	str_append(out, "\n| Closes: ");
	append_safe(out, details && details->archive ? details->archive : "");
	str_appendf(out, "%s\n", id);
}

static const char *verdict_word(enum finding_verdict verdict)
{
	switch (verdict) {
	case FINDING_UNCHECKED:
	case FINDING_CHECKING:
		return "SKIP";
	case FINDING_CONFIRMED:
		return "PASS";
	case FINDING_REFUTED:
	case FINDING_UNDECIDED:
		return "FAIL";
	}
	return "SKIP";
}

static void append_explained(const struct finding_change *change, struct str *out)
{
	const struct finding_explanation *explanation = &change->explanation;
	CLEANUP(str_clear) struct str sentence = { 0 };
	const bool is_measured = explanation->method != FINDING_NO_METHOD &&
				 explanation->outcome == OUTCOME_MEASURED;
	/* taking it out must bring back what it cost */
	const bool is_gone =
		is_measured && (explanation->method == FINDING_REVERT) ==
				       (explanation->effect_percent * change->effect_percent < 0);

	report_checks_explanation(change, &sentence);
	append_paragraph(out, "  reverted on the tip:  ", "%s%s%s",
			 !is_measured ? "SKIP"
			 : is_gone    ? "PASS"
				      : "FAIL",
			 sentence.length ? ": " : "", str_text(&sentence));
	if (is_measured && isfinite(explanation->share))
		append_paragraph(out, "  share explained:      ",
				 "%.0f %% of the difference between the ends (95 %%: %.0f %% to "
				 "%.0f %%)",
				 100 * explanation->share, 100 * explanation->share_low,
				 100 * explanation->share_high);
	else
		str_append(out, "  share explained:      SKIP\n");
}

static void append_checks(const struct report_input *input, const struct finding_change *change,
			  struct str *out)
{
	CLEANUP(str_clear) struct str sentence = { 0 };
	const double p = input->finding->fit_p;

	report_checks_comparison(change, &sentence);
	str_append(out, "\nChecks:\n");
	append_paragraph(out, "  parent re-tested:     ", "%s%s%s",
			 verdict_word(change->comparison.verdict), sentence.length ? ": " : "",
			 str_text(&sentence));
	append_explained(change, out);
	if (isfinite(p))
		append_paragraph(out, "  residual check:       ",
				 "%s: p = %.2g that the measured levels differ so much from these "
				 "changes by chance",
				 p < DOUBTFUL_P ? "FAIL" : "PASS", p);
	else
		str_append(out, "  residual check:       SKIP\n");
	append_paragraph(out, "  probability:          ", "%s%.3f that it is this commit",
			 change->probability > 0.999 ? "above " : "",
			 fmin(change->probability, 0.999));
	str_append(out, input->record->better == HIGHER_IS_BETTER ? "  effect on throughput: "
								  : "  effect on speed:      ");
	number_append_interval(out, change->effect_percent, change->effect_low,
			       change->effect_high);
	str_append_char(out, '\n');
}

static void append_reproduction(const struct report_input *input,
				const struct finding_change *change, struct str *out)
{
	const struct mail_details *details = input->mail;

	str_append(out, "\nTo reproduce:\n");
	str_append(out, "\tperfsect init --repo linux lab && cd lab\n"
			"\t# in perfsect.conf: the workload and its parameters as above\n");
	str_appendf(out, "\tperfsect run %.*s %.*s\n", FIXES,
		    details && details->parent[0] ? details->parent : input->record->good, FIXES,
		    change->commits[0].hex);
	str_append(out, "or, with the log attached, in any clone of the repository:\n"
			"\tgit bisect replay bisect.log\n");
}

/* Documentation/admin-guide/reporting-regressions.rst has the rule. */
static void append_threshold(const struct report_input *input, const struct finding_change *change,
			     struct str *out)
{
	CLEANUP(str_clear) struct str name = { 0 };

	if (change->effect_percent >= 0)
		return;
	append_safe(&name, input->record->workload);
	str_append_char(out, '\n');
	append_paragraph(
		out, "",
		"What counts: the kernel's documentation takes a loss of performance for a "
		"regression where it is a significant one. Some 5 %% of a microbenchmark do "
		"not suffice by themselves; they do when a broad benchmark loses more than "
		"1 %% with them. Here it is %.1f %% of %s: please judge by what it measures.",
		-change->effect_percent, str_text(&name));
}

static void append_tracker(const struct report_input *input, const struct finding_change *change,
			   struct str *out)
{
	if (input->mail && input->mail->regzbot)
		str_appendf(out, "\n#regzbot introduced: %s\n", change->commits[0].hex);
}

void mail_body_append(const struct report_input *input, const struct finding_change *change,
		      const char *id, struct str *out)
{
	append_opening(input, change, out);
	append_setup(input, out);
	append_others(input, change, out);
	append_tags(input, change, id, out);
	str_append(out,
		   "\n\nDetails are as below:\n----------------------------------------------------"
		   "---------------------------------------------->\n\n");
	mail_table_append(input, change, out);
	append_checks(input, change, out);
	append_reproduction(input, change, out);
	append_threshold(input, change, out);
	append_tracker(input, change, out);
	str_append(out,
		   "\nThis was measured and written by a program; what it measured is all that it "
		   "knows.\n\n-- \nperfsect " PERFSECT_VERSION "\n");
}
