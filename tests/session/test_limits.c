/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a bisect is told of the cause beforehand is kept to, and said where it was wrong. */
#include "tests/support/test.h"

#include <string.h>

#include "tests/session/robot.h"
#include "tests/support/near.h"

/* root a … z, where c and the branch's y change lib/; the culprit is set by its text. */
static void add_history(struct robot *robot, const char *effect_c, const char *effect_e,
			const char *effect_y)
{
	struct history_builder *history = &robot->history;
	const unsigned a = history_commit(history, "a", HISTORY_ROOT, "effects/a", "0");
	const unsigned b = history_commit(history, "b", a, "effects/b", "0");
	const unsigned c = history_commit(history, "c", b, "effects/lib/c", effect_c);
	const unsigned d = history_commit(history, "d", c, "effects/d", "0");
	const unsigned e = history_commit(history, "e", d, "effects/e", effect_e);
	const unsigned f = history_commit(history, "f", e, "effects/f", "0");
	const unsigned x = history_commit(history, "x", a, "effects/x", "0");
	const unsigned y = history_commit(history, "y", x, "effects/lib/y", effect_y);
	const unsigned w = history_commit(history, "w", y, "effects/w", "0");
	const unsigned merge = history_merge(history, "merge", f, w, NULL, NULL);
	const unsigned g = history_commit(history, "g", merge, "effects/g", "0");

	history_commit(history, "z", g, "effects/lib/z", "0");
	history_finish(history, robot->repo);
}

static void assert_subject(struct robot *robot, const char *pointer, const char *name)
{
	assert_string_equal(robot_text(robot, pointer), name);
}

static void assert_only(struct robot *robot, const char *name)
{
	assert_subject(robot, "/finding/changes/0/commits/0/subject", name);
	assert_null(json_pointer(robot_json(robot), "/finding/changes/0/commits/1"));
	assert_null(json_pointer(robot_json(robot), "/finding/changes/1"));
	assert_near(robot_number(robot, "/finding/changes/0/effect_percent"), -4, 0.4);
}

static void with_first_parent_a_merge_is_the_answer(void **state)
{
	struct robot *robot = *state;

	add_history(robot, "0", "0", "-4");
	robot_do(robot, "run", "root", "z", "--first-parent", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_only(robot, "merge");
	robot_do(robot, "status", NULL);
	robot_assert_prints(robot, "Limits    first parents only");
	robot_do(robot, "status", "--json", NULL);
	assert_true(json_pointer(robot_json(robot), "/first_parent") != NULL);
	robot_assert_clean(robot);
}

static void a_suspect_on_the_mainline_is_found(void **state)
{
	struct robot *robot = *state;

	add_history(robot, "-4", "0", "0");
	robot_do(robot, "run", "--json", "root", "z", "--", "effects/lib/", NULL);
	robot_assert_status(robot, 0);
	assert_only(robot, "c");
	robot_do(robot, "status", NULL);
	robot_assert_prints(robot, "Limits    paths effects/lib");
	robot_do(robot, "status", "--json", NULL);
	assert_string_equal(robot_text(robot, "/paths/0"), "effects/lib");
}

static void a_suspect_inside_a_merge_is_found(void **state)
{
	struct robot *robot = *state;

	add_history(robot, "0", "0", "-4");
	robot_do(robot, "run", "root", "z", "--json", "--", "effects/lib", NULL);
	robot_assert_status(robot, 0);
	assert_only(robot, "y");
}

/* e is not a suspect: neither it nor a suspect may be named for what it does. */
static void a_change_outside_the_limits_lies_between_suspects(void **state)
{
	struct robot *robot = *state;

	add_history(robot, "0", "-4", "0");
	robot_do(robot, "run", "root", "z", "--json", "--", "effects/lib", NULL);
	robot_assert_status(robot, 1);
	assert_string_equal(robot_text(robot, "/case/state"), "undecided");
	assert_subject(robot, "/finding/changes/0/commits/0/subject", "d");
	assert_subject(robot, "/finding/changes/0/commits/1/subject", "e");
	assert_subject(robot, "/finding/changes/0/commits/2/subject", "f");
	assert_null(json_pointer(robot_json(robot), "/finding/changes/0/commits/3"));
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot, "no commit is within the limits");
}

static void limits_are_kept_when_a_case_is_resumed(void **state)
{
	struct robot *robot = *state;

	add_history(robot, "0", "0", "-4");
	robot_config(robot, "search = { max_boots = 3; };\n");
	robot_do(robot, "run", "root", "z", "--first-parent", "--", "effects/lib", NULL);
	robot_assert_status(robot, 1);
	robot_config(robot, "");
	robot_do(robot, "resume", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_only(robot, "merge");
	assert_string_equal(robot_text(robot, "/case/options/paths/0"), "effects/lib");
}

static void a_plan_counts_the_suspects(void **state)
{
	struct robot *robot = *state;
	double builds;

	add_history(robot, "0", "0", "0");
	robot_do(robot, "plan", "root", "z", "--json", NULL);
	robot_assert_status(robot, 0);
	builds = robot_number(robot, "/builds/mean");
	robot_do(robot, "plan", "root", "z", "--json", "--", "effects/lib", NULL);
	robot_assert_status(robot, 0);
	/* c, y, z, and the merge, which has lib of both */
	assert_true(robot_number(robot, "/commits") == 12);
	assert_true(robot_number(robot, "/suspects") == 4);
	assert_true(robot_number(robot, "/builds/mean") < builds);
	robot_do(robot, "plan", "root", "z", "--first-parent", "--", "effects/lib", NULL);
	robot_assert_prints(robot, "first parents only; paths effects/lib");
}

static void paths_that_can_limit_nothing_are_refused(void **state)
{
	static const struct {
		const char *path, *says;
	} cases[] = {
		{ "drivers", "none of the 12 commits changes 'drivers'" },
		{ "/effects", "'/effects' is not a path from the top of the repository" },
		{ "*.c", "'*.c' is a pattern" },
	};
	struct robot *robot = *state;

	add_history(robot, "0", "0", "0");
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		robot_do(robot, "run", "root", "z", "--", cases[i].path, NULL);
		robot_assert_status(robot, 2);
		robot_assert_says(robot, cases[i].says);
		robot_do(robot, "plan", "root", "z", "--", cases[i].path, NULL);
		robot_assert_status(robot, 2);
		robot_assert_says(robot, cases[i].says);
	}
	assert_int_equal(robot_boots(robot), 0);
}

static void an_end_cannot_be_skipped(void **state)
{
	struct robot *robot = *state;

	add_history(robot, "0", "0", "0");
	robot_do(robot, "run", "root", "z", "--skip", "c", "--skip", "root", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "cannot skip 'root': it is the good end");
	robot_do(robot, "run", "root", "z", "--skip", "z^0", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "cannot skip 'z^0': it is the bad end");
	assert_int_equal(robot_boots(robot), 0);
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(with_first_parent_a_merge_is_the_answer),
		ROBOT_TEST(a_suspect_on_the_mainline_is_found),
		ROBOT_TEST(a_suspect_inside_a_merge_is_found),
		ROBOT_TEST(a_change_outside_the_limits_lies_between_suspects),
		ROBOT_TEST(limits_are_kept_when_a_case_is_resumed),
		ROBOT_TEST(a_plan_counts_the_suspects),
		ROBOT_TEST(paths_that_can_limit_nothing_are_refused),
		ROBOT_TEST(an_end_cannot_be_skipped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
