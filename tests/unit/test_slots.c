/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include "base/defs.h"
#include "bisect/slots.h"

static void the_nearest_work_tree_is_taken(void **state)
{
	const size_t distances[] = { 40, 7, 900 };

	(void)state;
	assert_int_equal(slots_choose(distances, ARRAY_LENGTH(distances)), 1);
}

static void of_two_that_are_equally_near_it_is_the_first(void **state)
{
	const size_t distances[] = { 50, 7, 7 };

	(void)state;
	assert_int_equal(slots_choose(distances, ARRAY_LENGTH(distances)), 1);
}

static void an_empty_one_is_taken_only_where_all_others_are_far(void **state)
{
	const size_t near[] = { SLOTS_EMPTY, SLOTS_NEAR_FILES, SLOTS_EMPTY };
	const size_t far[] = { SLOTS_NEAR_FILES + 1, SLOTS_EMPTY, SLOTS_EMPTY };
	const size_t full[] = { SLOTS_NEAR_FILES + 9, SLOTS_NEAR_FILES + 5 };

	(void)state;
	assert_int_equal(slots_choose(near, ARRAY_LENGTH(near)), 1);
	assert_int_equal(slots_choose(far, ARRAY_LENGTH(far)), 1);
	assert_int_equal(slots_choose(full, ARRAY_LENGTH(full)), 1);
}

static void at_first_all_are_empty(void **state)
{
	const size_t distances[] = { SLOTS_EMPTY, SLOTS_EMPTY };

	(void)state;
	assert_int_equal(slots_choose(distances, 2), 0);
	assert_int_equal(slots_choose(distances, 1), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_nearest_work_tree_is_taken),
		cmocka_unit_test(of_two_that_are_equally_near_it_is_the_first),
		cmocka_unit_test(an_empty_one_is_taken_only_where_all_others_are_far),
		cmocka_unit_test(at_first_all_are_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
