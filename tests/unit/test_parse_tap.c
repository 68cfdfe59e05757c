/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "workloads/parse_tap.h"

/* parse_tap or parse_lava */
typedef int parser(const char *name, const char *output, size_t n, double *ret, struct error *err);

static void assert_value(parser *parse, const char *name, const char *output, double expected)
{
	struct error err = { 0 };
	double value = -1;

	if (parse(name, output, strlen(output), &value, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(value == expected);
}

static void assert_refused(parser *parse, const char *name, const char *output,
			   const char *expected)
{
	struct error err = { 0 };
	double value = -1;

	assert_int_equal(parse(name, output, strlen(output), &value, &err), -1);
	assert_string_equal(err.text, expected);
	assert_true(value == -1);
}

#define KTAP                                                                  \
	"KTAP version 1\n1..2\n  KTAP version 1\n  # Subtest: pipe\n  1..1\n" \
	"  # ops per s: 41844 ops/s\n  ok 1 pipe\nok 1 sched\nok 2 other # SKIP no hardware\n"

static void a_diagnostic_is_a_metric(void **state)
{
	(void)state;
	assert_value(parse_tap, "ops per s", KTAP, 41844);
	assert_value(parse_tap, "ops", "TAP version 14\n# ops=3\n# ops = 4\nok 1\n1..1\n", 4);
	/* Its name is taken literally, and as a whole. */
	assert_value(parse_tap, "a.b(c)", "1..1\n# axb(c): 1\n# a.b(c): 2\nok 1\n", 2);
	assert_refused(parse_tap, "ops", "1..1\n# max ops: 1\nok 1\n",
		       "the output has no ops: nothing matches '^[ \\t]*#[ "
		       "\\t]*\\Qops\\E[ \\t]*[:=][ \\t]*(?<value>\\S+)'");
}

static void a_test_that_failed_makes_the_run_void(void **state)
{
	(void)state;
	assert_refused(parse_tap, "ops", "1..2\n# ops: 1\nok 1\n  not ok 2 - pipe\n",
		       "the run is void, since a test failed: '  not ok 2 - pipe'");
	assert_refused(parse_tap, "ops", "1..2\n# ops: 1\nBail out! no disk\n",
		       "the run is void, since the tests were given up: 'Bail out! no disk'");
	assert_refused(parse_tap, "ops", "# ops: 1\nok 1\n",
		       "the run is void, since it has no plan: nothing matches '^[ "
		       "\\t]*1\\.\\.\\d+'");
	assert_value(parse_tap, "ops", "1..1\n# ops: 1\nnot ok 1 - pipe # TODO later\n", 1);
}

#define SIGNAL(id, result, more) \
	"<LAVA_SIGNAL_TESTCASE TEST_CASE_ID=" id " RESULT=" result more ">\n"

static void a_signal_has_its_measurement(void **state)
{
	(void)state;
	assert_value(parse_lava, "pipe",
		     SIGNAL("pipe", "pass", " UNITS=usecs/op MEASUREMENT=23.9")
			     SIGNAL("other", "fail", " MEASUREMENT=1"),
		     23.9);
	assert_value(parse_lava, "pipe",
		     SIGNAL("pipe", "pass", " MEASUREMENT=1 UNITS=s") "[    1.0] " SIGNAL(
			     "pipe", "pass", " MEASUREMENT=2"),
		     2);
	assert_refused(parse_lava, "pipe", SIGNAL("pipe", "fail", " MEASUREMENT=1"),
		       "the run is void, since the test did not pass: '<LAVA_SIGNAL_TESTCASE "
		       "TEST_CASE_ID=pipe RESULT=fail MEASUREMENT=1>'");
	assert_refused(parse_lava, "pipe", SIGNAL("pipe", "pass", " MEASUREMENT=nan"),
		       "pipe is not a number (NaN)");
	assert_refused(parse_lava, "pipe", SIGNAL("pipe", "pass", " MEASUREMENT=0"),
		       "pipe is zero");
}

static void a_name_that_cannot_be_looked_for_is_refused(void **state)
{
	struct error err = { 0 };

	(void)state;
	assert_int_equal(parse_tap_check("ops", &err), 0);
	assert_int_equal(parse_tap_check("", &err), -1);
	assert_int_equal(parse_tap_check("a\\Eb", &err), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_diagnostic_is_a_metric),
		cmocka_unit_test(a_test_that_failed_makes_the_run_void),
		cmocka_unit_test(a_signal_has_its_measurement),
		cmocka_unit_test(a_name_that_cannot_be_looked_for_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
