/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/tempdir.h"
#include "vm/follow.h"

static void append(const char *path, const char *text)
{
	FILE *file = fopen(path, "ae");

	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void assert_next(struct follow *follow, const char *text)
{
	struct error err = { 0 };
	char bytes[64];
	size_t n;

	assert_int_equal(follow_read(follow, bytes, sizeof(bytes) - 1, &n, &err), 0);
	bytes[n] = '\0';
	assert_string_equal(bytes, text);
}

static void bytes_come_once_as_they_are_appended(void **state)
{
	char *path = tempdir_path(state, "log");
	struct follow *follow = NULL;
	struct error err = { 0 };

	append(path, "of an earlier boot");
	assert_int_equal(follow_open(path, &follow, &err), 0);
	assert_next(follow, "");
	append(path, "one");
	assert_next(follow, "one");
	assert_next(follow, "");
	append(path, "two");
	assert_next(follow, "two");
	follow_close(follow);
	free(path);
}

static void a_log_that_is_rotated_loses_nothing(void **state)
{
	char *path = tempdir_path(state, "log"), *old = tempdir_path(state, "log.0");
	struct follow *follow = NULL;
	struct error err = { 0 };

	assert_int_equal(follow_open(path, &follow, &err), 0);
	append(path, "one");
	assert_next(follow, "one");
	append(path, " and more");
	assert_int_equal(rename(path, old), 0);
	append(path, "two");
	assert_next(follow, " and more");
	assert_next(follow, "two");
	append(path, "three");
	assert_next(follow, "three");
	follow_close(follow);
	free(path);
	free(old);
}

static void a_file_that_was_removed_is_only_quiet(void **state)
{
	char *path = tempdir_path(state, "log");
	struct follow *follow = NULL;
	struct error err = { 0 };

	assert_int_equal(follow_open(path, &follow, &err), 0);
	assert_int_equal(unlink(path), 0);
	assert_next(follow, "");
	follow_close(follow);
	free(path);
}

static void a_folder_that_is_not_there_is_named(void **state)
{
	struct follow *follow = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(follow_open("/nowhere/log", &follow, &err), -1);
	assert_string_equal(err.text, "cannot make '/nowhere/log': No such file or directory");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(bytes_come_once_as_they_are_appended, tempdir_setup,
						tempdir_teardown),
		cmocka_unit_test_setup_teardown(a_log_that_is_rotated_loses_nothing, tempdir_setup,
						tempdir_teardown),
		cmocka_unit_test_setup_teardown(a_file_that_was_removed_is_only_quiet,
						tempdir_setup, tempdir_teardown),
		cmocka_unit_test(a_folder_that_is_not_there_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
