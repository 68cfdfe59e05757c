/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

#include "results/level.h"
#include "tests/support/case_fixture.h"
#include "tests/support/near.h"

static void boots_of_a_kernel_are_averaged_on_the_log_scale(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(levels_clear) struct levels levels = { 0 };
	const double *first, *second;

	(void)state;
	case_fixture_init(&fixture, NULL);
	for (size_t i = 0; i < fixture.history->n_boots; i++)
		fixture.history->boots[i].n = 1; /* then robust means are plain */
	levels_init(&levels, fixture.history, HIGHER_IS_BETTER);
	first = fixture.history->boots[0].values;
	second = fixture.history->boots[2].values;
	assert_int_equal(levels.n, 5);
	assert_int_equal(levels.of[0].n_boots, 2);
	assert_int_equal(levels.of[0].n_samples, 2);
	assert_near(levels.of[0].log_percent, 50 * (log(first[0]) + log(second[0])), 1e-9);
	assert_near(levels.of[0].value, sqrt(first[0] * second[0]), 1e-9);
}

static void the_interval_pools_what_boots_of_one_kernel_differ(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(levels_clear) struct levels levels = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	for (size_t i = 0; i < 4; i++)
		fixture.history->boots[i].n = 1;
	fixture.history->boots[0].values[0] = exp(1.00); /* 100 and 102 */
	fixture.history->boots[2].values[0] = exp(1.02);
	fixture.history->boots[1].values[0] = exp(1.10); /* 110 and 114 */
	fixture.history->boots[3].values[0] = exp(1.14);
	for (size_t i = 4; i < 8; i++)
		fixture.history->boots[i].outcome = OUTCOME_PANICKED;
	levels_init(&levels, fixture.history, HIGHER_IS_BETTER);
	/* squares 2 + 8 over 2 degrees of freedom; t = 4.3027; 2 boots */
	assert_near(levels.of[0].half, 4.302652729911275 * sqrt(5.0) / sqrt(2.0), 1e-6);
	assert_near(levels.of[1].half, levels.of[0].half, 0);
	assert_near(levels.low, 100, 1e-9);
	assert_near(levels.high, 114, 1e-9);
}

static void one_boot_a_kernel_has_no_interval(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(levels_clear) struct levels levels = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	for (size_t i = 2; i < fixture.history->n_boots; i++)
		fixture.history->boots[i].outcome = OUTCOME_HUNG;
	levels_init(&levels, fixture.history, HIGHER_IS_BETTER);
	assert_int_equal(levels.of[0].n_boots, 1);
	assert_true(isnan(levels.of[0].half));
}

static void a_sample_without_a_logarithm_is_left_out(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(levels_clear) struct levels levels = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.history->boots[0].values[1] = 0;
	fixture.history->boots[0].values[2] = -1;
	for (size_t i = 0; i < 3; i++)
		fixture.history->boots[1].values[i] = (double)NAN;
	levels_init(&levels, fixture.history, HIGHER_IS_BETTER);
	assert_int_equal(levels.of[0].n_samples, 4);
	assert_int_equal(levels.of[1].n_boots, 1);
}

static void a_commit_is_found_as_built_and_not_transplanted(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(levels_clear) struct levels levels = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	levels_init(&levels, fixture.history, HIGHER_IS_BETTER);
	assert_int_equal(levels_find(&levels, fixture.history, fixture.hex[8]), 1);
	assert_int_equal(levels_find(&levels, fixture.history, fixture.hex[7]), levels.n);
	assert_int_equal(levels_find(&levels, fixture.history, fixture.hex[6]), levels.n);
	memcpy(fixture.history->kernels[1].onto, fixture.hex[4], HISTORY_OID_SIZE);
	assert_int_equal(levels_find(&levels, fixture.history, fixture.hex[8]), levels.n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(boots_of_a_kernel_are_averaged_on_the_log_scale),
		cmocka_unit_test(the_interval_pools_what_boots_of_one_kernel_differ),
		cmocka_unit_test(one_boot_a_kernel_has_no_interval),
		cmocka_unit_test(a_sample_without_a_logarithm_is_left_out),
		cmocka_unit_test(a_commit_is_found_as_built_and_not_transplanted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
