/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/defs.h"
#include "results/table.h"
#include "results/text_width.h"

static const struct table_column two[] = { { "name", TABLE_LEFT }, { "ops/s", TABLE_RIGHT } };

static void columns_are_as_wide_as_their_widest_cell(void **state)
{
	CLEANUP(table_freep) struct table *table = table_new(two, 2);
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	table_add(table, "a");
	table_addf(table, "%d", 7);
	table_add(table, "longer name");
	table_addf(table, "%d", 1234567);
	table_append(table, 1, 0, &out);
	assert_string_equal(str_text(&out), " name           ops/s\n"
					    " a                  7\n"
					    " longer name  1234567\n");
}

static void a_row_without_its_last_cell_is_not_shown(void **state)
{
	CLEANUP(table_freep) struct table *table = table_new(two, 2);
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	table_add(table, "alone");
	table_append(table, 0, 0, &out);
	assert_string_equal(str_text(&out), "name   ops/s\n");
}

static void wide_and_combining_characters_keep_the_columns_straight(void **state)
{
	static const struct table_column plain[] = { { "", TABLE_LEFT }, { "", TABLE_LEFT } };
	CLEANUP(table_freep) struct table *table = table_new(plain, 2);
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	table_add(table, "漢字");
	table_add(table, "x");
	table_add(table, "e\xcc\x81t\xc3\xa9"); /* e and an accent, t, é */
	table_add(table, "y");
	table_append(table, 0, 0, &out);
	assert_string_equal(str_text(&out), "漢字  x\n"
					    "e\xcc\x81t\xc3\xa9   y\n");
}

static void the_last_column_is_cut_to_the_width(void **state)
{
	static const struct table_column plain[] = { { "", TABLE_LEFT }, { "", TABLE_LEFT } };
	CLEANUP(table_freep) struct table *table = table_new(plain, 2);
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	table_add(table, "12345");
	table_add(table, "sched/fair: 漢字漢字 be fast");
	table_append(table, 0, 22, &out);
	assert_string_equal(str_text(&out), "12345  sched/fair: 漢…\n");
	assert_int_equal(text_width("12345  sched/fair: 漢…"), 22);
}

static void a_cell_cannot_reach_the_terminal(void **state)
{
	static const struct table_column plain[] = { { "", TABLE_LEFT } };
	CLEANUP(table_freep) struct table *table = table_new(plain, 1);
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	table_add(table, "\x1b[2Jx\r\n\ty\xe2\x80\xae\xff");
	table_append(table, 0, 0, &out);
	assert_string_equal(str_text(&out), "\\x1B[2Jx\\x0D\\x0A\\x09y\\u{202E}\\xFF\n");
}

static void a_fit_never_splits_a_character(void **state)
{
	(void)state;
	assert_int_equal(text_fit("漢字", 1), 0);
	assert_int_equal(text_fit("漢字", 3), strlen("漢"));
	assert_int_equal(text_fit("e\xcc\x81x", 1), 3);
	assert_int_equal(text_fit("abc", 9), 3);
	assert_int_equal(text_width("\xff\xfe"), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns_are_as_wide_as_their_widest_cell),
		cmocka_unit_test(a_row_without_its_last_cell_is_not_shown),
		cmocka_unit_test(wide_and_combining_characters_keep_the_columns_straight),
		cmocka_unit_test(the_last_column_is_cut_to_the_width),
		cmocka_unit_test(a_cell_cannot_reach_the_terminal),
		cmocka_unit_test(a_fit_never_splits_a_character),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
