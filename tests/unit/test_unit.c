/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "workloads/unit.h"

static void assert_converted(double value, const char *from, const char *to, double expected)
{
	struct error err = { 0 };
	double converted = -1;

	if (unit_convert(value, from, strlen(from), to, &converted, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(converted == expected);
}

static void times_and_rates_are_converted(void **state)
{
	(void)state;
	assert_converted(10.1, "us", "us", 10.1);
	assert_converted(118, "us", "ms", 0.118);
	assert_converted(7, "ms", "us", 7000);
	assert_converted(13206, "ns", "us", 13.206);
	assert_converted(1.5, "m", "s", 90);
	assert_converted(1.58, "GB/sec", "B/s", 1.58e9);
	assert_converted(4.45, "Gbits/sec", "bit/s", 4.45e9);
	assert_converted(1, "MiB/s", "KiB/s", 1024);
	assert_converted(1, "MB/s", "Mbit/s", 8);
	/* A unit that is nobody's is its own. */
	assert_converted(3, "bogo ops/s", "bogo ops/s", 3);
}

static void what_cannot_be_converted_is_named(void **state)
{
	struct error err = { 0 };
	double value = -1;

	(void)state;
	assert_int_equal(unit_convert(1, "MB/sec", 6, "us", &value, &err), -1);
	assert_string_equal(err.text, "its unit is 'MB/sec', which cannot be made us");
	assert_int_equal(unit_convert(1, "parsecs", 7, "ms", &value, &err), -1);
	assert_string_equal(err.text, "its unit is 'parsecs', which cannot be made ms");
	assert_int_equal(unit_convert(1, "", 0, "ms", &value, &err), -1);
	assert_string_equal(err.text, "its unit is '', which cannot be made ms");
	assert_true(value == -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times_and_rates_are_converted),
		cmocka_unit_test(what_cannot_be_converted_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
