/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/mem.h"
#include "bisect/simulate_report.h"
#include "tests/support/near.h"

static const struct simulate_result result = {
	.runs = 101,
	.p_correct = 100.0 / 101,
	.found_share = 1,
	.wrong_per_run = 1.0 / 101,
	.p_claimed = 0.995,
	.builds = 17.5,
	.builds_sd = 2,
	.boots = 32,
	.boots_sd = 5,
	.p_claims_right = 1,
	.ended_found = 0.98,
	.ended_range = 0.01,
	.samples = 60,
	.samples_sd = 10,
	.minutes = 264,
	.minutes_sd = 30,
	.minutes_p90 = 294,
};

static void means_come_with_their_errors_and_the_bound(void **state)
{
	const struct simulate_options options = simulate_default_options();
	CLEANUP(str_clear) struct str text = { 0 };

	(void)state;
	simulate_report_append(&text, &options, &result);
	assert_string_equal(
		str_text(&text),
		"World       15000 commits, +3 %; sd 1 % of samples, 0.5 % of boots, 0 % of "
		"builds\n"
		"Search      confidence 0.99, smallest effect 1.5 %, 1 samples a boot or more, 8 "
		"layouts a commit\n"
		"Right       0.9901 [0.9461, 0.9997] of 101 runs; 0.0099 wrong changes a run\n"
		"Ended       found 0.980, no change 0.000, range 0.010, given up 0.010\n"
		"Claimed     0.9950, calibration -0.0050\n"
		"Builds      17.5 ± 0.2\n"
		"Boots       32.0 ± 0.5\n"
		"Samples     60.0 ± 1.0\n"
		"Minutes     264.0 ± 3.0, nine in ten below 294.0\n"
		"Bound       205.7 minutes, ratio 1.284\n");
}

static void what_is_not_known_is_said_or_null(void **state)
{
	struct simulate_options options = simulate_default_options();
	struct simulate_result one = result;
	CLEANUP(str_clear) struct str text = { 0 };
	CLEANUP(json_freep) struct json *json = NULL;

	(void)state;
	options.n_changes = 0;
	one.runs = 1;
	one.p_correct = 1;
	one.ended_found = 0;
	simulate_report_append(&text, &options, &one);
	assert_non_null(strstr(str_text(&text), "no change"));
	assert_non_null(strstr(str_text(&text), "none is known for this world"));
	assert_null(strstr(str_text(&text), "Claimed"));
	assert_null(strstr(str_text(&text), "±"));
	json = simulate_report_json(&options, &one);
	assert_true(json_is_null(json_pointer(json, "/bound_minutes")));
	assert_true(json_is_null(json_pointer(json, "/ratio")));
	assert_true(json_is_null(json_pointer(json, "/calibration")));
	assert_true(json_is_null(json_pointer(json, "/minutes/standard_error")));
}

static void the_world_names_what_was_set(void **state)
{
	struct simulate_options options = simulate_default_options();
	CLEANUP(str_clear) struct str text = { 0 };

	(void)state;
	options.untestable = 0.05;
	options.drift = 0.3;
	options.outliers = 0.08;
	options.outlier_shift = -10;
	options.bimodal = -3;
	options.historical = true;
	options.search.single = true;
	simulate_report_append(&text, &options, &result);
	assert_non_null(
		strstr(str_text(&text),
		       "; samples as those of TCP_RR in 2008, 0.5 % of boots, 0 % of builds; "
		       "5 % untestable; drift of 0.3 % a root of an hour; 8 % of samples off "
		       "by -10 %; three boots in ten off by -3 %\n"));
	assert_non_null(strstr(str_text(&text), "exactly one change assumed\n"));
}

/* The bound has 24 minutes for them. */
static void known_ends_are_charged_what_the_bound_has_for_them(void **state)
{
	struct simulate_options options = simulate_default_options();
	CLEANUP(str_clear) struct str text = { 0 };
	CLEANUP(json_freep) struct json *json = NULL;
	double bound = 0, ratio = 0;

	(void)state;
	options.known_boots = 64;
	simulate_report_append(&text, &options, &result);
	assert_non_null(strstr(str_text(&text), "; both ends measured before\n"));
	assert_non_null(strstr(str_text(&text),
			       "ratio 1.400 with the 24 minutes that it has for the "
			       "ends\n"));
	json = simulate_report_json(&options, &result);
	assert_true(json_number(json_pointer(json, "/bound_minutes"), &bound));
	assert_true(json_number(json_pointer(json, "/ratio"), &ratio));
	assert_near(ratio, (264 + 24) / bound, 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(means_come_with_their_errors_and_the_bound),
		cmocka_unit_test(what_is_not_known_is_said_or_null),
		cmocka_unit_test(the_world_names_what_was_set),
		cmocka_unit_test(known_ends_are_charged_what_the_bound_has_for_them),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
