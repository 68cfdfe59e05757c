/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a user reads when perfsect.conf is wrong. */
#include "tests/support/test.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "config/load.h"

#define REPO "repo = \"/srv/linux\";\n"

/* Loading the text fails with exactly this error. */
static void assert_refused(const char *text, const char *expected)
{
	struct settings *settings = NULL;
	struct error err = { 0 };

	if (load_settings_text(text, "perfsect.conf", &settings, &err) == 0)
		fail_msg("accepted; expected: %s", expected);
	assert_null(settings);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
}

static void a_misspelt_key_is_named_with_its_line_and_its_neighbour(void **state)
{
	(void)state;
	assert_refused(REPO "machines = (\n  { name = \"a\";\n    memroy = \"1 GiB\"; } );\n",
		       "perfsect.conf:4: unknown key 'memroy' in machines; did you mean 'memory'?");
	assert_refused(REPO "serch = { };\n",
		       "perfsect.conf:2: unknown key 'serch'; did you mean 'search'?");
	assert_refused(REPO "kernel = { colour = 1; };\n",
		       "perfsect.conf:2: unknown key 'colour' in kernel");
}

static void what_must_be_given_is_asked_for(void **state)
{
	(void)state;
	assert_refused("", "perfsect.conf: 'repo' is missing");
	assert_refused(REPO "machines = (\n  { vcpus = 2; } );\n",
		       "perfsect.conf:3: 'name' is missing in machines");
	assert_refused(REPO "workloads = ( );\n",
		       "perfsect.conf:2: workloads is empty; leave it out to get the default");
}

static void a_value_of_the_wrong_type_is_refused(void **state)
{
	(void)state;
	assert_refused("repo = 1;", "perfsect.conf:1: repo must be a path, not an integer");
	assert_refused(REPO "kernel = 5;",
		       "perfsect.conf:2: kernel must be a group { … }, not an integer");
	assert_refused(REPO "machines = { };",
		       "perfsect.conf:2: machines must be a list of groups ( { … } ), not a group");
	assert_refused(
		REPO "machines = ( 1 );",
		"perfsect.conf:2: machines must be a list of groups ( { … } ), not an integer");
	assert_refused(REPO "kernel = { jobs = \"8\"; };",
		       "perfsect.conf:2: kernel.jobs must be an integer, not text");
	assert_refused(REPO "kernel = { jobs = 8.5; };",
		       "perfsect.conf:2: kernel.jobs must be an integer, not a real number");
	assert_refused(REPO "kernel = { fragments = \"a\"; };",
		       "perfsect.conf:2: kernel.fragments must be a list of texts, not text");
	assert_refused(REPO "kernel = { make = ( 1 ); };",
		       "perfsect.conf:2: kernel.make must be a list of texts, not an integer");
	assert_refused(REPO "search = { confidence = true; };",
		       "perfsect.conf:2: search.confidence must be a number, not a boolean");
	assert_refused(REPO "workloads = ( { name = \"w\"; params = 1; } );",
		       "perfsect.conf:2: workloads.params must be a group, not an integer");
}

static void a_quantity_without_its_unit_is_refused(void **state)
{
	(void)state;
	assert_refused(REPO "keep = 20;", "perfsect.conf:2: keep must be a size as text, such as "
					  "\"4 GiB\", not an integer");
	assert_refused(REPO "search = { verify = 1; };",
		       "perfsect.conf:2: search.verify must be true or false, not an integer");
	assert_refused(REPO "search = { deadline = 12; };",
		       "perfsect.conf:2: search.deadline must be a duration as text, such as "
		       "\"90 s\", not an integer");
	assert_refused(
		REPO "kernel = {\n timeout = \"60\"; };",
		"perfsect.conf:3: kernel.timeout: '60' has no unit; write it like '60 s' (ms, "
		"s, min, h, d)");
	assert_refused(
		REPO "search = { smallest_effect = 1.0; };",
		"perfsect.conf:2: search.smallest_effect must be a percentage as text, such as "
		"\"1 %\", not a real number");
}

static void a_value_out_of_range_is_shown_with_the_limits(void **state)
{
	(void)state;
	assert_refused(REPO "machines = ( { name = \"a\"; vcpus = 0; } );",
		       "perfsect.conf:2: machines.vcpus is 0; it must be between 1 and 512");
	assert_refused(REPO "kernel = { jobs = -1; };",
		       "perfsect.conf:2: kernel.jobs is -1; it must be between 0 and 4096");
	assert_refused(REPO "search = { max_boots = 9000000000L; };",
		       "perfsect.conf:2: search.max_boots is 9000000000; it must be between 2 and "
		       "1000000");
	assert_refused(REPO "machines = ( { name = \"a\"; memory = \"1 MiB\"; } );",
		       "perfsect.conf:2: machines.memory is '1 MiB'; it must be between 16 MiB and "
		       "64 TiB");
	assert_refused(REPO "machines = ( { name = \"a\"; silence = \"0 s\"; } );",
		       "perfsect.conf:2: machines.silence is '0 s'; it must be between 1.0 s and "
		       "1 d 0 h");
	assert_refused(
		REPO "search = { confidence = 1.0; };",
		"perfsect.conf:2: search.confidence is 1; it must be between 0.5 and 0.999999");
	assert_refused(
		REPO "search = { confidence = 1e400; };",
		"perfsect.conf:2: search.confidence is inf; it must be between 0.5 and 0.999999");
	assert_refused(
		REPO "search = { smallest_effect = \"0 %\"; };",
		"perfsect.conf:2: search.smallest_effect is '0 %'; it must be between 0.001 % "
		"and 100 %");
}

