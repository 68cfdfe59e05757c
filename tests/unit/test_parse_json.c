/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/str.h"
#include "workloads/parse_json.h"

static void assert_value(const char *pointer, const char *output, double expected)
{
	struct error err = { 0 };
	double value = -1;

	if (parse_json(pointer, output, strlen(output), &value, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(value == expected);
}

static void assert_refused(const char *pointer, const char *output, const char *expected)
{
	struct error err = { 0 };
	double value = -1;

	assert_int_equal(parse_json(pointer, output, strlen(output), &value, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_true(value == -1);
}

static void the_pointer_names_the_number(void **state)
{
	(void)state;
	assert_value("/result/ops", "{\"result\": {\"ops\": 12.5}}", 12.5);
	assert_value("/jobs/0/read/iops", "{ \"jobs\" : [ { \"read\" : { \"iops\" : 4096 } } ] }\n",
		     4096);
	assert_value("/clat_ns/percentile/99.000000",
		     "{\"clat_ns\": {\"percentile\": {\"99.000000\": 7}}}", 7);
	assert_value("/a~1b", "{\"a/b\": 3}", 3);
	assert_value("", "12.5\n", 12.5);
}

static void a_number_may_be_written_as_text(void **state)
{
	(void)state;
	assert_value("/counter-value", "{\"counter-value\" : \"3.765011\", \"unit\" : \"msec\"}",
		     3.765011);
	assert_refused("/v", "{\"v\": \"<not supported>\"}",
		       "'/v' is '<not supported>', which is not a number");
	assert_refused("/v", "{\"v\": \"\"}", "'/v' has no value");
}

static void text_around_the_document_does_not_matter(void **state)
{
	(void)state;
	assert_value("/ops", "fio: this platform does not support it\n{\n \"ops\": 5\n}\n", 5);
	assert_value("/ops", "{\n  \"ops\": 5\n}\nwarning: {x}\n[  12.3] done\n", 5);
	assert_value("/ops", "[Run 8]: woke up\n[\n{\"text\": \"}\\\"\", \"ops\": 5}\n", 5);
	assert_value("/ops", "\x1b[32mok\x1b[0m\n10 %\r20 %\r\n{\"ops\": 5}\r\n", 5);
}

static void the_last_document_with_the_number_counts(void **state)
{
	(void)state;
	assert_value("/ops", "{\"ops\": 1}\n{\"ops\": 2}\n{\"end\": true}\n", 2);
	assert_refused("/ops", "{\"ops\": 1}\n{\"ops\": null}\n",
		       "'/ops' is not a number in the output's JSON");
}

static void what_is_no_throughput_is_refused_by_name(void **state)
{
	(void)state;
	assert_refused("/ops", "{\"ops\": 0}", "'/ops' is zero");
	assert_refused("/ops", "{\"ops\": -0.5}", "'/ops' is negative (-0.5)");
	assert_refused("/ops", "{\"ops\": true}", "'/ops' is not a number in the output's JSON");
	assert_refused("/ops", "{\"ops\": [1]}", "'/ops' is not a number in the output's JSON");
	assert_refused("/ops", "{\"ops\": \"NaN\"}", "'/ops' is not a number (NaN)");
	assert_refused("/ops", "{\"ops\": \"12 ms\"}", "'/ops' is '12 ms', which is not a number");
}

static void what_is_not_there_is_said(void **state)
{
	struct error err = { 0 };
	double value;

	(void)state;
	assert_refused("/ops", "{\"opps\": 1}", "the output's JSON has no '/ops'");
	assert_refused("/ops", "line\n{\"opps\": 1}\n", "the output's JSON has no '/ops'");
	assert_int_equal(parse_json("/ops", "no JSON", 7, &value, &err), -1);
	assert_true(str_starts_with(err.text, "the output holds no JSON document: not valid JSON"));
	assert_int_equal(parse_json("/ops", "", 0, &value, &err), -1);
	assert_int_equal(parse_json("/ops", "{\"ops\": 1", 9, &value, &err), -1);
	assert_true(str_starts_with(err.text, "the output holds no JSON document: "));
	/* Neither NaN nor 10^400 is JSON that can be kept. */
	assert_int_equal(parse_json("/ops", "{\"ops\": NaN}", 12, &value, &err), -1);
	assert_int_equal(parse_json("/ops", "{\"ops\": 1e400}", 14, &value, &err), -1);
	assert_non_null(strstr(err.text, "real number overflow"));
}

static void a_large_integer_is_still_a_number(void **state)
{
	(void)state;
	assert_value("/ops", "{\"ops\": 18446744073709551616}", 18446744073709551616.0);
}

static void brackets_without_end_are_given_up(void **state)
{
	CLEANUP(str_clear) struct str output = { 0 };
	struct error err = { 0 };
	double value;

	(void)state;
	for (int i = 0; i < 300000; i++)
		str_append(&output, "[\n");
	assert_int_equal(parse_json("/0", str_text(&output), output.length, &value, &err), -1);
	assert_true(str_starts_with(err.text, "the output holds no JSON document: "));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_pointer_names_the_number),
		cmocka_unit_test(a_number_may_be_written_as_text),
		cmocka_unit_test(text_around_the_document_does_not_matter),
		cmocka_unit_test(the_last_document_with_the_number_counts),
		cmocka_unit_test(what_is_no_throughput_is_refused_by_name),
		cmocka_unit_test(what_is_not_there_is_said),
		cmocka_unit_test(a_large_integer_is_still_a_number),
		cmocka_unit_test(brackets_without_end_are_given_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
