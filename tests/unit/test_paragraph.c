/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include "base/defs.h"
#include "results/paragraph.h"

static void assert_filled(const char *lead, const char *text, unsigned width, const char *expected)
{
	CLEANUP(str_clear) struct str str = { 0 };

	paragraph_append(&str, lead, text, width);
	assert_string_equal(str_text(&str), expected);
}

static void lines_are_filled_and_hang_below_their_lead(void **state)
{
	(void)state;
	assert_filled("- ", "one two three four", 11, "- one two\n  three\n  four\n");
	assert_filled("- ", "one two three four", 0, "- one two three four\n");
	assert_filled("", "  one   two  ", 80, "one two\n");
	assert_filled("- ", "", 80, "- \n");
}

static void a_word_longer_than_the_line_is_not_cut(void **state)
{
	(void)state;
	assert_filled("", "a verylongword b", 6, "a\nverylongword\nb\n");
}

static void a_number_stays_with_its_percent_sign(void **state)
{
	(void)state;
	assert_filled("", "down by 3.1 % here", 12, "down by\n3.1 % here\n");
}

static void text_of_others_cannot_start_a_line_or_an_escape(void **state)
{
	(void)state;
	assert_filled("", "a\nb \x1b[2J", 80, "a\\x0Ab \\x1B[2J\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lines_are_filled_and_hang_below_their_lead),
		cmocka_unit_test(a_word_longer_than_the_line_is_not_cut),
		cmocka_unit_test(a_number_stays_with_its_percent_sign),
		cmocka_unit_test(text_of_others_cannot_start_a_line_or_an_escape),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
