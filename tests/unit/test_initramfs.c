/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/str.h"
#include "tests/support/tempdir.h"
#include "vm/initramfs.h"

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, tempdir_setup, tempdir_teardown)
#define HEADER_BYTES 110
#define FILES_MAX 4

static const struct job the_job = {
	.argv = { "sched-pipe", "--loops=20" }, .timeout_s = 60, .warmups = 1, .repetitions = 5
};
#define THE_JOB_TEXT                                                                   \
	"perfsect-jobs 1\njob\ntimeout 60\nwarmups 1\nrepetitions 5\narg sched-pipe\n" \
	"arg --loops=20\nend\n"

/* The number that the i-th field of a newc header holds. */
static unsigned long header_field(const char *header, size_t i)
{
	char digits[9] = { 0 };

	memcpy(digits, header + 6 + 8 * i, 8);
	return strtoul(digits, NULL, 16);
}

static size_t padded(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

/* "name mode major:minor text" for each entry, in the order in which the kernel unpacks them. */
static char *list_image(const char *path)
{
	CLEANUP(mem_freep) char *image = NULL;
	struct str list = { 0 };
	struct error err = { 0 };
	size_t n;

	if (fs_read_file(path, 1 << 20, &image, &n, &err) < 0)
		fail_msg("%s", err.text);
	for (size_t at = 0; strcmp(image + at + HEADER_BYTES, "TRAILER!!!") != 0;) {
		const char *header = image + at;
		const size_t size = header_field(header, 6);
		const size_t data = at + padded(HEADER_BYTES + header_field(header, 11));

		str_appendf(&list, "%s %lo %lu:%lu %.*s\n", header + HEADER_BYTES,
			    header_field(header, 1), header_field(header, 9),
			    header_field(header, 10), (int)size, image + data);
		at = data + padded(size);
		assert_true(at + HEADER_BYTES < n);
	}
	return str_steal(&list);
}

/* Writes an executable host file with its own name as its text, and returns its path. */
static char *host_file(void **state, const char *name)
{
	char *path = tempdir_path(state, name);
	struct error err = { 0 };

	if (fs_write_atomic(path, name, strlen(name), 0755, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(chmod(path, 0755), 0);
	return path;
}

static const struct job_list the_jobs = { (struct job *)&the_job, 1, 0 };

/* An image with one host file at each of the paths; 0 or -1 as initramfs_write. */
static int write_with(void **state, const char *image, const char *const *paths, size_t n,
		      struct error *err)
{
	CLEANUP(mem_freep) char *init = host_file(state, "host-init");
	CLEANUP(mem_freep) char *host = host_file(state, "host-file");
	struct guest_file files[FILES_MAX];

	for (size_t i = 0; i < n; i++)
		files[i] = (struct guest_file){ .host_path = host, .guest_path = paths[i] };
	return initramfs_write(image, NULL, init, files, n, &the_jobs, err);
}

static void the_image_holds_init_jobs_files_and_their_folders(void **state)
{
	static const char *const paths[] = { "/bin/sched-pipe", "/usr/lib/a.so", "/usr/lib/b.so" };
	CLEANUP(mem_freep) char *image = tempdir_path(state, "initrd");
	CLEANUP(mem_freep) char *list = NULL;
	struct error err = { 0 };

	if (write_with(state, image, paths, ARRAY_LENGTH(paths), &err) < 0)
		fail_msg("%s", err.text);
	list = list_image(image);
	assert_string_equal(list, "dev 40755 0:0 \n"
				  "perfsect 40755 0:0 \n"
				  "proc 40755 0:0 \n"
				  "run 40755 0:0 \n"
				  "sys 40755 0:0 \n"
				  "tmp 40755 0:0 \n"
				  "dev/console 20600 5:1 \n"
				  "dev/null 20666 1:3 \n"
				  "init 100755 0:0 host-init\n"
				  "perfsect/jobs 100644 0:0 " THE_JOB_TEXT "\n"
				  "bin 40755 0:0 \n"
				  "bin/sched-pipe 100755 0:0 host-file\n"
				  "usr 40755 0:0 \n"
				  "usr/lib 40755 0:0 \n"
				  "usr/lib/a.so 100755 0:0 host-file\n"
				  "usr/lib/b.so 100755 0:0 host-file\n");
}

static void the_same_input_gives_the_same_bytes(void **state)
{
	static const char *const paths[] = { "/bin/sched-pipe" };
	CLEANUP(mem_freep) char *first = tempdir_path(state, "first");
	CLEANUP(mem_freep) char *second = tempdir_path(state, "second");
	CLEANUP(mem_freep) char *a = NULL;
	CLEANUP(mem_freep) char *b = NULL;
	struct error err = { 0 };
	size_t a_n = 0, b_n = 1;

	assert_int_equal(write_with(state, first, paths, 1, &err), 0);
	assert_int_equal(write_with(state, second, paths, 1, &err), 0);
	assert_int_equal(fs_read_file(first, 1 << 20, &a, &a_n, &err), 0);
	assert_int_equal(fs_read_file(second, 1 << 20, &b, &b_n, &err), 0);
	assert_int_equal(a_n, b_n);
	assert_memory_equal(a, b, a_n);
}

/* Refused with a text that ends in `reason`, and nothing is left at the image's path. */
static void assert_refused(void **state, const char *const *paths, size_t n, const char *reason)
{
	CLEANUP(mem_freep) char *image = tempdir_path(state, "initrd");
	CLEANUP(mem_freep)
	char *expected = mem_printf("cannot make the initramfs '%s': %s", image, reason);
	struct error err = { 0 };

	assert_int_equal(write_with(state, image, paths, n, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_false(fs_exists(image));
}

static void paths_that_are_not_plain_are_refused(void **state)
{
	static const char *const wrong[] = { "",      "bin/x", "/",       "/bin/", "/bin//x",
					     "/../x", "/a/..", "/a/../b", "/./x",  "/a/." };

	for (size_t i = 0; i < ARRAY_LENGTH(wrong); i++) {
		CLEANUP(mem_freep)
		char *reason = mem_printf("'%s' is no plain absolute path of the guest", wrong[i]);

		assert_refused(state, &wrong[i], 1, reason);
	}
}

static void a_path_with_dots_in_a_name_is_taken(void **state)
{
	static const char *const paths[] = { "/...", "/.hidden", "/a..b/c.", "/..c" };
	CLEANUP(mem_freep) char *image = tempdir_path(state, "initrd");
	struct error err = { 0 };

	if (write_with(state, image, paths, ARRAY_LENGTH(paths), &err) < 0)
		fail_msg("%s", err.text);
}

static void files_that_would_hide_each_other_are_refused(void **state)
{
	static const char *const twice[] = { "/bin/x", "/bin/x" };
	static const char *const below[] = { "/bin", "/bin/x" };
	static const char *const above[] = { "/bin/x", "/bin" };
	static const char *const init[] = { "/init" };
	static const char *const jobs[] = { "/perfsect/jobs" };
	static const char *const tmp[] = { "/tmp/x" };

	assert_refused(state, twice, 2, "there are two files '/bin/x'");
	assert_refused(state, below, 2, "'/bin' is a file and a folder");
	assert_refused(state, above, 2, "'/bin' is a file and a folder");
	assert_refused(state, init, 1, "there are two files '/init'");
	assert_refused(state, jobs, 1, "there are two files '/perfsect/jobs'");
	assert_refused(state, tmp, 1, "'/tmp/x' would be hidden by a file system of the guest");
}

static void a_missing_host_file_is_named(void **state)
{
	CLEANUP(mem_freep) char *image = tempdir_path(state, "initrd");
	struct error err = { 0 };

	assert_int_equal(
		initramfs_write(image, NULL, "/nonexistent/init", NULL, 0, &the_jobs, &err), -1);
	assert_non_null(strstr(err.text, "/nonexistent/init"));
	assert_non_null(strstr(err.text, "No such file or directory"));
	assert_false(fs_exists(image));
}

static void jobs_that_cannot_be_encoded_are_an_error(void **state)
{
	CLEANUP(mem_freep) char *image = tempdir_path(state, "initrd");
	CLEANUP(mem_freep) char *init = host_file(state, "host-init");
	const struct job_list none = { 0 };
	struct error err = { 0 };

	assert_int_equal(initramfs_write(image, NULL, init, NULL, 0, &none, &err), -1);
	assert_non_null(strstr(err.text, "the guest cannot be given these jobs"));
	assert_false(fs_exists(image));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FOLDER(the_image_holds_init_jobs_files_and_their_folders),
		WITH_FOLDER(the_same_input_gives_the_same_bytes),
		WITH_FOLDER(paths_that_are_not_plain_are_refused),
		WITH_FOLDER(a_path_with_dots_in_a_name_is_taken),
		WITH_FOLDER(files_that_would_hide_each_other_are_refused),
		WITH_FOLDER(a_missing_host_file_is_named),
		WITH_FOLDER(jobs_that_cannot_be_encoded_are_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
