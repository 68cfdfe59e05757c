/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/report_csv.h"
#include "tests/support/case_fixture.h"

static void each_sample_is_a_row(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	report_csv_append(&fixture.input, &out);
	assert_golden("report/samples.csv", &out);
}

static void a_text_of_others_stays_one_field(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	free(fixture.record.unit);
	fixture.record.unit = mem_strdup("=a\"b,c\nd");
	fixture.history->n_boots = 1;
	fixture.history->boots[0].n = 1;
	report_csv_append(&fixture.input, &out);
	assert_non_null(strstr(str_text(&out),
			       ",throughput,\"'=a\"\"b,c\\x0Ad\",higher,measured,search\n"));
	fixture.history->n_boots = 8;
	fixture.history->boots[0].n = 3;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_sample_is_a_row),
		cmocka_unit_test(a_text_of_others_stays_one_field),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