static void a_choice_that_is_none_is_shown_the_others(void **state)
{
	(void)state;
	assert_refused(REPO "machines = ( { name = \"a\"; timing = \"cpu\"; } );",
		       "perfsect.conf:2: machines.timing is 'cpu'; it must be one of 'wall', "
		       "'icount'");
	assert_refused(REPO "machines = ( { name = \"a\"; accel = \"KVM\"; } );",
		       "perfsect.conf:2: machines.accel is 'KVM'; it must be one of 'auto', 'kvm', "
		       "'tcg'");
}

/* libconfig 1.5 reads 4294967297 as 1 and reports success. */
static void an_integer_that_libconfig_would_wrap_is_refused(void **state)
{
#define TOO_BIG(number, suffix, bits, rest)                                            \
	assert_refused(REPO "kernel = {\n  jobs =\n" number suffix "; };\n",           \
		       "perfsect.conf:4: the integer " number " does not fit in " bits \
		       " bits" rest)
#define UNIT "; sizes and times are texts with a unit"
	(void)state;
	TOO_BIG("4294967297", "", "32", UNIT);
	TOO_BIG("2147483648", "", "32", UNIT);
	TOO_BIG("-2147483649", "", "32", UNIT);
	TOO_BIG("0x100000001", "", "32", UNIT);
	TOO_BIG("0xffffffff", "", "32", UNIT);
	TOO_BIG("18446744073709551617", "L", "64", "");
	TOO_BIG("0x10000000000000001", "L", "64", "");
#undef UNIT
#undef TOO_BIG
}

static void large_numbers_in_texts_comments_and_names_are_no_integers(void **state)
{
	CLEANUP(settings_freep) struct settings *settings = NULL;
	struct error err = { 0 };

	(void)state;
	if (load_settings_text(
		    "# 4294967297\n// 4294967297\n/* 4294967297\n */\n"
		    "repo = \"/srv/\\\"4294967297\";\n"
		    "search = { confidence = 0.90000000000000000000; };\n"
		    "workloads = ( { name = \"w\"; params = { a4294967297 = 1; }; } );\n",
		    "perfsect.conf", &settings, &err) < 0)
		fail_msg("%s", err.text);
	assert_string_equal(settings->repo, "/srv/\"4294967297");
}

static void what_libconfig_drops_in_silence_is_refused(void **state)
{
	(void)state;
	assert_refused(REPO "\n/* keep = \"1 GiB\";\n", "perfsect.conf:3: a comment has no end");
	assert_refused("repo = \"/srv/linux\\x00more\";\n",
		       "perfsect.conf:1: a text cannot hold the byte \\x00");
	assert_refused(REPO "@include \"a.conf", "perfsect.conf:2: a text has no end");
}

static void syntax_errors_have_their_line(void **state)
{
	(void)state;
	assert_refused(REPO "kernel = {\n", "perfsect.conf:3: syntax error");
	assert_refused(REPO "keep = \"1 GiB\";\nkeep = \"2 GiB\";\n",
		       "perfsect.conf:3: duplicate setting name");
	assert_refused(REPO "@include \"not-there.conf\"\n",
		       "perfsect.conf:2: cannot open include file");
}

static void empty_texts_and_control_bytes_are_refused(void **state)
{
	(void)state;
	assert_refused("repo = \"\";", "perfsect.conf:1: repo must not be empty");
	assert_refused(REPO "machines = ( { name = \"a\"; cmdline = \"a\\nb\"; } );",
		       "perfsect.conf:2: machines.cmdline holds the control byte 0x0a");
	assert_refused(REPO "kernel = { fragments = ( \"a\",\n \"\" ); };",
		       "perfsect.conf:3: kernel.fragments must not be empty");
}

static void a_parameter_must_be_written_exactly(void **state)
{
	(void)state;
	assert_refused(
		REPO "workloads = ( { name = \"w\"; params = { skew = 0.5; }; } );",
		"perfsect.conf:2: workloads.params.skew must hold integers or texts, not a real "
		"number; write it as a text, such as \"0.5\"");
	assert_refused(REPO "workloads = ( { name = \"w\"; params = { skew = ( ); }; } );",
		       "perfsect.conf:2: workloads.params.skew has no value");
}

static void nesting_without_bounds_is_refused(void **state)
{
	CLEANUP(str_clear) struct str text = { 0 };

	(void)state;
	str_append(&text, "repo = ");
	for (int i = 0; i < 1000; i++)
		str_append_char(&text, '(');
	for (int i = 0; i < 1000; i++)
		str_append_char(&text, ')');
	str_append(&text, ";");
	assert_refused(str_text(&text),
		       "perfsect.conf:1: groups and lists are nested deeper than 16");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_misspelt_key_is_named_with_its_line_and_its_neighbour),
		cmocka_unit_test(what_must_be_given_is_asked_for),
		cmocka_unit_test(a_value_of_the_wrong_type_is_refused),
		cmocka_unit_test(a_quantity_without_its_unit_is_refused),
		cmocka_unit_test(a_value_out_of_range_is_shown_with_the_limits),
		cmocka_unit_test(a_choice_that_is_none_is_shown_the_others),
		cmocka_unit_test(an_integer_that_libconfig_would_wrap_is_refused),
		cmocka_unit_test(large_numbers_in_texts_comments_and_names_are_no_integers),
		cmocka_unit_test(what_libconfig_drops_in_silence_is_refused),
		cmocka_unit_test(syntax_errors_have_their_line),
		cmocka_unit_test(empty_texts_and_control_bytes_are_refused),
		cmocka_unit_test(a_parameter_must_be_written_exactly),
		cmocka_unit_test(nesting_without_bounds_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
