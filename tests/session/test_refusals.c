/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cannot be bisected is said in words that help, before anything is built where that is possible. */
#include "tests/support/test.h"

#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "tests/session/robot.h"
#include "tests/support/near.h"

static const char *const no_effects[] = { "0", "0", "0", "0" };

static void assert_nothing_was_built(struct robot *robot)
{
	CLEANUP(mem_freep) char *kernels = robot_path(robot, ".perfsect/kernels");

	assert_false(fs_exists(kernels));
	assert_int_equal(robot_boots(robot), 0);
}

static void revisions_that_are_no_range_are_refused(void **state)
{
	static const struct {
		const char *good, *bad, *says;
	} cases[] = {
		{ "c1", "root", "good 'c1' is a descendant of bad 'root'; swap them?" },
		{ "c1", "c1", "good 'c1' and bad 'c1' are the same commit" },
		{ "root", "no-such-tag", "no-such-tag" },
		{ "aside", "c1", "good 'aside' is not an ancestor of bad 'c1'" },
	};
	struct robot *robot = *state;

	history_commit(&robot->history, "c1", HISTORY_ROOT, "effects/1", "0");
	history_commit(&robot->history, "aside", HISTORY_ROOT, "effects/aside", "0");
	history_finish(&robot->history, robot->repo);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		robot_do(robot, "run", cases[i].good, cases[i].bad, NULL);
		robot_assert_status(robot, 2);
		robot_assert_says(robot, cases[i].says);
	}
	robot_do(robot, "status", NULL); /* none of them became a case */
	robot_assert_status(robot, 2);
	assert_nothing_was_built(robot);
}

static void names_that_the_configuration_does_not_have_are_refused(void **state)
{
	struct robot *robot = *state;

	robot_chain(robot, no_effects, 4);
	robot_do(robot, "run", "root", "c4", "--machine", "moon", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "no machine 'moon' in");
	robot_do(robot, "run", "root", "c4", "--workload", "chess", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "no workload 'chess' in");
	robot_do(robot, "run", "root", "c4", "--skip", "c9", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "cannot skip 'c9'");
	assert_nothing_was_built(robot);
}

static void a_key_that_does_not_exist_is_refused_with_its_line(void **state)
{
	struct robot *robot = *state;

	robot_chain(robot, no_effects, 4);
	robot_config(robot, "search = { confidense = 0.9; };\n");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 3);
	robot_assert_says(robot, "perfsect.conf:5: ");
	robot_assert_says(robot, "did you mean 'confidence'?");
	assert_nothing_was_built(robot);
}

static void a_missing_repository_is_refused(void **state)
{
	struct robot *robot = *state;

	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 3);
	robot_assert_says(robot, "repo");
	assert_nothing_was_built(robot);
}

static void ends_that_do_not_differ_end_it_with_the_interval(void **state)
{
	struct robot *robot = *state;

	robot_chain(robot, no_effects, 4);
	robot_do(robot, "run", "root", "c4", "--json", NULL);
	robot_assert_status(robot, 5);
	assert_string_equal(robot_text(robot, "/case/state"), "not-reproduced");
	assert_true(robot_number(robot, "/finding/difference_low") < 0);
	assert_true(robot_number(robot, "/finding/difference_high") > 0);
	assert_near(robot_number(robot, "/finding/difference_percent"), 0, 0.3);
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot, "Not reproduced");
	robot_assert_clean(robot);
}

static void a_gain_between_the_ends_is_found_as_one(void **state)
{
	struct robot *robot = *state;

	history_commit(&robot->history, "c1", HISTORY_ROOT, "effects/1", "4");
	history_finish(&robot->history, robot->repo);
	robot_do(robot, "run", "root", "c1", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "this range is an improvement as a whole");
}

static void a_skipped_commit_is_never_built(void **state)
{
	static const char *const effects[] = { "-4", "0", "0", "0" };
	struct robot *robot = *state;
	const struct json *kernels;

	robot_chain(robot, effects, 4);
	robot_do(robot, "run", "root", "c4", "--skip", "c2", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c1");
	kernels = json_pointer(robot_json(robot), "/kernels");
	for (size_t i = 0; i < json_length(kernels); i++)
		assert_string_not_equal(json_text(json_member(json_element(kernels, i), "subject")),
					"c2");
}

/* The guest has nothing but its files. */
static void check_sees_that_a_program_cannot_start_in_the_guest(void **state)
{
	static const char config[] =
		"repo = \"../repo\";\nkernel = { make_config = \"tinyconfig\"; };\n"
		"machines = ( { name = \"box\"; type = \"fake\"; script = \"fake.script\"; } );\n"
		"workloads = ( { name = \"a\"; command = \"/opt/a --run\"; parse = \"json:\"; "
		"unit = \"x\"; better = \"higher\"; },\n"
		"  { name = \"b\"; command = \"ls /\"; parse = \"json:\"; unit = \"x\"; "
		"better = \"higher\"; files = ( \"%s:/bin/ls\" ); } );\n";
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *path = robot_path(robot, "perfsect.conf");
	CLEANUP(mem_freep) char *text = mem_printf(config, PERFSECT);
	struct error err = { 0 };

	robot_chain(robot, (const char *[]){ "0" }, 1);
	assert_int_equal(fs_write_atomic(path, text, strlen(text), 0644, &err), 0);
	robot_do(robot, "check", NULL);
	robot_assert_status(robot, 1);
	robot_assert_prints(robot, "the command's program '/opt/a' is in no 'files'");
	robot_assert_prints(robot, "is linked dynamically, and its loader '/");
}

/* As the manual page says. */
static void check_cannot_read_a_file_with_a_syntax_error(void **state)
{
	struct robot *robot = *state;

	robot_config(robot, "search = { samples = ; };\n");
	robot_do(robot, "check", NULL);
	robot_assert_status(robot, 3);
	robot_assert_says(robot, "perfsect.conf:");
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(check_sees_that_a_program_cannot_start_in_the_guest),
		ROBOT_TEST(check_cannot_read_a_file_with_a_syntax_error),
		ROBOT_TEST(revisions_that_are_no_range_are_refused),
		ROBOT_TEST(names_that_the_configuration_does_not_have_are_refused),
		ROBOT_TEST(a_key_that_does_not_exist_is_refused_with_its_line),
		ROBOT_TEST(a_missing_repository_is_refused),
		ROBOT_TEST(ends_that_do_not_differ_end_it_with_the_interval),
		ROBOT_TEST(a_gain_between_the_ends_is_found_as_one),
		ROBOT_TEST(a_skipped_commit_is_never_built),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
