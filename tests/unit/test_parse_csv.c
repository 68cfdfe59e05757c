/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "workloads/parse_csv.h"

static void assert_value(const char *choice, const char *output, double expected)
{
	struct error err = { 0 };
	double value = -1;

	if (parse_csv(choice, output, strlen(output), &value, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(value == expected);
}

static void assert_refused(const char *choice, const char *output, const char *expected)
{
	struct error err = { 0 };
	double value = -1;

	assert_int_equal(parse_csv(choice, output, strlen(output), &value, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_true(value == -1);
}

#define REDIS                              \
	"\"test\",\"rps\",\"p50 latency, " \
	"ms\"\n\"SET\",\"31446.54\",\"0.175\"\n\"GET\",\"31201.25\",\"0.167\"\n"

static void the_last_row_or_the_last_that_is_named_counts(void **state)
{
	(void)state;
	assert_value("rps", REDIS, 31201.25);
	assert_value("rps where test=SET", REDIS, 31446.54);
	assert_value("p50 latency, ms where test=SET", REDIS, 0.175);
	assert_value("ops", "n,ops\n1,2\n1,3\n", 3);
	assert_value("ops where n=1", "n,ops\n1,2\n1,3\n2,4\n", 3);
	/* A column may choose itself, and an empty value is one. */
	assert_value("ops where note=", "ops,note\n2,\n3,warm-up\n", 2);
}

static void separators_are_found_by_the_names(void **state)
{
	(void)state;
	assert_value("ops", "n;ops\n1;2\n", 2);
	assert_value("ops", "n\tops\n1\t2\n", 2);
	assert_value("ops", "ops\n7\n", 7);
}

static void what_stands_around_the_table_is_passed_over(void **state)
{
	(void)state;
	assert_value("ops", "starting, as ever\nn,ops\n1,2\n\nops,9\n", 2);
	assert_value("ops", "n,ops\r\n1,2\r\n", 2);
}

static void quotes_hold_separators_and_quotes(void **state)
{
	(void)state;
	assert_value("ops", "\"a \"\"b\"\", c\",ops\n\"x,y\",2\n", 2);
	assert_value("ops where a \"b\"=x,y", "\"a \"\"b\"\"\",ops\n\"x,y\",2\nz,3\n", 2);
	/* A quote without its end holds the rest of its line. */
	assert_refused("ops", "n,ops\n\"1,2\n", "the output has no row for 'csv:ops'");
}

static void what_is_not_there_or_no_number_is_named(void **state)
{
	(void)state;
	assert_refused("ops", "", "the output has no line with the column 'ops'");
	assert_refused("ops where n=1", "ops,m\n2,1\n",
		       "the output has no line with the column 'ops' and 'n'");
	assert_refused("ops where n=1", "ops,n\n2,3\n",
		       "the output has no row for 'csv:ops where n=1'");
	assert_refused("ops", "n,ops\n1,nan\n", "ops is not a number (NaN)");
	assert_refused("ops", "n,ops\n1,0\n", "ops is zero");
	assert_refused("ops", "n,ops\n1,\n", "ops has no value");
	assert_refused("ops", "n;ops\n1;4,5\n", "ops is '4,5', which is not a number");
	/* A decimal comma is a cell more. */
	assert_refused("ops", "n,ops\n1,4,5\n", "the output has no row for 'csv:ops'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_last_row_or_the_last_that_is_named_counts),
		cmocka_unit_test(separators_are_found_by_the_names),
		cmocka_unit_test(what_stands_around_the_table_is_passed_over),
		cmocka_unit_test(quotes_hold_separators_and_quotes),
		cmocka_unit_test(what_is_not_there_or_no_number_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
