/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/str.h"
#include "tests/support/tempdir.h"

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, tempdir_setup, tempdir_teardown)

static size_t count_entries(const char *path)
{
	DIR *dir = opendir(path);
	size_t n = 0;

	assert_non_null(dir);
	while (readdir(dir))
		n++;
	closedir(dir);
	return n - 2; /* "." and ".." */
}

static void write_file(const char *path, const char *text)
{
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(path, text, strlen(text), 0644, &err), 0);
}

static void expect_content(const char *path, const char *expected)
{
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };
	size_t n = 0;

	assert_int_equal(fs_read_file(path, 1000, &text, &n, &err), 0);
	assert_string_equal(text, expected);
	assert_int_equal(n, strlen(expected));
}

static void a_file_written_is_read_back_and_replaced_whole(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "file");

	write_file(path, "a long first version");
	write_file(path, "second");
	expect_content(path, "second");
	assert_int_equal(count_entries(*state), 1);
}

static void a_secret_gets_exactly_its_mode(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "secret");
	struct error err = { 0 };
	struct stat info;

	assert_int_equal(fs_write_atomic(path, "x", 1, 0600, &err), 0);
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_mode & 07777, 0600);
}

static void a_write_that_fails_leaves_nothing_behind(void **state)
{
	CLEANUP(mem_freep) char *missing = tempdir_path(state, "no/such/file");
	CLEANUP(mem_freep) char *folder = tempdir_path(state, "folder");
	CLEANUP(mem_freep) char *expected = NULL;
	struct error err = { 0 };

	assert_int_equal(mkdir(folder, 0755), 0);
	assert_int_equal(fs_write_atomic(folder, "x", 1, 0644, &err), -1);
	expected = mem_printf("cannot write '%s': %s", folder, strerror(EISDIR));
	assert_string_equal(err.text, expected);
	assert_int_equal(count_entries(*state), 1);
	assert_int_equal(fs_write_atomic(missing, "x", 1, 0644, &err), -1);
	assert_int_equal(err.kind, ERROR_HOST);
}

/* A limit on the size of files stands in for a disk that fills up in the middle of a write. */
static void a_write_cut_short_leaves_the_old_file_and_nothing_else(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "file");
	CLEANUP(mem_freep) char *expected = NULL;
	static const char big[10000];
	struct rlimit before;
	struct rlimit small;
	struct error err = { 0 };
	int status;

	write_file(path, "old");
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = (struct rlimit){ 4096, before.rlim_max };
	(void)signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
	status = fs_write_atomic(path, big, sizeof(big), 0644, &err);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	(void)signal(SIGXFSZ, SIG_DFL);
	expected = mem_printf("cannot write '%s': %s", path, strerror(EFBIG));
	assert_int_equal(status, -1);
	assert_string_equal(err.text, expected);
	expect_content(path, "old");
	assert_int_equal(count_entries(*state), 1);
}

static void a_named_file_keeps_its_mode_and_its_links(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "file");
	CLEANUP(mem_freep) char *link = tempdir_path(state, "link");
	CLEANUP(mem_freep) char *dangling = tempdir_path(state, "dangling");
	CLEANUP(mem_freep) char *late = tempdir_path(state, "late");
	struct error err = { 0 };
	struct stat info;

	assert_int_equal(fs_write_atomic(path, "old", 3, 0600, &err), 0);
	assert_int_equal(symlink("file", link), 0);
	assert_int_equal(symlink("late", dangling), 0);
	assert_int_equal(fs_write_named(link, "new", 3, &err), 0);
	expect_content(path, "new");
	assert_int_equal(lstat(link, &info), 0);
	assert_true(S_ISLNK(info.st_mode));
	assert_int_equal(stat(path, &info), 0);
	assert_int_equal(info.st_mode & 07777, 0600);
	assert_int_equal(fs_write_named(dangling, "x", 1, &err), 0);
	expect_content(late, "x");
}

static void what_is_no_file_is_written_into_and_stays(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "pipe");
	struct error err = { 0 };
	struct stat info;
	char bytes[8] = "";
	int fd;

	assert_int_equal(mkfifo(path, 0600), 0);
	fd = open(path, O_RDWR | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(fs_write_named(path, "hello", 5, &err), 0);
	assert_int_equal(read(fd, bytes, sizeof(bytes)), 5);
	assert_int_equal(close(fd), 0);
	assert_string_equal(bytes, "hello");
	assert_int_equal(lstat(path, &info), 0);
	assert_true(S_ISFIFO(info.st_mode));
	assert_int_equal(fs_write_named(*state, "x", 1, &err), -1);
	assert_non_null(strstr(err.text, "Is a directory"));
}

