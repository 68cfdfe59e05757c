/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/report_html.h"
#include "tests/support/case_fixture.h"
#include "tests/support/hostile_case.h"
#include "tests/support/html_scan.h"

/* The page without the files that are put into it as they are. */
static void append_structure(const char *page, struct str *out)
{
	static const char *const raw[][2] = { { "<style>", "</style>" },
					      { "<script>", "</script>" } };

	while (*page) {
		size_t i = 0;

		while (i < ARRAY_LENGTH(raw) && !str_starts_with(page, raw[i][0]))
			i++;
		if (i == ARRAY_LENGTH(raw)) {
			str_append_char(out, *page++);
			continue;
		}
		str_append(out, raw[i][0]);
		page = strstr(page, raw[i][1]);
	}
}

static void assert_clean(const struct str *page)
{
	size_t at = 0;
	const char *wrong = html_scan(str_text(page), page->length, &at);

	if (wrong)
		fail_msg("%s at %zu: %.200s", wrong, at, str_text(page) + at);
}

static void put_survey(struct case_fixture *fixture)
{
	/* in the order of history: the fixture's second kernel is its last */
	static const int64_t ids[] = { 1, 3, 5, 4, 2 };
	static const double positions[] = { 0, 4, 5, 6, 8 };
	struct survey *survey = &fixture->finding->survey;
	struct history_kernel *kernels = fixture->history->kernels;
	struct history_kernel sorted[5];
	size_t new_index[5];

	for (size_t i = 0; i < 5; i++) {
		sorted[i] = kernels[ids[i] - 1];
		new_index[ids[i] - 1] = i;
	}
	memcpy(kernels, sorted, sizeof(sorted));
	for (size_t i = 0; i < fixture->history->n_boots; i++)
		fixture->history->boots[i].kernel = new_index[fixture->history->boots[i].kernel];
	survey->n_positions = 8;
	survey->n_places = 5;
	survey->places = mem_array(5, sizeof(*survey->places));
	for (size_t i = 0; i < 5; i++)
		survey->places[i] =
			(struct survey_place){ ids[i], positions[i], i == 2 ? 0.996 : 0.001 };
	survey->n_bins = 8;
	survey->bins = mem_array(8, sizeof(*survey->bins));
	survey->bins[4] = 0.996;
	fixture->input.is_sorted = true;
}

static void put_commit(struct case_fixture *fixture, struct report_commit *commit)
{
	memcpy(commit->hex, fixture->hex[5], sizeof(commit->hex));
	commit->author = mem_strdup("A. Author <author@example.org>");
	commit->time = 1699999999;
	commit->message = mem_strdup("sched: be slow\n\nIt <was> too quick.\n");
	commit->diff = mem_strdup("diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n"
				  "-\tif (a < b)\n+\tif (a > b && c)\n");
	commit->diff_bytes = 4000;
	fixture->input.commits = commit;
	fixture->input.n_commits = 1;
}

static void a_found_change_is_drawn_and_told(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(report_commit_clear) struct report_commit commit = { 0 };
	CLEANUP(str_clear) struct str page = { 0 };
	CLEANUP(str_clear) struct str out = { 0 };
	struct report_console consoles[8] = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	case_fixture_verify(&fixture);
	put_survey(&fixture);
	put_commit(&fixture, &commit);
	for (size_t i = 0; i < ARRAY_LENGTH(consoles); i++)
		consoles[i].size_bytes = -1;
	consoles[0] = (struct report_console){ mem_strdup("Linux <6.1>\n"), 12, 999 };
	fixture.input.consoles = consoles;
	fixture.input.base = "../lab/";
	free(fixture.history->boots[1].facts);
	fixture.history->boots[1].facts = mem_strdup("{\"cpus\":2}");
	free(fixture.steps[1].thought);
	fixture.steps[1].thought =
		mem_strdup("{\"changes\":[{\"after\":0,\"up_to\":8,\"effect_percent\":-3.1,"
			   "\"probability\":0.98}],\"gain_bits\":0.89,\"cost_minutes\":8.7}");
	report_html_append(&fixture.input, &page);
	report_console_clear(&consoles[0]);
	assert_clean(&page);
	append_structure(str_text(&page), &out);
	assert_golden("report/found.html", &out);
}

static void a_case_that_has_nothing_yet_is_a_page(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str page = { 0 };
	struct history none = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.input.history = &none;
	fixture.input.finding = NULL;
	fixture.input.n_steps = 0;
	fixture.record.state = CASE_RUNNING;
	report_html_append(&fixture.input, &page);
	assert_clean(&page);
	assert_non_null(strstr(str_text(&page), "nothing has been concluded yet"));
	assert_null(strstr(str_text(&page), "<svg"));
}

static void numbers_that_are_none_draw_nothing_impossible(void **state)
{
	static const double values[] = { 0, -1, 1e308, 1e-308 };
	CLEANUP(case_fixture_clear) struct case_fixture fixture;

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.finding->changes[0].effect_percent = -100;
	fixture.input.is_sorted = true;
	for (size_t i = 0; i < ARRAY_LENGTH(values); i++) {
		CLEANUP(str_clear) struct str page = { 0 };
		CLEANUP(str_clear) struct str structure = { 0 };

		fixture.history->boots[0].values[0] = values[i];
		report_html_append(&fixture.input, &page);
		assert_clean(&page);
		append_structure(str_text(&page), &structure);
		assert_null(strstr(str_text(&structure), "nan "));
		if (strstr(str_text(&structure), "inf "))
			fail_msg("%.300s", strstr(str_text(&structure), "inf ") - 150);
		assert_null(strstr(str_text(&structure), "\"nan"));
		assert_null(strstr(str_text(&structure), "\"inf"));
	}
}

static void hostile_text_stays_text(void **state)
{
	static const size_t sizes[] = { 400, 1 << 20 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(sizes); i++) {
		CLEANUP(case_fixture_clear) struct case_fixture fixture;
		CLEANUP(mem_freep) char *text = hostile_text(sizes[i]);
		CLEANUP(str_clear) struct str page = { 0 };

		case_fixture_init(&fixture, NULL);
		put_survey(&fixture);
		hostile_case_init(&fixture, text);
		report_html_append(&fixture.input, &page);
		hostile_case_clear(&fixture);
		assert_clean(&page);
		assert_non_null(strstr(str_text(&page), "&lt;script&gt;alert(1)"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_found_change_is_drawn_and_told),
		cmocka_unit_test(a_case_that_has_nothing_yet_is_a_page),
		cmocka_unit_test(numbers_that_are_none_draw_nothing_impossible),
		cmocka_unit_test(hostile_text_stays_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
