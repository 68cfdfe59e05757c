/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "bisect/build_alike.h"

static void errors_are_alike_but_for_their_numbers(void **state)
{
	(void)state;
	assert_true(build_alike("mm/slub.c:12:3: error: 'x' undeclared\nmore",
				"mm/slub.c:913:14: error: 'x' undeclared"));
	assert_true(build_alike("a.c:(.text+0x1f): undefined reference to `f'",
				"a.c:(.text+0xabc): undefined reference to `f'"));
	assert_false(build_alike("mm/slub.c:12: error: 'x'", "mm/slab.c:12: error: 'x'"));
	assert_false(build_alike("error: x", "error: x1"));
	assert_false(build_alike("error: 1", "error: x"));
	assert_true(build_alike("", ""));
}

static struct history_kernel failed(char commit, char *detail)
{
	struct history_kernel kernel = { .outcome = OUTCOME_NOT_BUILDABLE, .detail = detail };

	memset(kernel.commit, commit, HISTORY_OID_SIZE - 1);
	return kernel;
}

static void three_commits_with_one_error_are_a_group(void **state)
{
	char one[] = "a.c:1: error: x", two[] = "a.c:2: error: x", other[] = "b.c:1: error: y";
	struct history_kernel kernels[] = { failed('1', one), failed('2', other), failed('3', two),
					    failed('3', two), failed('4', one) };
	struct history history = { .kernels = kernels, .n_kernels = 4 };

	(void)state;
	assert_int_equal(build_alike_largest(&history).n, 0); /* one commit twice is one */
	history.n_kernels = 5;
	assert_int_equal(build_alike_largest(&history).n, 3);
	assert_string_equal(build_alike_largest(&history).detail, one);
	kernels[4].variant = 1;
	assert_int_equal(build_alike_largest(&history).n, 0);
	kernels[4].variant = 0;
	kernels[4].outcome = OUTCOME_COMPILER_KILLED;
	assert_int_equal(build_alike_largest(&history).n, 0);
}

static void what_is_known_of_an_error_is_suggested(void **state)
{
	(void)state;
	assert_non_null(strstr(build_alike_mend("dtc-parser.tab.o: multiple definition of "
						"`yylloc'; dtc-lexer.lex.o: first defined here"),
			       "HOSTCFLAGS=-fcommon"));
	assert_non_null(strstr(build_alike_mend("x.c:1: error: unused [-Werror=unused]"),
			       "CONFIG_WERROR=n"));
	assert_non_null(strstr(build_alike_mend("x.c:1: error: odd"), "kernel.mend"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_are_alike_but_for_their_numbers),
		cmocka_unit_test(three_commits_with_one_error_are_a_group),
		cmocka_unit_test(what_is_known_of_an_error_is_suggested),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
