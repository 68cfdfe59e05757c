/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "vm/fake_script.h"

static struct fake_script *parse(const char *text)
{
	struct fake_script *script = NULL;
	struct error err = { 0 };

	if (fake_script_parse(text, &script, &err) < 0)
		fail_msg("%s", err.text);
	return script;
}

static struct fake_plan plan(const struct fake_script *script, struct fake_boot boot)
{
	struct fake_plan ret;
	struct error err = { 0 };

	if (fake_script_plan(script, &boot, &ret, &err) < 0)
		fail_msg("%s", err.text);
	return ret;
}

static struct fake_boot first_boot_of(const char *label)
{
	return (struct fake_boot){ .label = label, .image = "", .number = 1, .nth = 1 };
}

static void a_later_rule_overrides_an_earlier_one_key_by_key(void **state)
{
	struct fake_script *script = parse("# two levels\n"
					   "default level=100 boot_sd=0.3\n"
					   "\n"
					   "commit 1a2b level=97.5");

	(void)state;
	assert_true(plan(script, first_boot_of("1a2b3c")).level == 97.5);
	assert_true(plan(script, first_boot_of("1a2b3c")).boot_sd == 0.3);
	assert_true(plan(script, first_boot_of("2a2b3c")).level == 100);
	fake_script_free(script);
}

static void further_samples_have_an_outcome_and_a_time_of_their_own(void **state)
{
	struct fake_script *script = parse("default level=1\n"
					   "commit 1a more=panicked more_delay=5\n"
					   "commit 2a more=killed\n");

	(void)state;
	assert_int_equal(plan(script, first_boot_of("0a")).more_outcome, OUTCOME_MEASURED);
	assert_int_equal(plan(script, first_boot_of("1a")).outcome, OUTCOME_MEASURED);
	assert_int_equal(plan(script, first_boot_of("1a")).more_outcome, OUTCOME_PANICKED);
	assert_true(plan(script, first_boot_of("1a")).more_delay_s == 5);
	assert_int_equal(plan(script, first_boot_of("2a")).more_trouble, FAKE_KILLED);
	assert_int_equal(plan(script, first_boot_of("2a")).trouble, FAKE_NO_TROUBLE);
	fake_script_free(script);
}

static void a_rule_can_hold_for_one_boot_of_a_kernel(void **state)
{
	struct fake_script *script = parse("commit 1a2b at=2 outcome=panicked\n");
	struct fake_boot boot = first_boot_of("1a2b");

	(void)state;
	assert_int_equal(plan(script, boot).outcome, OUTCOME_MEASURED);
	boot.number = 2;
	assert_int_equal(plan(script, boot).outcome, OUTCOME_PANICKED);
	boot.number = 3;
	assert_int_equal(plan(script, boot).outcome, OUTCOME_MEASURED);
	fake_script_free(script);
}

static void a_rule_can_hold_for_one_boot_of_the_machine(void **state)
{
	struct fake_script *script = parse("default nth=7 outcome=host-error\n"
					   "default nth=8 outcome=killed\n");
	struct fake_boot boot = first_boot_of("1a2b");

	(void)state;
	boot.nth = 7;
	assert_int_equal(plan(script, boot).trouble, FAKE_HOST_ERROR);
	boot.nth = 8;
	assert_int_equal(plan(script, boot).trouble, FAKE_KILLED);
	boot.nth = 9;
	assert_int_equal(plan(script, boot).trouble, FAKE_NO_TROUBLE);
	fake_script_free(script);
}

static void an_image_can_carry_the_level_of_its_commit(void **state)
{
	struct fake_script *script = parse("default level=100 sample_sd=0.2\nimage\n");
	struct fake_boot boot = first_boot_of("1a2b");

	(void)state;
	boot.image = "int main(void) { return x = 3; }\nlevel=97.0\nother=1\nrelease=6.2\n";
	assert_true(plan(script, boot).level == 97);
	assert_true(plan(script, boot).sample_sd == 0.2);
	assert_string_equal(plan(script, boot).release, "6.2");
	fake_script_free(script);
}

static void a_rule_can_look_for_a_text_in_the_image(void **state)
{
	struct fake_script *script = parse("contains \"slow path\" level=90\n");
	struct fake_boot boot = first_boot_of("1a2b");

	(void)state;
	boot.image = "has a slow path in it";
	assert_true(plan(script, boot).level == 90);
	boot.image = "has none";
	assert_true(plan(script, boot).level == 100);
	fake_script_free(script);
}

static void a_bad_level_in_an_image_is_an_error(void **state)
{
	struct fake_script *script = parse("image\n");
	struct fake_boot boot = first_boot_of("1a2b");
	struct fake_plan ignored;
	struct error err = { 0 };

	(void)state;
	boot.image = "level=fast\n";
	assert_int_equal(fake_script_plan(script, &boot, &ignored, &err), -1);
	assert_non_null(strstr(err.text, "cannot understand the kernel image: level: "));
	fake_script_free(script);
}

static void directives_for_the_whole_machine_are_read(void **state)
{
	struct fake_script *script = parse("seed 42\n"
					   "output Throughput {value} MB/sec\n"
					   "journal boots.log\n");

	(void)state;
	assert_int_equal(fake_script_seed(script), 42);
	assert_string_equal(fake_script_output(script), "Throughput {value} MB/sec");
	assert_string_equal(fake_script_journal(script), "boots.log");
	fake_script_free(script);
}

static void a_mistake_is_named_with_its_line(void **state)
{
	static const struct {
		const char *text;
		const char *error;
	} cases[] = {
		{ "\ndefualt level=1", "line 2: there is no directive 'defualt'" },
		{ "default lvl=1", "line 1: there is no key 'lvl'" },
		{ "default level", "line 1: 'level' is not KEY=VALUE" },
		{ "default outcome=exploded", "line 1: there is no outcome 'exploded'" },
		{ "commit", "line 1: 'commit' of what?" },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct fake_script *script = NULL;
		struct error err = { 0 };

		assert_int_equal(fake_script_parse(cases[i].text, &script, &err), -1);
		assert_string_equal(err.text, cases[i].error);
	}
}

static void numbers_out_of_range_are_refused(void **state)
{
	static const char *const texts[] = { "default level=0",   "default level=nan",
					     "default outlier=2", "default boot_sd=-1",
					     "default at=0",      "seed -1",
					     "default delay=inf" };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		struct fake_script *script = NULL;
		struct error err = { 0 };

		if (fake_script_parse(texts[i], &script, &err) == 0)
			fail_msg("'%s' was taken", texts[i]);
		assert_non_null(strstr(err.text, "line 1: "));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_later_rule_overrides_an_earlier_one_key_by_key),
		cmocka_unit_test(further_samples_have_an_outcome_and_a_time_of_their_own),
		cmocka_unit_test(a_rule_can_hold_for_one_boot_of_a_kernel),
		cmocka_unit_test(a_rule_can_hold_for_one_boot_of_the_machine),
		cmocka_unit_test(an_image_can_carry_the_level_of_its_commit),
		cmocka_unit_test(a_rule_can_look_for_a_text_in_the_image),
		cmocka_unit_test(a_bad_level_in_an_image_is_an_error),
		cmocka_unit_test(directives_for_the_whole_machine_are_read),
		cmocka_unit_test(a_mistake_is_named_with_its_line),
		cmocka_unit_test(numbers_out_of_range_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
