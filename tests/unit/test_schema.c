/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/str.h"
#include "config/schema.h"
#include "config/settings.h"

static void each_key_belongs_to_a_group_and_explains_itself(void **state)
{
	const struct schema_key *keys;
	size_t n;

	(void)state;
	keys = schema_keys(&n);
	for (size_t i = 0; i < n; i++) {
		assert_non_null(schema_find_group(keys[i].group));
		assert_true(str_ends_with(keys[i].help, "."));
		/* Plain ASCII, since the manual hands it to roff. */
		for (const char *at = keys[i].help; *at != '\0'; at++)
			assert_in_range(*at, ' ', '~');
		assert_true(keys[i].fallback || keys[i].example);
		assert_true(keys[i].type != SCHEMA_ENUM || keys[i].choices);
		/* Found by its own name, so that no two share one. */
		assert_ptr_equal(schema_find(keys[i].group, keys[i].name), &keys[i]);
	}
}

static void every_number_has_a_range(void **state)
{
	const struct schema_key *keys;
	size_t n;

	(void)state;
	keys = schema_keys(&n);
	for (size_t i = 0; i < n; i++) {
		bool is_number = keys[i].type == SCHEMA_INTEGER || keys[i].type == SCHEMA_REAL ||
				 keys[i].type == SCHEMA_SIZE || keys[i].type == SCHEMA_DURATION ||
				 keys[i].type == SCHEMA_PERCENT;

		assert_int_equal(keys[i].max > keys[i].min, is_number);
	}
}

static void a_key_is_found_in_its_own_group_only(void **state)
{
	(void)state;
	assert_int_equal(schema_find("machines", "memory")->offset,
			 offsetof(struct machine_settings, memory_bytes));
	assert_null(schema_find("workloads", "memory"));
	assert_null(schema_find("", "memory"));
	assert_null(schema_find_group("machine"));
}

static void a_misspelt_name_is_led_to_its_neighbour(void **state)
{
	(void)state;
	assert_string_equal(schema_suggest("machines", "memroy"), "memory");
	assert_string_equal(schema_suggest("machines", "vcpu"), "vcpus");
	assert_string_equal(schema_suggest("kernel", "jbos"), "jobs");
	assert_string_equal(schema_suggest("workloads", "param"), "params");
	assert_string_equal(schema_suggest("kernel", "frag"), "fragments");
	assert_string_equal(schema_suggest("", "machine"), "machines");
	assert_string_equal(schema_suggest("", "serch"), "search");
	assert_string_equal(schema_suggest("", "repos"), "repo");
}

static void a_name_unlike_any_other_gets_no_suggestion(void **state)
{
	(void)state;
	assert_null(schema_suggest("machines", "colour"));
	assert_null(schema_suggest("machines", "x"));
	assert_null(schema_suggest("search", "machines"));
}

static void choices_are_read_one_by_one(void **state)
{
	const char *choice;
	size_t n;

	(void)state;
	choice = schema_choice("wall|icount", 1, &n);
	assert_int_equal(n, 6);
	assert_memory_equal(choice, "icount", 6);
	(void)schema_choice("wall|icount", 0, &n);
	assert_int_equal(n, 4);
	assert_null(schema_choice("wall|icount", 2, &n));
}

/* The order of the choices is the order of the enum. */
static void choices_of_an_enum_have_its_values(void **state)
{
	(void)state;
	assert_int_equal(TIMING_WALL, 0);
	assert_int_equal(TIMING_ICOUNT, 1);
	assert_string_equal(schema_find("machines", "timing")->choices, "wall|icount");
	assert_int_equal(MACHINE_LIBVIRT, 0);
	assert_int_equal(MACHINE_FAKE, 1);
	assert_string_equal(schema_find("machines", "type")->choices, "libvirt|fake");
}

static void the_template_shows_each_key_and_its_default(void **state)
{
	CLEANUP(str_clear) struct str text = { 0 };
	const struct schema_key *keys;
	size_t n;

	(void)state;
	schema_append_template(&text, "/srv/my \"linux\"");
	assert_non_null(strstr(str_text(&text), "\nrepo = \"/srv/my \\\"linux\\\"\";\n"));
	assert_non_null(strstr(str_text(&text), "\t#cc = \"gcc\";\n"));
	assert_non_null(strstr(str_text(&text), "\t\t# Virtual CPUs. (1 to 512)\n"));
	assert_non_null(strstr(str_text(&text), "(\"auto\" or \"kvm\" or \"tcg\")"));
	keys = schema_keys(&n);
	for (size_t i = 0; i < n; i++) {
		CLEANUP(str_clear) struct str line = { 0 };

		str_appendf(&line, "%s%s = ", keys[i].required ? "" : "#", keys[i].name);
		assert_non_null(strstr(str_text(&text), str_text(&line)));
	}
}

static void no_line_of_the_template_is_too_long_to_read(void **state)
{
	CLEANUP(str_clear) struct str text = { 0 };

	(void)state;
	schema_append_template(&text, NULL);
	for (const char *line = str_text(&text); *line != '\0';) {
		size_t n = strcspn(line, "\n");

		assert_in_range(n, 0, 100);
		line += n + (line[n] == '\n');
	}
}

static void the_manual_lists_each_key_in_roff(void **state)
{
	CLEANUP(str_clear) struct str text = { 0 };

	(void)state;
	schema_append_manual(&text);
	assert_non_null(strstr(str_text(&text), ".SS kernel\n"));
	assert_non_null(strstr(str_text(&text), ".TP\n.BR repo \" (path, required)\"\n"));
	assert_non_null(strstr(str_text(&text), "Range: 16 MiB to 64 TiB.\n"));
	assert_non_null(strstr(str_text(&text), "Example: \\(dqsched\\-pipe\\(dq.\n"));
	/* A line of text that begins with a point would be taken for a request. */
	for (const char *at = str_text(&text); (at = strstr(at, "\n.")); at++)
		assert_true(str_starts_with(at, "\n.SS ") || str_starts_with(at, "\n.TP\n") ||
			    str_starts_with(at, "\n.BR "));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_key_belongs_to_a_group_and_explains_itself),
		cmocka_unit_test(every_number_has_a_range),
		cmocka_unit_test(a_key_is_found_in_its_own_group_only),
		cmocka_unit_test(a_misspelt_name_is_led_to_its_neighbour),
		cmocka_unit_test(a_name_unlike_any_other_gets_no_suggestion),
		cmocka_unit_test(choices_are_read_one_by_one),
		cmocka_unit_test(choices_of_an_enum_have_its_values),
		cmocka_unit_test(the_template_shows_each_key_and_its_default),
		cmocka_unit_test(no_line_of_the_template_is_too_long_to_read),
		cmocka_unit_test(the_manual_lists_each_key_in_roff),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
