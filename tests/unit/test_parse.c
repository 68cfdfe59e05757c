/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "workloads/parse.h"

static void assert_value(const char *rule, const char *output, double expected)
{
	struct error err = { 0 };
	double value = -1;

	if (parse_check(rule, &err) < 0 ||
	    parse_apply(rule, output, strlen(output), &value, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(value == expected);
}

static void assert_refused(const char *rule, const char *expected)
{
	struct error err = { 0 };
	double value;

	assert_int_equal(parse_check(rule, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(parse_apply(rule, "ops=1", 5, &value, &err), -1);
	assert_string_equal(err.text, expected);
}

static void each_kind_of_rule_finds_its_number(void **state)
{
	(void)state;
	assert_value("keyvalue:ops", "ops: 12\n", 12);
	assert_value("keyvalue:a:b", "a:b=3", 3);
	assert_value("json:/ops", "{\"ops\": 12}", 12);
	assert_value("json:", "12", 12);
	assert_value("regex:(?<value>\\d+) ops", "12 ops", 12);
	assert_value("csv:rps", "test,rps\nSET,12\n", 12);
	assert_value("csv:rps where test=SET", "test,rps\nSET,12\nGET,3\n", 12);
	assert_value("tap:ops", "1..1\n# ops: 12\nok 1 pipe\n", 12);
	assert_value("lava:pipe",
		     "<LAVA_SIGNAL_TESTCASE TEST_CASE_ID=pipe RESULT=pass UNITS=usecs/op "
		     "MEASUREMENT=23.9>\n",
		     23.9);
}

static void a_rule_that_is_none_is_refused(void **state)
{
	(void)state;
	assert_refused("",
		       "the rule '' begins with none of 'keyvalue:', 'json:', 'regex:', 'csv:', "
		       "'tap:' and 'lava:'");
	assert_refused("yaml:ops", "the rule 'yaml:ops' begins with none of 'keyvalue:', 'json:', "
				   "'regex:', 'csv:', 'tap:' and 'lava:'");
	assert_refused("csv:", "the rule 'csv:' names no column");
	assert_refused("csv:rps where SET", "the rule 'csv:rps where SET' has no NAME=VALUE "
					    "behind 'where'");
	assert_refused("tap:", "the rule names no test or key");
	assert_refused("lava:a\\Eb", "the name 'a\\Eb' holds a '\\E'");
	assert_refused("keyvalue:", "the rule 'keyvalue:' names no key");
	assert_refused("json:ops", "the JSON pointer 'ops' does not begin with '/'");
	assert_refused("regex:x", "the regular expression has no group (?<value>…)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_kind_of_rule_finds_its_number),
		cmocka_unit_test(a_rule_that_is_none_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
