/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

static void appended_pieces_come_out_in_order(void **state)
{
	CLEANUP(str_clear) struct str str = { 0 };

	(void)state;
	assert_string_equal(str_text(&str), "");
	str_append(&str, "one");
	str_append_char(&str, ' ');
	str_appendf(&str, "%d", 2);
	str_append_bytes(&str, "\0x", 2);
	assert_int_equal(str.length, 7);
	assert_memory_equal(str.data, "one 2\0x", 8);
}

static void a_long_string_grows(void **state)
{
	CLEANUP(str_clear) struct str str = { 0 };

	(void)state;
	for (int i = 0; i < 10000; i++)
		str_append(&str, "0123456789");
	assert_int_equal(str.length, 100000);
	assert_int_equal(strlen(str.data), 100000);
	assert_string_equal(str.data + 99990, "0123456789");
}

static void a_stolen_string_leaves_an_empty_one(void **state)
{
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(mem_freep) char *nothing = NULL;
	struct str str = { 0 };

	(void)state;
	str_append(&str, "x");
	text = str_steal(&str);
	nothing = str_steal(&str);
	assert_string_equal(text, "x");
	assert_string_equal(nothing, "");
}

static void a_list_ends_in_null(void **state)
{
	CLEANUP(strlist_clear) struct strlist list = { 0 };

	(void)state;
	for (int i = 0; i < 40; i++) {
		strlist_addf(&list, "item %d", i);
		assert_int_equal(list.n, i + 1);
		assert_null(list.items[list.n]);
	}
	assert_string_equal(list.items[0], "item 0");
	assert_string_equal(list.items[39], "item 39");
}

static void words_are_grouped_by_quotes_and_backslashes(void **state)
{
	static const char *const expected[] = { "make", "CC=ccache gcc", "a\"b",     "a\\b",
						"",     "x y",           "it's here" };
	CLEANUP(strlist_clear) struct strlist list = { 0 };
	struct error err = { 0 };

	(void)state;
	assert_int_equal(strlist_split_words(&list,
					     "  make CC='ccache gcc'\t\"a\\\"b\" 'a\\b' '' x\\ y "
					     "\"it's\"' here'\n",
					     &err),
			 0);
	assert_int_equal(list.n, ARRAY_LENGTH(expected));
	for (size_t i = 0; i < list.n; i++)
		assert_string_equal(list.items[i], expected[i]);
}

static void an_open_quote_is_an_error_that_leaves_the_list_alone(void **state)
{
	CLEANUP(strlist_clear) struct strlist list = { 0 };
	struct error err = { 0 };

	(void)state;
	strlist_add(&list, "kept");
	assert_int_equal(strlist_split_words(&list, "a 'b c", &err), -1);
	assert_string_equal(err.text, "no closing ' in: a 'b c");
	assert_int_equal(strlist_split_words(&list, "a b\\", &err), -1);
	assert_string_equal(err.text, "nothing follows the last \\ of: a b\\");
	assert_int_equal(list.n, 1);
}

static void beginnings_and_ends_are_recognised(void **state)
{
	(void)state;
	assert_true(str_starts_with("Image.gz", "Image"));
	assert_false(str_starts_with("Im", "Image"));
	assert_true(str_ends_with("Image.gz", ".gz"));
	assert_true(str_ends_with(".gz", ".gz"));
	assert_true(str_ends_with("x", ""));
	assert_false(str_ends_with("gz", ".gz"));
}

static void integers_are_taken_whole_and_within_their_limits(void **state)
{
	struct error err = { 0 };
	int64_t value = 0;

	(void)state;
	assert_int_equal(str_parse_i64("-42", -100, 100, &value, &err), 0);
	assert_int_equal(value, -42);
	assert_int_equal(str_parse_i64("9223372036854775807", INT64_MIN, INT64_MAX, &value, &err),
			 0);
	assert_true(value == INT64_MAX);
	assert_int_equal(str_parse_i64("010", 0, 100, &value, &err), 0);
	assert_int_equal(value, 10);
}

static void an_integer_out_of_its_limits_is_refused_with_both(void **state)
{
	struct error err = { 0 };
	int64_t value = 7;

	(void)state;
	assert_int_equal(str_parse_i64("101", 1, 100, &value, &err), -1);
	assert_string_equal(err.text, "'101' is not between 1 and 100");
	assert_int_equal(str_parse_i64("9223372036854775808", 0, INT64_MAX, &value, &err), -1);
	assert_int_equal(value, 7);
}

static void what_is_no_integer_is_refused(void **state)
{
	static const char *const texts[] = { "", " 1", "1 ", "0x10", "1.0", "-", "+-1", "1e3" };
	struct error err = { 0 };
	int64_t value;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		assert_int_equal(str_parse_i64(texts[i], INT64_MIN, INT64_MAX, &value, &err), -1);
	assert_string_equal(err.text, "'1e3' is not a whole number");
}

static void decimal_numbers_are_read(void **state)
{
	static const struct {
		const char *text;
		double value;
	} rows[] = { { "1.5", 1.5 },    { "-2e3", -2000 }, { ".5", 0.5 },  { "5.", 5 },
		     { "+1E-2", 0.01 }, { "0.1", 0.1 },    { "1e-400", 0 } };
	struct error err = { 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		double value = -1;

		assert_int_equal(str_parse_double(rows[i].text, -1e9, 1e9, &value, &err), 0);
		assert_true(value == rows[i].value);
	}
}

