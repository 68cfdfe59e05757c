/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges of every kind are looked into as far as they can be, and said to be the answer where not. */
#include "tests/support/test.h"

#include <string.h>

#include "tests/session/robot.h"
#include "tests/support/near.h"

static void bisect(struct robot *robot, const char *good, const char *bad, int status)
{
	history_finish(&robot->history, robot->repo);
	robot_do(robot, "run", good, bad, "--json", NULL);
	robot_assert_status(robot, status);
}

static void assert_found(struct robot *robot, const char *name, double effect)
{
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), name);
	assert_null(json_pointer(robot_json(robot), "/finding/changes/0/commits/1"));
	assert_null(json_pointer(robot_json(robot), "/finding/changes/1"));
	assert_near(robot_number(robot, "/finding/changes/0/effect_percent"), effect, 0.4);
	assert_true(robot_number(robot, "/finding/changes/0/probability") > 0.97);
}

static void assert_came_with(struct robot *robot, const char *name)
{
	const char *merge = robot_text(robot, "/finding/changes/0/merge");

	assert_int_equal(strlen(merge), 40);
	robot_do(robot, "show", merge, NULL);
	robot_assert_prints(robot, name);
}

static void assert_notes(struct robot *robot, const char *text)
{
	const struct json *notes = json_pointer(robot_json(robot), "/finding/notes");

	for (size_t i = 0; i < json_length(notes); i++)
		if (strstr(json_text(json_element(notes, i)), text))
			return;
	fail_msg("no note with '%s' in:\n%s", text, robot->out);
}

/* main: root a b merge z; x n y from root, where n merges p q. */
static void a_culprit_in_a_merge_inside_a_branch_is_found(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned a = history_commit(history, "a", HISTORY_ROOT, "effects/a", "0");
	const unsigned b = history_commit(history, "b", a, "effects/b", "8");
	const unsigned x = history_commit(history, "x", HISTORY_ROOT, "effects/x", "0");
	const unsigned p = history_commit(history, "p", HISTORY_ROOT, "effects/p", "0");
	const unsigned q = history_commit(history, "q", p, "effects/q", "-4");
	const unsigned n = history_merge(history, "n", x, q, NULL, NULL);
	const unsigned y = history_commit(history, "y", n, "effects/y", "0");
	const unsigned merge = history_merge(history, "merge", b, y, NULL, NULL);

	history_commit(history, "z", merge, "effects/z", "0");
	bisect(robot, "b", "z", 0);
	assert_found(robot, "q", -4);
	assert_came_with(robot, "merge");
	robot_assert_clean(robot);
}

static void a_culprit_in_any_branch_of_an_octopus_is_found(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned a = history_commit(history, "a", HISTORY_ROOT, "effects/a", "8");
	const unsigned x = history_commit(history, "x", HISTORY_ROOT, "effects/x", "0");
	const unsigned p = history_commit(history, "p", HISTORY_ROOT, "effects/p", "-4");
	const unsigned q = history_commit(history, "q", p, "effects/q", "0");
	const unsigned r = history_commit(history, "r", HISTORY_ROOT, "effects/r", "0");
	const unsigned merge =
		history_octopus(history, "merge", a, (const unsigned[]){ x, q, r }, 3);

	history_commit(history, "z", merge, "effects/z", "0");
	bisect(robot, "a", "z", 0);
	assert_found(robot, "p", -4);
	assert_came_with(robot, "merge");
	robot_assert_clean(robot);
}

/*
 * root a b merge z on the mainline, x y from root or a. Both sides change `shared`, and the merge has
 * resolved that: neither x nor y can be merged onto b.
 */
