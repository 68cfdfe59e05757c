/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

#include "bisect/simulate.h"

#define SEED 4711

/* Small enough for a unit test: 200 commits, an effect of three standard deviations. */
static struct simulate_options small_options(void)
{
	struct simulate_options options = simulate_default_options();

	print_message("seed %d\n", SEED);
	options.commits = 200;
	options.runs = 60;
	options.seed = SEED;
	return options;
}

static void the_same_seed_gives_the_same_result(void **state)
{
	struct simulate_options options = small_options();
	struct simulate_result first, second;

	(void)state;
	options.runs = 5;
	simulate(&options, &first);
	simulate(&options, &second);
	assert_memory_equal(&first, &second, sizeof(first));
	options.seed++;
	simulate(&options, &second);
	assert_true(first.minutes != second.minutes);
}

static void one_change_is_found_as_often_as_is_claimed(void **state)
{
	struct simulate_options options = small_options();
	struct simulate_result result;

	(void)state;
	options.untestable = 0.05;
	options.search.single = true;
	simulate(&options, &result);
	/* 60 runs at .99: fewer than 57 right would happen once in 300 seeds. */
	assert_true(result.p_correct >= 57.0 / 60);
	assert_true(simulate_overconfidence(&result) < 0.05);
	assert_true(result.builds < 14);
	assert_true(result.minutes < 200);
	assert_true(result.minutes > 2 * 12);
}

static void two_opposite_changes_are_both_found(void **state)
{
	struct simulate_options options = small_options();
	struct simulate_result result;

	(void)state;
	options.n_changes = 2;
	options.effects[0] = 4;
	options.effects[1] = -2.5;
	simulate(&options, &result);
	assert_true(result.found_share >= 0.93);
	assert_true(result.wrong_per_run <= 0.05);
}

static void nothing_is_found_where_nothing_changed(void **state)
{
	struct simulate_options options = small_options();
	struct simulate_result result;

	(void)state;
	options.n_changes = 0;
	simulate(&options, &result);
	assert_true(result.p_correct >= 58.0 / 60);
	assert_true(result.wrong_per_run <= 2.0 / 60);
}

/* Instruction counting: next to no noise, but each build is laid out differently. */
static void a_quiet_machine_is_fast_and_right(void **state)
{
	struct simulate_options options = small_options();
	struct simulate_result result;

	(void)state;
	options.sample_sd = 0.01;
	options.boot_sd = 0;
	options.layout_sd = 0.1;
	options.effects[0] = 2;
	options.search.smallest_effect = 1;
	simulate(&options, &result);
	assert_true(result.p_correct >= 59.0 / 60);
	assert_true(result.boots < result.builds + 5);
	options.n_changes = 0;
	simulate(&options, &result);
	assert_true(result.p_correct == 1);
	assert_true(result.builds <= 6);
	assert_true(result.boots <= 9);
}

/* Commits that each change next to nothing, and many of them. */
static void a_history_of_small_steps_is_no_change_and_hides_none(void **state)
{
	struct simulate_options options = small_options();
	struct simulate_result result;

	(void)state;
	options.wander = 0.4;
	simulate(&options, &result);
	assert_true(result.p_correct >= 57.0 / 60);
	options.n_changes = 0;
	simulate(&options, &result);
	assert_true(result.wrong_per_run <= 2.0 / 60);
}

static void no_noise_at_all_divides_nothing_by_zero(void **state)
{
	struct simulate_options options = small_options();
	struct simulate_result result;

	(void)state;
	options.sample_sd = options.boot_sd = 0;
	simulate(&options, &result);
	assert_true(result.p_correct == 1);
	assert_true(isfinite(result.minutes) && result.minutes < 150);
}

static void one_outlier_in_twelve_samples_does_not_lead_astray(void **state)
{
	struct simulate_options options = small_options();
	struct simulate_result result;

	(void)state;
	options.historical = true;
	options.boot_sd = 0.2;
	options.search.min_samples = 3;
	simulate(&options, &result);
	assert_true(result.p_correct >= 57.0 / 60);
	assert_true(result.wrong_per_run <= 0.05);
}

static void a_weaker_effect_takes_more_boots(void **state)
{
	struct simulate_options options = small_options();
	struct simulate_result strong, weak;

	(void)state;
	options.search.single = true;
	simulate(&options, &strong);
	options.effects[0] = 1.5;
	options.search.smallest_effect = 0.75;
	simulate(&options, &weak);
	assert_true(weak.boots > 1.3 * strong.boots);
	assert_true(weak.p_correct >= 56.0 / 60);
}

/* Bits that are left are fewer than rounding long before; boots of the change's sides still make it surer. */
static void a_confidence_near_one_is_reached(void **state)
{
	struct simulate_options options = simulate_default_options();
	struct simulate_result result;

	(void)state;
	options.commits = 1000;
	options.runs = 40;
	options.search.confidence = 0.999999;
	simulate(&options, &result);
	assert_true(result.ended_range <= 0.05);
	assert_true(result.p_correct >= 0.95);
	assert_true(result.p_claimed >= 0.999999);
}

/* Three samples in ten lie 50 deviations off: a case that names nothing is worth more than one that is wrong. */
static void with_too_many_outliers_nothing_is_claimed(void **state)
{
	struct simulate_options options = simulate_default_options();
	struct simulate_result result;

	(void)state;
	options.runs = 20;
	options.outliers = 0.3;
	options.outlier_shift = -50;
	simulate(&options, &result);
	assert_true(result.ended_range == 1);
	assert_true(result.wrong_per_run == 0);
	assert_true(isnan(simulate_overconfidence(&result)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_same_seed_gives_the_same_result),
		cmocka_unit_test(a_confidence_near_one_is_reached),
		cmocka_unit_test(with_too_many_outliers_nothing_is_claimed),
		cmocka_unit_test(one_change_is_found_as_often_as_is_claimed),
		cmocka_unit_test(two_opposite_changes_are_both_found),
		cmocka_unit_test(nothing_is_found_where_nothing_changed),
		cmocka_unit_test(a_quiet_machine_is_fast_and_right),
		cmocka_unit_test(a_history_of_small_steps_is_no_change_and_hides_none),
		cmocka_unit_test(no_noise_at_all_divides_nothing_by_zero),
		cmocka_unit_test(one_outlier_in_twelve_samples_does_not_lead_astray),
		cmocka_unit_test(a_weaker_effect_takes_more_boots),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
