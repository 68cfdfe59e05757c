/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "results/html.h"

static void markup_becomes_text(void **state)
{
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	html_text(&out, "a<b> & \"c\" 'd'");
	assert_string_equal(str_text(&out), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
}

static void what_a_terminal_would_obey_is_written_out(void **state)
{
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	html_text(&out, "\x1b[2J\n\xe2\x80\xae\xff");
	html_bytes(&out, "a\n\tb\0c\x07", 7);
	assert_string_equal(str_text(&out), "\\x1B[2J\\x0A\\u{202E}\\xFFa\n\tb\\x00c\\x07");
}

static void a_path_is_no_scheme_and_ends_no_attribute(void **state)
{
	static const char *const paths[][2] = {
		{ "javascript:alert(1)", "./javascript%3Aalert%281%29" },
		{ "../lab/.perfsect/boots/1/console.log", "../lab/.perfsect/boots/1/console.log" },
		{ "a\"b c\xc3\xa4", "./a%22b%20c%C3%A4" },
		{ "//host/x", "./%2F/host/x" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(paths); i++) {
		CLEANUP(str_clear) struct str out = { 0 };

		html_path(&out, paths[i][0]);
		assert_string_equal(str_text(&out), paths[i][1]);
	}
}

static void json_cannot_end_its_script(void **state)
{
	CLEANUP(json_freep) struct json *json = json_new_array();
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	json_push_string(json, "</script><!-- &");
	html_json(&out, json);
	assert_string_equal(str_text(&out), "[\"\\u003c/script\\u003e\\u003c!-- \\u0026\"]");
}

static void a_time_that_is_none_is_said_to_be_none(void **state)
{
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	html_time(&out, 1700000000);
	html_time(&out, INT64_MAX);
	html_time(&out, INT64_MIN);
	assert_string_equal(str_text(&out),
			    "<time datetime=\"2023-11-14T22:13:20Z\">2023-11-14 22:13:20 UTC</time>"
			    "at an unknown timeat an unknown time");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(markup_becomes_text),
		cmocka_unit_test(what_a_terminal_would_obey_is_written_out),
		cmocka_unit_test(a_path_is_no_scheme_and_ends_no_attribute),
		cmocka_unit_test(json_cannot_end_its_script),
		cmocka_unit_test(a_time_that_is_none_is_said_to_be_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
