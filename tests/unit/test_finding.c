/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "results/finding.h"
#include "tests/support/case_fixture.h"
#include "tests/support/near.h"

static struct finding *round_trip(const struct finding *finding)
{
	CLEANUP(json_freep) struct json *json = finding_to_json(finding);
	CLEANUP(mem_freep) char *text = json_dump(json, true);
	CLEANUP(json_freep) struct json *back = NULL;
	struct finding *again = NULL;
	struct error err = { 0 };

	if (json_parse(text, strlen(text), &back, &err) < 0 ||
	    finding_from_json(back, &again, &err) < 0)
		fail_msg("%s", err.text);
	return again;
}

static void a_finding_survives_its_json(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(finding_freep) struct finding *again = NULL;
	struct finding_change *change;

	(void)state;
	case_fixture_init(&fixture, NULL);
	finding_add_note(fixture.finding, "%d boots of an earlier case", 4);
	fixture.finding->layouts = 2;
	memcpy(fixture.finding->changes[0].merge, fixture.hex[7], HISTORY_OID_SIZE);
	again = round_trip(fixture.finding);
	assert_string_equal(again->state, "found");
	assert_int_equal(again->n_changes, 1);
	change = &again->changes[0];
	assert_int_equal(change->n_commits, 1);
	assert_string_equal(change->commits[0].hex, fixture.hex[5]);
	assert_string_equal(change->commits[0].subject, "sched: be slow");
	assert_string_equal(change->commits[0].author, "A. Author <author@example.org>");
	assert_string_equal(change->merge, fixture.hex[7]);
	assert_near(change->effect_percent, -3.12, 0);
	assert_near(change->effect_low, -3.41, 0);
	assert_near(change->effect_high, -2.83, 0);
	assert_near(change->probability, 0.9968, 0);
	assert_true(change->is_resolved);
	assert_int_equal(again->n_untestable, 1);
	assert_int_equal(again->untestable[0].outcome, OUTCOME_NOT_BUILDABLE);
	assert_string_equal(again->untestable[0].commit.hex, fixture.hex[6]);
	assert_string_equal(again->untestable[0].detail, "mm/slub.c:12:3: error: unknown type");
	assert_near(again->difference_percent, -3.05, 0);
	assert_near(again->confidence, 0.99, 0);
	assert_near(again->sample_sd_percent, 0.41, 0);
	assert_near(again->boot_sd_percent, 0.2, 0);
	assert_near(again->build_sd_percent, 0.3, 0);
	assert_int_equal(again->layouts, 2);
	assert_near(again->fit_p, 0.4, 0);
	assert_int_equal(again->n_commits, 8);
	assert_int_equal(again->builds, 6);
	assert_int_equal(again->boots, 8);
	assert_int_equal(again->samples, 24);
	assert_near(again->wall_s, 7130, 0);
	assert_int_equal(again->notes.n, 1);
	assert_string_equal(again->notes.items[0], "4 boots of an earlier case");
}

static void what_verified_a_change_survives_its_json(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(finding_freep) struct finding *again = NULL;
	const struct finding_comparison *comparison;
	const struct finding_explanation *explanation;

	(void)state;
	case_fixture_init(&fixture, NULL);
	case_fixture_verify(&fixture);
	again = round_trip(fixture.finding);
	comparison = &again->changes[0].comparison;
	assert_int_equal(comparison->verdict, FINDING_CONFIRMED);
	assert_int_equal(comparison->pairs, 4);
	assert_near(comparison->difference_percent, -3.2, 0);
	assert_near(comparison->difference_low, -3.9, 0);
	assert_near(comparison->difference_high, -2.5, 0);
	explanation = &again->changes[0].explanation;
	assert_int_equal(explanation->method, FINDING_REVERT);
	assert_string_equal(explanation->commit, fixture.hex[3]);
	assert_int_equal(explanation->outcome, OUTCOME_MEASURED);
	assert_string_equal(explanation->detail, "");
	assert_near(explanation->effect_percent, 2.9, 0);
	assert_near(explanation->effect_low, 2.6, 0);
	assert_near(explanation->effect_high, 3.2, 0);
	assert_near(explanation->share, 0.92, 0);
	assert_near(explanation->share_low, 0.84, 0);
	assert_near(explanation->share_high, 1, 0);
}

