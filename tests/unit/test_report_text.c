/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/report_text.h"
#include "tests/support/case_fixture.h"

static int set_up(void **state)
{
	struct case_fixture *fixture = mem_zalloc(sizeof(*fixture));

	case_fixture_init(fixture, NULL);
	*state = fixture;
	return 0;
}

static int tear_down(void **state)
{
	case_fixture_clear(*state);
	free(*state);
	return 0;
}

static void assert_report(const struct case_fixture *fixture, const char *golden)
{
	CLEANUP(str_clear) struct str out = { 0 };

	report_text_append(&fixture->input, &out);
	assert_golden(golden, &out);
}

static void set_text(char **text, const char *to)
{
	free(*text);
	*text = mem_strdup(to);
}

static void a_culprit_is_named_with_its_effect_and_probability(void **state)
{
	struct case_fixture *fixture = *state;

	memcpy(fixture->finding->changes[0].merge, fixture->hex[7], HISTORY_OID_SIZE);
	case_fixture_verify(fixture);
	finding_add_note(fixture->finding,
			 "4 boots of the ends were taken from case 1, which ran on the same "
			 "machine with the same settings");
	assert_report(fixture, "report/found.txt");
}

static void of_a_latency_speed_and_value_are_told_apart(void **state)
{
	struct case_fixture *fixture = *state;
	CLEANUP(str_clear) struct str out = { 0 };

	fixture->input.width = 0;
	fixture->record.better = LOWER_IS_BETTER;
	report_text_append(&fixture->input, &out);
	assert_non_null(strstr(str_text(&out),
			       "Speed (the inverse of the metric) of the bad end against the good "
			       "end: -3.05 % (95 %: -3.30 % to -2.80 %); that is throughput +3.15 "
			       "%. Further percentages are of speed."));
}

static void a_long_run_is_told_by_its_ends(void **state)
{
	struct case_fixture *fixture = *state;
	struct finding_change *change = &fixture->finding->changes[0];
	struct finding_commit *commits = mem_array(30, sizeof(*commits));
	CLEANUP(str_clear) struct str out = { 0 };

	for (size_t i = 0; i < 30; i++) {
		(void)snprintf(commits[i].hex, sizeof(commits[i].hex), "%040zu", i);
		commits[i].subject = mem_printf("number %zu of the run", i);
		commits[i].author = mem_strdup("");
	}
	for (size_t i = 0; i < change->n_commits; i++) {
		free(change->commits[i].subject);
		free(change->commits[i].author);
	}
	free(change->commits);
	change->commits = commits;
	change->n_commits = 30;
	report_text_append(&fixture->input, &out);
	assert_non_null(strstr(str_text(&out), "one of 30 commits that could not be told apart"));
	assert_non_null(strstr(str_text(&out), "number 2 of"));
	assert_non_null(strstr(str_text(&out), "… 24 commits between them …"));
	assert_null(strstr(str_text(&out), "number 3 of"));
	assert_null(strstr(str_text(&out), "number 26 of"));
	assert_non_null(strstr(str_text(&out), "number 27 of"));
	assert_non_null(strstr(str_text(&out), "number 29 of"));
}

static void other_layouts_are_counted_where_there_are_any(void **state)
{
	struct case_fixture *fixture = *state;
	CLEANUP(str_clear) struct str none = { 0 };
	CLEANUP(str_clear) struct str out = { 0 };

	report_text_append(&fixture->input, &none);
	assert_null(strstr(str_text(&none), "Layout"));
	fixture->finding->layouts = 3;
	fixture->finding->build_sd_percent = 0.81;
	report_text_append(&fixture->input, &out);
	assert_non_null(strstr(str_text(&out), "\nLayout: 0.8 % between builds of a commit; "
					       "3 kernels were laid out anew\n"));
}

static void a_run_of_commits_is_shown_whole(void **state)
{
	struct case_fixture *fixture = *state;
	struct finding_change *change = &fixture->finding->changes[0];

	change->commits = mem_resize(change->commits, 2, sizeof(*change->commits));
	change->n_commits = 2;
	memset(&change->commits[1], 0, sizeof(change->commits[1]));
	memcpy(change->commits[1].hex, fixture->hex[6], HISTORY_OID_SIZE);
	change->commits[1].subject = mem_strdup("mm: do not build");
	change->is_resolved = false;
	set_text(&fixture->finding->state, "undecided");
	assert_report(fixture, "report/undecided.txt");
}

static void ends_that_do_not_differ_are_told_with_the_interval(void **state)
{
	struct case_fixture *fixture = *state;
	struct finding *finding = fixture->finding;

	fixture->record.state = CASE_NOT_REPRODUCED;
	set_text(&finding->state, "not-reproduced");
	finding->difference_percent = 0.0512;
	finding->difference_low = -0.1;
	finding->difference_high = 0.2024;
	for (size_t i = 0; i < finding->n_changes; i++) {
		free(finding->changes[i].commits[0].subject);
		free(finding->changes[i].commits[0].author);
		free(finding->changes[i].commits);
	}
	finding->n_changes = 0;
	assert_report(fixture, "report/not-reproduced.txt");
}

static void ends_that_were_not_measured_are_not_called_alike(void **state)
{
	struct case_fixture *fixture = *state;
	CLEANUP(str_clear) struct str text = { 0 };

	fixture->finding->difference_percent = 0;
	fixture->finding->difference_low = 0;
	fixture->finding->difference_high = 0;
	report_text_append(&fixture->input, &text);
	assert_non_null(strstr(str_text(&text), "The two ends could not"));
	assert_null(strstr(str_text(&text), "Noise: "));
}

