/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/command.h"
#include "base/fs.h"
#include "base/mem.h"
#include "tests/support/tempdir.h"

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, tempdir_setup, tempdir_teardown)

static const char *value_in(const struct strlist *env, const char *name)
{
	const char *value = NULL;
	int found = 0;

	for (size_t i = 0; i < env->n; i++) {
		size_t n = strcspn(env->items[i], "=");

		if (strlen(name) == n && strncmp(env->items[i], name, n) == 0) {
			value = env->items[i] + n + 1;
			found++;
		}
	}
	assert_true(found <= 1);
	return value;
}

static void an_added_entry_takes_the_place_of_ours_and_only_of_it(void **state)
{
	static const char *const added[] = { "PERFSECT_A=new", "PERFSECT_C=", NULL };
	CLEANUP(strlist_clear) struct strlist env = { 0 };

	(void)state;
	assert_int_equal(setenv("PERFSECT_A", "old", 1), 0);
	assert_int_equal(setenv("PERFSECT_AB", "kept", 1), 0);
	command_environment(&env, added);
	assert_string_equal(value_in(&env, "PERFSECT_A"), "new");
	assert_string_equal(value_in(&env, "PERFSECT_AB"), "kept");
	assert_string_equal(value_in(&env, "PERFSECT_C"), "");
	assert_null(env.items[env.n]);
}

static void expect_found(const char *name, const char *path_list, const char *expected)
{
	CLEANUP(mem_freep) char *entry = mem_printf("PATH=%s", path_list);
	const char *env[] = { "HOME=/", entry, NULL };
	CLEANUP(mem_freep) char *found = command_find(name, env);

	if (expected)
		assert_string_equal(found, expected);
	else
		assert_null(found);
}

static void the_first_executable_file_in_path_is_found(void **state)
{
	const char *folder = *state;
	CLEANUP(mem_freep) char *text_folder = tempdir_path(state, "text");
	CLEANUP(mem_freep) char *text = tempdir_path(state, "text/tool");
	CLEANUP(mem_freep) char *folder_as_tool = tempdir_path(state, "deep/tool");
	CLEANUP(mem_freep) char *program = tempdir_path(state, "tool");
	CLEANUP(mem_freep) char *list = NULL;
	struct error err = { 0 };

	assert_int_equal(fs_make_dirs(text_folder, &err), 0);
	assert_int_equal(fs_make_dirs(folder_as_tool, &err), 0);
	assert_int_equal(fs_write_atomic(text, "x", 1, 0644, &err), 0);
	assert_int_equal(fs_write_atomic(program, "x", 1, 0755, &err), 0);
	list = mem_printf("/no/such:%s/text:%s/deep:%s", folder, folder, folder);
	expect_found("tool", list, program);
	expect_found("other", list, NULL);
	expect_found("tool", "", NULL);
	expect_found("", list, NULL);
}

static void folders_that_depend_on_where_we_are_do_not_count(void **state)
{
	(void)state;
	expect_found("sh", "bin:.::../bin:", NULL);
	expect_found("./sh", "/bin", "./sh");
}

static void without_a_path_the_standard_one_counts(void **state)
{
	static const char *const env[] = { "HOME=/", NULL };
	CLEANUP(mem_freep) char *found = command_find("sh", env);

	(void)state;
	assert_non_null(found);
	assert_true(str_ends_with(found, "/sh"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_added_entry_takes_the_place_of_ours_and_only_of_it),
		WITH_FOLDER(the_first_executable_file_in_path_is_found),
		cmocka_unit_test(folders_that_depend_on_where_we_are_do_not_count),
		cmocka_unit_test(without_a_path_the_standard_one_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