static void what_was_not_verified_is_null(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(finding_freep) struct finding *again = NULL;

	(void)state;
	case_fixture_init(&fixture, NULL);
	json = finding_to_json(fixture.finding);
	assert_true(json_is_null(json_pointer(json, "/changes/0/comparison")));
	assert_true(json_is_null(json_pointer(json, "/changes/0/explanation")));
	again = round_trip(fixture.finding);
	assert_int_equal(again->changes[0].comparison.verdict, FINDING_UNCHECKED);
	assert_int_equal(again->changes[0].explanation.method, FINDING_NO_METHOD);
}

static void a_number_that_is_not_known_stays_unknown(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(finding_freep) struct finding *again = NULL;

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.finding->fit_p = (double)NAN;
	fixture.finding->difference_low = -(double)INFINITY;
	again = round_trip(fixture.finding);
	assert_true(isnan(again->fit_p));
	assert_true(isnan(again->difference_low));
}

static void a_finding_from_before_there_were_layouts_has_none(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(json_freep) struct json *old = NULL;
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(finding_freep) struct finding *again = NULL;
	struct error err = { 0 };
	char *at;

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.finding->layouts = 2;
	json = finding_to_json(fixture.finding);
	text = json_dump(json, true);
	at = strstr(text, "\"layouts\"");
	assert_non_null(at);
	memcpy(at, "\"yonders\"", strlen("\"yonders\""));
	assert_int_equal(json_parse(text, strlen(text), &old, &err), 0);
	assert_int_equal(finding_from_json(old, &again, &err), 0);
	assert_int_equal(again->layouts, 0);
}

static void an_empty_finding_survives_its_json(void **state)
{
	struct finding empty = { 0 };
	CLEANUP(finding_freep) struct finding *again = round_trip(&empty);

	(void)state;
	assert_string_equal(again->state, "");
	assert_int_equal(again->n_changes, 0);
	assert_int_equal(again->notes.n, 0);
}

static void assert_refused(const char *key, const char *value, const char *expected)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;
	struct json *part = NULL;
	struct finding *finding = NULL;
	struct error err = { 0 };

	case_fixture_init(&fixture, NULL);
	json = finding_to_json(fixture.finding);
	assert_int_equal(json_parse(value, strlen(value), &part, &err), 0);
	json_set(json, key, part);
	assert_int_equal(finding_from_json(json, &finding, &err), -1);
	assert_null(finding);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_string_equal(err.text, expected);
}

static void what_is_not_a_finding_is_refused(void **state)
{
	(void)state;
	assert_refused("schema", "2",
		       "cannot read the finding: its schema is 2, this perfsect reads 1");
	assert_refused("schema", "\"1\"",
		       "cannot read the finding: 'schema' is missing or not a count");
	assert_refused("boots", "-1", "cannot read the finding: 'boots' is missing or not a count");
	assert_refused("builds", "1.5",
		       "cannot read the finding: 'builds' is missing or not a count");
	assert_refused("state", "7", "cannot read the finding: 'state' is missing or not a string");
	assert_refused("layouts", "-1",
		       "cannot read the finding: 'layouts' is missing or not a count");
	assert_refused("fit_p", "\"x\"", "cannot read the finding: 'fit_p' is not a number");
	assert_refused("notes", "[1]", "cannot read the finding: note 1 is not a string");
	assert_refused("changes", "{}",
		       "cannot read the finding: 'changes', 'untestable' or 'notes' is missing or "
		       "not a list");
	assert_refused("changes", "[{\"commits\": []}]",
		       "cannot read the finding: change 1: 'commits' is missing or empty");
	assert_refused("changes", "[{\"commits\": [{\"commit\": \"; rm\"}]}]",
		       "cannot read the finding: change 1: 'commit' is not a commit");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_finding_survives_its_json),
		cmocka_unit_test(what_verified_a_change_survives_its_json),
		cmocka_unit_test(what_was_not_verified_is_null),
		cmocka_unit_test(a_number_that_is_not_known_stays_unknown),
		cmocka_unit_test(a_finding_from_before_there_were_layouts_has_none),
		cmocka_unit_test(an_empty_finding_survives_its_json),
		cmocka_unit_test(what_is_not_a_finding_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
