/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/process.h"
#include "results/report_kcidb.h"
#include "tests/support/case_fixture.h"
#include "tests/support/tempdir.h"

/* Writes the report, and has it validated by the schema of KernelCI's own. */
static struct json *report(void **state, const struct case_fixture *fixture)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "kcidb.json");
	const char *const argv[] = { PYTHON3, CHECK_KCIDB, KCIDB_SCHEMA, path, NULL };
	const struct process_opts opts = { .argv = argv,
					   .deadline = deadline_in(60),
					   .capture_bytes = 4096 };
	CLEANUP(str_clear) struct str out = { 0 };
	CLEANUP(process_result_clear) struct process_result result = { 0 };
	struct error err = { 0 };
	struct json *json = NULL;

	report_kcidb_append(&fixture->input, &out);
	if (json_parse(out.data, out.length, &json, &err) < 0 ||
	    fs_write_atomic(path, out.data, out.length, 0644, &err) < 0 ||
	    process_run(&opts, &result, &err) < 0)
		fail_msg("%s", err.text);
	if (result.code != 0 && result.code != 77)
		fail_msg("%s", result.output);
	return json;
}

static void a_case_is_a_report_that_kernelci_takes(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;

	case_fixture_init(&fixture, NULL);
	case_fixture_verify(&fixture);
	json = report(state, &fixture);
	assert_int_equal(json_length(json_member(json, "checkouts")), 5);
	assert_int_equal(json_length(json_member(json, "builds")), 5);
	assert_int_equal(json_length(json_member(json, "tests")), 8 * 3 + 1);
	assert_int_equal(json_length(json_member(json, "incidents")), 1);
	assert_string_equal(json_text(json_pointer(json, "/builds/3/status")), "FAIL");
	assert_string_equal(json_text(json_pointer(json, "/tests/0/path")),
			    "tbench.throughput.clients_4");
	assert_string_equal(json_text(json_pointer(json, "/tests/24/status")), "FAIL");
	assert_string_equal(
		json_text(json_pointer(json, "/issues/0/report_subject")),
		"555555555555 (\"sched: be slow\") changes tbench.throughput.clients_4 by -3.12 %");
}

static void a_gain_has_no_issue_and_a_panic_is_a_failed_boot(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;

	case_fixture_init(&fixture, NULL);
	fixture.finding->changes[0].effect_percent = 2;
	fixture.history->boots[7].outcome = OUTCOME_PANICKED;
	fixture.history->boots[7].n = 0;
	json = report(state, &fixture);
	assert_int_equal(json_length(json_member(json, "issues")), 0);
	assert_int_equal(json_length(json_member(json, "tests")), 7 * 3 + 1 + 1);
	assert_string_equal(json_text(json_pointer(json, "/tests/21/path")), "boot");
	assert_string_equal(json_text(json_pointer(json, "/tests/21/status")), "FAIL");
	assert_string_equal(json_text(json_pointer(json, "/tests/22/status")), "PASS");
}

#define EVIL "x\ny\x1b[2J\xff\xe2\x80\xae\"<script>"

static void hostile_texts_are_still_a_report(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(str_clear) struct str line = { 0 };
	struct history_kernel *kernel;

	case_fixture_init(&fixture, NULL);
	str_append(&line, EVIL);
	for (size_t i = 0; i < 1000000; i++)
		str_append_char(&line, 'a');
	kernel = &fixture.history->kernels[4];
	mem_freep(&kernel->subject);
	kernel->subject = mem_strdup(str_text(&line));
	mem_freep(&kernel->detail);
	kernel->detail = mem_strdup(str_text(&line));
	mem_freep(&fixture.record.cell);
	fixture.record.cell = mem_strdup(EVIL);
	mem_freep(&fixture.record.unit);
	fixture.record.unit = mem_strdup(EVIL);
	mem_freep(&fixture.record.good_name);
	fixture.record.good_name = mem_strdup(EVIL);
	mem_freep(&fixture.finding->changes[0].commits[0].subject);
	fixture.finding->changes[0].commits[0].subject = mem_strdup(str_text(&line));
	json = report(state, &fixture);
	assert_null(strstr(json_text(json_pointer(json, "/checkouts/4/comment")), "\xe2\x80\xae"));
	assert_null(strchr(json_text(json_pointer(json, "/checkouts/4/comment")), '\x1b'));
}

#define IN_TEMPDIR(test) cmocka_unit_test_setup_teardown(test, tempdir_setup, tempdir_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TEMPDIR(a_case_is_a_report_that_kernelci_takes),
		IN_TEMPDIR(a_gain_has_no_issue_and_a_panic_is_a_failed_boot),
		IN_TEMPDIR(hostile_texts_are_still_a_report),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
