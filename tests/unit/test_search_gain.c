/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>

#include "base/defs.h"
#include "bisect/search_gain.h"

static void assert_near(double actual, double expected, double tolerance)
{
	if (!(fabs(actual - expected) <= tolerance))
		fail_msg("%.9g is not within %g of %.9g", actual, tolerance, expected);
}

static void a_fair_coin_has_one_bit_and_a_certain_one_none(void **state)
{
	(void)state;
	assert_near(search_gain_entropy(0.5), 1, 1e-12);
	assert_near(search_gain_entropy(0.11), 0.499916, 1e-6);
	assert_true(search_gain_entropy(0) == 0);
	assert_true(search_gain_entropy(1) == 0);
}

/* Bits by numerical integration of the two normal densities. */
static void the_label_table_agrees_with_the_integral(void **state)
{
	static const struct {
		double q, distance, bits;
	} known[] = {
		{ 0.5, 1, 0.160747 },  { 0.5, 2, 0.485944 }, { 0.5, 3, 0.759979 },
		{ 0.5, 5, 0.975179 },  { 0.1, 2, 0.204892 }, { 0.1, 3, 0.340137 },
		{ 0.02, 3, 0.093774 }, { 0.3, 1, 0.136927 },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(known); i++) {
		assert_near(search_gain_label(known[i].q, known[i].distance), known[i].bits, 1e-5);
		assert_near(search_gain_label(1 - known[i].q, known[i].distance), known[i].bits,
			    1e-5);
	}
}

static void a_label_tells_between_nothing_and_its_entropy(void **state)
{
	(void)state;
	for (double q = 1e-6; q < 1; q += 0.0137) {
		double last = 0;

		for (double distance = 0; distance < 20; distance += 0.31) {
			double bits = search_gain_label(q, distance);

			assert_true(bits >= last - 1e-12);
			assert_true(bits <= search_gain_entropy(q) + 1e-12);
			last = bits;
		}
	}
}

/* Reference numbers of an independent implementation of the same midpoint rule. */
static void a_mixture_agrees_with_the_reference(void **state)
{
	static const struct search_prediction predictions[] = { { 0.6, 0.0, 0.05 },
								{ 0.3, 2.0, 0.1 },
								{ 0.1, 3.5, 0.2 } };

	(void)state;
	assert_near(search_gain_mixture(predictions, 3, 0.2), 1.091579252917123, 1e-9);
	assert_near(search_gain_mixture(predictions, 3, 1.0), 0.6008244952706783, 1e-9);
	assert_near(search_gain_mixture(predictions, 3, 4.0), 0.22660434904474824, 1e-9);
	assert_near(search_gain_mixture(predictions, 3, 5000.0), 0.00021963585, 1e-7);
}

static void the_mixture_of_two_labels_is_the_label(void **state)
{
	(void)state;
	for (double distance = 0.5; distance < 6; distance += 0.5) {
		const struct search_prediction predictions[] = { { 0.3, -7, 0 },
								 { 0.7, -7 + distance, 0 } };

		assert_near(search_gain_mixture(predictions, 2, 1),
			    search_gain_label(0.3, distance), 0.01);
	}
}

static void a_single_hypothesis_has_nothing_to_learn(void **state)
{
	const struct search_prediction predictions[] = { { 0.9, 1, 0.1 } };

	(void)state;
	assert_true(search_gain_mixture(predictions, 1, 1) == 0);
	assert_true(search_gain_mixture(predictions, 0, 1) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_fair_coin_has_one_bit_and_a_certain_one_none),
		cmocka_unit_test(the_label_table_agrees_with_the_integral),
		cmocka_unit_test(a_label_tells_between_nothing_and_its_entropy),
		cmocka_unit_test(a_mixture_agrees_with_the_reference),
		cmocka_unit_test(the_mixture_of_two_labels_is_the_label),
		cmocka_unit_test(a_single_hypothesis_has_nothing_to_learn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
