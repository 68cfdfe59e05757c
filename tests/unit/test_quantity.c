/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/quantity.h"

static void sizes_are_binary_or_decimal_by_their_unit(void **state)
{
	static const struct {
		const char *text;
		int64_t bytes;
	} rows[] = {
		{ "4 GiB", 4LL << 30 },
		{ "512MiB", 512LL << 20 },
		{ "1.5 TiB", 3LL << 39 },
		{ "10 kB", 10000 },
		{ "0 B", 0 },
		{ "412 B", 412 },
		{ "8192 TiB", 1LL << 53 },
		{ "9007199254740991 B", 9007199254740991LL },
		{ "2 GB", 2000000000 },
		{ "  1 KiB ", 1024 },
		{ "0.1 TB", 100000000000 },
	};
	struct error err = { 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		int64_t bytes = -1;

		assert_int_equal(quantity_parse_size(rows[i].text, &bytes, &err), 0);
		assert_int_equal(bytes, rows[i].bytes);
	}
}

static void durations_are_seconds_and_may_be_sums(void **state)
{
	static const struct {
		const char *text;
		double seconds;
	} rows[] = {
		{ "90 s", 90 },       { "250ms", 0.25 }, { "1 h", 3600 },
		{ "1h 30min", 5400 }, { "2 d", 172800 }, { "1 h 5 min 2 s", 3902 },
		{ "0 s", 0 },         { "1.5min", 90 },  { "1h30min", 5400 },
	};
	struct error err = { 0 };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		double seconds = -1;

		assert_int_equal(quantity_parse_duration(rows[i].text, &seconds, &err), 0);
		assert_true(fabs(seconds - rows[i].seconds) < 1e-9);
	}
}

static void a_percentage_is_its_number(void **state)
{
	struct error err = { 0 };
	double percent = 0;

	(void)state;
	assert_int_equal(quantity_parse_percent("0.3%", &percent, &err), 0);
	assert_true(percent == 0.3);
	assert_int_equal(quantity_parse_percent("1 %", &percent, &err), 0);
	assert_true(percent == 1);
}

static void refused_duration(const char *text, const char *expected)
{
	struct error err = { 0 };
	double seconds = -1;

	assert_int_equal(quantity_parse_duration(text, &seconds, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_true(seconds == -1);
}

static void a_refused_duration_says_what_was_expected(void **state)
{
	(void)state;
	refused_duration("60", "'60' has no unit; write it like '60 s' (ms, s, min, h, d)");
	refused_duration("60 sec",
			 "'60 sec' has an unknown unit; write it like '60 s' (ms, s, min, h, d)");
	refused_duration("5 M",
			 "'5 M' has an unknown unit; write it like '60 s' (ms, s, min, h, d)");
	refused_duration("soon", "'soon' is not a number with a unit; "
				 "write it like '60 s' (ms, s, min, h, d)");
	refused_duration("-5 s", "'-5 s' is not a number with a unit; "
				 "write it like '60 s' (ms, s, min, h, d)");
	refused_duration("5 s 1 h", "'5 s 1 h' must have its units from large to small; "
				    "write it like '60 s' (ms, s, min, h, d)");
	refused_duration("1 h 1 h", "'1 h 1 h' must have its units from large to small; "
				    "write it like '60 s' (ms, s, min, h, d)");
	refused_duration("", "the duration is empty; write it like '60 s'");
	refused_duration("99999 d", "'99999 d' is more than 3650 d");
}

static void exponents_hexadecimals_and_two_points_are_no_numbers(void **state)
{
	static const char *const texts[] = { "1e3 s", "0x10 s", "1.2.3 s", ". s",   "nan s",
					     "inf s", "1,5 s",  "+5 s",    "5 s s", "5 s 3" };
	struct error err = { 0 };
	double seconds;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++)
		assert_int_equal(quantity_parse_duration(texts[i], &seconds, &err), -1);
}

static void a_size_beyond_any_disk_is_refused(void **state)
{
	struct error err = { 0 };
	int64_t bytes;

	(void)state;
	assert_int_equal(quantity_parse_size("8193 TiB", &bytes, &err), -1);
	assert_string_equal(err.text, "'8193 TiB' is more than 8192 TiB");
	assert_int_equal(quantity_parse_size("9999999999999999999999999 TiB", &bytes, &err), -1);
	assert_int_equal(quantity_parse_size("4 GiB 5 MiB", &bytes, &err), -1);
	assert_string_equal(err.text, "'4 GiB 5 MiB' has something behind its unit; write it like "
				      "'4 GiB' (B, KiB, MiB, GiB, TiB, kB, MB, GB, TB)");
}

static void a_percentage_without_its_sign_is_refused(void **state)
{
	struct error err = { 0 };
	double percent;

	(void)state;
	assert_int_equal(quantity_parse_percent("1", &percent, &err), -1);
	assert_string_equal(err.text, "'1' has no unit; write it like '1 %'");
}

static void a_size_is_printed_with_at_most_one_decimal(void **state)
{
	static const struct {
		int64_t bytes;
		const char *text;
	} rows[] = {
		{ 412, "412 B" },       { 0, "0 B" },
		{ 1023, "1023 B" },     { 3435973837, "3.2 GiB" },
		{ 4LL << 30, "4 GiB" }, { 1048575, "1.0 MiB" },
		{ -2048, "-2 KiB" },    { 5000LL << 40, "5000 TiB" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		CLEANUP(str_clear) struct str str = { 0 };

		quantity_append_size(&str, rows[i].bytes);
		assert_string_equal(str_text(&str), rows[i].text);
	}
}

static void a_duration_is_printed_in_its_two_largest_units(void **state)
{
	static const struct {
		double seconds;
		const char *text;
	} rows[] = {
		{ 0, "0 s" },          { 0.04, "40 ms" },        { 0.4, "0.4 s" },
		{ 9.96, "10 s" },      { 12, "12 s" },           { 59.6, "1 min 00 s" },
		{ 185, "3 min 05 s" }, { 3599.7, "1 h 00 min" }, { 8040, "2 h 14 min" },
		{ 86399, "1 d 0 h" },  { 97200, "1 d 3 h" },     { -12, "-12 s" },
		{ NAN, "unknown" },    { INFINITY, "unknown" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		CLEANUP(str_clear) struct str str = { 0 };

		quantity_append_duration(&str, rows[i].seconds);
		assert_string_equal(str_text(&str), rows[i].text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_are_binary_or_decimal_by_their_unit),
		cmocka_unit_test(durations_are_seconds_and_may_be_sums),
		cmocka_unit_test(a_percentage_is_its_number),
		cmocka_unit_test(a_refused_duration_says_what_was_expected),
		cmocka_unit_test(exponents_hexadecimals_and_two_points_are_no_numbers),
		cmocka_unit_test(a_size_beyond_any_disk_is_refused),
		cmocka_unit_test(a_percentage_without_its_sign_is_refused),
		cmocka_unit_test(a_size_is_printed_with_at_most_one_decimal),
		cmocka_unit_test(a_duration_is_printed_in_its_two_largest_units),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
