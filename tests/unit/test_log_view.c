/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/log_view.h"
#include "tests/support/case_fixture.h"
#include "tests/support/near.h"

static const struct log_view_options all = { 0 };

static void each_kernel_is_a_line_with_its_dots(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.input.width = 110;
	fixture.history->boots[7].outcome = OUTCOME_PANICKED;
	log_view_append(&fixture.input, &all, &out);
	assert_golden("view/log.txt", &out);
}

static void of_a_latency_the_slower_end_is_left_too(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.input.width = 110;
	fixture.record.better = LOWER_IS_BETTER;
	memcpy(fixture.history->kernels[2].onto, fixture.hex[1], HISTORY_OID_SIZE);
	fixture.history->kernels[4].variant = 1;
	log_view_append(&fixture.input, &all, &out);
	assert_golden("view/log-latency.txt", &out);
}

static void one_boot_a_kernel_shows_no_interval(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	for (size_t i = 2; i < fixture.history->n_boots; i++)
		fixture.history->boots[i].outcome = OUTCOME_HUNG;
	log_view_append(&fixture.input, &all, &out);
	assert_null(strstr(str_text(&out), "±"));
	assert_non_null(strstr(str_text(&out), "100.0 %"));
	assert_non_null(strstr(str_text(&out), "1 of 2"));
}

static void hostile_text_stays_on_its_line(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };
	size_t lines = 0;

	(void)state;
	case_fixture_init(&fixture, NULL);
	fixture.input.width = 0;
	free(fixture.history->kernels[0].subject);
	fixture.history->kernels[0].subject = mem_strdup("\x1b[2J\n\xe2\x80\xae\xff");
	free(fixture.record.unit);
	fixture.record.unit = mem_strdup("\x1b]0;x\x07\n");
	log_view_append(&fixture.input, &all, &out);
	for (size_t i = 0; i < out.length; i++) {
		lines += out.data[i] == '\n';
		assert_true(out.data[i] == '\n' || (unsigned char)out.data[i] >= ' ');
	}
	assert_int_equal(lines, 1 + fixture.history->n_kernels);
	assert_non_null(strstr(str_text(&out), "\\x1B[2J\\x0A\\u{202E}\\xFF"));
}

static void filters_leave_kernels_out_and_samples_are_listed(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str failed = { 0 };
	CLEANUP(str_clear) struct str other = { 0 };
	CLEANUP(str_clear) struct str samples = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	log_view_append(&fixture.input, &(struct log_view_options){ .outcome = "not-buildable" },
			&failed);
	assert_non_null(strstr(str_text(&failed), "666666666666"));
	assert_null(strstr(str_text(&failed), "555555555555"));
	free(fixture.history->boots[5].machine);
	fixture.history->boots[5].machine = mem_strdup("box1");
	log_view_append(&fixture.input,
			&(struct log_view_options){ .machine = "box1", .wants_samples = true },
			&other);
	assert_null(strstr(str_text(&other), "444444444444"));
	assert_non_null(strstr(str_text(&other), "342.3 343.3 341.8\n"));
	assert_null(strstr(str_text(&other), "341.9 342.9")); /* of its boot elsewhere */
	log_view_append(&fixture.input, &(struct log_view_options){ .cell = "clients=9" },
			&samples);
	assert_null(strstr(str_text(&samples), "measured"));
}

static size_t place_of(const struct str *text, const char *word)
{
	const char *found = strstr(str_text(text), word);

	if (!found)
		fail_msg("no '%s' in %s", word, str_text(text));
	return (size_t)(found - str_text(text));
}

static void kernels_are_sorted_and_ties_stay_in_the_order_of_history(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str by_value = { 0 };
	CLEANUP(str_clear) struct str by_outcome = { 0 };
	enum log_view_order order;

	(void)state;
	case_fixture_init(&fixture, NULL);
	assert_false(log_view_order_from_name("colour", &order));
	assert_true(log_view_order_from_name("value", &order));
	fixture.record.better = LOWER_IS_BETTER; /* then 8, with 342, is faster than 0, with 353 */
	log_view_append(&fixture.input, &(struct log_view_options){ .order = order }, &by_value);
	assert_true(place_of(&by_value, "888888888888") < place_of(&by_value, "000000000000"));
	assert_true(place_of(&by_value, "000000000000") < place_of(&by_value, "666666666666"));
	assert_true(log_view_order_from_name("outcome", &order));
	log_view_append(&fixture.input, &(struct log_view_options){ .order = order }, &by_outcome);
	assert_true(place_of(&by_outcome, "666666666666") < place_of(&by_outcome, "000000000000"));
	assert_true(place_of(&by_outcome, "000000000000") < place_of(&by_outcome, "888888888888"));
}

static void the_csv_has_the_boots_that_are_meant(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	free(fixture.history->boots[5].machine);
	fixture.history->boots[5].machine = mem_strdup("box1");
	log_view_append_rows(&fixture.input, &(struct log_view_options){ .machine = "box1" }, &out);
	assert_non_null(strstr(str_text(&out), ",342.3,box1,"));
	assert_null(strstr(str_text(&out), ",341.9,"));
	str_clear(&out);
	log_view_append_rows(&fixture.input, &(struct log_view_options){ .metric = "p99" }, &out);
	assert_null(strstr(str_text(&out), ",341.9,"));
}

static void the_probability_stands_beside_the_dots(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };
	struct survey *survey;

	(void)state;
	case_fixture_init(&fixture, NULL);
	survey = &fixture.finding->survey;
	survey->places = mem_array(1, sizeof(*survey->places));
	survey->places[survey->n_places++] = (struct survey_place){ 5, 5, 0.99999 };
	fixture.input.width = 0;
	log_view_append(&fixture.input, &all, &out);
	assert_non_null(strstr(str_text(&out), "99.9 %  sched: be slow"));
}

static void the_json_has_what_the_text_has(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;
	double value = 0;

	(void)state;
	case_fixture_init(&fixture, NULL);
	json = log_view_to_json(&fixture.input, &all);
	assert_true(json_number(json_pointer(json, "/schema"), &value));
	assert_near(value, 1, 0);
	assert_int_equal(json_length(json_pointer(json, "/kernels")), 5);
	assert_true(json_number(json_pointer(json, "/kernels/1/level/value"), &value));
	assert_near(value, 342.07, 0.01);
	assert_true(json_number(json_pointer(json, "/kernels/1/level/of_good_percent"), &value));
	assert_near(value, 96.79, 0.01);
	assert_string_equal(json_text(json_pointer(json, "/kernels/3/outcome")), "not-buildable");
	assert_true(json_is_null(json_pointer(json, "/kernels/3/level/value")));
}

static void the_json_is_as_its_schema_says(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	json = log_view_to_json(&fixture.input, &all);
	text = json_dump(json, false);
	str_append(&out, text);
	str_append_char(&out, '\n');
	assert_golden("view/log.json", &out); /* which the test schemas validates */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kernel_is_a_line_with_its_dots),
		cmocka_unit_test(of_a_latency_the_slower_end_is_left_too),
		cmocka_unit_test(one_boot_a_kernel_shows_no_interval),
		cmocka_unit_test(hostile_text_stays_on_its_line),
		cmocka_unit_test(filters_leave_kernels_out_and_samples_are_listed),
		cmocka_unit_test(kernels_are_sorted_and_ties_stay_in_the_order_of_history),
		cmocka_unit_test(the_csv_has_the_boots_that_are_meant),
		cmocka_unit_test(the_probability_stands_beside_the_dots),
		cmocka_unit_test(the_json_has_what_the_text_has),
		cmocka_unit_test(the_json_is_as_its_schema_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
