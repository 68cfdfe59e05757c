/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <errno.h>
#include <string.h>

#include "vm/guest/text_file.h"

static void a_word_is_found_by_its_whole_key(void **state)
{
	char value[16];

	(void)state;
	assert_true(text_file_word("quiet perfsect.end=poweroff x", "perfsect.end", value,
				   sizeof(value)));
	assert_string_equal(value, "poweroff");
	assert_false(text_file_word("xperfsect.end=a perfsect.ending=b perfsect.end c=d",
				    "perfsect.end", value, sizeof(value)));
	assert_false(text_file_word("", "perfsect.end", value, sizeof(value)));
	assert_true(text_file_word("k=", "k", value, sizeof(value)));
	assert_string_equal(value, "");
}

static void the_last_of_several_words_counts(void **state)
{
	char value[16];

	(void)state;
	assert_true(text_file_word("  k=1  k=2\n", "k", value, sizeof(value)));
	assert_string_equal(value, "2");
}

static void a_value_that_does_not_fit_is_none(void **state)
{
	char value[4];

	(void)state;
	assert_false(text_file_word("k=1234", "k", value, sizeof(value)));
	assert_true(text_file_word("k=123", "k", value, sizeof(value)));
	assert_string_equal(value, "123");
}

static void a_file_is_read_up_to_its_bound_and_without_its_last_newline(void **state)
{
	char text[64], little[4];

	(void)state;
	assert_true(text_file_read("/proc/sys/kernel/ostype", text, sizeof(text)));
	assert_string_equal(text, "Linux");
	assert_true(text_file_read("/proc/sys/kernel/ostype", little, sizeof(little)));
	assert_string_equal(little, "Lin");
}

static void a_file_that_cannot_be_read_leaves_its_errno(void **state)
{
	char text[64];

	(void)state;
	assert_int_equal(text_file_bytes("/nonexistent/file", text, sizeof(text)), -1);
	assert_int_equal(errno, ENOENT);
	assert_int_equal(text_file_bytes("/proc", text, sizeof(text)), -1);
	assert_int_equal(errno, EISDIR);
	assert_false(text_file_read("/nonexistent/file", text, sizeof(text)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_word_is_found_by_its_whole_key),
		cmocka_unit_test(the_last_of_several_words_counts),
		cmocka_unit_test(a_value_that_does_not_fit_is_none),
		cmocka_unit_test(a_file_is_read_up_to_its_bound_and_without_its_last_newline),
		cmocka_unit_test(a_file_that_cannot_be_read_leaves_its_errno),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
