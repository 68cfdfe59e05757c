/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "results/survey.h"
#include "tests/support/near.h"

static int parse(const char *text, struct survey *ret, struct error *err)
{
	CLEANUP(json_freep) struct json *json = NULL;

	assert_int_equal(json_parse(text, strlen(text), &json, err), 0);
	return survey_from_json(json, ret, err);
}

static void a_survey_comes_back_from_its_json(void **state)
{
	static const char text[] =
		"{\"positions\":3,\"kernels\":[{\"kernel\":7,\"position\":0.0,\"mass\":0.0},"
		"{\"kernel\":9,\"position\":2.5,\"mass\":null}],\"probabilities\":[0.0,0.25,0.75]}";
	CLEANUP(survey_clear) struct survey survey = { 0 };
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(mem_freep) char *dump = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(parse(text, &survey, &err), 0);
	assert_int_equal(survey.n_positions, 3);
	assert_non_null(survey_find(&survey, 9));
	assert_near(survey_find(&survey, 9)->position, 2.5, 0);
	assert_true(isnan(survey_find(&survey, 9)->mass));
	assert_null(survey_find(&survey, 8));
	json = survey_to_json(&survey);
	dump = json_dump(json, true);
	assert_string_equal(dump, text);
}

static void what_is_no_survey_is_refused(void **state)
{
	static const char *const wrong[] = {
		"{}",
		"{\"positions\":1.5,\"kernels\":[],\"probabilities\":[]}",
		"{\"positions\":1,\"kernels\":[{}],\"probabilities\":[]}",
		"{\"positions\":1,\"kernels\":[{\"kernel\":1,\"position\":-1,\"mass\":0}],"
		"\"probabilities\":[]}",
		"{\"positions\":1,\"kernels\":[{\"kernel\":1,\"position\":1}],\"probabilities\":[]"
		"}",
		"{\"positions\":1,\"kernels\":[],\"probabilities\":[-1]}",
		"{\"positions\":1,\"kernels\":[]}",
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(wrong); i++) {
		CLEANUP(survey_clear) struct survey survey = { 0 };
		struct error err = { 0 };

		assert_int_equal(parse(wrong[i], &survey, &err), -1);
		assert_non_null(strstr(err.text, "survey"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_survey_comes_back_from_its_json),
		cmocka_unit_test(what_is_no_survey_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