static void a_file_over_the_limit_is_refused_with_the_limit(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "file");
	CLEANUP(mem_freep) char *expected = NULL;
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };
	size_t n;

	write_file(path, "12345");
	expected = mem_printf("cannot read '%s': it has more than 4 bytes", path);
	assert_int_equal(fs_read_file(path, 4, &text, &n, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(fs_read_file(path, 5, &text, &n, &err), 0);
	assert_string_equal(text, "12345");
}

static void a_big_file_comes_whole(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "big");
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(str_clear) struct str big = { 0 };
	struct error err = { 0 };
	size_t n = 0;

	for (int i = 0; i < 50000; i++)
		str_appendf(&big, "line %d\n", i);
	assert_int_equal(fs_write_atomic(path, big.data, big.length, 0644, &err), 0);
	assert_int_equal(fs_read_file(path, big.length, &text, &n, &err), 0);
	assert_int_equal(n, big.length);
	assert_memory_equal(text, big.data, n);
}

static void a_file_of_proc_that_says_it_is_empty_is_read(void **state)
{
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };
	size_t n = 0;

	(void)state;
	assert_int_equal(fs_size_bytes("/proc/self/status"), 0);
	assert_int_equal(fs_read_file("/proc/self/status", 1 << 20, &text, &n, &err), 0);
	assert_non_null(strstr(text, "Name:"));
}

static void a_missing_file_is_an_error_that_names_it(void **state)
{
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(fs_read_file("/no/such/file", 10, &text, NULL, &err), -1);
	assert_string_equal(err.text, "cannot open '/no/such/file': No such file or directory");
	assert_int_equal(fs_size_bytes("/no/such/file"), -1);
	assert_false(fs_exists("/no/such/file"));
}

static void reading_a_fifo_does_not_wait_for_a_writer(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "fifo");
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };
	size_t n = 7;

	assert_int_equal(mkfifo(path, 0600), 0);
	assert_int_equal(fs_read_file(path, 10, &text, &n, &err), 0);
	assert_int_equal(n, 0);
}

static void a_tail_is_the_end_of_the_file(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "log");
	CLEANUP(mem_freep) char *end = NULL;
	CLEANUP(mem_freep) char *whole = NULL;
	struct error err = { 0 };
	size_t n = 0;

	write_file(path, "0123456789");
	assert_int_equal(fs_read_tail(path, 4, &end, &n, &err), 0);
	assert_string_equal(end, "6789");
	assert_int_equal(n, 4);
	assert_int_equal(fs_read_tail(path, 100, &whole, &n, &err), 0);
	assert_string_equal(whole, "0123456789");
}

static void folders_are_made_with_their_parents_and_twice(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "a//b/c/");
	CLEANUP(mem_freep) char *inner = tempdir_path(state, "a/b/c");
	struct error err = { 0 };

	assert_int_equal(fs_make_dirs(path, &err), 0);
	assert_int_equal(fs_make_dirs(path, &err), 0);
	assert_true(fs_is_dir(inner));
	assert_int_equal(fs_make_dirs("/", &err), 0);
}

static void a_file_in_the_way_of_a_folder_is_an_error(void **state)
{
	CLEANUP(mem_freep) char *file = tempdir_path(state, "file");
	CLEANUP(mem_freep) char *path = tempdir_path(state, "file/folder");
	CLEANUP(mem_freep) char *expected = NULL;
	struct error err = { 0 };

	write_file(file, "x");
	expected = mem_printf("cannot make folder '%s': %s", file, strerror(ENOTDIR));
	assert_int_equal(fs_make_dirs(path, &err), -1);
	assert_string_equal(err.text, expected);
	assert_false(fs_is_dir(file));
	assert_true(fs_exists(file));
}

