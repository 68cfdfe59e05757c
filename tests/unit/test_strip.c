/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include "bisect/strip.h"

static void probability_is_drawn_where_it_lies_and_marks_below(void **state)
{
	const double posterior[] = { 0, 0, 0, 1, 0, 0, 0, 0, 0, 0 };
	const struct strip_mark marks[] = { { 0, 'o' }, { 9, 'o' }, { 3, 'x' } };
	struct str str = { 0 };

	(void)state;
	strip_append(&str, &(struct strip){ posterior, 9, marks, 3, 10, false });
	assert_string_equal(str_text(&str), "   █      \n"
					    "o  x     o\n");
	str_clear(&str);
	strip_append(&str, &(struct strip){ posterior, 9, marks, 3, 10, true });
	assert_string_equal(str_text(&str), "   @      \n"
					    "o  x     o\n");
	str_clear(&str);
}

static void a_range_wider_than_the_terminal_is_summed_by_column(void **state)
{
	double posterior[1001] = { 0 };
	struct str str = { 0 };

	(void)state;
	for (uint32_t i = 1; i <= 1000; i++)
		posterior[i] = 0.001;
	strip_append(&str, &(struct strip){ posterior, 1000, NULL, 0, 4, false });
	/* A third of the range in each of the first three columns, its very end in the last. */
	assert_string_equal(str_text(&str), "▅▅▅▁\n    \n");
	str_clear(&str);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(probability_is_drawn_where_it_lies_and_marks_below),
		cmocka_unit_test(a_range_wider_than_the_terminal_is_summed_by_column),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