static void add_conflict(struct robot *robot, const char *path_y, const char *effect_y,
			 const char *path_b, const char *effect_b)
{
	struct history_builder *history = &robot->history;
	const unsigned a = history_commit(history, "a", HISTORY_ROOT, "together/cost", "-5");
	const unsigned s = history_commit(history, "s", a, "shared", "of the mainline");
	const unsigned b = history_commit(history, "b", s, path_b, effect_b);
	const unsigned x = history_commit(history, "x", a, "shared", "of the branch");
	const unsigned y = history_commit(history, "y", x, path_y, effect_y);
	const unsigned w = history_commit(history, "w", y, "effects/w", "0");
	const unsigned merge = history_merge(history, "merge", b, w, "shared", "of both");

	history_commit(history, "z", merge, "effects/z", "0");
}

static void commits_that_conflict_are_measured_as_they_are(void **state)
{
	struct robot *robot = *state;

	add_conflict(robot, "effects/y", "-4", "effects/b", "8");
	bisect(robot, "root", "z", 0);
	assert_string_equal(robot_text(robot, "/case/state"), "found");
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/changes")), 2);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "b");
	assert_string_equal(robot_text(robot, "/finding/changes/1/commits/0/subject"), "y");
	assert_near(robot_number(robot, "/finding/changes/1/effect_percent"), -4, 0.4);
	assert_notes(robot, "they were measured as they are, and compared with ");
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot, "without conflicts");
	robot_assert_clean(robot);
}

static void a_branch_older_than_good_is_not_compared_with_good(void **state)
{
	struct robot *robot = *state;

	add_conflict(robot, "effects/y", "-4", "effects/b", "8");
	bisect(robot, "b", "z", 0);
	assert_found(robot, "y", -4);
	assert_notes(robot, "before the good end: its commits were compared with that one");
}

static void what_neither_side_holds_is_said_of_the_merge(void **state)
{
	struct robot *robot = *state;

	add_conflict(robot, "together/a", "", "together/b", "");
	bisect(robot, "b", "z", 0);
	assert_found(robot, "merge", -5);
	assert_string_equal(robot_text(robot, "/finding/changes/0/merge"), "");
	assert_notes(robot, "neither side of merge");
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot, "alone is slow");
	robot_assert_clean(robot);
}

/* Another project of a hundred commits, whose files the merge has put into a folder of their own. */
static void another_projects_history_is_one_answer(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned a = history_commit(history, "a", HISTORY_ROOT, "effects/a", "0");
	unsigned foreign = history_foreign_root(history, "foreign", "README", "of another project");
	unsigned merge;

	for (unsigned i = 0; i < 40; i++)
		foreign = history_commit(history, "more", foreign, "README", i % 2 ? "1" : "2");
	merge = history_merge_elsewhere(history, "merge", a, foreign, "effects/sub", "-4");
	history_commit(history, "z", merge, "effects/z", "0");
	bisect(robot, "root", "z", 0);
	assert_found(robot, "merge", -4);
	assert_true(robot_number(robot, "/finding/builds") <=
		    5); /* ends, a, the merge, and z without it */
}

/* Its files are where they were in its own history: what it brings in can be told apart. */
static void an_unrelated_history_of_this_tree_is_looked_into(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned a = history_commit(history, "a", HISTORY_ROOT, "effects/a", "0");
	const unsigned x = history_foreign_root(history, "x", "effects/x", "0");
	const unsigned y = history_commit(history, "y", x, "effects/y", "-4");
	const unsigned w = history_commit(history, "w", y, "effects/w", "0");
	const unsigned merge = history_merge(history, "merge", a, w, NULL, NULL);

	history_commit(history, "z", merge, "effects/z", "0");
	bisect(robot, "root", "z", 0);
	assert_found(robot, "y", -4);
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(a_culprit_in_a_merge_inside_a_branch_is_found),
		ROBOT_TEST(a_culprit_in_any_branch_of_an_octopus_is_found),
		ROBOT_TEST(commits_that_conflict_are_measured_as_they_are),
		ROBOT_TEST(a_branch_older_than_good_is_not_compared_with_good),
		ROBOT_TEST(what_neither_side_holds_is_said_of_the_merge),
		ROBOT_TEST(another_projects_history_is_one_answer),
		ROBOT_TEST(an_unrelated_history_of_this_tree_is_looked_into),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
