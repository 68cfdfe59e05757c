/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/pack.h"
#include "base/process.h"
#include "base/str.h"
#include "tests/support/tempdir.h"

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, tempdir_setup, tempdir_teardown)
#define NEWC_HEADER_BYTES 110

/* The fields of a newc header that matter here, in their order; each has 8 hexadecimal digits. */
enum field {
	INO,
	MODE,
	UID,
	GID,
	NLINK,
	MTIME,
	SIZE,
	DEV_MAJOR,
	DEV_MINOR,
	R_MAJOR,
	R_MINOR,
	NAME_N
};

static unsigned long field_of(const char *header, enum field field)
{
	char text[9];

	memcpy(text, header + 6 + 8 * (size_t)field, 8);
	text[8] = '\0';
	return strtoul(text, NULL, 16);
}

static size_t padded(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

/* One line for each entry: "name mode size data" and so on, as the kernel would see them. */
static char *list_of(const char *image, size_t n)
{
	struct str list = { 0 };
	size_t at = 0;

	for (;;) {
		const char *header = image + at;
		const char *name = header + NEWC_HEADER_BYTES;
		const char *data;

		assert_true(at + NEWC_HEADER_BYTES < n);
		assert_memory_equal(header, "070701", 6);
		if (strcmp(name, "TRAILER!!!") == 0)
			return str_steal(&list);
		assert_int_equal(field_of(header, UID), 0);
		assert_int_equal(field_of(header, GID), 0);
		assert_int_equal(field_of(header, NLINK), 1);
		assert_int_equal(field_of(header, MTIME), 0);
		data = header + padded(NEWC_HEADER_BYTES + field_of(header, NAME_N));
		str_appendf(&list, "%s %lo", name, field_of(header, MODE));
		if (S_ISCHR(field_of(header, MODE)))
			str_appendf(&list, " %lu:%lu", field_of(header, R_MAJOR),
				    field_of(header, R_MINOR));
		if (field_of(header, SIZE) > 0)
			str_appendf(&list, " '%.*s'", (int)field_of(header, SIZE), data);
		str_append_char(&list, '\n');
		at = (size_t)(data - image) + padded(field_of(header, SIZE));
	}
}

static struct pack *new_pack(const char *path, enum pack_filter filter)
{
	struct pack *pack = NULL;
	struct error err = { 0 };

	if (pack_new(path, filter, &pack, &err) < 0)
		fail_msg("%s", err.text);
	return pack;
}

static void write_example(const char *path, enum pack_filter filter, const char *host_path)
{
	CLEANUP(pack_freep) struct pack *pack = new_pack(path, filter);
	struct error err = { 0 };

	if (pack_add_dir(pack, "dev", 0755, &err) < 0 ||
	    pack_add_char_device(pack, "dev/console", 0600, 5, 1, &err) < 0 ||
	    pack_add_dir(pack, "bin", 0755, &err) < 0 ||
	    pack_add_file(pack, "bin/tool", host_path, &err) < 0 ||
	    pack_add_symlink(pack, "bin/sh", "tool", &err) < 0 ||
	    pack_add_bytes(pack, "empty", 0644, NULL, 0, &err) < 0 ||
	    pack_add_bytes(pack, "init", 0755, "#!/bin/sh\n", 10, &err) < 0 ||
	    pack_finish(pack, &err) < 0)
		fail_msg("%s", err.text);
}

static char *read_all(const char *path, size_t *ret_n)
{
	struct error err = { 0 };
	char *bytes = NULL;

	if (fs_read_file(path, 1 << 20, &bytes, ret_n, &err) < 0)
		fail_msg("%s", err.text);
	return bytes;
}

/* A program for the example, 0750 and from the year 2001. */
static char *write_tool(void **state)
{
	char *path = tempdir_path(state, "tool");
	struct utimbuf times = { 1000000000, 1000000000 };
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(path, "tool of the host", 16, 0750, &err), 0);
	assert_int_equal(utime(path, &times), 0);
	return path;
}

static void the_kernel_finds_every_entry_with_root_as_owner(void **state)
{
	CLEANUP(mem_freep) char *tool = write_tool(state);
	CLEANUP(mem_freep) char *path = tempdir_path(state, "image");
	CLEANUP(mem_freep) char *image = NULL;
	CLEANUP(mem_freep) char *list = NULL;
	size_t n;

	write_example(path, PACK_PLAIN, tool);
	image = read_all(path, &n);
	list = list_of(image, n);
	assert_string_equal(list, "dev 40755\n"
				  "dev/console 20600 5:1\n"
				  "bin 40755\n"
				  "bin/tool 100750 'tool of the host'\n"
				  "bin/sh 120777 'tool'\n"
				  "empty 100644\n"
				  "init 100755 '#!/bin/sh\n'\n");
}

static void the_same_entries_give_the_same_bytes(void **state)
{
	static const enum pack_filter filters[] = { PACK_PLAIN, PACK_GZIP, PACK_ZSTD };
	CLEANUP(mem_freep) char *tool = write_tool(state);
	CLEANUP(mem_freep) char *path = tempdir_path(state, "image");
	struct utimbuf later = { 1100000000, 1100000000 };

	for (size_t i = 0; i < ARRAY_LENGTH(filters); i++) {
		CLEANUP(mem_freep) char *first = NULL;
		CLEANUP(mem_freep) char *second = NULL;
		size_t first_n;
		size_t second_n;

		write_example(path, filters[i], tool);
		first = read_all(path, &first_n);
		assert_int_equal(utime(tool, &later), 0);
		write_example(path, filters[i], tool);
		second = read_all(path, &second_n);
		assert_int_equal(first_n, second_n);
		assert_memory_equal(first, second, first_n);
	}
}