static void what_is_no_finite_decimal_number_is_refused(void **state)
{
	static const char *const texts[] = { "",          " 1",    "1 ",    "nan", "inf",
					     "-Infinity", "0x1p3", "1,5",   "1e",  ".",
					     "e5",        "1e5x",  "1e400", "--1", "1.2.3" };
	struct error err = { 0 };
	double value = 7;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		assert_int_equal(str_parse_double(texts[i], -HUGE_VAL, HUGE_VAL, &value, &err), -1);
	assert_true(value == 7);
	assert_int_equal(str_parse_double("1.5", 0, 1, &value, &err), -1);
	assert_string_equal(err.text, "'1.5' is not between 0 and 1");
}

/* A locale with a decimal comma is not on every host; then there is nothing to be proven here. */
static void a_decimal_comma_in_the_locale_changes_nothing(void **state)
{
	static const char *const names[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "de_DE" };
	CLEANUP(str_clear) struct str str = { 0 };
	struct error err = { 0 };
	const char *found = NULL;
	double value = 0;
	int result;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(names) && !found; i++)
		found = setlocale(LC_ALL, names[i]);
	if (!found) {
		print_message("no locale with a decimal comma is installed\n");
		skip();
	}
	result = str_parse_double("1.5", 0, 10, &value, &err);
	str_appendf(&str, "%.1f", 2.5);
	setlocale(LC_ALL, "C");
	assert_int_equal(result, 0);
	assert_true(value == 1.5);
	assert_string_equal(str_text(&str), "2.5");
}

static void printable(const char *bytes, bool keep_layout, const char *expected)
{
	CLEANUP(str_clear) struct str str = { 0 };

	str_append_printable(&str, bytes, strlen(bytes), keep_layout);
	assert_string_equal(str_text(&str), expected);
}

static void a_terminal_gets_nothing_but_text(void **state)
{
	(void)state;
	printable("plain é 日本", false, "plain é 日本");
	printable("a\tb\nc\r", true, "a\tb\nc\\x0D");
	printable("a\tb\nc", false, "a\\x09b\\x0Ac");
	printable("\033[31mred", true, "\\x1B[31mred");
	printable("csi \302\233 31m", true, "csi \\u{009B} 31m");
	printable("bidi \342\200\256 evil", true, "bidi \\u{202E} evil");
	printable("bad \377\303 end \342\202", true, "bad \\xFF\\xC3 end \\xE2\\x82");
	printable("overlong \300\257 surrogate \355\240\200", true,
		  "overlong \\xC0\\xAF surrogate \\xED\\xA0\\x80");
}

static void a_nul_byte_is_printed_as_an_escape(void **state)
{
	CLEANUP(str_clear) struct str str = { 0 };

	(void)state;
	str_append_printable(&str, "a\0b", 3, true);
	assert_string_equal(str_text(&str), "a\\x00b");
}

static void the_distance_counts_inserted_deleted_and_replaced_bytes(void **state)
{
	char long_a[200];
	char long_b[200];

	(void)state;
	assert_int_equal(str_distance("", ""), 0);
	assert_int_equal(str_distance("jobs", "jobs"), 0);
	assert_int_equal(str_distance("job", "jobs"), 1);
	assert_int_equal(str_distance("kitten", "sitting"), 3);
	assert_int_equal(str_distance("", "abc"), 3);
	memset(long_a, 'a', sizeof(long_a) - 1);
	memset(long_b, 'b', sizeof(long_b) - 1);
	long_a[199] = long_b[199] = '\0';
	assert_int_equal(str_distance(long_a, long_b), 64);
}

static void counts_have_the_right_plural(void **state)
{
	CLEANUP(str_clear) struct str str = { 0 };

	(void)state;
	str_append_count(&str, 0, "build");
	str_append_count(&str, 1, " boot");
	str_append_count(&str, 2, " sample");
	assert_string_equal(str_text(&str), "0 builds1  boot2  samples");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counts_have_the_right_plural),
		cmocka_unit_test(appended_pieces_come_out_in_order),
		cmocka_unit_test(a_long_string_grows),
		cmocka_unit_test(a_stolen_string_leaves_an_empty_one),
		cmocka_unit_test(a_list_ends_in_null),
		cmocka_unit_test(words_are_grouped_by_quotes_and_backslashes),
		cmocka_unit_test(an_open_quote_is_an_error_that_leaves_the_list_alone),
		cmocka_unit_test(beginnings_and_ends_are_recognised),
		cmocka_unit_test(integers_are_taken_whole_and_within_their_limits),
		cmocka_unit_test(an_integer_out_of_its_limits_is_refused_with_both),
		cmocka_unit_test(what_is_no_integer_is_refused),
		cmocka_unit_test(decimal_numbers_are_read),
		cmocka_unit_test(what_is_no_finite_decimal_number_is_refused),
		cmocka_unit_test(a_decimal_comma_in_the_locale_changes_nothing),
		cmocka_unit_test(a_terminal_gets_nothing_but_text),
		cmocka_unit_test(a_nul_byte_is_printed_as_an_escape),
		cmocka_unit_test(the_distance_counts_inserted_deleted_and_replaced_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
