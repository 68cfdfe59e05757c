/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/show_view.h"
#include "tests/support/case_fixture.h"
#include "tests/support/near.h"

static void a_kernel_is_shown_with_build_boots_samples_and_reasons(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };
	struct history_boot *boot;

	(void)state;
	case_fixture_init(&fixture, NULL);
	boot = &fixture.history->boots[7];
	boot->outcome = OUTCOME_PANICKED;
	boot->n = 0;
	free(boot->detail);
	boot->detail = mem_strdup("Kernel panic - not syncing: Fatal exception\nRIP: 0010:x\n");
	show_view_append(&fixture.input, 4, &out);
	assert_golden("view/show.txt", &out);
}

static void what_the_search_thought_stands_with_each_boot(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };
	CLEANUP(json_freep) struct json *json = NULL;
	struct report_thought thoughts[8] = { 0 };
	double suspects = 0;

	(void)state;
	case_fixture_init(&fixture, NULL);
	assert_int_equal(fixture.history->n_boots, ARRAY_LENGTH(thoughts));
	assert_int_equal(fixture.history->boots[7].kernel, 4);
	thoughts[7].posterior = (struct report_belief){ 12, 0.98, 0.02 };
	fixture.input.thoughts = thoughts;
	show_view_append(&fixture.input, 4, &out);
	assert_non_null(strstr(str_text(&out),
			       "    before it no change was seen\n"
			       "    after it  12 candidates held a change with 95 %; "
			       "0.98 changes up to here, 0.02 behind\n"));
	json = show_view_to_json(&fixture.input, 4);
	assert_true(json_number(json_pointer(json, "/thoughts/1/after/suspects"), &suspects));
	assert_near(suspects, 12, 0);
}

static void a_commit_that_does_not_build_is_shown_with_its_error(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	memcpy(fixture.history->kernels[3].onto, fixture.hex[1], HISTORY_OID_SIZE);
	show_view_append(&fixture.input, 3, &out);
	assert_golden("view/show-not-buildable.txt", &out);
}

static void how_a_kernel_was_built_is_shown_with_it(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };
	struct history_kernel *kernel;

	(void)state;
	case_fixture_init(&fixture, NULL);
	kernel = &fixture.history->kernels[4];
	kernel->toolchain = mem_strdup("gcc-11: gcc-11 (Debian 11.3.0-12) 11.3.0");
	kernel->mends = mem_strdup("patch a.patch\ncommit 123456789abc mm: mend it");
	kernel->without = mem_strdup("CONFIG_WERROR");
	kernel->not_granted = mem_strdup("CONFIG_HZ=1000: is 250\n");
	kernel->config = mem_strdup(".perfsect/configs/1");
	show_view_append(&fixture.input, 4, &out);
	assert_non_null(
		strstr(str_text(&out), "  compiler gcc-11: gcc-11 (Debian 11.3.0-12) 11.3.0\n"));
	assert_non_null(strstr(str_text(&out), "  config   .perfsect/configs/1\n"
					       "  Mended, so that it builds, by:\n"
					       "    patch a.patch\n"
					       "    commit 123456789abc mm: mend it\n"
					       "  So that it builds, without:\n"
					       "    CONFIG_WERROR\n"
					       "  Asked for, and not granted by its Kconfig:\n"
					       "    CONFIG_HZ=1000: is 250\n"));
}

static void hostile_details_come_out_harmless(void **state)
{
	static const char hostile[] = "\x1b[2J\r\xe2\x80\xae\n\xff\x9b";
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(str_clear) struct str out = { 0 };
	char **texts[8];

	(void)state;
	case_fixture_init(&fixture, NULL);
	texts[0] = &fixture.history->kernels[4].subject;
	texts[1] = &fixture.history->kernels[4].detail;
	texts[2] = &fixture.history->kernels[4].log;
	texts[3] = &fixture.history->kernels[4].release;
	texts[4] = &fixture.history->boots[5].detail;
	texts[5] = &fixture.history->boots[5].facts;
	texts[6] = &fixture.record.unit;
	texts[7] = &fixture.steps[0].why;
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		free(*texts[i]);
		*texts[i] = mem_strdup(hostile);
	}
	show_view_append(&fixture.input, 4, &out);
	for (size_t i = 0; i < out.length; i++)
		assert_true(out.data[i] == '\n' || (unsigned char)out.data[i] >= ' ');
	assert_null(strstr(str_text(&out), "\xe2\x80\xae"));
	assert_null(strchr(str_text(&out), '\xff'));
	assert_non_null(strstr(str_text(&out), "\\x1B[2J\\x0D\\u{202E}"));
}

static void the_json_holds_only_this_kernel(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;

	(void)state;
	case_fixture_init(&fixture, NULL);
	json = show_view_to_json(&fixture.input, 4);
	assert_string_equal(json_text(json_pointer(json, "/kernel/commit")), fixture.hex[5]);
	assert_int_equal(json_length(json_pointer(json, "/boots")), 2);
	assert_int_equal(json_length(json_pointer(json, "/boots/0/samples")), 3);
	assert_int_equal(json_length(json_pointer(json, "/steps")), 2);
	assert_string_equal(json_text(json_pointer(json, "/steps/1/kind")), "boot");
	json_freep(&json);
	json = show_view_to_json(&fixture.input, 0);
	assert_int_equal(json_length(json_pointer(json, "/steps")), 0);
}

static void another_layout_has_a_story_of_its_own(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(str_clear) struct str own = { 0 };
	CLEANUP(str_clear) struct str other = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	memcpy(fixture.history->kernels[1].commit, fixture.hex[5], HISTORY_OID_SIZE);
	fixture.history->kernels[1].variant = 2;
	fixture.steps[1].variant = 2;
	show_view_append(&fixture.input, 4, &own);
	assert_non_null(strstr(str_text(&own), "\nOther layouts of it (--layout): 2\n"));
	assert_null(strstr(str_text(&own), "layout 2"));
	assert_non_null(strstr(str_text(&own), "UTC  build "));
	show_view_append(&fixture.input, 1, &other);
	assert_non_null(
		strstr(str_text(&other), "\n  layout 2: its source with pads between its files\n"));
	assert_non_null(strstr(str_text(&other), "\nOther layouts of it (--layout): 0\n"));
	assert_null(strstr(str_text(&other), "UTC  build "));
	json = show_view_to_json(&fixture.input, 1);
	assert_int_equal(json_length(json_pointer(json, "/steps")), 1);
	assert_string_equal(json_text(json_pointer(json, "/steps/0/kind")), "boot");
}

static void the_json_is_as_its_schema_says(void **state)
{
	CLEANUP(case_fixture_clear) struct case_fixture fixture;
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(str_clear) struct str out = { 0 };

	(void)state;
	case_fixture_init(&fixture, NULL);
	json = show_view_to_json(&fixture.input, 4);
	text = json_dump(json, false);
	str_append(&out, text);
	str_append_char(&out, '\n');
	assert_golden("view/show.json", &out); /* which the test schemas validates */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_kernel_is_shown_with_build_boots_samples_and_reasons),
		cmocka_unit_test(a_commit_that_does_not_build_is_shown_with_its_error),
		cmocka_unit_test(what_the_search_thought_stands_with_each_boot),
		cmocka_unit_test(how_a_kernel_was_built_is_shown_with_it),
		cmocka_unit_test(hostile_details_come_out_harmless),
		cmocka_unit_test(the_json_holds_only_this_kernel),
		cmocka_unit_test(another_layout_has_a_story_of_its_own),
		cmocka_unit_test(the_json_is_as_its_schema_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
