/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>

#include "bisect/bound.h"
#include "bisect/simulate.h"
#include "tests/support/near.h"

static struct bound_world world(double effect, double boot_sd, uint32_t commits)
{
	return (struct bound_world){
		.commits = commits,
		.effect = effect,
		.sample_sd = 1,
		.boot_sd = boot_sd,
		.costs = { .build = 10, .boot = 1, .sample = 1 },
	};
}

/* Of a program that was written apart from this one, to three digits. */
static void the_rate_and_the_minutes_are_those_of_the_table(void **state)
{
	static const struct {
		double effect, boot_sd, rate, minutes_1000, minutes_15000;
	} table[] = {
		// clang-format off
		{ 10, 0, .0833, 134, 179 }, { 10, .5, .0833, 134, 179 }, { 10, 1, .0833, 134, 179 },
		{ 5, 0, .0827, 135, 180 }, { 5, .5, .0814, 137, 182 }, { 5, 1, .0779, 142, 190 },
		{ 3, 0, .0773, 143, 191 }, { 3, .5, .0710, 153, 206 }, { 3, 1, .0634, 169, 227 },
		{ 2, 0, .0688, 158, 211 }, { 2, .5, .0581, 182, 246 }, { 2, 1, .0479, 216, 293 },
		{ 1, 0, .0460, 224, 305 }, { 1, .5, .0319, 311, 428 }, { 1, 1, .0227, 428, 592 },
		// clang-format on
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
		struct bound_world small = world(table[i].effect, table[i].boot_sd, 1000);
		struct bound_world large = world(table[i].effect, table[i].boot_sd, 15000);
		double rate, minutes_1000, minutes_15000;

		assert_true(bound_rate(&small, &rate));
		assert_true(bound_minutes(&small, &minutes_1000));
		assert_true(bound_minutes(&large, &minutes_15000));
		assert_near(rate, table[i].rate, 6e-5);
		assert_near(minutes_1000, table[i].minutes_1000, 1);
		assert_near(minutes_15000, table[i].minutes_15000, 1);
	}
}

static void without_noise_a_kernel_tells_one_bit(void **state)
{
	struct bound_world quiet = world(1, 0, 1024);
	double rate, minutes;

	(void)state;
	quiet.sample_sd = 0;
	assert_true(bound_rate(&quiet, &rate));
	assert_near(rate, 1 / 12.0, 1e-5);
	assert_true(bound_minutes(&quiet, &minutes));
	assert_near(minutes, (0.95 * 10 - 0.2864) * 12 + 24, 0.01);
}

static void a_dearer_build_raises_the_bound_by_less_than_its_price(void **state)
{
	struct bound_world cheap = world(2, 0.5, 1000), dear = cheap;
	double least, more;

	(void)state;
	dear.costs.build = 20;
	assert_true(bound_minutes(&cheap, &least));
	assert_true(bound_minutes(&dear, &more));
	assert_true(more > least + 60);
	assert_true(more < 2 * least);
}

static void an_effect_that_drowns_has_no_known_bound(void **state)
{
	struct bound_world weak = world(0.1, 0.5, 1000);
	double ignored;

	(void)state;
	assert_false(bound_rate(&weak, &ignored));
	assert_false(bound_minutes(&weak, &ignored));
}

static void a_synthetic_world_has_a_bound_where_it_is_that_simple(void **state)
{
	struct simulate_options options = simulate_default_options();
	double minutes;

	(void)state;
	options.untestable = 0.05;
	assert_true(bound_simulated(&options, &minutes));
	assert_near(minutes, 206, 1);
	options.layout_sd = 1;
	assert_false(bound_simulated(&options, &minutes));
	options.layout_sd = 0;
	options.n_changes = 2;
	assert_false(bound_simulated(&options, &minutes));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_rate_and_the_minutes_are_those_of_the_table),
		cmocka_unit_test(without_noise_a_kernel_tells_one_bit),
		cmocka_unit_test(a_dearer_build_raises_the_bound_by_less_than_its_price),
		cmocka_unit_test(an_effect_that_drowns_has_no_known_bound),
		cmocka_unit_test(a_synthetic_world_has_a_bound_where_it_is_that_simple),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