static void why_a_folder_cannot_be_made_survives_the_look_for_it(void **state)
{
	CLEANUP(mem_freep) char *link = tempdir_path(state, "link");
	CLEANUP(mem_freep) char *expected = NULL;
	struct error err = { 0 };

	assert_int_equal(symlink("nowhere", link), 0);
	expected = mem_printf("cannot make folder '%s': %s", link, strerror(ENOTDIR));
	assert_int_equal(fs_make_dirs(link, &err), -1);
	assert_string_equal(err.text, expected);
}

static void removing_a_tree_spares_what_its_links_point_to(void **state)
{
	CLEANUP(mem_freep) char *tree = tempdir_path(state, "tree");
	CLEANUP(mem_freep) char *deep = tempdir_path(state, "tree/a/b");
	CLEANUP(mem_freep) char *link = tempdir_path(state, "tree/a/link");
	CLEANUP(mem_freep) char *outside = tempdir_path(state, "outside");
	CLEANUP(mem_freep) char *kept = tempdir_path(state, "outside/kept");
	struct error err = { 0 };

	assert_int_equal(fs_make_dirs(deep, &err), 0);
	assert_int_equal(fs_make_dirs(outside, &err), 0);
	write_file(kept, "x");
	assert_int_equal(symlink(outside, link), 0);
	assert_int_equal(fs_remove_tree(tree, &err), 0);
	assert_false(fs_exists(tree));
	assert_true(fs_exists(kept));
	assert_int_equal(fs_remove_tree(tree, &err), 0);
	assert_int_equal(fs_remove_tree(kept, &err), 0);
	assert_false(fs_exists(kept));
}

static void a_tree_is_as_big_as_its_files(void **state)
{
	CLEANUP(mem_freep) char *missing = tempdir_path(state, "missing");
	CLEANUP(mem_freep) char *inner = tempdir_path(state, "inner");
	CLEANUP(mem_freep) char *file = tempdir_path(state, "inner/file");
	char bytes[50000];
	struct error err = { 0 };

	memset(bytes, 'x', sizeof(bytes));
	assert_int_equal(mkdir(inner, 0755), 0);
	assert_int_equal(fs_write_atomic(file, bytes, sizeof(bytes), 0644, &err), 0);
	assert_int_equal(fs_size_bytes(file), sizeof(bytes));
	assert_true(fs_tree_size_bytes(*state) >= (int64_t)sizeof(bytes));
	assert_true(fs_tree_size_bytes(*state) < 10 * (int64_t)sizeof(bytes));
	assert_int_equal(fs_tree_size_bytes(missing), 0);
}

static void a_copy_has_the_bytes_and_the_permissions(void **state)
{
	CLEANUP(mem_freep) char *from = tempdir_path(state, "from");
	CLEANUP(mem_freep) char *to = tempdir_path(state, "to");
	struct error err = { 0 };
	struct stat info;

	assert_int_equal(fs_write_atomic(from, "#!/bin/sh\n", 10, 0750, &err), 0);
	assert_int_equal(fs_copy_file(from, to, &err), 0);
	expect_content(to, "#!/bin/sh\n");
	assert_int_equal(stat(to, &info), 0);
	assert_int_equal(info.st_mode & 07777, 0750);
	assert_int_equal(fs_copy_file("/proc/self/comm", to, &err), 0);
	assert_true(fs_size_bytes(to) > 0);
	assert_int_equal(count_entries(*state), 2);
}

static void only_regular_files_are_copied(void **state)
{
	CLEANUP(mem_freep) char *to = tempdir_path(state, "to");
	struct error err = { 0 };

	assert_int_equal(fs_copy_file("/dev/zero", to, &err), -1);
	assert_string_equal(err.text, "cannot copy '/dev/zero': it is not a regular file");
	assert_int_equal(count_entries(*state), 0);
}

static void a_file_system_has_a_number_of_free_bytes(void **state)
{
	struct error err = { 0 };
	int64_t bytes = -1;

	assert_int_equal(fs_free_bytes(*state, &bytes, &err), 0);
	assert_true(bytes >= 0);
	assert_int_equal(fs_free_bytes("/no/such", &bytes, &err), -1);
	assert_string_equal(err.text, "cannot ask for the free space of '/no/such': "
				      "No such file or directory");
}

