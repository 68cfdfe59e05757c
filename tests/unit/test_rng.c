/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <stdbool.h>

#include "base/defs.h"
#include "base/rng.h"

static void the_numbers_are_those_of_the_published_algorithm(void **state)
{
	static const uint64_t expected[] = { 11520,
					     0,
					     1509978240,
					     1215971899390074240,
					     1216172134540287360,
					     607988272756665600,
					     16172922978634559625U,
					     8476171486693032832,
					     10595114339597558777U,
					     2904607092377533576 };
	struct rng rng = { .state = { 1, 2, 3, 4 } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(expected); i++)
		assert_true(rng_next(&rng) == expected[i]);
}

static void a_seed_is_spread_by_splitmix64(void **state)
{
	static const uint64_t expected[] = { 6457827717110365317, 3203168211198807973,
					     9817491932198370423U, 4593380528125082431 };
	struct rng rng;

	(void)state;
	rng_init(&rng, 1234567);
	for (size_t i = 0; i < ARRAY_LENGTH(expected); i++)
		assert_true(rng.state[i] == expected[i]);
}

static void a_seed_set_again_starts_again(void **state)
{
	struct rng rng;
	double first[3];

	(void)state;
	rng_init(&rng, 42);
	for (size_t i = 0; i < ARRAY_LENGTH(first); i++) /* an odd number: one is left to spare */
		first[i] = rng_normal(&rng);
	rng_init(&rng, 42);
	for (size_t i = 0; i < ARRAY_LENGTH(first); i++)
		assert_true(rng_normal(&rng) == first[i]);
}

static void uniform_values_fill_the_unit_interval(void **state)
{
	struct rng rng;
	double sum = 0;
	double least = 1;
	double most = 0;
	const int n = 100000;

	(void)state;
	rng_init(&rng, 1);
	for (int i = 0; i < n; i++) {
		double value = rng_uniform(&rng);

		assert_true(value >= 0 && value < 1);
		sum += value;
		least = fmin(least, value);
		most = fmax(most, value);
	}
	assert_true(fabs(sum / n - 0.5) < 0.005); /* 5 standard errors */
	assert_true(least < 0.001 && most > 0.999);
}

static void each_number_below_a_limit_is_as_likely(void **state)
{
	struct rng rng;
	int counts[6] = { 0 };
	double chi_squared = 0;
	const int n = 60000;

	(void)state;
	rng_init(&rng, 2);
	for (int i = 0; i < n; i++) {
		uint64_t value = rng_below(&rng, 6);

		assert_true(value < 6);
		counts[value]++;
	}
	for (int i = 0; i < 6; i++)
		chi_squared += pow(counts[i] - n / 6.0, 2) / (n / 6.0);
	assert_true(chi_squared < 20.5); /* 99.9 % of 5 degrees of freedom */
	assert_true(rng_below(&rng, 1) == 0);
}

/* With n = 3 * 2^62 a plain remainder would give the lowest third half of all values. */
static void a_limit_that_does_not_divide_2_64_has_no_bias(void **state)
{
	const uint64_t third = (uint64_t)1 << 62;
	struct rng rng;
	int low = 0;
	const int n = 30000;

	(void)state;
	rng_init(&rng, 3);
	for (int i = 0; i < n; i++)
		low += rng_below(&rng, 3 * third) < third;
	assert_true(fabs((double)low / n - 1.0 / 3) < 0.014); /* 5 standard errors */
}

static void normal_values_have_the_moments_of_the_normal_distribution(void **state)
{
	struct rng rng;
	double sum = 0;
	double squares = 0;
	double fourths = 0;
	int beyond_two = 0;
	const int n = 200000;

	(void)state;
	rng_init(&rng, 4);
	for (int i = 0; i < n; i++) {
		double value = rng_normal(&rng);

		sum += value;
		squares += value * value;
		fourths += value * value * value * value;
		beyond_two += fabs(value) > 2;
	}
	assert_true(fabs(sum / n) < 0.012);
	assert_true(fabs(squares / n - 1) < 0.016);
	assert_true(fabs(fourths / n - 3) < 0.11);
	assert_true(fabs((double)beyond_two / n - 0.0455) < 0.0024);
}

static void a_name_and_a_number_have_a_sequence_of_their_own(void **state)
{
	static const struct {
		const char *name;
		uint64_t seed, number;
	} others[] = { { "15", 1, 1 }, { "16", 1, 2 }, { "16", 2, 1 }, { "61", 1, 1 } };
	struct rng rng, again;
	uint64_t value;

	(void)state;
	rng_init_named(&rng, 1, "16", 1);
	rng_init_named(&again, 1, "16", 1);
	value = rng_next(&rng);
	assert_true(rng_next(&again) == value);
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		rng_init_named(&again, others[i].seed, others[i].name, others[i].number);
		assert_true(rng_next(&again) != value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_numbers_are_those_of_the_published_algorithm),
		cmocka_unit_test(a_seed_is_spread_by_splitmix64),
		cmocka_unit_test(a_seed_set_again_starts_again),
		cmocka_unit_test(uniform_values_fill_the_unit_interval),
		cmocka_unit_test(each_number_below_a_limit_is_as_likely),
		cmocka_unit_test(a_limit_that_does_not_divide_2_64_has_no_bias),
		cmocka_unit_test(normal_values_have_the_moments_of_the_normal_distribution),
		cmocka_unit_test(a_name_and_a_number_have_a_sequence_of_their_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
