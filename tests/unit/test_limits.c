/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/mem.h"
#include "bisect/limits.h"

static int add(struct limits *limits, const char *path, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist paths = { 0 };

	strlist_add(&paths, path);
	return limits_add_paths(limits, &paths, err);
}

static void a_slash_at_the_end_does_not_count(void **state)
{
	struct limits limits = { 0 };
	struct error err = { 0 };

	(void)state;
	assert_int_equal(add(&limits, "kernel/sched/", &err), 0);
	assert_int_equal(add(&limits, "mm/slub.c", &err), 0);
	assert_string_equal(limits.paths.items[0], "kernel/sched");
	assert_string_equal(limits.paths.items[1], "mm/slub.c");
	limits_clear(&limits);
}

static void what_is_no_plain_path_is_refused(void **state)
{
	static const char *const odd[] = { "",  "/",   "/kernel", "a//b", "..",     "a/../b",
					   ".", "a/.", "*.c",     "a[b]", ":(top)a" };
	struct limits limits = { 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(odd); i++) {
		struct error err = { 0 };

		assert_int_equal(add(&limits, odd[i], &err), -1);
		assert_int_equal(err.kind, ERROR_USAGE);
		assert_non_null(strstr(err.text, odd[i]));
	}
	assert_int_equal(limits.paths.n, 0);
}

static void they_are_read_back_as_they_were_kept(void **state)
{
	CLEANUP(json_freep) struct json *json = json_new_object();
	CLEANUP(str_clear) struct str text = { 0 };
	struct limits limits = { .first_parent = true }, again = { 0 };
	struct error err = { 0 };

	(void)state;
	assert_int_equal(add(&limits, "a", &err), 0);
	assert_int_equal(add(&limits, "b", &err), 0);
	limits_to_json(&limits, json);
	limits_from_json(&again, json);
	limits_append(&again, &text);
	assert_string_equal(str_text(&text), "first parents only; paths a, b");
	limits_clear(&limits);
	limits_clear(&again);
}

static void a_case_from_before_them_has_none(void **state)
{
	CLEANUP(json_freep) struct json *json = json_new_object();
	CLEANUP(str_clear) struct str text = { 0 };
	struct limits limits = { 0 };

	(void)state;
	limits_from_json(&limits, json);
	limits_append(&limits, &text);
	assert_string_equal(str_text(&text), "");
	limits_clear(&limits);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_slash_at_the_end_does_not_count),
		cmocka_unit_test(what_is_no_plain_path_is_refused),
		cmocka_unit_test(they_are_read_back_as_they_were_kept),
		cmocka_unit_test(a_case_from_before_them_has_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
