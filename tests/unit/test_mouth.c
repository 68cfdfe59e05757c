/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "tests/support/tempdir.h"
#include "vm/mouth.h"

/* Opens it for console.log of the test's folder, which is there, and a reader as QEMU is one. */
static struct mouth *open_mouth(void **state, int *ret_fd)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "console.log");
	CLEANUP(mem_freep) char *in = tempdir_path(state, "console.in");
	struct mouth *mouth = NULL;
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(path, "said\n", 5, 0644, &err), 0);
	if (mouth_open(path, &mouth, &err) < 0)
		fail_msg("%s", err.text);
	*ret_fd = open(in, O_RDWR | O_NONBLOCK | O_CLOEXEC);
	assert_true(*ret_fd >= 0);
	return mouth;
}

static void what_is_said_comes_as_records_in_order(void **state)
{
	struct wire_reader reader;
	struct wire_record record;
	struct error err = { 0 };
	struct mouth *mouth;
	char bytes[1024];
	size_t offset = 0;
	ssize_t n;
	int fd;

	mouth = open_mouth(state, &fd);
	assert_int_equal(mouth_speak(mouth, WIRE_MORE, "2", 1, &err), 0);
	assert_int_equal(mouth_speak(mouth, WIRE_END, "", 0, &err), 0);
	n = read(fd, bytes, sizeof(bytes));
	assert_true(n > 0);
	wire_reader_init(&reader);
	assert_true(wire_reader_next(&reader, bytes, (size_t)n, &offset, &record));
	assert_int_equal(record.kind, WIRE_MORE);
	assert_string_equal(record.payload, "2");
	assert_true(wire_reader_next(&reader, bytes, (size_t)n, &offset, &record));
	assert_int_equal(record.kind, WIRE_END);
	assert_int_equal(reader.missing + reader.damaged, 0);
	mouth_close(mouth);
	assert_int_equal(close(fd), 0);
}

static void qemus_output_goes_to_the_file_that_is_followed(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "console.log");
	CLEANUP(mem_freep) char *out = tempdir_path(state, "console.out");
	CLEANUP(mem_freep) char *base = tempdir_path(state, "console");
	struct mouth *mouth;
	int fd;

	mouth = open_mouth(state, &fd);
	assert_string_equal(mouth_path(mouth), base);
	assert_int_equal(fs_size_bytes(out), 5);
	mouth_close(mouth);
	assert_false(fs_exists(out));
	assert_int_equal(fs_size_bytes(path), 5);
	assert_int_equal(close(fd), 0);
}

static void without_its_names_it_goes_on(void **state)
{
	CLEANUP(mem_freep) char *in = tempdir_path(state, "console.in");
	CLEANUP(mem_freep) char *out = tempdir_path(state, "console.out");
	struct error err = { 0 };
	struct mouth *mouth;
	char bytes[64];
	int fd;

	mouth = open_mouth(state, &fd);
	mouth_unlink(mouth);
	assert_false(fs_exists(in) || fs_exists(out));
	assert_int_equal(mouth_speak(mouth, WIRE_END, "", 0, &err), 0);
	assert_true(read(fd, bytes, sizeof(bytes)) > 0);
	mouth_close(mouth);
	assert_int_equal(close(fd), 0);
}

static void speaking_to_a_qemu_that_is_gone_is_no_trouble(void **state)
{
	struct error err = { 0 };
	struct mouth *mouth;
	int fd;

	mouth = open_mouth(state, &fd);
	assert_int_equal(close(fd), 0);
	assert_int_equal(mouth_speak(mouth, WIRE_END, "", 0, &err), 0);
	mouth_close(mouth);
}

static void what_an_earlier_boot_left_is_replaced(void **state)
{
	CLEANUP(mem_freep) char *in = tempdir_path(state, "console.in");
	struct error err = { 0 };
	struct stat what;
	struct mouth *mouth;
	int fd;

	assert_int_equal(fs_write_atomic(in, "x", 1, 0644, &err), 0);
	mouth = open_mouth(state, &fd);
	assert_int_equal(stat(in, &what), 0);
	assert_true(S_ISFIFO(what.st_mode));
	mouth_close(mouth);
	assert_false(fs_exists(in));
	assert_int_equal(close(fd), 0);
}

static void a_folder_that_is_missing_is_named(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "none/console.log");
	struct mouth *mouth = NULL;
	struct error err = { 0 };

	assert_int_equal(mouth_open(path, &mouth, &err), -1);
	assert_non_null(strstr(err.text, "/none/console.in': No such file or directory"));
	assert_null(mouth);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, tempdir_setup, tempdir_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(what_is_said_comes_as_records_in_order),
		TEST(qemus_output_goes_to_the_file_that_is_followed),
		TEST(without_its_names_it_goes_on),
		TEST(speaking_to_a_qemu_that_is_gone_is_no_trouble),
		TEST(what_an_earlier_boot_left_is_replaced),
		TEST(a_folder_that_is_missing_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
