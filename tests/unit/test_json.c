/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"

static struct json *parsed(const char *text)
{
	struct json *json = NULL;
	struct error err = { 0 };

	if (json_parse(text, strlen(text), &json, &err) < 0)
		fail_msg("%s", err.text);
	return json;
}

static void refused(const char *text, const char *expected)
{
	struct json *json = NULL;
	struct error err = { 0 };

	assert_int_equal(json_parse(text, strlen(text), &json, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_null(json);
}

static void dumped(const struct json *json, bool compact, const char *expected)
{
	CLEANUP(mem_freep) char *text = json_dump(json, compact);

	assert_string_equal(text, expected);
}

static struct json *example(void)
{
	struct json *object = json_new_object();
	struct json *samples = json_new_array();
	struct json *looks = json_new_array();

	json_push_real(samples, 0.1);
	json_push_integer(samples, -2);
	json_push_string(samples, "x");
	json_push(looks, json_new_object());
	json_set_string(object, "z", "first");
	json_set(object, "samples", samples);
	json_set(object, "looks", looks);
	json_set_bool(object, "ok", true);
	json_set_null(object, "none");
	json_set_integer(object, "big", INT64_MAX);
	json_set_real(object, "a", 1.5);
	return object;
}

static void members_are_written_in_the_order_they_were_set(void **state)
{
	CLEANUP(json_freep) struct json *object = example();

	(void)state;
	dumped(object, true,
	       "{\"z\":\"first\",\"samples\":[0.1,-2,\"x\"],\"looks\":[{}],\"ok\":true,"
	       "\"none\":null,\"big\":9223372036854775807,\"a\":1.5}");
}

static void people_get_indented_text_with_plain_arrays_on_one_line(void **state)
{
	CLEANUP(json_freep) struct json *object = example();

	(void)state;
	dumped(object, false,
	       "{\n"
	       "  \"z\": \"first\",\n"
	       "  \"samples\": [0.1, -2, \"x\"],\n"
	       "  \"looks\": [\n"
	       "    {}\n"
	       "  ],\n"
	       "  \"ok\": true,\n"
	       "  \"none\": null,\n"
	       "  \"big\": 9223372036854775807,\n"
	       "  \"a\": 1.5\n"
	       "}");
}

static void a_key_set_again_has_the_last_value(void **state)
{
	CLEANUP(json_freep) struct json *object = json_new_object();

	(void)state;
	json_set_integer(object, "a", 1);
	json_set_string(object, "a", "two");
	assert_int_equal(json_length(object), 1);
	dumped(object, true, "{\"a\":\"two\"}");
}

static void reals_have_the_fewest_digits_that_read_back(void **state)
{
	static const struct {
		double value;
		const char *text;
	} rows[] = {
		{ 0.1, "[0.1]" },
		{ 0.1 + 0.2, "[0.30000000000000004]" },
		{ 2, "[2.0]" },
		{ -0.0, "[-0.0]" },
		{ 118202.25, "[118202.25]" },
		{ 1e22, "[1e+22]" },
		{ 1e100, "[1e+100]" },
		{ DBL_MAX, "[1.7976931348623157e+308]" },
		{ 1.0 / 3, "[0.3333333333333333]" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		CLEANUP(json_freep) struct json *array = json_new_array();
		CLEANUP(json_freep) struct json *again = NULL;
		double value = 0;

		json_push_real(array, rows[i].value);
		dumped(array, true, rows[i].text);
		again = parsed(rows[i].text);
		assert_true(json_number(json_element(again, 0), &value));
		assert_true(value == rows[i].value);
	}
}

static void what_json_cannot_say_becomes_null(void **state)
{
	CLEANUP(json_freep) struct json *array = json_new_array();

	(void)state;
	json_push_real(array, NAN);
	json_push_real(array, -INFINITY);
	json_push_string(array, NULL);
	dumped(array, true, "[null,null,null]");
}

static void bytes_that_are_not_utf8_are_repaired_in_texts_and_keys(void **state)
{
	CLEANUP(json_freep) struct json *object = json_new_object();
	CLEANUP(json_freep) struct json *again = NULL;
	CLEANUP(mem_freep) char *text = NULL;

	(void)state;
	json_set_string(object, "k\377", "a\300\257b é");
	text = json_dump(object, true);
	assert_string_equal(text, "{\"k\357\277\275\":\"a\357\277\275\357\277\275b é\"}");
	again = parsed(text);
	assert_string_equal(json_text(json_member(again, "k\357\277\275")),
			    "a\357\277\275\357\277\275b é");
}

static void control_bytes_and_quotes_survive_a_round_trip(void **state)
{
	static const char raw[] = "\"\\/\b\f\n\r\t\033\177 end";
	CLEANUP(json_freep) struct json *array = json_new_array();
	CLEANUP(json_freep) struct json *again = NULL;
	CLEANUP(mem_freep) char *text = NULL;

	(void)state;
	json_push_string(array, raw);
	text = json_dump(array, true);
	assert_string_equal(text, "[\"\\\"\\\\/\\b\\f\\n\\r\\t\\u001b\\u007f end\"]");
	again = parsed(text);
	assert_string_equal(json_text(json_element(again, 0)), raw);
}

static void any_value_may_stand_alone(void **state)
{
	CLEANUP(json_freep) struct json *text = parsed(" \"x\" ");
	CLEANUP(json_freep) struct json *number = parsed("-1.5e3");
	double value = 0;

	(void)state;
	assert_string_equal(json_text(text), "x");
	assert_true(json_number(number, &value));
	assert_true(value == -1500);
	assert_null(json_text(number));
}

static void only_numbers_are_numbers(void **state)
{
	CLEANUP(json_freep) struct json *array = parsed("[true, \"1\", null, {}, [1]]");
	double value = 7;

	(void)state;
	assert_int_equal(json_length(array), 5);
	for (size_t i = 0; i < json_length(array); i++)
		assert_false(json_number(json_element(array, i), &value));
	assert_false(json_number(NULL, &value));
	assert_true(value == 7);
}

static void asking_the_wrong_kind_gives_nothing(void **state)
{
	CLEANUP(json_freep) struct json *array = parsed("[1]");
	CLEANUP(json_freep) struct json *object = parsed("{\"a\": 1}");

	(void)state;
	assert_null(json_element(array, 1));
	assert_null(json_element(object, 0));
	assert_null(json_member(array, "a"));
	assert_null(json_member(NULL, "a"));
	assert_null(json_text(NULL));
	assert_int_equal(json_length(NULL), 0);
	assert_int_equal(json_length(json_member(object, "a")), 0);
	assert_true(json_is_array(array) && !json_is_object(array));
	assert_true(json_is_object(object) && !json_is_array(object));
	assert_false(json_is_object(NULL) || json_is_array(NULL));
}

static void what_is_not_json_is_refused_with_its_place(void **state)
{
	(void)state;
	refused("", "not valid JSON at line 1, column 0: unexpected token near end of file");
	refused("{\"a\": 1,\n \"a\": 2}",
		"not valid JSON at line 2, column 4: duplicate object key near '\"a\"'");
	refused("[1] x", "not valid JSON at line 1, column 5: end of file expected near 'x'");
	refused("[1,", "not valid JSON at line 1, column 3: ']' expected near end of file");
	refused("[\"\377\"]",
		"not valid JSON at line 1, column 2: unable to decode byte 0xff near '\"'");
	refused("NaN", "not valid JSON at line 1, column 3: invalid token near 'NaN'");
}

static void nesting_ends_at_64(void **state)
{
	CLEANUP(str_clear) struct str text = { 0 };
	struct json *json = NULL;
	struct error err = { 0 };

	(void)state;
	for (int i = 0; i < 64; i++)
		str_append_char(&text, '[');
	str_append(&text, "\"[[[[\\\"[[[[\"");
	for (int i = 0; i < 64; i++)
		str_append_char(&text, ']');
	assert_int_equal(json_parse(text.data, text.length, &json, &err), 0);
	json_free(json);
	str_clear(&text);
	for (int i = 0; i < 1000000; i++)
		str_append_char(&text, '[');
	assert_int_equal(json_parse(text.data, text.length, &json, &err), -1);
	assert_string_equal(err.text, "JSON is nested deeper than 64");
}

static void an_integer_over_64_bits_does_not_cost_the_rest(void **state)
{
	CLEANUP(json_freep)
	struct json *json = parsed("{\"min\": 18446744073709551615, \"mean\": 42}");
	double value = 0;

	(void)state;
	assert_true(json_number(json_member(json, "min"), &value));
	assert_true(value == 18446744073709551616.0);
	assert_true(json_number(json_member(json, "mean"), &value));
	assert_true(value == 42);
}

static void a_pointer_follows_rfc_6901(void **state)
{
	CLEANUP(json_freep)
	struct json *json = parsed("{\"foo\": [\"bar\", \"baz\"], \"\": 0, \"a/b\": 1, \"c%d\": 2, "
				   "\"e^f\": 3, \"g|h\": 4,"
				   " \"i\\\\j\": 5, \"k\\\"l\": 6, \" \": 7, \"m~n\": 8}");
	static const char *const pointers[] = { "/",     "/a~1b", "/c%d", "/e^f", "/g|h",
						"/i\\j", "/k\"l", "/ ",   "/m~0n" };

	(void)state;
	assert_ptr_equal(json_pointer(json, ""), json);
	assert_int_equal(json_length(json_pointer(json, "/foo")), 2);
	assert_string_equal(json_text(json_pointer(json, "/foo/0")), "bar");
	assert_string_equal(json_text(json_pointer(json, "/foo/1")), "baz");
	for (size_t i = 0; i < ARRAY_LENGTH(pointers); i++) {
		double value = -1;

		assert_true(json_number(json_pointer(json, pointers[i]), &value));
		assert_true(value == (double)i);
	}
}

static void a_pointer_to_nothing_is_null(void **state)
{
	static const char *const pointers[] = { "foo",    "/nope",   "/foo/2",
						"/foo/-", "/foo/00", "/foo/+0",
						"/foo/",  "/foo/0/", "/~2",
						"/~",     "//",      "/foo/99999999999999999999" };
	CLEANUP(json_freep) struct json *json = parsed("{\"foo\": [1, 2]}");

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(pointers); i++)
		assert_null(json_pointer(json, pointers[i]));
	assert_null(json_pointer(NULL, ""));
}

static void only_null_is_null_and_only_flags_are_flags(void **state)
{
	CLEANUP(json_freep) struct json *json = parsed("[null, true, false, 0, \"true\"]");
	bool flag = false;

	(void)state;
	assert_true(json_is_null(json_element(json, 0)));
	assert_false(json_is_null(json_element(json, 3)));
	assert_false(json_is_null(NULL));
	assert_true(json_flag(json_element(json, 1), &flag));
	assert_true(flag);
	assert_true(json_flag(json_element(json, 2), &flag));
	assert_false(flag);
	assert_false(json_flag(json_element(json, 0), &flag));
	assert_false(json_flag(json_element(json, 3), &flag));
	assert_false(json_flag(json_element(json, 4), &flag));
	assert_false(json_flag(NULL, &flag));
}

static void keys_come_in_the_order_of_the_text(void **state)
{
	static const char text[] = "{\"b\": 1, \"a\": 2}";
	CLEANUP(json_freep) struct json *json = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(json_parse(text, strlen(text), &json, &err), 0);
	assert_string_equal(json_key(json, 0), "b");
	assert_string_equal(json_key(json, 1), "a");
	assert_null(json_key(json, 2));
	assert_null(json_key(json_member(json, "a"), 0));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_come_in_the_order_of_the_text),
		cmocka_unit_test(members_are_written_in_the_order_they_were_set),
		cmocka_unit_test(people_get_indented_text_with_plain_arrays_on_one_line),
		cmocka_unit_test(a_key_set_again_has_the_last_value),
		cmocka_unit_test(reals_have_the_fewest_digits_that_read_back),
		cmocka_unit_test(what_json_cannot_say_becomes_null),
		cmocka_unit_test(bytes_that_are_not_utf8_are_repaired_in_texts_and_keys),
		cmocka_unit_test(control_bytes_and_quotes_survive_a_round_trip),
		cmocka_unit_test(any_value_may_stand_alone),
		cmocka_unit_test(only_numbers_are_numbers),
		cmocka_unit_test(asking_the_wrong_kind_gives_nothing),
		cmocka_unit_test(what_is_not_json_is_refused_with_its_place),
		cmocka_unit_test(nesting_ends_at_64),
		cmocka_unit_test(an_integer_over_64_bits_does_not_cost_the_rest),
		cmocka_unit_test(a_pointer_follows_rfc_6901),
		cmocka_unit_test(a_pointer_to_nothing_is_null),
		cmocka_unit_test(only_null_is_null_and_only_flags_are_flags),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
