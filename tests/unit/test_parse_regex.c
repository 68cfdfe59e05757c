/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/str.h"
#include "workloads/parse_regex.h"

static void assert_value(const char *pattern, const char *output, double expected)
{
	struct error err = { 0 };
	double value = -1;

	if (parse_regex(pattern, output, strlen(output), &value, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(value == expected);
}

static void assert_refused(const char *pattern, const char *output, const char *expected)
{
	struct error err = { 0 };
	double value = -1;

	assert_int_equal(parse_regex(pattern, output, strlen(output), &value, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_true(value == -1);
}

#define DBENCH "^Throughput (?<value>[\\d.]+) MB/sec\\s+(\\d+) clients"

static void the_group_called_value_is_the_number(void **state)
{
	(void)state;
	assert_value(DBENCH,
		     "\nThroughput 187.147 MB/sec  2 clients  2 procs  max_latency=13.137 ms\n",
		     187.147);
	assert_value("(?P<value>\\d+) ops/sec",
		     "      23.898100 usecs/op\n          41844 ops/sec\n", 41844);
	assert_value("Request Latencies.*\\n(?:.*\\n)*?\\s+\\* 99\\.0th: (?<value>\\d+)",
		     "Request Latencies percentiles (usec)\n  50.0th: 7\n  * 99.0th: 9  (14224 "
		     "samples)\n",
		     9);
}

static void the_last_match_counts(void **state)
{
	(void)state;
	assert_value("^ops (?<value>\\d+)$", "ops 1\nops 2\nops x\n", 2);
	/* The group took no part in the last match. */
	assert_value("ops (?<value>\\d+)|end", "ops 3 end", 3);
	/* Empty matches come to an end. */
	assert_value("(?=ops=(?<value>\\d+))", "ops=1 ops=4", 4);
}

static void lines_are_what_a_terminal_shows(void **state)
{
	(void)state;
	assert_value("^SET: (?<value>[\\d.]+) requests",
		     "SET: 0.00 requests\rSET: 12.00 requests\rSET: 27816.41 requests per second\n",
		     27816.41);
	assert_value("Rate is (?<value>\\d+)", "\x1b[2;35mRate is \x1b[1m308849\x1b[0m", 308849);
}

static void what_is_no_throughput_is_refused_by_name(void **state)
{
	(void)state;
	assert_refused("ops (?<value>\\d+)", "nothing\n",
		       "no line matches the regular expression 'ops (?<value>\\d+)'");
	assert_refused("ops (?<value>.*)", "ops 0", "the value of the regular expression is zero");
	assert_refused("ops (?<value>.*)", "ops nan",
		       "the value of the regular expression is not a number (NaN)");
	assert_refused("ops (?<value>.*)", "ops -1",
		       "the value of the regular expression is negative (-1)");
	assert_refused("ops (?<value>.*)", "ops 1 MB",
		       "the value of the regular expression is '1 MB', which is not a number");
	assert_refused("ops (?<value>.*)", "ops ",
		       "the value of the regular expression has no value");
}

static void a_pattern_that_cannot_work_is_refused_before_it_runs(void **state)
{
	struct error err = { 0 };
	char big[5000];

	(void)state;
	assert_int_equal(parse_regex_check(DBENCH, &err), 0);
	assert_int_equal(parse_regex_check("ops (?<value>\\d+", &err), -1);
	assert_string_equal(err.text,
			    "regular expression, byte 17: cannot compile: missing closing "
			    "parenthesis");
	assert_int_equal(parse_regex_check("ops (\\d+)", &err), -1);
	assert_string_equal(err.text, "the regular expression has no group (?<value>…)");
	memset(big, 'x', sizeof(big) - 1);
	big[sizeof(big) - 1] = '\0';
	assert_int_equal(parse_regex_check(big, &err), -1);
	assert_string_equal(err.text,
			    "the regular expression has 4999 bytes; it must have at most 4096");
}

static void endless_backtracking_is_ended(void **state)
{
	(void)state;
	assert_refused("(a+)+(?<value>\\d)",
		       "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
		       "cannot match the regular expression: match limit exceeded");
}

static void many_starts_that_each_take_long_are_ended(void **state)
{
	CLEANUP(str_clear) struct str output = { 0 };
	struct error err = { 0 };
	double value;

	(void)state;
	/* From each start to the end of the output: no start passes the limit of PCRE2. */
	for (int i = 0; i < 200000; i++)
		str_append_char(&output, 'a');
	str_append_char(&output, 'y');
	assert_int_equal(
		parse_regex("[^x]*+y(?<value>\\d)", str_text(&output), output.length, &value, &err),
		-1);
	assert_string_equal(err.text, "cannot match the regular expression: match limit exceeded");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_group_called_value_is_the_number),
		cmocka_unit_test(the_last_match_counts),
		cmocka_unit_test(lines_are_what_a_terminal_shows),
		cmocka_unit_test(what_is_no_throughput_is_refused_by_name),
		cmocka_unit_test(a_pattern_that_cannot_work_is_refused_before_it_runs),
		cmocka_unit_test(endless_backtracking_is_ended),
		cmocka_unit_test(many_starts_that_each_take_long_are_ended),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
