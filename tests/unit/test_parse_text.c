/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "workloads/parse_text.h"

static void assert_shown(const char *output, const char *expected)
{
	CLEANUP(str_clear) struct str text = { 0 };

	parse_text_append(&text, output, strlen(output));
	assert_string_equal(str_text(&text), expected);
	assert_int_equal(text.length, strlen(expected));
}

static void plain_text_stays_as_it_is(void **state)
{
	(void)state;
	assert_shown("", "");
	assert_shown("a\tb\nc\n", "a\tb\nc\n");
	assert_shown("µs ≥ 1\n", "µs ≥ 1\n");
}

static void a_carriage_return_overwrites_its_line_only(void **state)
{
	(void)state;
	assert_shown("first\n10 %\r20 %\rSET: 5\nlast", "first\nSET: 5\nlast");
	assert_shown("a\r\nb\r\r\n", "a\nb\n");
	/* Nothing was written over it. */
	assert_shown("100 %\r", "100 %");
}

static void a_backspace_takes_one_byte_of_its_line(void **state)
{
	(void)state;
	assert_shown("|\b/\b-\bok", "ok");
	assert_shown("a\n\b\bb", "a\nb");
}

static void escape_sequences_are_gone(void **state)
{
	(void)state;
	assert_shown("\x1b[1;32m12\x1b[0m ops", "12 ops");
	assert_shown("\x1b[?25lx\x1b[K", "x");
	assert_shown("\x1b]0;title\ax\x1b]2;t\x1b\\y", "xy");
	assert_shown("\x1b(Bx", "Bx"); /* three bytes long, and rare: its last byte is seen */
}

static void an_unfinished_escape_takes_no_other_line_with_it(void **state)
{
	(void)state;
	assert_shown("a\x1b", "a");
	assert_shown("a\x1b[", "a");
	assert_shown("a\x1b[12", "a");
	assert_shown("a\x1b[12\nb", "a\nb");
	assert_shown("a\x1b\nb", "a\nb");
	assert_shown("a\x1b]title\nb", "atitle\nb");
}

static void control_bytes_are_gone(void **state)
{
	CLEANUP(str_clear) struct str text = { 0 };

	(void)state;
	parse_text_append(&text, "a\0b\x01\x7f", 5);
	assert_string_equal(str_text(&text), "ab");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(plain_text_stays_as_it_is),
		cmocka_unit_test(a_carriage_return_overwrites_its_line_only),
		cmocka_unit_test(a_backspace_takes_one_byte_of_its_line),
		cmocka_unit_test(escape_sequences_are_gone),
		cmocka_unit_test(an_unfinished_escape_takes_no_other_line_with_it),
		cmocka_unit_test(control_bytes_are_gone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
