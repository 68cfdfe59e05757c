/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is behind a change is named, wherever in the history it is. */
#include "tests/support/test.h"

#include <string.h>

#include "tests/session/robot.h"
#include "tests/support/near.h"

static void assert_change(struct robot *robot, const char *name, double effect)
{
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), name);
	assert_null(json_pointer(robot_json(robot), "/finding/changes/0/commits/1"));
	assert_near(robot_number(robot, "/finding/changes/0/effect_percent"), effect, 0.3);
}

static void a_loss_on_the_mainline_is_found(void **state)
{
	static const char *const effects[] = { "0", "0.05", "0", "-4", "0", "0" };
	struct robot *robot = *state;

	robot_chain(robot, effects, 6);
	robot_do(robot, "run", "root", "c6", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/case/state"), "found");
	assert_change(robot, "c4", -4);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/changes")), 1);
	assert_int_equal(robot_number(robot, "/finding/boots"), robot_boots(robot));
	robot_assert_clean(robot);
}

static void a_loss_and_a_gain_are_both_found(void **state)
{
	static const char *const effects[] = { "-6", "0", "0", "3" };
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	robot_do(robot, "run", "root", "c4", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/changes")), 2);
	assert_change(robot, "c1", -6);
	assert_string_equal(robot_text(robot, "/finding/changes/1/commits/0/subject"), "c4");
	assert_near(robot_number(robot, "/finding/changes/1/effect_percent"), 3, 0.3);
	robot_do(robot, "report", "--format", "git-bisect", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "# change 2 of 2: +");
	robot_assert_prints(robot, "the regression; here, \"bad\" is with it\ngit bisect start '");
	assert_null(strstr(robot->out, "possible first bad commit"));
}

/* root ── a ──────── b ── merge ── z, with x ── y ── w from root. */
static void add_branch(struct robot *robot, const char *effect_y, const char *own_path)
{
	struct history_builder *history = &robot->history;
	const unsigned a = history_commit(history, "a", HISTORY_ROOT, "effects/a", "0");
	const unsigned b = history_commit(history, "b", a, "effects/b", "8");
	const unsigned x = history_commit(history, "x", HISTORY_ROOT, "effects/x", "0");
	const unsigned y = history_commit(history, "y", x, "effects/y", effect_y);
	const unsigned w = history_commit(history, "w", y, "effects/w", "0");
	const unsigned merge = history_merge(history, "merge", b, w, own_path, "-5");

	history_commit(history, "z", merge, "effects/z", "0");
}

static void a_culprit_inside_a_merge_is_found_on_the_level_of_the_mainline(void **state)
{
	struct robot *robot = *state;

	add_branch(robot, "-4", NULL);
	history_finish(&robot->history, robot->repo);
	robot_do(robot, "run", "b", "z", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_change(robot, "y", -4);
	assert_true(strlen(robot_text(robot, "/finding/changes/0/merge")) == 40);
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot, "commit");
	robot_assert_clean(robot);
}

static void a_merge_that_changes_something_itself_is_the_culprit(void **state)
{
	struct robot *robot = *state;

	add_branch(robot, "0", "effects/own");
	history_finish(&robot->history, robot->repo);
	robot_do(robot, "run", "b", "z", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_change(robot, "merge", -5);
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(a_loss_on_the_mainline_is_found),
		ROBOT_TEST(a_loss_and_a_gain_are_both_found),
		ROBOT_TEST(a_culprit_inside_a_merge_is_found_on_the_level_of_the_mainline),
		ROBOT_TEST(a_merge_that_changes_something_itself_is_the_culprit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
