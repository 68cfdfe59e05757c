/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include "results/report.h"
#include "tests/support/case_fixture.h"

static void a_format_is_found_by_its_name(void **state)
{
	size_t n = 0;
	const struct report_format *formats = report_formats(&n);

	(void)state;
	assert_true(n >= 4);
	assert_string_equal(formats[0].name, "text");
	for (size_t i = 0; i < n; i++)
		assert_ptr_equal(report_find_format(formats[i].name), &formats[i]);
	assert_null(report_find_format("pdf"));
	assert_null(report_find_format(""));
}

static void every_format_can_report_a_case_that_has_nothing_yet(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	struct history nothing = { 0 };
	size_t n = 0;
	const struct report_format *formats = report_formats(&n);

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.record.state = CASE_RUNNING;
	fixture.input.history = &nothing;
	fixture.input.finding = NULL;
	fixture.input.n_steps = 0;
	for (size_t i = 0; i < n; i++) {
		CLEANUP(str_clear) struct str out = { 0 };

		formats[i].append(&fixture.input, &out);
		assert_true(out.length > 0);
		assert_int_equal(out.data[out.length - 1], '\n');
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_format_is_found_by_its_name),
		cmocka_unit_test(every_format_can_report_a_case_that_has_nothing_yet),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
