/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/tail.h"

static void expect(struct tail *tail, const char *expected, bool is_cut)
{
	CLEANUP(mem_freep) char *bytes = NULL;
	bool was_cut;
	size_t n;

	was_cut = tail->is_cut || tail->length > tail->max;
	bytes = tail_steal(tail, &n);
	assert_string_equal(bytes, expected);
	assert_int_equal(was_cut, is_cut);
	assert_int_equal(tail->length, 0);
}

static void what_fits_is_kept_whole(void **state)
{
	struct tail tail = { .max = 5 };

	(void)state;
	tail_add(&tail, "ab", 2);
	tail_add(&tail, "cde", 3);
	expect(&tail, "abcde", false);
	expect(&tail, "", false);
}

static void only_the_last_bytes_are_kept(void **state)
{
	struct tail tail = { .max = 5 };

	(void)state;
	tail_add(&tail, "0123456789", 10);
	expect(&tail, "56789", true);
	for (char byte = 'a'; byte <= 'z'; byte++)
		tail_add(&tail, &byte, 1);
	expect(&tail, "vwxyz", true);
	tail_add(&tail, "abcd", 4);
	tail_add(&tail, "ef", 2);
	expect(&tail, "bcdef", true);
}

static void a_tail_of_nothing_keeps_nothing(void **state)
{
	struct tail tail = { .max = 0 };

	(void)state;
	tail_add(&tail, "abc", 3);
	expect(&tail, "", true);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_fits_is_kept_whole),
		cmocka_unit_test(only_the_last_bytes_are_kept),
		cmocka_unit_test(a_tail_of_nothing_keeps_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
