/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include "base/defs.h"
#include "results/sample.h"
#include "tests/support/near.h"

static void every_outcome_has_the_name_that_is_stored(void **state)
{
	static const char *const names[] = {
		"built",           "not-buildable", "compiler-killed", "disk-full",
		"build-timed-out", "booted",        "panicked",        "hung",
		"rebooted",        "wrong-kernel",  "workload-failed", "timed-out",
		"console-lost",    "not-mergeable", "measured",
	};
	enum outcome outcome = OUTCOME_MEASURED;

	(void)state;
	assert_int_equal(ARRAY_LENGTH(names), OUTCOME_COUNT);
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		assert_string_equal(outcome_name((enum outcome)i), names[i]);
		assert_true(outcome_from_name(names[i], &outcome));
		assert_int_equal(outcome, i);
	}
}

static void an_unknown_outcome_name_is_refused(void **state)
{
	enum outcome outcome = OUTCOME_HUNG;

	(void)state;
	assert_false(outcome_from_name("", &outcome));
	assert_false(outcome_from_name("measure", &outcome));
	assert_false(outcome_from_name("Measured", &outcome));
	assert_int_equal(outcome, OUTCOME_HUNG);
}

static void trouble_of_the_host_is_no_evidence(void **state)
{
	static const enum outcome host[] = {
		OUTCOME_COMPILER_KILLED, OUTCOME_DISK_FULL,    OUTCOME_BUILD_TIMED_OUT,
		OUTCOME_WRONG_KERNEL,    OUTCOME_CONSOLE_LOST,
	};
	size_t n_evidence = 0;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(host); i++) {
		assert_false(outcome_is_evidence(host[i]));
		assert_false(outcome_is_untestable(host[i]));
	}
	for (size_t i = 0; i < OUTCOME_COUNT; i++)
		n_evidence += outcome_is_evidence((enum outcome)i);
	assert_int_equal(n_evidence, OUTCOME_COUNT - ARRAY_LENGTH(host));
}

static void a_kernel_that_got_on_is_testable(void **state)
{
	(void)state;
	assert_false(outcome_is_untestable(OUTCOME_BUILT));
	assert_false(outcome_is_untestable(OUTCOME_BOOTED));
	assert_false(outcome_is_untestable(OUTCOME_MEASURED));
	assert_true(outcome_is_untestable(OUTCOME_NOT_BUILDABLE));
	assert_true(outcome_is_untestable(OUTCOME_PANICKED));
	assert_true(outcome_is_untestable(OUTCOME_NOT_MERGEABLE));
}

static void a_larger_log_percent_is_faster_in_both_directions(void **state)
{
	(void)state;
	assert_true(sample_to_log_percent(110, HIGHER_IS_BETTER) >
		    sample_to_log_percent(100, HIGHER_IS_BETTER));
	assert_true(sample_to_log_percent(110, LOWER_IS_BETTER) <
		    sample_to_log_percent(100, LOWER_IS_BETTER));
	assert_near(sample_to_log_percent(110, HIGHER_IS_BETTER) -
			    sample_to_log_percent(100, HIGHER_IS_BETTER),
		    9.531017980, 1e-8);
}

static void the_scale_leads_back_to_the_value_and_to_percent(void **state)
{
	(void)state;
	assert_near(sample_from_log_percent(sample_to_log_percent(42.5, LOWER_IS_BETTER),
					    LOWER_IS_BETTER),
		    42.5, 1e-10);
	assert_near(log_percent_to_percent(9.531017980432486), 10.0, 1e-10);
	assert_near(log_percent_to_percent(0), 0.0, 0);
}

static void a_direction_is_read_by_its_name_only(void **state)
{
	enum direction better = HIGHER_IS_BETTER;

	(void)state;
	assert_true(direction_from_name("lower", &better));
	assert_int_equal(better, LOWER_IS_BETTER);
	assert_false(direction_from_name("low", &better));
	assert_string_equal(direction_name(LOWER_IS_BETTER), "lower");
	assert_string_equal(direction_name(HIGHER_IS_BETTER), "higher");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_outcome_has_the_name_that_is_stored),
		cmocka_unit_test(an_unknown_outcome_name_is_refused),
		cmocka_unit_test(trouble_of_the_host_is_no_evidence),
		cmocka_unit_test(a_kernel_that_got_on_is_testable),
		cmocka_unit_test(a_larger_log_percent_is_faster_in_both_directions),
		cmocka_unit_test(the_scale_leads_back_to_the_value_and_to_percent),
		cmocka_unit_test(a_direction_is_read_by_its_name_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
