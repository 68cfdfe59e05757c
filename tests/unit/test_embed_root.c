/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>
#include <sys/stat.h>

#include "base/fs.h"
#include "base/str.h"
#include "tests/support/tempdir.h"
#include "vm/embed_root.h"

static void a_short_workspace_keeps_its_own_folder(void **state)
{
	struct str path = { 0 };

	(void)state;
	embed_root_append_path(&path, "/srv/b/.perfsect", "/run");
	assert_string_equal(str_text(&path), "/srv/b/.perfsect/libvirt");
	str_clear(&path);
}

static void a_long_workspace_gets_a_short_folder_of_its_own(void **state)
{
	static const char one[] = "/home/somebody/src/linux-stable/bisect-of-june/.perfsect";
	static const char two[] = "/home/somebody/src/linux-stable/bisect-of-july/.perfsect";
	struct str a = { 0 }, b = { 0 };

	(void)state;
	embed_root_append_path(&a, one, "/run/user/1000");
	embed_root_append_path(&b, two, "/run/user/1000");
	assert_true(str_starts_with(str_text(&a), "/run/user/1000/perfsect-"));
	assert_true(a.length <= 46);
	assert_string_not_equal(str_text(&a), str_text(&b));
	str_clear(&a);
	str_clear(&b);
}

static void a_uri_keeps_its_meaning_whatever_the_folder_is_called(void **state)
{
	struct str uri = { 0 };

	(void)state;
	embed_root_append_uri(&uri, "/a b&c?d%\xc3\xa9");
	assert_string_equal(str_text(&uri), "qemu:///embed?root=/a%20b%26c%3Fd%25%C3%A9");
	str_clear(&uri);
}

static void the_folder_is_private_and_configured(void **state)
{
	struct error err = { 0 };
	char *root = NULL, *conf, *text = NULL;
	struct stat info;
	size_t n;

	assert_int_equal(setenv("XDG_RUNTIME_DIR", *state, 1), 0);
	assert_int_equal(embed_root_make(*state, &root, &err), 0);
	assert_int_equal(stat(root, &info), 0);
	assert_int_equal(info.st_mode & 0777, 0700);
	assert_true(asprintf(&conf, "%s/etc/qemu.conf", root) > 0);
	assert_int_equal(fs_read_file(conf, 4096, &text, &n, &err), 0);
	assert_non_null(strstr(text, "stdio_handler = \"file\"\n"));
	free(text);
	free(conf);
	free(root);
}

static void a_folder_that_others_can_write_to_is_refused(void **state)
{
	char *path = tempdir_path(state, "libvirt");
	struct error err = { 0 };
	char *root = NULL;

	assert_int_equal(mkdir(path, 0700), 0);
	assert_int_equal(chmod(path, 0777), 0);
	assert_int_equal(embed_root_make(*state, &root, &err), -1);
	assert_non_null(strstr(err.text, "it must be a folder that only this user can write to"));
	free(path);
}

static void a_link_in_the_folders_place_is_refused(void **state)
{
	char *path = tempdir_path(state, "libvirt");
	struct error err = { 0 };
	char *root = NULL;

	assert_int_equal(symlink("/tmp", path), 0);
	assert_int_equal(embed_root_make(*state, &root, &err), -1);
	assert_non_null(strstr(err.text, "it must be a folder that only this user can write to"));
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_short_workspace_keeps_its_own_folder),
		cmocka_unit_test(a_long_workspace_gets_a_short_folder_of_its_own),
		cmocka_unit_test(a_uri_keeps_its_meaning_whatever_the_folder_is_called),
		cmocka_unit_test_setup_teardown(the_folder_is_private_and_configured, tempdir_setup,
						tempdir_teardown),
		cmocka_unit_test_setup_teardown(a_folder_that_others_can_write_to_is_refused,
						tempdir_setup, tempdir_teardown),
		cmocka_unit_test_setup_teardown(a_link_in_the_folders_place_is_refused,
						tempdir_setup, tempdir_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
