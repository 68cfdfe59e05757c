/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <locale.h>
#include <string.h>

#include "base/str.h"
#include "workloads/parse_keyvalue.h"

static void assert_value(const char *name, const char *output, double expected)
{
	struct error err = { 0 };
	double value = -1;

	if (parse_keyvalue(name, output, strlen(output), &value, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(value == expected);
}

static void assert_refused(const char *output, const char *expected)
{
	struct error err = { 0 };
	double value = -1;

	assert_int_equal(parse_keyvalue("ops", output, strlen(output), &value, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_true(value == -1);
}

static void the_number_behind_equals_or_colon_is_found(void **state)
{
	(void)state;
	assert_value("ops", "ops=12", 12);
	assert_value("ops", "ops: 12.5\n", 12.5);
	assert_value("ops", "x\n  ops  =\t1e3 per second\n", 1000);
	assert_value("ops", "ops=+.5", 0.5);
	assert_value("ops_per_s", "sched-pipe: ops_per_s=118202.25\n", 118202.25);
}

static void it_is_found_in_what_real_tools_print(void **state)
{
	(void)state;
	assert_value("tps",
		     "latency average = 11.566 ms\ntps = 341.988281 (without initial "
		     "connection time)\n",
		     341.988281);
	assert_value("THROUGHPUT",
		     "MIGRATED TCP STREAM TEST\nTHROUGHPUT=31040.06\n"
		     "THROUGHPUT_UNITS=10^6bits/s\n",
		     31040.06);
	assert_value("Time", "Running in process mode with 2 groups\nTime: 0.338\n", 0.338);
	assert_value("Requests/sec", "Requests/sec:  21799.15\nTransfer/sec:      2.48MB\n",
		     21799.15);
	assert_value("Requests per second", "Requests per second:    10541.68 [#/sec] (mean)\n",
		     10541.68);
	assert_value("average rps", "RPS percentiles (requests)\naverage rps: 17007.27\n",
		     17007.27);
}

static void the_key_is_a_word_of_its_own(void **state)
{
	(void)state;
	assert_value("ops", "ops=1 max-ops=2 read.ops=3 drops=4 ops_s=5 ops2=6 a/ops=7", 1);
	assert_value("ops", "(ops=1) [kops=2]", 1);
	assert_refused("drops=4", "the output has no 'ops=' or 'ops:'");
	assert_refused("ops 12", "the output has no 'ops=' or 'ops:'");
	assert_refused("ops\n=12", "the output has no 'ops=' or 'ops:'");
}

static void the_last_occurrence_counts(void **state)
{
	(void)state;
	assert_value("ops", "ops=1\nops=2\nops here is no key\n", 2);
	assert_value("ops", "ops=1, ops=3; done", 3);
	/* A good one before does not make up for it. */
	assert_refused("ops=1\nops=none\n", "ops is 'none', which is not a number");
}

static void terminal_decoration_is_no_part_of_it(void **state)
{
	(void)state;
	assert_value("ops", "ops: \x1b[1;32m12\x1b[0m\r\n", 12);
	assert_value("ops", "ops=1\rops=2\r\n", 2);
	assert_value("ops", "ops=100\rready\nops=5\rops=7", 7);
}

static void what_is_no_throughput_is_refused_by_name(void **state)
{
	(void)state;
	assert_refused("", "the output has no 'ops=' or 'ops:'");
	assert_refused("ops=", "ops has no value");
	assert_refused("ops=\n12", "ops has no value");
	assert_refused("ops=nan", "ops is not a number (NaN)");
	assert_refused("ops=-NaN", "ops is not a number (NaN)");
	assert_refused("ops=inf", "ops is infinite");
	assert_refused("ops=-Infinity", "ops is infinite");
	assert_refused("ops=0", "ops is zero");
	assert_refused("ops=0.000", "ops is zero");
	assert_refused("ops=-0", "ops is zero");
	assert_refused("ops=1e-400", "ops is zero");
	assert_refused("ops=-5", "ops is negative (-5)");
	assert_refused("ops=1e400", "ops: '1e400' is not between -1.79769e+308 and 1.79769e+308");
}

static void garbage_behind_the_number_is_refused(void **state)
{
	(void)state;
	assert_refused("ops=12ms", "ops is '12ms', which is not a number");
	assert_refused("ops=12%", "ops is '12%', which is not a number");
	assert_refused("ops=1,234", "ops is '1,234', which is not a number");
	assert_refused("ops=0x10", "ops is '0x10', which is not a number");
	assert_refused("ops=1e", "ops: '1e' is not a number");
	assert_refused("ops=1.2.3", "ops: '1.2.3' is not a number");
	assert_refused("ops=--5", "ops: '--5' is not a number");
	assert_refused("ops==5", "ops is '=5', which is not a number");
	assert_refused("ops=\xff\x9b", "ops is '\\xFF\\x9B', which is not a number");
}

static void a_number_of_any_length_fits_in_the_error(void **state)
{
	CLEANUP(str_clear) struct str output = { 0 };
	struct error err = { 0 };
	double value;

	(void)state;
	str_append(&output, "ops=1");
	for (int i = 0; i < 400; i++)
		str_append_char(&output, '0');
	assert_int_equal(parse_keyvalue("ops", str_text(&output), output.length, &value, &err), -1);
	assert_true(str_ends_with(err.text, "000' is not between -1.79769e+308 and 1.79769e+308"));
	for (int i = 0; i < 5000; i++)
		str_append_char(&output, '0');
	assert_int_equal(parse_keyvalue("ops", str_text(&output), output.length, &value, &err), -1);
	assert_string_equal(err.text,
			    "ops is '1000000000000000000000000000000000000000…', which is "
			    "not a number");
}

static void the_locale_does_not_matter(void **state)
{
	const char *locales[] = { "de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8" };
	bool found = false;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(locales) && !found; i++)
		found = setlocale(LC_ALL, locales[i]) != NULL;
	if (!found) {
		print_message("skipped: no locale with a decimal comma is installed\n");
		skip();
	}
	assert_value("ops", "ops=12.5", 12.5);
	assert_refused("ops=12,5", "ops is '12,5', which is not a number");
	(void)setlocale(LC_ALL, "C");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_number_behind_equals_or_colon_is_found),
		cmocka_unit_test(it_is_found_in_what_real_tools_print),
		cmocka_unit_test(the_key_is_a_word_of_its_own),
		cmocka_unit_test(the_last_occurrence_counts),
		cmocka_unit_test(terminal_decoration_is_no_part_of_it),
		cmocka_unit_test(what_is_no_throughput_is_refused_by_name),
		cmocka_unit_test(garbage_behind_the_number_is_refused),
		cmocka_unit_test(a_number_of_any_length_fits_in_the_error),
		cmocka_unit_test(the_locale_does_not_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
