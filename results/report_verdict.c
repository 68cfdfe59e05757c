/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/report_verdict.h"

#include <string.h>

#include "results/number.h"

#define SHORT 12 /* hex digits of a commit */

static enum case_state state_of(const struct report_input *input)
{
	enum case_state state = input->record->state;

	if (input->finding && input->finding->state)
		(void)case_state_from_name(input->finding->state, &state); /* else the case's */
	return state;
}

const char *report_verdict_speed(double percent)
{
	return percent < 0 ? "slower" : "faster";
}

bool report_verdict_has_difference(const struct finding *finding)
{
	return finding->difference_low < finding->difference_high;
}

/* "The bad end against the good end: -3.1 % (95 %: …)." */
static void append_difference(const struct report_input *input, struct str *out)
{
	const struct finding *finding = input->finding;

	if (!report_verdict_has_difference(finding)) {
		str_append(out, " The two ends could not be compared.");
		return;
	}
	if (input->record->better == LOWER_IS_BETTER)
		str_append(out, " Speed (the inverse of the metric) of the bad end against the "
				"good end: ");
	else
		str_append(out, " Throughput of the bad end against the good end: ");
	number_append_interval(out, finding->difference_percent, finding->difference_low,
			       finding->difference_high);
	if (input->record->better == LOWER_IS_BETTER) {
		str_append(out, "; that is ");
		str_append_printable(out, input->record->metric, strlen(input->record->metric),
				     false);
		str_appendf(
			out, " %+.*f %%. Further percentages are of speed",
			number_decimals((finding->difference_high - finding->difference_low) / 2),
			100 / (1 + finding->difference_percent / 100) - 100);
	}
	str_append(out, ".");
}

static void append_found(const struct report_input *input, struct str *out)
{
	const struct finding *finding = input->finding;
	const struct finding_change *change = finding->changes;

	size_t n_runs = 0;

	for (size_t i = 0; i < finding->n_changes; i++)
		n_runs += finding->changes[i].n_commits > 1;
	if (finding->n_changes != 1 && n_runs > 0)
		str_appendf(out,
			    "Found %zu changes of throughput, %zu of them only down to a run of "
			    "commits.",
			    finding->n_changes, n_runs);
	else if (finding->n_changes != 1)
		str_appendf(out, "Found %zu changes of throughput.", finding->n_changes);
	else if (change->n_commits == 1)
		str_appendf(out, "Found: commit %.*s makes it %s.", SHORT, change->commits[0].hex,
			    report_verdict_speed(change->effect_percent));
	else
		str_appendf(out, "Found: one of %zu commits makes it %s.", change->n_commits,
			    report_verdict_speed(change->effect_percent));
}

static bool has_refuted(const struct finding *finding)
{
	for (size_t i = 0; i < finding->n_changes; i++)
		if (finding->changes[i].comparison.verdict == FINDING_REFUTED)
			return true;
	return false;
}

static bool has_obstacle(const struct report_input *input)
{
	return input->finding->obstacle && input->finding->obstacle[0] != '\0';
}

/* Of one that did not end by itself. */
static void append_obstacle(const struct report_input *input, struct str *out)
{
	if (has_obstacle(input))
		str_appendf(out, " In its way: %s.", input->finding->obstacle);
}

static void append_state(const struct report_input *input, struct str *out)
{
	switch (state_of(input)) {
	case CASE_RUNNING:
		str_append(out, "Running: nothing is decided yet.");
		append_obstacle(input, out);
		return;
	case CASE_PAUSED:
		str_appendf(out,
			    "Paused: nothing is decided yet, and 'perfsect resume %lld' goes on.",
			    (long long)input->record->id);
		append_obstacle(input, out);
		return;
	case CASE_FOUND:
		append_found(input, out);
		return;
	case CASE_UNDECIDED:
		if (has_obstacle(input)) {
			str_appendf(out, "Undecided: %s.", input->finding->obstacle);
			return;
		}
		if (has_refuted(input->finding)) {
			str_append(out, "In doubt: what the search found does not hold when it is "
					"compared side by side.");
			return;
		}
		str_appendf(out,
			    "Undecided: no answer has the probability of %g that was asked "
			    "for, and nothing is left to measure that would tell more.",
			    input->finding->confidence);
		return;
	case CASE_NOT_REPRODUCED:
		str_append(out, "Not reproduced: good end and bad end do not differ by as much as "
				"was looked for.");
		return;
	case CASE_STOPPED:
		str_append(out, "Stopped before an answer: this is what was known by then.");
		append_obstacle(input, out);
		return;
	}
}

void report_verdict_append_probability(const struct finding_change *change, struct str *out)
{
	if (change->probability > 0.999)
		str_append(out, "above 0.999");
	else
		str_appendf(out, "%.3f", change->probability);
	if (change->comparison.verdict == FINDING_REFUTED)
		str_append(out, " to the search alone, which boots side by side contradict");
}

void report_verdict_append(const struct report_input *input, struct str *out)
{
	if (input->finding) {
		append_state(input, out);
		append_difference(input, out);
	} else if (input->record->state == CASE_RUNNING) {
		str_append(out, "Running: nothing has been concluded yet.");
	} else {
		str_appendf(out, "Ended as '%s' without a finding.",
			    case_state_name(input->record->state));
	}
}