static void whoever_has_a_lock_says_what_it_works_on(void **state)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/lock", (const char *)*state);
	struct error err = { 0 };
	int fd = -1;

	assert_false(fs_lock_says(path, 3));
	assert_int_equal(fs_lock(path, &fd, &err), 0);
	assert_false(fs_lock_says(path, 3));
	fs_lock_say(fd, 3);
	assert_true(fs_lock_says(path, 3));
	assert_false(fs_lock_says(path, 2));
	fs_lock_unsay(fd, 3);
	assert_false(fs_lock_says(path, 3));
	fs_lock_say(fd, 4);
	fs_closep(&fd);
	assert_false(fs_lock_says(path, 4));
}

static void a_held_lock_is_refused_with_the_pid_of_its_holder(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "lock");
	CLEANUP(mem_freep) char *expected = NULL;
	CLEANUP(fs_closep) int first_fd = -1;
	CLEANUP(fs_closep) int second_fd = -1;
	struct error err = { 0 };

	assert_int_equal(fs_lock(path, &first_fd, &err), 0);
	expected = mem_printf("'%s' is locked by process %d", path, (int)getpid());
	assert_int_equal(fs_lock(path, &second_fd, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(fcntl(first_fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
	fs_closep(&first_fd);
	assert_int_equal(fs_lock(path, &second_fd, &err), 0);
}

static void a_pid_left_by_an_ended_holder_locks_nobody_out(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "lock");
	CLEANUP(mem_freep) char *expected = mem_printf("%d\n", (int)getpid());
	CLEANUP(fs_closep) int fd = -1;
	struct error err = { 0 };

	write_file(path, "123456789 and more text than a pid\n");
	assert_int_equal(fs_lock(path, &fd, &err), 0);
	expect_content(path, expected);
}

static void a_folder_is_listed_and_a_missing_one_is_empty(void **state)
{
	CLEANUP(mem_freep) char *file = tempdir_path(state, "one");
	CLEANUP(mem_freep) char *missing = tempdir_path(state, "none");
	CLEANUP(strlist_clear) struct strlist names = { 0 };
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(file, "", 0, 0644, &err), 0);
	assert_int_equal(fs_list_dir(missing, &names, &err), 0);
	assert_int_equal(names.n, 0);
	assert_int_equal(fs_list_dir(*state, &names, &err), 0);
	assert_int_equal(names.n, 1);
	assert_string_equal(names.items[0], "one");
	assert_int_equal(fs_list_dir(file, &names, &err), -1);
	assert_non_null(strstr(err.text, "cannot list"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FOLDER(a_file_written_is_read_back_and_replaced_whole),
		WITH_FOLDER(a_secret_gets_exactly_its_mode),
		WITH_FOLDER(a_write_that_fails_leaves_nothing_behind),
		WITH_FOLDER(a_write_cut_short_leaves_the_old_file_and_nothing_else),
		WITH_FOLDER(a_named_file_keeps_its_mode_and_its_links),
		WITH_FOLDER(what_is_no_file_is_written_into_and_stays),
		WITH_FOLDER(a_file_over_the_limit_is_refused_with_the_limit),
		WITH_FOLDER(a_big_file_comes_whole),
		WITH_FOLDER(a_file_of_proc_that_says_it_is_empty_is_read),
		WITH_FOLDER(a_missing_file_is_an_error_that_names_it),
		WITH_FOLDER(reading_a_fifo_does_not_wait_for_a_writer),
		WITH_FOLDER(a_tail_is_the_end_of_the_file),
		WITH_FOLDER(folders_are_made_with_their_parents_and_twice),
		WITH_FOLDER(a_file_in_the_way_of_a_folder_is_an_error),
		WITH_FOLDER(why_a_folder_cannot_be_made_survives_the_look_for_it),
		WITH_FOLDER(removing_a_tree_spares_what_its_links_point_to),
		WITH_FOLDER(a_tree_is_as_big_as_its_files),
		WITH_FOLDER(a_copy_has_the_bytes_and_the_permissions),
		WITH_FOLDER(only_regular_files_are_copied),
		WITH_FOLDER(a_file_system_has_a_number_of_free_bytes),
		WITH_FOLDER(whoever_has_a_lock_says_what_it_works_on),
		WITH_FOLDER(a_held_lock_is_refused_with_the_pid_of_its_holder),
		WITH_FOLDER(a_pid_left_by_an_ended_holder_locks_nobody_out),
		WITH_FOLDER(a_folder_is_listed_and_a_missing_one_is_empty),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
