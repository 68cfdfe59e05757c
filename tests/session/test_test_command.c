/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One commit against the ends of a case, as `git bisect run` wants it. */
#include "tests/support/test.h"

#include <string.h>

#include "base/mem.h"
#include "base/process.h"
#include "tests/session/robot.h"

/* root ── c1 ── c2 (slower) ── c3 (does not build) ── c4 (builds), and a case that has just begun. */
static void begin(struct robot *robot)
{
	struct history_builder *history = &robot->history;
	const unsigned c1 = history_commit(history, "c1", HISTORY_ROOT, "effects/1", "0");
	const unsigned c2 = history_commit(history, "c2", c1, "effects/2", "-4");
	const unsigned c3 = history_commit(history, "c3", c2, "broken", "");

	history_commit(history, "c4", c3, "broken", NULL);
	history_finish(history, robot->repo);
	robot_do(robot, "run", "root", "c4", "--deadline", "1 ms", NULL);
	robot_assert_status(robot, 1);
}

static void each_verdict_has_its_exit_status(void **state)
{
	static const struct {
		const char *revision;
		int status;
	} cases[] = { { "c1", 0 }, { "c2", 1 }, { "c3", 125 }, { "c9", 128 } };
	struct robot *robot = *state;

	begin(robot);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		robot_do(robot, "test", cases[i].revision, NULL);
		robot_assert_status(robot, cases[i].status);
	}
	robot_script(robot, "default outcome=host-error\n");
	robot_do(robot, "test", "c4~2", NULL); /* c2, which was measured */
	robot_assert_status(robot, 1);
	robot_assert_clean(robot);
}

static void a_host_in_trouble_ends_the_git_bisect(void **state)
{
	struct robot *robot = *state;

	begin(robot);
	robot_script(robot, "default outcome=host-error\n");
	robot_do(robot, "test", "c1", NULL);
	robot_assert_status(robot, 128);
	robot_assert_says(robot, "the script wants boot");
}

static void an_end_is_like_itself_unless_it_cannot_be_measured(void **state)
{
	struct robot *robot = *state;
	const unsigned c1 = history_commit(&robot->history, "c1", HISTORY_ROOT, "effects/1", "-4");

	history_commit(&robot->history, "c2", c1, "broken", "");
	history_finish(&robot->history, robot->repo);
	robot_do(robot, "run", "root", "c2", NULL);
	robot_do(robot, "test", "root", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "root: like the good end\n");
	robot_do(robot, "test", "c2", NULL);
	robot_assert_status(robot, 125);
	robot_assert_prints(robot, "c2: cannot be tested\n");
	robot_do(robot, "test", "c1", NULL);
	robot_assert_status(robot, 128);
	robot_assert_says(robot, "the ends root and c2 cannot both be measured");
}

static void a_commit_halfway_between_the_ends_is_like_neither(void **state)
{
	static const char *const effects[] = { "-4", "-4" };
	struct robot *robot = *state;

	robot_chain(robot, effects, 2);
	robot_do(robot, "run", "root", "c2", "--deadline", "1 ms", NULL);
	robot_do(robot, "test", "c1", NULL);
	robot_assert_status(robot, 125);
	robot_assert_prints(robot, "c1: like neither end\n");
}

static void git_bisect_run_finds_the_culprit_with_it(void **state)
{
	static const char script[] =
		"git clone -q --mirror \"$1\" clone/.git && cd clone && "
		"git config core.bare false && git checkout -q c4 && "
		"git bisect start c4 root >&2 && git bisect run \"$2\" -q -C \"$3\" test";
	struct robot *robot = *state;
	const char *const argv[] = { "sh",        "-c",     script,           "sh",
				     robot->repo, PERFSECT, robot->workspace, NULL };
	CLEANUP(mem_freep) char *output = NULL;
	struct error err = { 0 };

	begin(robot);
	if (process_read(&(struct process_opts){ .argv = argv,
						 .cwd = robot->dir,
						 .deadline = deadline_in(300) },
			 &output, &err) < 0)
		fail_msg("%s", err.text);
	if (!strstr(output, "is the first bad commit") || !strstr(output, "\n    c2\n"))
		fail_msg("%s", output);
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(each_verdict_has_its_exit_status),
		ROBOT_TEST(an_end_is_like_itself_unless_it_cannot_be_measured),
		ROBOT_TEST(a_commit_halfway_between_the_ends_is_like_neither),
		ROBOT_TEST(a_host_in_trouble_ends_the_git_bisect),
		ROBOT_TEST(git_bisect_run_finds_the_culprit_with_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
