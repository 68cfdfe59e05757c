/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be read of a case while it runs and after it has ended, and what gc may free. */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "tests/session/robot.h"

static const char *const effects[] = { "0", "0", "-4", "0" };

static char *commit_of(struct robot *robot, const char *pointer)
{
	return mem_dup(robot_text(robot, pointer), 12);
}

/* As a case is being worked on: paused behind its third boot. */
static void begin(struct robot *robot)
{
	robot_chain(robot, effects, 4);
	robot_config(robot, "search = { max_boots = 3; };\n");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 1);
	robot_config(robot, "");
}

static void finish(struct robot *robot)
{
	robot_do(robot, "resume", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c3");
}

static void a_running_case_shows_what_it_knows(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *good = NULL;

	begin(robot);
	robot_do(robot, "status", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/state"), "paused");
	assert_string_equal(robot_text(robot, "/next/action"), "boot");
	good = commit_of(robot, "/good");
	robot_do(robot, "log", NULL);
	robot_assert_prints(robot, good);
	robot_assert_prints(robot, "measured");
	robot_do(robot, "show", "1", good, NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "the two ends and their noise must be known first");
	robot_do(robot, "report", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "3 boots");
	robot_do(robot, "report", "--format", "git-bisect", NULL);
	robot_assert_status(robot, 0);
}

static void a_plan_says_what_to_expect_and_what_that_rests_on(void **state)
{
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	robot_do(robot, "plan", "root", "c4", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_int_equal(robot_number(robot, "/commits"), 4);
	assert_true(robot_number(robot, "/builds/mean") >= 3);
	assert_true(robot_number(robot, "/builds/mean") <= 6); /* and another layout now and then */
	assert_true(robot_number(robot, "/minutes/low") <= robot_number(robot, "/minutes/mean"));
	assert_true(robot_number(robot, "/minutes/high") >= robot_number(robot, "/minutes/mean"));
	assert_true(json_is_null(json_pointer(robot_json(robot), "/assumed/measured_in_case")));
	assert_int_equal(robot_number(robot, "/assumed/build_minutes"), 5);
	robot_do(robot, "plan", "root", "c4", NULL);
	robot_assert_prints(robot, "(a guess)");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 0);
	robot_do(robot, "plan", "root", "c4", "--json", NULL);
	assert_int_equal(robot_number(robot, "/assumed/measured_in_case"), 1);
	assert_true(robot_number(robot, "/assumed/build_minutes") < 5);
	assert_true(robot_number(robot, "/assumed/sample_sd_percent") < 0.2);
	robot_do(robot, "plan", "root", "c4", NULL);
	robot_assert_prints(robot, "(as measured in case 1)");
}

static void status_says_why_what_comes_next_and_how_long_it_takes(void **state)
{
	static const char *const noisy[] = { "0", "0", "0", "0", "-3", "0", "0", "0" };
	struct robot *robot = *state;
	double left;

	robot_chain(robot, noisy, 8);
	robot_script(robot, "default sample_sd=1 boot_sd=0.5 boot_time=60 run_time=60\n");
	robot_config(robot,
		     "search = { max_boots = 9; layouts = 1; samples = 3; hold = false; };\n");
	robot_do(robot, "run", "root", "c8", NULL);
	robot_assert_status(robot, 1);
	setenv("LC_ALL", "C.UTF-8", 1);
	robot_do(robot, "status", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_true(robot_number(robot, "/next/gain_bits") > 0);
	assert_true(robot_number(robot, "/next/gain_bits") /
			    robot_number(robot, "/next/cost_minutes") >=
		    robot_number(robot, "/other/gain_bits") /
			    robot_number(robot, "/other/cost_minutes"));
	assert_string_not_equal(robot_text(robot, "/other/action"),
				robot_text(robot, "/next/action"));
	left = robot_number(robot, "/minutes_left");
	assert_true(left > 0);
	assert_true(robot_number(robot, "/minutes_left_low") <= left);
	assert_true(robot_number(robot, "/minutes_left_high") >= left);
	robot_do(robot, "status", NULL);
	robot_assert_prints(robot, " bits a minute, before ");
	robot_assert_prints(robot, "▁");
	robot_assert_prints(robot, "\ng");
	assert_non_null(strchr(robot->out, '>'));
	setenv("NO_COLOR", "1", 1);
	robot_do(robot, "status", NULL);
	unsetenv("NO_COLOR");
	robot_assert_status(robot, 0);
	assert_null(strstr(robot->out, "▁"));
}

/* Everything that was said about a case can be said when its repository is gone. */
static void an_ended_case_is_reported_without_its_repository(void **state)
{
	static const struct {
		const char *format, *prints;
	} formats[] = {
		{ "text", "Found: commit" },
		{ "csv", NULL }, /* the culprit */
		{ "git-bisect", "git bisect bad" },
		{ "json", "\"state\": \"found\"" },
	};
	struct robot *robot = *state;
	struct error err = { 0 };
	CLEANUP(mem_freep) char *culprit = NULL;

	robot_chain(robot, effects, 4);
	robot_do(robot, "run", "root", "c4", "--json", NULL);
	robot_assert_status(robot, 0);
	culprit = commit_of(robot, "/finding/changes/0/commits/0/commit");
	robot_do(robot, "show", "1", culprit, NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot,
			    "    after it  1 candidate held a change with 95 %; 1.00 changes up to "
			    "here, 0.00 behind\n");
	assert_int_equal(fs_remove_tree(robot->repo, &err), 0);
	for (size_t i = 0; i < ARRAY_LENGTH(formats); i++) {
		robot_do(robot, "report", "1", "--format", formats[i].format, NULL);
		robot_assert_status(robot, 0);
		robot_assert_prints(robot, formats[i].prints ? formats[i].prints : culprit);
	}
	robot_do(robot, "status", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "1, found");
	robot_do(robot, "log", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, culprit);
	robot_do(robot, "log", "--all", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "Case 1, ");
	robot_assert_prints(robot, culprit);
	robot_do(robot, "log", "--all", "--outcome", "panicked", NULL);
	robot_assert_status(robot, 0);
	assert_string_equal(robot->out, "");
	robot_do(robot, "log", "--all", "--csv", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "case,commit,onto,");
	robot_assert_prints(robot, culprit);
	robot_do(robot, "log", "--all", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/cases")), 1);
	robot_do(robot, "log", "1", "--all", NULL);
	robot_assert_status(robot, 2);
	robot_do(robot, "show", "1", culprit, NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, culprit);
	robot_do(robot, "report", "2", NULL);
	robot_assert_status(robot, 2);
}

static void what_gc_freed_is_built_again(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *kernels = robot_path(robot, ".perfsect/kernels");
	CLEANUP(mem_freep) char *trees = robot_path(robot, ".perfsect/trees");
	CLEANUP(strlist_clear) struct strlist left = { 0 };
	struct error err = { 0 };

	begin(robot);
	robot_do(robot, "gc", "--all", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "freed 2 kernels");
	assert_int_equal(fs_list_dir(kernels, &left, &err), 0);
	assert_int_equal(left.n, 0);
	assert_false(fs_exists(trees));
	finish(robot);
	assert_int_equal(robot_number(robot, "/finding/boots"), robot_boots(robot));
	robot_do(robot, "gc", "--all", NULL);
	robot_do(robot, "report", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "Found: commit");
	robot_assert_clean(robot);
}

static void a_stopped_case_keeps_what_it_knew(void **state)
{
	struct robot *robot = *state;

	begin(robot);
	robot_do(robot, "stop", NULL);
	robot_assert_status(robot, 0);
	robot_do(robot, "report", "--format", "json", NULL);
	assert_string_equal(robot_text(robot, "/case/state"), "stopped");
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/boots")), 3);
	robot_do(robot, "resume", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "case 1 has ended (stopped)");
}

/* The shell offers the numbers of the cases. */
static void assert_completes(const struct robot *robot, const char *expected)
{
	static const char script[] =
		"PATH=${1%/*}:$PATH; source <(perfsect completion); "
		"COMP_WORDS=(perfsect -C \"$2\" resume ''); COMP_CWORD=4; _perfsect; "
		"echo -n \"${COMPREPLY[*]}\"";
	const char *const argv[] = {
		"bash", "-c", script, "bash", PERFSECT, robot->workspace, NULL
	};
	CLEANUP(mem_freep) char *output = NULL;
	struct error err = { 0 };

	if (process_read(&(struct process_opts){ .argv = argv, .deadline = deadline_in(60) },
			 &output, &err) < 0)
		fail_msg("%s", err.text);
	assert_string_equal(output, expected);
}

static void the_cases_of_a_workspace_are_listed(void **state)
{
	struct robot *robot = *state;

	robot_do(robot, "status", "--all", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "no case yet");
	begin(robot);
	finish(robot);
	robot_config(robot, "search = { max_boots = 3; smallest_effect = \"2 %\"; };\n");
	robot_do(robot, "run", "c1..c4", NULL);
	robot_assert_status(robot, 1);
	robot_do(robot, "status", "--all", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "found   sched-pipe");
	robot_assert_prints(robot, "paused  sched-pipe");
	robot_assert_prints(robot, "root..c4\n");
	robot_do(robot, "status", "--all", "--json", NULL);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/cases")), 2);
	assert_string_equal(robot_text(robot, "/cases/0/state"), "found");
	assert_string_equal(robot_text(robot, "/cases/1/state"), "paused");
	assert_string_equal(robot_text(robot, "/cases/1/good_name"), "c1");
	assert_completes(robot, "1 2");
	robot_do(robot, "status", "--all", "1", NULL);
	robot_assert_status(robot, 2);
}

static void a_range_is_two_ends_with_dots_between(void **state)
{
	static const char *const wrong[] = { "root", "..c4", "root..", "root...c4" };
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	for (size_t i = 0; i < ARRAY_LENGTH(wrong); i++) {
		robot_do(robot, "plan", wrong[i], NULL);
		robot_assert_status(robot, 2);
		robot_assert_says(robot, "give both ends of the range: GOOD BAD, or GOOD..BAD");
	}
	robot_do(robot, "plan", "root..c4", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "4 commits");
	robot_assert_prints(robot, "Disk       1.9 GiB to 11.2 GiB, ");
	robot_assert_prints(robot, " are free\n");
	robot_do(robot, "check", "root..c4", NULL);
	robot_assert_prints(robot, "4 commits");
}

static void verbose_is_diagnostics(void **state)
{
	struct robot *robot = *state;

	robot_do(robot, "status", "--all", NULL);
	assert_null(strstr(robot->messages, "debug"));
	robot_do(robot, "status", "--all", "-v", NULL);
	robot_assert_says(robot, "perfsect: debug: status: ");
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(a_plan_says_what_to_expect_and_what_that_rests_on),
		ROBOT_TEST(the_cases_of_a_workspace_are_listed),
		ROBOT_TEST(a_range_is_two_ends_with_dots_between),
		ROBOT_TEST(verbose_is_diagnostics),
		ROBOT_TEST(a_running_case_shows_what_it_knows),
		ROBOT_TEST(status_says_why_what_comes_next_and_how_long_it_takes),
		ROBOT_TEST(an_ended_case_is_reported_without_its_repository),
		ROBOT_TEST(what_gc_freed_is_built_again),
		ROBOT_TEST(a_stopped_case_keeps_what_it_knew),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
