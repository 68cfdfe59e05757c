/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"

static void a_wrapped_error_names_the_task_before_the_cause(void **state)
{
	struct error err = { 0 };

	(void)state;
	assert_int_equal(error_set(&err, ERROR_CONFIG, "no such file '%s'", "x"), -1);
	assert_int_equal(error_wrap(&err, "cannot load settings"), -1);
	assert_string_equal(err.text, "cannot load settings: no such file 'x'");
	assert_int_equal(err.kind, ERROR_CONFIG);
}

static void a_full_disk_has_a_kind_of_its_own(void **state)
{
	struct error err = { 0 };

	(void)state;
	error_errno(&err, ENOSPC, "cannot write '%s'", "store.db");
	assert_int_equal(err.kind, ERROR_DISK_FULL);
	assert_string_equal(err.text, "cannot write 'store.db': No space left on device");
}

static void a_text_too_long_is_cut_and_terminated(void **state)
{
	struct error err = { 0 };
	char big[2 * ERROR_TEXT_MAX];

	(void)state;
	memset(big, 'x', sizeof(big) - 1);
	big[sizeof(big) - 1] = '\0';
	error_set(&err, ERROR_HOST, "%s", big);
	error_wrap(&err, "%s", big);
	assert_int_equal(strlen(err.text), ERROR_TEXT_MAX - 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_wrapped_error_names_the_task_before_the_cause),
		cmocka_unit_test(a_full_disk_has_a_kind_of_its_own),
		cmocka_unit_test(a_text_too_long_is_cut_and_terminated),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
