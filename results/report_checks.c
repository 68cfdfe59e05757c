/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/report_checks.h"

#include <math.h>

#include "results/number.h"

static void append_pairs(const struct finding_comparison *comparison, struct str *out)
{
	str_appendf(out, "%u pair%s of boots", comparison->pairs,
		    comparison->pairs == 1 ? "" : "s");
}

static void append_difference(const struct finding_comparison *comparison, struct str *out)
{
	str_append(out, "booted in turn with what was before it, it makes ");
	number_append_interval_at(out, comparison->difference_percent, comparison->difference_low,
				  comparison->difference_high, 99);
	str_append(out, " in ");
	append_pairs(comparison, out);
}

void report_checks_comparison(const struct finding_change *change, struct str *out)
{
	const struct finding_comparison *comparison = &change->comparison;

	switch (comparison->verdict) {
	case FINDING_UNCHECKED:
		return;
	case FINDING_CHECKING:
		str_append(out, "to be confirmed by booting it in turn with what was before it: ");
		append_pairs(comparison, out);
		str_append(out, " so far");
		return;
	case FINDING_CONFIRMED:
		str_append(out, "confirmed: ");
		append_difference(comparison, out);
		return;
	case FINDING_REFUTED:
		str_append(out, "REFUTED: ");
		append_difference(comparison, out);
		return;
	case FINDING_UNDECIDED:
		str_append(out, "not confirmed: ");
		append_difference(comparison, out);
		return;
	}
}

/* "92 % (95 %: 84 % to 100 %) of the whole difference" */
static void append_share(const struct finding_explanation *explanation, struct str *out)
{
	if (!isfinite(explanation->share))
		return;
	str_appendf(out, ": %.0f %% (95 %%: %.0f %% to %.0f %%) of the whole difference",
		    100 * explanation->share, 100 * explanation->share_low,
		    100 * explanation->share_high);
}

static void append_trial(const struct finding_explanation *explanation, struct str *out)
{
	str_append(out, explanation->method == FINDING_REVERT
				? "without it the bad end"
				: "taking it out of the bad end conflicts; with it the good end");
}

static void append_measured(const struct finding_explanation *explanation, struct str *out)
{
	append_trial(explanation, out);
	str_append(out, " makes ");
	number_append_interval(out, explanation->effect_percent, explanation->effect_low,
			       explanation->effect_high);
	append_share(explanation, out);
}

/* It could be tried nowhere. */
static void append_obstacle(const struct finding_explanation *explanation, struct str *out)
{
	str_append(out, "how much of the whole difference it explains is not verified: ");
	if (explanation->outcome == OUTCOME_NOT_MERGEABLE) {
		str_append(out, "taking it out of the bad end conflicts, and so does putting it on "
				"the good end");
		return;
	}
	append_trial(explanation, out);
	str_appendf(out, " is %s", outcome_name(explanation->outcome));
	if (explanation->detail && explanation->detail[0])
		str_appendf(out, " (%s)", explanation->detail);
}

void report_checks_explanation(const struct finding_change *change, struct str *out)
{
	const struct finding_explanation *explanation = &change->explanation;

	if (explanation->method == FINDING_NO_METHOD)
		return;
	if (explanation->outcome == OUTCOME_MEASURED)
		append_measured(explanation, out);
	else if (outcome_is_untestable(explanation->outcome))
		append_obstacle(explanation, out);
	else
		str_append(out, "how much of the whole difference it explains is being measured");
}
