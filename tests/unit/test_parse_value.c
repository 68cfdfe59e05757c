/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "workloads/parse_value.h"

static void assert_refused(double value, const char *expected)
{
	struct error err = { 0 };
	double ret = -1;

	assert_int_equal(parse_value_check("ops", value, &ret, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_true(ret == -1);
}

static void only_a_finite_number_above_zero_is_a_value(void **state)
{
	struct error err = { 0 };
	double value = 0;

	(void)state;
	assert_int_equal(parse_value_check("ops", DBL_TRUE_MIN, &value, &err), 0);
	assert_true(value == DBL_TRUE_MIN);
	assert_int_equal(parse_value_check("ops", DBL_MAX, &value, &err), 0);
	assert_true(value == DBL_MAX);
	assert_refused(NAN, "ops is not a number (NaN)");
	assert_refused(INFINITY, "ops is infinite");
	assert_refused(-INFINITY, "ops is infinite");
	assert_refused(0.0, "ops is zero");
	assert_refused(-0.0, "ops is zero");
	assert_refused(-1.5, "ops is negative (-1.5)");
}

static void exactly_the_bytes_given_are_read(void **state)
{
	struct error err = { 0 };
	double value = 0;

	(void)state;
	assert_int_equal(parse_value_text("ops", "12345", 2, &value, &err), 0);
	assert_true(value == 12.0);
	assert_int_equal(parse_value_text("ops", "1\0002", 3, &value, &err), -1);
	assert_string_equal(err.text, "ops is '1\\x002', which is not a number");
	assert_int_equal(parse_value_text("ops", "5", 0, &value, &err), -1);
	assert_string_equal(err.text, "ops has no value");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_a_finite_number_above_zero_is_a_value),
		cmocka_unit_test(exactly_the_bytes_given_are_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
