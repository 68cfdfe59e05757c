/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/mem.h"
#include "results/report_json.h"
#include "tests/support/case_fixture.h"
#include "tests/support/near.h"

static struct json *report(const struct case_fixture *fixture)
{
	CLEANUP(str_clear) struct str out = { 0 };
	struct json *json = NULL;
	struct error err = { 0 };

	report_json_append(&fixture->input, &out);
	if (json_parse(str_text(&out), out.length, &json, &err) < 0)
		fail_msg("%s", err.text);
	return json;
}

static void the_report_has_case_finding_and_all_measurements(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	case_fixture_verify(&fixture);
	report_json_append(&fixture.input, &out);
	assert_golden("report/found.json", &out);
}

static void a_running_case_has_neither_an_end_nor_a_finding(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.record.state = CASE_RUNNING;
	fixture.record.ended = 0;
	fixture.input.finding = NULL;
	report_json_append(&fixture.input, &out);
	assert_golden("report/running.json", &out);
	json = report(&fixture);
	assert_true(json_is_null(json_pointer(json, "/finding")));
	assert_true(json_is_null(json_pointer(json, "/case/ended")));
	assert_string_equal(json_text(json_pointer(json, "/case/state")), "running");
}

static void a_boot_points_to_its_kernel_by_id(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;
	double kernel = 0;
	double id = 0;

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.history->kernels[4].id = 77;
	json = report(&fixture);
	assert_true(json_number(json_pointer(json, "/boots/5/kernel"), &kernel));
	assert_true(json_number(json_pointer(json, "/kernels/4/id"), &id));
	assert_near(kernel, 77, 0);
	assert_near(id, 77, 0);
}

static void stored_json_stays_json_and_broken_json_becomes_text(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;
	double cpus = 0;

	(void)state;
	case_fixture_init(&fixture, NULL);
	free(fixture.history->boots[1].facts);
	fixture.history->boots[1].facts = mem_strdup("{\"cpus\":");
	json = report(&fixture);
	assert_true(json_number(json_pointer(json, "/boots/0/facts/cpus"), &cpus));
	assert_near(cpus, 4, 0);
	assert_string_equal(json_text(json_pointer(json, "/boots/1/facts")), "{\"cpus\":");
}

static void text_of_others_is_valid_json_all_the_same(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;

	(void)state;
	case_fixture_init(&fixture, NULL);
	free(fixture.history->kernels[0].subject);
	fixture.history->kernels[0].subject = mem_strdup("a\x1b\"\\\n\xff");
	json = report(&fixture);
	assert_string_equal(json_text(json_pointer(json, "/kernels/0/subject")),
			    "a\x1b\"\\\n\xef\xbf\xbd");
}

/* The names of an enum in the published schema. */
static void assert_names(const struct json *schema, const char *pointer, size_t n,
			 const char *(*name)(size_t i))
{
	const struct json *names = json_pointer(schema, pointer);

	assert_int_equal(json_length(names), n);
	for (size_t i = 0; i < n; i++)
		assert_string_equal(json_text(json_element(names, i)), name(i));
}

static const char *name_of_outcome(size_t i)
{
	return outcome_name((enum outcome)i);
}

static const char *name_of_state(size_t i)
{
	return case_state_name((enum case_state)i);
}

static void the_schema_knows_every_outcome_and_state(void **state)
{
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(json_freep) struct json *schema = NULL;
	struct error err = { 0 };
	size_t n = 0;

	(void)state;
	if (fs_read_file(SCHEMA_PATH, 1000000, &text, &n, &err) < 0 ||
	    json_parse(text, n, &schema, &err) < 0)
		fail_msg("%s", err.text);
	assert_names(schema, "/$defs/outcome/enum", OUTCOME_COUNT, name_of_outcome);
	assert_names(schema, "/$defs/state/enum", CASE_PAUSED + 1, name_of_state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_report_has_case_finding_and_all_measurements),
		cmocka_unit_test(a_running_case_has_neither_an_end_nor_a_finding),
		cmocka_unit_test(a_boot_points_to_its_kernel_by_id),
		cmocka_unit_test(stored_json_stays_json_and_broken_json_becomes_text),
		cmocka_unit_test(text_of_others_is_valid_json_all_the_same),
		cmocka_unit_test(the_schema_knows_every_outcome_and_state),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