/* With a time, images of different seconds would differ, which no test should wait for. */
static void a_gzip_header_tells_no_time(void **state)
{
	CLEANUP(mem_freep) char *tool = write_tool(state);
	CLEANUP(mem_freep) char *path = tempdir_path(state, "image.gz");
	CLEANUP(mem_freep) char *image = NULL;
	size_t n;

	write_example(path, PACK_GZIP, tool);
	image = read_all(path, &n);
	assert_memory_equal(image, "\x1f\x8b\x08\0\0\0\0\0", 8);
}

static void unpacked_by(const char *program, enum pack_filter filter, void **state)
{
	CLEANUP(mem_freep) char *tool = write_tool(state);
	CLEANUP(mem_freep) char *plain_path = tempdir_path(state, "plain");
	CLEANUP(mem_freep) char *path = tempdir_path(state, "packed");
	CLEANUP(mem_freep) char *script = mem_printf("%s -dc < %s", program, path);
	CLEANUP(process_result_clear) struct process_result result = { 0 };
	CLEANUP(mem_freep) char *plain = NULL;
	struct error err = { 0 };
	size_t n;

	if (!process_is_available(program)) {
		print_message("%s is not installed\n", program);
		skip();
	}
	write_example(plain_path, PACK_PLAIN, tool);
	write_example(path, filter, tool);
	plain = read_all(plain_path, &n);
	assert_int_equal(
		process_run(&(struct process_opts){ .argv = (const char *const[]){ "sh", "-c",
										   script, NULL },
						    .capture_bytes = 1 << 20,
						    .deadline = deadline_in(60) },
			    &result, &err),
		0);
	assert_int_equal(result.output_n, n);
	assert_memory_equal(result.output, plain, n);
}

static void gzip_unpacks_to_the_plain_image(void **state)
{
	unpacked_by("gzip", PACK_GZIP, state);
}

static void zstd_unpacks_to_the_plain_image(void **state)
{
	unpacked_by("zstd", PACK_ZSTD, state);
}

static void a_name_that_leaves_the_root_is_refused(void **state)
{
	static const char *const names[] = { "/etc",  "..", "../x", "a/..", "a/../b", "a//b",
					     "a/./b", "",   ".",    "a/",   "./a" };
	CLEANUP(mem_freep) char *path = tempdir_path(state, "image");
	CLEANUP(pack_freep) struct pack *pack = new_pack(path, PACK_PLAIN);
	struct error err = { 0 };

	assert_int_equal(pack_add_dir(pack, "a", 0755, &err), 0);
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		assert_int_equal(pack_add_bytes(pack, names[i], 0644, "x", 1, &err), -1);
	assert_string_equal(err.text,
			    "cannot pack './a': its name is not a plain path below the root");
	assert_int_equal(pack_add_bytes(pack, "a/..b", 0644, "x", 1, &err), 0);
}

static void an_entry_without_its_folder_is_refused(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "image");
	CLEANUP(pack_freep) struct pack *pack = new_pack(path, PACK_PLAIN);
	struct error err = { 0 };

	assert_int_equal(pack_add_dir(pack, "usr", 0755, &err), 0);
	assert_int_equal(pack_add_dir(pack, "usr/lib/x", 0755, &err), -1);
	assert_string_equal(err.text,
			    "cannot pack 'usr/lib/x': the folder 'usr/lib' is not packed");
}

static void what_is_no_regular_file_is_not_packed(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "image");
	CLEANUP(pack_freep) struct pack *pack = new_pack(path, PACK_PLAIN);
	struct error err = { 0 };

	assert_int_equal(pack_add_file(pack, "zero", "/dev/zero", &err), -1);
	assert_string_equal(err.text, "cannot pack '/dev/zero': it is not a regular file");
	assert_int_equal(pack_add_file(pack, "x", "/no/such/file", &err), -1);
	assert_string_equal(err.text, "cannot open '/no/such/file': No such file or directory");
}

static void an_image_given_up_leaves_nothing_behind(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "image");
	CLEANUP(mem_freep) char *old = NULL;
	struct pack *pack;
	struct error err = { 0 };
	size_t n;

	assert_int_equal(fs_write_atomic(path, "old", 3, 0644, &err), 0);
	pack = new_pack(path, PACK_GZIP);
	assert_int_equal(pack_add_bytes(pack, "x", 0644, "y", 1, &err), 0);
	pack_free(pack);
	old = read_all(path, &n);
	assert_string_equal(old, "old");
	assert_int_equal(fs_remove_tree(path, &err), 0);
	assert_int_equal(rmdir(*state), 0); /* only an empty folder can be removed */
	assert_int_equal(mkdir(*state, 0700), 0);
}

static void an_image_that_cannot_be_written_is_an_error(void **state)
{
	struct pack *pack = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(pack_new("/no/such/image", PACK_PLAIN, &pack, &err), -1);
	assert_string_equal(err.text,
			    "cannot write beside '/no/such/image': No such file or directory");
	assert_null(pack);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_FOLDER(the_kernel_finds_every_entry_with_root_as_owner),
		WITH_FOLDER(the_same_entries_give_the_same_bytes),
		WITH_FOLDER(a_gzip_header_tells_no_time),
		WITH_FOLDER(gzip_unpacks_to_the_plain_image),
		WITH_FOLDER(zstd_unpacks_to_the_plain_image),
		WITH_FOLDER(a_name_that_leaves_the_root_is_refused),
		WITH_FOLDER(an_entry_without_its_folder_is_refused),
		WITH_FOLDER(what_is_no_regular_file_is_not_packed),
		WITH_FOLDER(an_image_given_up_leaves_nothing_behind),
		cmocka_unit_test(an_image_that_cannot_be_written_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
