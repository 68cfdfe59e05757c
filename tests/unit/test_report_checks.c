/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

#include "results/report_checks.h"

static void assert_comparison(struct finding_comparison comparison, const char *expected)
{
	const struct finding_change change = { .comparison = comparison };
	CLEANUP(str_clear) struct str out = { 0 };

	report_checks_comparison(&change, &out);
	assert_string_equal(str_text(&out), expected);
}

static void every_verdict_has_its_sentence(void **state)
{
	(void)state;
	assert_comparison((struct finding_comparison){ 0 }, "");
	assert_comparison((struct finding_comparison){ FINDING_CHECKING, 2, -3, -7, 1 },
			  "to be confirmed by booting it in turn with what was before it: 2 pairs "
			  "of boots so far");
	assert_comparison((struct finding_comparison){ FINDING_CONFIRMED, 1, -3, -3.5, -2.5 },
			  "confirmed: booted in turn with what was before it, it makes -3.0 % "
			  "(99 %: -3.5 % to -2.5 %) in 1 pair of boots");
	assert_comparison((struct finding_comparison){ FINDING_REFUTED, 2, 0.01, -0.3, 0.3 },
			  "REFUTED: booted in turn with what was before it, it makes +0.01 % "
			  "(99 %: -0.30 % to +0.30 %) in 2 pairs of boots");
	assert_comparison((struct finding_comparison){ FINDING_UNDECIDED, 32, 1, -1, 3 },
			  "not confirmed: booted in turn with what was before it, it makes +1.0 % "
			  "(99 %: -1.0 % to +3.0 %) in 32 pairs of boots");
}

static void assert_explanation(struct finding_explanation explanation, const char *expected)
{
	const struct finding_change change = { .explanation = explanation };
	CLEANUP(str_clear) struct str out = { 0 };

	report_checks_explanation(&change, &out);
	assert_string_equal(str_text(&out), expected);
}

static void a_change_that_was_tried_on_an_end_has_a_share(void **state)
{
	struct finding_explanation explanation = { .method = FINDING_REVERT,
						   .outcome = OUTCOME_MEASURED,
						   .effect_percent = 3,
						   .effect_low = 2.5,
						   .effect_high = 3.5,
						   .share = 0.92,
						   .share_low = 0.84,
						   .share_high = 1 };

	(void)state;
	assert_explanation(explanation,
			   "without it the bad end makes +3.0 % (95 %: +2.5 % to +3.5 %): 92 % "
			   "(95 %: 84 % to 100 %) of the whole difference");
	explanation.method = FINDING_TRANSPLANT;
	explanation.share = (double)NAN;
	assert_explanation(explanation, "taking it out of the bad end conflicts; with it the good "
					"end makes +3.0 % (95 %: +2.5 % to +3.5 %)");
	explanation.outcome = OUTCOME_BUILT;
	assert_explanation(explanation,
			   "how much of the whole difference it explains is being measured");
	explanation.method = FINDING_NO_METHOD;
	assert_explanation(explanation, "");
}

static void what_could_not_be_tried_is_not_verified_and_says_why(void **state)
{
	char detail[] = "error: what it needs is missing";

	(void)state;
	assert_explanation(
		(struct finding_explanation){ .method = FINDING_TRANSPLANT,
					      .outcome = OUTCOME_NOT_MERGEABLE },
		"how much of the whole difference it explains is not verified: taking it out of "
		"the bad end conflicts, and so does putting it on the good end");
	assert_explanation(
		(struct finding_explanation){ .method = FINDING_REVERT,
					      .outcome = OUTCOME_NOT_BUILDABLE,
					      .detail = detail },
		"how much of the whole difference it explains is not verified: without it the bad "
		"end is not-buildable (error: what it needs is missing)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_verdict_has_its_sentence),
		cmocka_unit_test(a_change_that_was_tried_on_an_end_has_a_share),
		cmocka_unit_test(what_could_not_be_tried_is_not_verified_and_says_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
