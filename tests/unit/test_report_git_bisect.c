/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What git makes of it is tested in tests/component/test_git_bisect_replay.c. */
#include "tests/support/test.h"

#include <string.h>

#include "results/report_git_bisect.h"
#include "tests/support/case_fixture.h"

static void the_log_reads_like_one_of_git(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	case_fixture_verify(&fixture);
	report_git_bisect_append(&fixture.input, &out);
	assert_golden("report/bisect.log", &out);
}

static void transplants_and_other_layouts_are_left_out(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	memcpy(fixture.history->kernels[2].onto, fixture.hex[1], HISTORY_OID_SIZE);
	fixture.history->kernels[3].variant = 1;
	report_git_bisect_append(&fixture.input, &out);
	assert_null(strstr(str_text(&out), fixture.hex[4]));
	assert_null(strstr(str_text(&out), fixture.hex[6]));
	assert_non_null(strstr(str_text(&out), "git bisect bad 5555"));
}

/* By its own layout it would be bad. */
static void a_commit_is_marked_by_all_its_layouts(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };
	size_t own, other;

	(void)state;
	case_fixture_init(&fixture, NULL);
	own = case_fixture_kernel(&fixture, fixture.hex[3], OUTCOME_BUILT, "change 3", "");
	case_fixture_boot(&fixture, own, 345);
	other = case_fixture_kernel(&fixture, fixture.hex[3], OUTCOME_BUILT, "change 3", "");
	fixture.history->kernels[other].variant = 1;
	case_fixture_boot(&fixture, other, 361);
	report_git_bisect_append(&fixture.input, &out);
	assert_non_null(strstr(str_text(&out), "git bisect good 3333"));
}

static void trouble_of_the_host_is_no_reason_to_skip(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.history->kernels[3].outcome = OUTCOME_DISK_FULL;
	report_git_bisect_append(&fixture.input, &out);
	assert_null(strstr(str_text(&out), "git bisect skip"));
	assert_non_null(strstr(str_text(&out), "# not used: [6666"));
}

static void changes_of_both_signs_mark_no_commit(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };
	struct finding_change both[2];
	struct finding_change *own;

	(void)state;
	case_fixture_init(&fixture, NULL);
	own = fixture.finding->changes;
	both[0] = own[0];
	both[1] = own[0];
	both[1].effect_percent = 2;
	fixture.finding->changes = both;
	fixture.finding->n_changes = 2;
	report_git_bisect_append(&fixture.input, &out);
	fixture.finding->changes = own;
	fixture.finding->n_changes = 1;
	assert_null(strstr(str_text(&out), "git bisect good"));
	assert_null(strstr(str_text(&out), "git bisect bad"));
	assert_non_null(strstr(str_text(&out), "git bisect skip 6666"));
	assert_non_null(strstr(str_text(&out), "# possible first bad commit: [5555"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_log_reads_like_one_of_git),
		cmocka_unit_test(transplants_and_other_layouts_are_left_out),
		cmocka_unit_test(a_commit_is_marked_by_all_its_layouts),
		cmocka_unit_test(trouble_of_the_host_is_no_reason_to_skip),
		cmocka_unit_test(changes_of_both_signs_mark_no_commit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
