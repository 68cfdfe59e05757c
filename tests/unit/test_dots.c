/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>

#include "base/defs.h"
#include "results/dots.h"

static void assert_dots(const double *values, size_t n, double low, double high,
			const char *expected)
{
	CLEANUP(dots_clear) struct dots dots = { 0 };
	CLEANUP(str_clear) struct str out = { 0 };

	dots_init(&dots, 5, low, high);
	for (size_t i = 0; i < n; i++)
		dots_add(&dots, values[i]);
	dots_append(&dots, &out);
	assert_string_equal(str_text(&out), expected);
}

static void values_stand_where_they_lie_between_the_bounds(void **state)
{
	const double values[] = { 0, 1, 1, 4, 4, 4, 4 };

	(void)state;
	assert_dots(values, 1, 0, 4, "·    ");
	assert_dots(values, 7, 0, 4, "·•  ●");
	assert_dots(values, 0, 0, 4, "     ");
}

static void values_outside_the_bounds_stand_at_the_edge(void **state)
{
	const double values[] = { -100, 9e300 };

	(void)state;
	assert_dots(values, 2, 0, 4, "·   ·");
}

static void without_a_range_all_are_in_the_middle(void **state)
{
	const double values[] = { 7, 7 };

	(void)state;
	assert_dots(values, 2, 7, 7, "  •  ");
	assert_dots(values, 2, HUGE_VAL, -HUGE_VAL, "  •  ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_stand_where_they_lie_between_the_bounds),
		cmocka_unit_test(values_outside_the_bounds_stand_at_the_edge),
		cmocka_unit_test(without_a_range_all_are_in_the_middle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
