/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/conclude_checks.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"

#define NORMAL_95 1.96

static void conclude_comparison(const struct verify_comparison *comparison,
				struct finding_comparison *ret)
{
	*ret = (struct finding_comparison){
		.verdict = comparison->verdict,
		.pairs = (unsigned)comparison->n_pairs,
		.difference_percent = log_percent_to_percent(comparison->difference),
		.difference_low = log_percent_to_percent(comparison->low),
		.difference_high = log_percent_to_percent(comparison->high),
	};
	if (comparison->n_pairs == 0)
		ret->difference_percent = ret->difference_low = ret->difference_high = (double)NAN;
}

static void conclude_explanation(const struct explanation *explanation,
				 struct finding_explanation *ret)
{
	double half = NORMAL_95 * explanation->effect_sd;
	double unknown = (double)NAN;

	*ret = (struct finding_explanation){
		.method = explanation->method,
		.outcome = explanation->outcome,
		.detail = mem_dup(explanation->detail, strcspn(explanation->detail, "\n")),
		.effect_percent = log_percent_to_percent(explanation->effect),
		.effect_low = log_percent_to_percent(explanation->effect - half),
		.effect_high = log_percent_to_percent(explanation->effect + half),
		.share = explanation->has_share ? explanation->share.share : unknown,
		.share_low = explanation->has_share ? explanation->share.low : unknown,
		.share_high = explanation->has_share ? explanation->share.high : unknown,
	};
	strcpy(ret->commit, explanation->candidate.commit);
	if (explanation->effect_sd <= 0) /* nothing is measured yet */
		ret->effect_percent = ret->effect_low = ret->effect_high = unknown;
}

static void note_refuted(const struct finding_change *change, struct finding *finding)
{
	finding_add_note(finding,
			 "booted in turn with what was before it, commit %.12s makes %+.2f %%, and "
			 "not the %+.2f %% that the search saw: the machine drifts, or a boot was "
			 "wrong as a whole; look at 'perfsect log' before measuring again",
			 change->commits[change->n_commits - 1].hex,
			 change->comparison.difference_percent, change->effect_percent);
}

/* All changes are confirmed, and still the ends differ by more, or less, than they add up to. */
static void note_total(const struct verification *verification, struct finding *finding)
{
	const struct verify_share *total = &verification->total;

	for (size_t i = 0; i < finding->n_changes; i++)
		if (finding->changes[i].comparison.verdict != FINDING_CONFIRMED)
			return;
	if (!verification->has_total || (total->low <= 1 && total->high >= 1))
		return;
	finding_add_note(finding,
			 "%s %.0f %% (95 %%: %.0f %% to %.0f %%) of the difference between the "
			 "ends: another change may be at work, or one that depends on these",
			 finding->n_changes == 1 ? "the change explains"
						 : "the changes together explain",
			 100 * total->share, 100 * total->low, 100 * total->high);
}

void conclude_checks(const struct verification *verification, struct finding *finding)
{
	if (verification->n == 0)
		return;
	assert(verification->n == finding->n_changes);
	for (size_t i = 0; i < verification->n; i++) {
		const struct check *check = &verification->checks[i];
		struct finding_change *change = &finding->changes[i];

		conclude_comparison(&check->comparison, &change->comparison);
		if (check->explanation.method != FINDING_NO_METHOD)
			conclude_explanation(&check->explanation, &change->explanation);
		if (change->comparison.verdict == FINDING_REFUTED)
			note_refuted(change, finding);
	}
	note_total(verification, finding);
}
