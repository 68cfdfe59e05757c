/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case that is interrupted, and what may have changed before it goes on. */
#include "tests/support/test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "tests/session/robot.h"

static const char *const effects[] = { "0", "0", "-4", "0" };

static void assert_culprit(struct robot *robot)
{
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c3");
}

/* In every command that says it. */
static void assert_state(struct robot *robot, const char *name)
{
	CLEANUP(mem_freep) char *line = mem_printf("Case      1, %s\n", name);

	robot_do(robot, "status", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, line);
	robot_do(robot, "status", "--json", NULL);
	assert_string_equal(robot_text(robot, "/state"), name);
	assert_string_equal(robot_text(robot, "/finding/state"), name);
	robot_do(robot, "log", "--json", NULL);
	assert_string_equal(robot_text(robot, "/case/state"), name);
	robot_do(robot, "report", "--json", NULL);
	assert_string_equal(robot_text(robot, "/case/state"), name);
	assert_string_equal(robot_text(robot, "/finding/state"), name);
}

/* Ctrl-C in a boot that takes an hour. */
static void ctrl_c_ends_a_boot_and_nothing_is_lost(void **state)
{
	struct robot *robot = *state;
	pid_t pid;

	robot_chain(robot, effects, 4);
	robot_script(robot, "default nth=3 delay=3600\n");
	pid = robot_start(robot, "run", "root", "c4", NULL);
	robot_await(robot, "2 builds, 2 boots");
	robot_await(robot, "boots for");
	assert_state(robot, "running");
	assert_int_equal(kill(pid, SIGINT), 0);
	robot_join(robot, pid);
	robot_assert_status(robot, 130);
	robot_assert_says(robot, "nothing measured is lost, and 'perfsect resume 1' goes on");
	assert_int_equal(robot_boots(robot), 2);
	robot_assert_clean(robot);
	assert_state(robot, "paused");
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot,
			    "Paused: nothing is decided yet, and 'perfsect resume 1' goes on.");
	robot_script(robot, "");
	robot_do(robot, "resume", "--json", NULL);
	assert_culprit(robot);
	assert_int_equal(robot_number(robot, "/finding/boots"), robot_boots(robot));
	robot_assert_clean(robot);
}

/* A termination in a build that would never end. */
static void a_terminated_build_leaves_nothing_running(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *dir = robot_path(robot, ".perfsect/trees/0/objects");
	CLEANUP(mem_freep) char *hold = mem_printf("%s/hold", dir);
	struct error err = { 0 };
	pid_t pid;

	robot_chain(robot, effects, 4);
	assert_int_equal(fs_make_dirs(dir, &err), 0);
	assert_int_equal(fs_write_atomic(hold, "", 0, 0644, &err), 0);
	pid = robot_start(robot, "run", "root", "c4", NULL);
	robot_await(robot, "builds for");
	assert_int_equal(kill(pid, SIGTERM), 0);
	robot_join(robot, pid);
	robot_assert_status(robot, 130);
	assert_int_equal(fs_remove_tree(hold, &err), 0);
	robot_do(robot, "resume", "--json", NULL);
	assert_culprit(robot);
	robot_assert_clean(robot);
}

static void a_deadline_pauses(void **state)
{
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	robot_do(robot, "run", "root", "c4", "--deadline", "1 ms", NULL);
	robot_assert_status(robot, 1);
	robot_assert_says(robot, "perfsect: the deadline is over; 'perfsect resume' goes on");
	robot_do(robot, "resume", "--json", NULL);
	assert_culprit(robot);
	robot_do(robot, "resume", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "ended");
}

static void the_limit_of_boots_pauses(void **state)
{
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	robot_config(robot, "search = { max_boots = 3; };\n");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 1);
	robot_assert_says(robot, "search.max_boots is reached");
	assert_int_equal(robot_boots(robot), 3);
	robot_config(robot, "");
	robot_do(robot, "resume", "--json", NULL);
	assert_culprit(robot);
}

/* Kernels of two configurations are not compared. */
static void a_changed_configuration_is_refused(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *path = robot_path(robot, "perfsect.conf");
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(mem_freep) char *changed = NULL;
	struct error err = { 0 };

	robot_chain(robot, effects, 4);
	robot_do(robot, "run", "root", "c4", "--deadline", "1 ms", NULL);
	assert_int_equal(fs_read_file(path, 1 << 20, &text, NULL, &err), 0);
	changed = mem_printf("%s", text);
	memcpy(strstr(changed, "tinyconfig"), "tin.config", strlen("tinyconfig"));
	assert_int_equal(fs_write_atomic(path, changed, strlen(changed), 0644, &err), 0);
	robot_do(robot, "resume", NULL);
	robot_assert_status(robot, 3);
	robot_assert_says(robot, "case 1 was begun with another kernel configuration");
	assert_int_equal(fs_write_atomic(path, text, strlen(text), 0644, &err), 0);
	robot_do(robot, "resume", "--deadline", "1 ms", NULL);
	robot_assert_status(robot, 1);
}

static void a_second_perfsect_is_told_who_works(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *who = NULL;
	pid_t pid;

	robot_chain(robot, effects, 4);
	robot_script(robot, "default delay=3600\n");
	pid = robot_start(robot, "run", "root", "c4", NULL);
	who = mem_printf("locked by process %d", (int)pid);
	robot_await(robot, "boots for");
	robot_do(robot, "resume", NULL);
	robot_assert_status(robot, 4);
	robot_assert_says(robot, "another perfsect works in");
	robot_assert_says(robot, who);
	robot_do(robot, "status", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "1, running");
	robot_assert_prints(robot, "Next      boot");
	assert_int_equal(kill(pid, SIGINT), 0);
	assert_int_equal(robot_join(robot, pid), 130);
	robot_assert_clean(robot);
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(ctrl_c_ends_a_boot_and_nothing_is_lost),
		ROBOT_TEST(a_terminated_build_leaves_nothing_running),
		ROBOT_TEST(a_deadline_pauses),
		ROBOT_TEST(the_limit_of_boots_pauses),
		ROBOT_TEST(a_changed_configuration_is_refused),
		ROBOT_TEST(a_second_perfsect_is_told_who_works),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
