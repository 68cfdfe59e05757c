/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/defs.h"
#include "results/number.h"

static void assert_number(double value, const char *expected)
{
	CLEANUP(str_clear) struct str str = { 0 };

	number_append(&str, value);
	assert_string_equal(str_text(&str), expected);
}

static void a_value_has_five_digits_that_mean_something(void **state)
{
	(void)state;
	assert_number(46741.4, "46741");
	assert_number(1234567.8, "1234568");
	assert_number(352.94, "352.94");
	assert_number(1, "1.0000");
	assert_number(0, "0.0000");
	assert_number(0.05123, "0.0512");
	assert_number(-12.5, "-12.500");
	assert_number(9.9e12, "9.9e+12");
	assert_number(1.25e-9, "1.25e-09");
}

static void an_exact_number_reads_back_as_the_same_double(void **state)
{
	const double values[] = { 0.1, 1.0 / 3, DBL_MAX, DBL_MIN, -0.0, 94643.23, 5e-324 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(values); i++) {
		CLEANUP(str_clear) struct str str = { 0 };

		number_append_exact(&str, values[i]);
		assert_memory_equal(&(double){ strtod(str_text(&str), NULL) }, &values[i],
				    sizeof(double));
	}
}

static void an_exact_number_is_short_where_it_can_be(void **state)
{
	CLEANUP(str_clear) struct str str = { 0 };

	(void)state;
	number_append_exact(&str, 94643.23);
	assert_string_equal(str_text(&str), "94643.23");
}

static void assert_interval(double percent, double low, double high, const char *expected)
{
	CLEANUP(str_clear) struct str str = { 0 };

	number_append_interval(&str, percent, low, high);
	assert_string_equal(str_text(&str), expected);
}

static void an_effect_has_the_decimals_its_interval_deserves(void **state)
{
	(void)state;
	assert_interval(-3.123, -4.2, -2.1, "-3.1 % (95 %: -4.2 % to -2.1 %)");
	assert_interval(-3.123, -3.4, -2.83, "-3.12 % (95 %: -3.40 % to -2.83 %)");
	assert_interval(0.051, 0.041, 0.061, "+0.051 % (95 %: +0.041 % to +0.061 %)");
	assert_interval(0.051, 0.0509, 0.0511, "+0.0510 % (95 %: +0.0509 % to +0.0511 %)");
}

static void nothing_has_no_sign_that_means_something(void **state)
{
	(void)state;
	assert_interval(-0.04, -1.2, 1.1, "+0.0 % (95 %: -1.2 % to +1.1 %)");
	assert_interval(-0.06, -1.2, 1.1, "-0.1 % (95 %: -1.2 % to +1.1 %)");
	assert_interval(0.1, -0.0000000001, 0.2, "+0.10 % (95 %: +0.00 % to +0.20 %)");
}

static void an_effect_without_an_interval_shows_none(void **state)
{
	(void)state;
	assert_interval(-3.123, (double)NAN, (double)NAN, "-3.1 %");
	assert_interval(2, -(double)INFINITY, (double)INFINITY, "+2.0 %");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_value_has_five_digits_that_mean_something),
		cmocka_unit_test(an_exact_number_reads_back_as_the_same_double),
		cmocka_unit_test(an_exact_number_is_short_where_it_can_be),
		cmocka_unit_test(an_effect_has_the_decimals_its_interval_deserves),
		cmocka_unit_test(nothing_has_no_sign_that_means_something),
		cmocka_unit_test(an_effect_without_an_interval_shows_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
