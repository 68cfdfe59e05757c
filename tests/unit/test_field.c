/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/str.h"
#include "workloads/field.h"

/* All readings as text: "metric=value unit; …". */
static void assert_read(const struct field *fields, const char *output, const char *expected)
{
	CLEANUP(readings_clear) struct readings readings = { 0 };
	CLEANUP(str_clear) struct str text = { 0 };
	struct error err = { 0 };

	if (field_read(fields, NULL, output, strlen(output), &readings, &err) < 0)
		fail_msg("%s", err.text);
	for (size_t i = 0; i < readings.n; i++)
		str_appendf(&text, "%s%s=%.12g %s", i ? "; " : "", readings.items[i].metric,
			    readings.items[i].value, readings.items[i].unit);
	assert_string_equal(str_text(&text), expected);
}

static void assert_refused(const struct field *fields, const struct refusal *refusals,
			   const char *output, const char *expected)
{
	CLEANUP(readings_clear) struct readings readings = { 0 };
	struct error err = { 0 };

	assert_int_equal(field_read(fields, refusals, output, strlen(output), &readings, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
}

#define RATE(rule, regex)                                                              \
	(const struct field[])                                                         \
	{                                                                              \
		{ "rate", "ops/s", HIGHER_IS_BETTER, .take = rule, .pattern = regex }, \
		{                                                                      \
			0                                                              \
		}                                                                      \
	}
#define OPS "^ops " VALUE "$"

static void several_numbers_become_what_the_table_says(void **state)
{
	static const char output[] = "ops 2\nops 8\nops 4\n";

	(void)state;
	assert_read(RATE(TAKE_LAST, OPS), output, "rate=4 ops/s");
	assert_read(RATE(TAKE_EACH, OPS), output, "rate=2 ops/s; rate=8 ops/s; rate=4 ops/s");
	assert_read(RATE(TAKE_SUM, OPS), output, "rate=14 ops/s");
	assert_read(RATE(TAKE_MEAN, OPS), output, "rate=4.66666666667 ops/s");
	assert_read(RATE(TAKE_GEOMEAN, OPS), output, "rate=4 ops/s");
	assert_read(RATE(TAKE_MAX, OPS), output, "rate=8 ops/s");
}

static void only_the_number_that_counts_must_be_one(void **state)
{
	(void)state;
	assert_read(RATE(TAKE_LAST, OPS), "ops nan\nops 4\n", "rate=4 ops/s");
	assert_read(RATE(TAKE_SUM, OPS), "ops 0\nops 4\n", "rate=4 ops/s");
	assert_refused(RATE(TAKE_SUM, OPS), NULL, "ops nan\nops 4\n", "rate is not a number (NaN)");
	assert_refused(RATE(TAKE_EACH, OPS), NULL, "ops 0\nops 4\n", "rate is zero");
	assert_refused(RATE(TAKE_GEOMEAN, OPS), NULL, "ops 0\nops 4\n", "rate is zero");
}

static void units_divisors_and_labels_are_understood(void **state)
{
	static const struct field fields[] = {
		{ "latency", "us", LOWER_IS_BETTER,
		  .pattern = "^mean (?<value>\\S+?)(?<unit>[mun]?s)$" },
		{ "each", "us", LOWER_IS_BETTER, .pattern = "^(?<per>\\d+) in " VALUE "$" },
		{ "at", "%", LOWER_IS_BETTER, .pattern = "^(?<label>\\d+%) " VALUE "$" },
		{ 0 },
	};

	(void)state;
	assert_read(fields, "mean 7ms\n50% 1\n4 in 10\n99% 2\n",
		    "latency=7000 us; each=2.5 us; at[50%]=1 %; at[99%]=2 %");
	assert_refused(fields, NULL, "mean 7ms\n0 in 10\n", "each: what it is divided by is zero");
}

static void of_alternatives_the_first_that_is_there_counts(void **state)
{
	static const struct field fields[] = {
		{ "rate", "ops/s", HIGHER_IS_BETTER, .pointer = "/ops" },
		{ "rate", "ops/s", HIGHER_IS_BETTER, .pattern = "^new " VALUE "$" },
		{ "rate", "ops/s", HIGHER_IS_BETTER, .pattern = "^old " VALUE "$" },
		{ "errors", "errors", LOWER_IS_BETTER, .pattern = "^errors " VALUE "$" },
		{ 0 },
	};

	(void)state;
	assert_read(fields, "old 1\nnew 2\n{\"ops\": 3}\n", "rate=3 ops/s");
	assert_read(fields, "old 1\nnew 2\nerrors 0\n", "rate=2 ops/s; errors=0 errors");
	assert_read(fields, "old 1\n", "rate=1 ops/s");
	/* What is there and no number is not passed over for another. */
	assert_refused(fields, NULL, "old 1\nnew x\n", "rate is 'x', which is not a number");
	assert_refused(fields, NULL, "errors 0\n",
		       "the output has no rate: nothing matches '/ops'");
}

static void a_star_in_a_pointer_stands_for_all_indices(void **state)
{
	static const struct field fields[] = {
		{ "iops", "ops/s", HIGHER_IS_BETTER, TAKE_SUM,
		  .pointer = "/jobs/*/read /jobs/*/write" },
		{ "worst", "us", LOWER_IS_BETTER, TAKE_MAX, .pointer = "/threads/*/max" },
		{ 0 },
	};

	(void)state;
	assert_read(fields,
		    "text before\n{\"jobs\": [{\"read\": 1, \"write\": 2}, {\"read\": 4}], "
		    "\"threads\": {\"0\": {\"max\": 3}, \"1\": {\"max\": 9}}}\n",
		    "iops=7 ops/s; worst=9 us");
	assert_refused(fields, NULL, "{\"jobs\": [{\"read\": 0}]}\n", "iops is zero");
	assert_refused(fields, NULL, "{\"jobs\": [{\"read\": -1}]}\n",
		       "'/jobs/0/read' is negative (-1)");
}

static void a_last_line_without_its_end_may_be_cut_and_is_left_out(void **state)
{
	(void)state;
	assert_refused(RATE(TAKE_LAST, OPS), NULL, "ops 45",
		       "the output has no rate: nothing matches '^ops (?<value>\\S+)$'");
	assert_read(RATE(TAKE_EACH, OPS), "ops 45\nops 4", "rate=45 ops/s");
}

static void a_run_is_void_for_what_it_says_and_for_what_it_does_not_say(void **state)
{
	static const struct refusal refusals[] = {
		{ "^failed: [1-9].*$", .reason = "requests failed" },
		{ "^done$", .reason = "it did not come to its end", .is_required = true },
		{ 0 },
	};
	CLEANUP(readings_clear) struct readings readings = { 0 };
	struct error err = { 0 };

	(void)state;
	assert_refused(RATE(TAKE_LAST, OPS), refusals, "ops 4\nfailed: 3 of 4\ndone\n",
		       "the run is void, since requests failed: 'failed: 3 of 4'");
	assert_refused(RATE(TAKE_LAST, OPS), refusals, "ops 4\nfailed: 0\n",
		       "the run is void, since it did not come to its end: nothing matches "
		       "'^done$'");
	assert_int_equal(
		field_read(RATE(TAKE_LAST, OPS), refusals, "ops 4\ndone\n", 11, &readings, &err),
		0);
	assert_int_equal(readings_main(&readings), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(several_numbers_become_what_the_table_says),
		cmocka_unit_test(only_the_number_that_counts_must_be_one),
		cmocka_unit_test(units_divisors_and_labels_are_understood),
		cmocka_unit_test(of_alternatives_the_first_that_is_there_counts),
		cmocka_unit_test(a_star_in_a_pointer_stands_for_all_indices),
		cmocka_unit_test(a_last_line_without_its_end_may_be_cut_and_is_left_out),
		cmocka_unit_test(a_run_is_void_for_what_it_says_and_for_what_it_does_not_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