static void changes_of_both_signs_are_listed_with_theirs(void **state)
{
	struct case_fixture *fixture = *state;
	struct finding *finding = fixture->finding;
	struct finding_change *second;

	finding->changes = mem_resize(finding->changes, 2, sizeof(*finding->changes));
	finding->n_changes = 2;
	second = &finding->changes[1];
	*second = finding->changes[0];
	second->commits = mem_array(1, sizeof(*second->commits));
	memcpy(second->commits[0].hex, fixture->hex[7], HISTORY_OID_SIZE);
	second->commits[0].subject = mem_strdup("net: be quicker");
	second->effect_percent = 1.5;
	second->effect_low = 0.9;
	second->effect_high = 2.1;
	second->probability = 0.99999;
	assert_report(fixture, "report/two-changes.txt");
}

static void a_stopped_case_says_so(void **state)
{
	struct case_fixture *fixture = *state;

	set_text(&fixture->finding->state, "stopped");
	assert_report(fixture, "report/stopped.txt");
}

static void a_running_case_has_no_finding(void **state)
{
	struct case_fixture *fixture = *state;

	fixture->record.state = CASE_RUNNING;
	fixture->input.finding = NULL;
	assert_report(fixture, "report/running.txt");
}

static void a_model_that_does_not_fit_is_doubted(void **state)
{
	struct case_fixture *fixture = *state;
	CLEANUP(str_clear) struct str sure = { 0 };
	CLEANUP(str_clear) struct str doubtful = { 0 };

	fixture->input.width = 0;
	fixture->finding->fit_p = 0.001;
	report_text_append(&fixture->input, &sure);
	assert_null(strstr(str_text(&sure), "In doubt"));
	fixture->finding->fit_p = 0.0004;
	report_text_append(&fixture->input, &doubtful);
	assert_non_null(strstr(str_text(&doubtful),
			       "In doubt: the measured levels do not fit the changes above "
			       "(residual p = 0.0004)."));
}

static void a_probability_that_was_contradicted_is_not_shown_alone(void **state)
{
	struct case_fixture *fixture = *state;
	CLEANUP(str_clear) struct str out = { 0 };

	fixture->input.width = 0;
	fixture->finding->changes[0].comparison.verdict = FINDING_REFUTED;
	report_text_append(&fixture->input, &out);
	assert_non_null(strstr(str_text(&out),
			       " to the search alone, which boots side by side contradict"));
}

static void a_residual_that_is_not_known_is_not_doubted(void **state)
{
	struct case_fixture *fixture = *state;
	CLEANUP(str_clear) struct str out = { 0 };

	fixture->finding->fit_p = (double)NAN;
	report_text_append(&fixture->input, &out);
	assert_null(strstr(str_text(&out), "In doubt"));
}

static void without_colour_there_is_no_escape(void **state)
{
	struct case_fixture *fixture = *state;
	CLEANUP(str_clear) struct str plain = { 0 };
	CLEANUP(str_clear) struct str coloured = { 0 };

	report_text_append(&fixture->input, &plain);
	assert_null(strchr(str_text(&plain), '\x1b'));
	fixture->input.color = true;
	report_text_append(&fixture->input, &coloured);
	assert_non_null(strstr(str_text(&coloured), "\x1b[31m-3.12 %"));
}

static void hostile_text_comes_out_harmless(void **state)
{
	static const char hostile[] = "\x1b]0;owned\x07\r\n\xe2\x80\xae"
				      "evil\xff\xc2\x9b";
	struct case_fixture *fixture = *state;
	CLEANUP(str_clear) struct str out = { 0 };

	set_text(&fixture->record.bad_name, hostile);
	set_text(&fixture->record.unit, hostile);
	set_text(&fixture->record.cell, hostile);
	set_text(&fixture->finding->changes[0].commits[0].subject, hostile);
	set_text(&fixture->finding->changes[0].commits[0].author, hostile);
	set_text(&fixture->finding->untestable[0].commit.subject, hostile);
	set_text(&fixture->finding->untestable[0].detail, hostile);
	set_text(&fixture->finding->state, hostile);
	finding_add_note(fixture->finding, "%s", hostile);
	fixture->input.width = 0;
	report_text_append(&fixture->input, &out);
	for (size_t i = 0; i < out.length; i++)
		assert_true(out.data[i] == '\n' || (unsigned char)out.data[i] >= ' ');
	assert_null(strstr(str_text(&out), "\xe2\x80\xae"));
	assert_null(strchr(str_text(&out), '\xff'));
	assert_null(strstr(str_text(&out), "\xc2\x9b"));
	assert_non_null(strstr(str_text(&out), "\\x1B]0;owned\\x07\\x0D\\x0A\\u{202E}evil\\xFF"));
}

#define WITH_CASE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		WITH_CASE(a_culprit_is_named_with_its_effect_and_probability),
		WITH_CASE(other_layouts_are_counted_where_there_are_any),
		WITH_CASE(a_run_of_commits_is_shown_whole),
		WITH_CASE(a_long_run_is_told_by_its_ends),
		WITH_CASE(of_a_latency_speed_and_value_are_told_apart),
		WITH_CASE(ends_that_do_not_differ_are_told_with_the_interval),
		WITH_CASE(ends_that_were_not_measured_are_not_called_alike),
		WITH_CASE(changes_of_both_signs_are_listed_with_theirs),
		WITH_CASE(a_stopped_case_says_so),
		WITH_CASE(a_running_case_has_no_finding),
		WITH_CASE(a_model_that_does_not_fit_is_doubted),
		WITH_CASE(a_probability_that_was_contradicted_is_not_shown_alone),
		WITH_CASE(a_residual_that_is_not_known_is_not_doubted),
		WITH_CASE(without_colour_there_is_no_escape),
		WITH_CASE(hostile_text_comes_out_harmless),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
