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
		"Right       0.9901 [0.9461, 0.9997] of 101 runs; 0.0099 wrong changes a run\n"
		"Claimed     0.9950, calibration +0.0049\n"
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(means_come_with_their_errors_and_the_bound),
		cmocka_unit_test(what_is_not_known_is_said_or_null),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
