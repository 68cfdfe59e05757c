/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>

#include "base/deadline.h"

#define NS_PER_S 1000000000LL

static void a_deadline_never_set_is_over(void **state)
{
	struct deadline deadline = { 0 };

	(void)state;
	assert_true(deadline_is_over(deadline));
	assert_int_equal(deadline_left_ms(deadline), 0);
	assert_true(deadline_left_s(deadline) == 0);
}

static void a_negative_time_or_nan_counts_as_now(void **state)
{
	(void)state;
	assert_true(deadline_is_over(deadline_in(-5)));
	assert_true(deadline_is_over(deadline_in(NAN)));
}

static void ten_years_are_the_longest(void **state)
{
	(void)state;
	assert_true(deadline_left_s(deadline_in(INFINITY)) > 3600.0 * 24 * 3650);
	assert_true(deadline_left_s(deadline_in(1e300)) < 3600.0 * 24 * 3653);
}

static void milliseconds_left_are_rounded_up_so_that_poll_does_not_spin(void **state)
{
	struct deadline deadline = { deadline_now_ns() + 3600 * NS_PER_S };
	int left_ms = deadline_left_ms(deadline);
	int64_t after_ns = deadline.at_ns - deadline_now_ns();

	(void)state;
	assert_true((int64_t)left_ms * 1000000 >= after_ns);
	assert_true(left_ms <= 3600 * 1000);
}

static void milliseconds_left_fit_an_int(void **state)
{
	(void)state;
	assert_int_equal(deadline_left_ms(deadline_in(INFINITY)), INT_MAX);
}

static void the_earlier_of_two_wins_either_way_round(void **state)
{
	struct deadline early = { 10 };
	struct deadline late = { 20 };

	(void)state;
	assert_int_equal(deadline_earlier(early, late).at_ns, 10);
	assert_int_equal(deadline_earlier(late, early).at_ns, 10);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_deadline_never_set_is_over),
		cmocka_unit_test(a_negative_time_or_nan_counts_as_now),
		cmocka_unit_test(ten_years_are_the_longest),
		cmocka_unit_test(milliseconds_left_are_rounded_up_so_that_poll_does_not_spin),
		cmocka_unit_test(milliseconds_left_fit_an_int),
		cmocka_unit_test(the_earlier_of_two_wins_either_way_round),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
