/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search against synthetic worlds, from the command line. */
#include "tests/support/test.h"

#include <string.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "tests/session/robot.h"
#include "tests/support/near.h"

static void options_that_make_no_world_are_refused(void **state)
{
	static const struct {
		const char *option, *value, *says;
	} refused[] = {
		{ "--commits", "0", "cannot use --commits: '0' is not between 1 and" },
		{ "--effect", "three", "cannot use --effect: 'three' is not a number" },
		{ "--effect", "3,0", "use --changes 0" },
		{ "--effect", "1,2,3,4,5,6,7,8,9", "more than 8 numbers" },
		{ "--changes", "-1", "cannot use --changes" },
		{ "--untestable", "1", "is not between 0 and 0.95" },
		{ "--costs", "10,1", "'10,1' is not three numbers" },
		{ "--costs", "10,1,0", "cannot use --costs" },
		{ "--confidence", "nan", "is not a number" },
		{ "--seed", "1.5", "cannot use --seed" },
	};
	struct robot *robot = *state;

	for (size_t i = 0; i < ARRAY_LENGTH(refused); i++) {
		robot_do(robot, "simulate", refused[i].option, refused[i].value, NULL);
		robot_assert_status(robot, 2);
		robot_assert_says(robot, refused[i].says);
		assert_string_equal(robot->out, "");
	}
	robot_do(robot, "simulate", "--commits", "1", "--changes", "2", NULL);
	robot_assert_status(robot, 2);
	robot_do(robot, "simulate", "--effect", "3,-2", "--changes", "3", NULL);
	robot_assert_status(robot, 2);
}

static void the_seed_decides_all(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *first = NULL;

	robot_do(robot, "simulate", "--commits", "100", "--runs", "3", "--seed", "5", NULL);
	robot_assert_status(robot, 0);
	first = mem_strdup(robot->out);
	robot_do(robot, "simulate", "--commits", "100", "--runs", "3", "--seed", "5", NULL);
	assert_string_equal(robot->out, first);
	robot_do(robot, "simulate", "--commits", "100", "--runs", "3", "--seed", "6", NULL);
	assert_string_not_equal(robot->out, first);
}

static void every_option_reaches_the_world(void **state)
{
	struct robot *robot = *state;

	robot_do(robot, "simulate", "--json", "--commits", "90", "--effect", "4,-3", "--boot-sd",
		 "0.2", "--layout-sd", "0.1", "--drift", "0.25", "--runs", "2", "--costs",
		 "5,2,0.5", "--samples", "3", NULL);
	robot_assert_status(robot, 0);
	assert_near(robot_number(robot, "/world/commits"), 90, 0);
	assert_near(robot_number(robot, "/world/effects/0"), 4, 0);
	assert_near(robot_number(robot, "/world/effects/1"), -3, 0);
	assert_near(robot_number(robot, "/world/boot_sd"), 0.2, 0);
	assert_near(robot_number(robot, "/world/layout_sd"), 0.1, 0);
	assert_near(robot_number(robot, "/world/drift"), 0.25, 0);
	assert_near(robot_number(robot, "/costs_minutes/boot"), 2, 0);
	assert_near(robot_number(robot, "/search/samples"), 3, 0);
	assert_near(robot_number(robot, "/search/smallest_effect"), 1.5, 0);
	assert_near(robot_number(robot, "/runs"), 2, 0);
	robot_do(robot, "simulate", "--json", "--commits", "90", "--effect", "4", "--changes", "3",
		 "--runs", "1", NULL);
	assert_near(robot_number(robot, "/world/effects/2"), 4, 0);
}

static void known_levels_leave_out_the_ends(void **state)
{
	struct robot *robot = *state;
	double learnt;

	robot_do(robot, "simulate", "--json", "--commits", "100", "--runs", "3", NULL);
	robot_assert_status(robot, 0);
	learnt = robot_number(robot, "/minutes/mean");
	robot_do(robot, "simulate", "--json", "--commits", "100", "--runs", "3", "--known-levels",
		 NULL);
	robot_assert_status(robot, 0);
	assert_true(robot_number(robot, "/minutes/mean") < learnt);
	assert_near(robot_number(robot, "/ratio"),
		    (robot_number(robot, "/minutes/mean") + 24) /
			    robot_number(robot, "/bound_minutes"),
		    1e-9);
}

/* A case of six commits, the fourth of which costs four percent. */
static void run_a_case(struct robot *robot)
{
	static const char *const effects[] = { "0", "0.05", "0", "-4", "0", "0" };

	robot_chain(robot, effects, 6);
	robot_config(robot, "search = { verify = false; };\n");
	robot_do(robot, "run", "root", "c6", "--json", NULL);
	robot_assert_status(robot, 0);
}

/* The last output, against the schema that is published. */
static void assert_schema(const struct robot *robot, const char *name)
{
	CLEANUP(mem_freep) char *file = mem_printf("%s/printed.json", robot->dir);
	CLEANUP(mem_freep) char *what = mem_printf("%s=%s", name, file);
	CLEANUP(mem_freep) char *output = NULL;
	const char *const argv[] = { "python3", CHECK_SCHEMA, SCHEMAS, what, NULL };
	struct process_opts opts = { .argv = argv, .deadline = deadline_in(60) };
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(file, robot->out, strlen(robot->out), 0644, &err), 0);
	if (process_read(&opts, &output, &err) < 0)
		fail_msg("%s\n%s", err.text, robot->out);
}

static void a_case_is_replayed_with_its_own_looks(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *culprit = NULL;
	double boots;

	run_a_case(robot);
	culprit = mem_strdup(robot_text(robot, "/finding/changes/0/commits/0/commit"));
	boots = robot_number(robot, "/finding/boots");
	robot_do(robot, "simulate", "--replay", "1", "--runs", "20", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_schema(robot, "replay");
	assert_near(robot_number(robot, "/case_spent/boots"), boots, 0);
	assert_string_equal(robot_text(robot, "/changes/0/commit"), culprit);
	assert_near(robot_number(robot, "/changes/0/named_share"), 1, 0);
	assert_near(robot_number(robot, "/same_share"), 1, 0);
	robot_do(robot, "simulate", "--replay", "1", "--runs", "20", NULL);
	robot_assert_prints(robot, "Replay      case 1, 6 positions of the mainline\n");
	culprit[12] = '\0'; /* as it is printed */
	robot_assert_prints(robot, culprit);
}

static void other_settings_are_answered_from_its_looks(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *first = NULL;

	run_a_case(robot);
	robot_do(robot, "simulate", "--replay", "1", "--runs", "20", "--json", "--samples", "20",
		 "--smallest-effect", "10", "--confidence", "0.9", "--costs", "10,2,1", NULL);
	robot_assert_status(robot, 0);
	assert_near(robot_number(robot, "/search/samples"), 20, 0);
	assert_near(robot_number(robot, "/search/confidence"), 0.9, 0);
	assert_near(robot_number(robot, "/costs_minutes/boot"), 2, 0);
	/* Four percent are nothing to who asks for ten. */
	assert_near(robot_number(robot, "/ended/no_change"), 1, 0);
	assert_near(robot_number(robot, "/same_share"), 0, 0);
	assert_true(robot_number(robot, "/samples_drawn") > 0);
	first = mem_strdup(robot->out);
	robot_do(robot, "simulate", "--replay", "1", "--runs", "20", "--json", "--samples", "20",
		 "--smallest-effect", "10", "--confidence", "0.9", "--costs", "10,2,1", NULL);
	assert_string_equal(robot->out, first);
}

static void what_cannot_be_replayed_is_refused(void **state)
{
	struct robot *robot = *state;

	run_a_case(robot);
	robot_do(robot, "simulate", "--replay", "1", "--known-levels", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot,
			  "--known-levels makes a synthetic world, but --replay takes that of a "
			  "case");
	robot_do(robot, "simulate", "--replay", "2", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "no case 2");
	robot_do(robot, "simulate", "--replay", "last", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "cannot use --replay");
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(options_that_make_no_world_are_refused),
		ROBOT_TEST(the_seed_decides_all),
		ROBOT_TEST(every_option_reaches_the_world),
		ROBOT_TEST(known_levels_leave_out_the_ends),
		ROBOT_TEST(a_case_is_replayed_with_its_own_looks),
		ROBOT_TEST(other_settings_are_answered_from_its_looks),
		ROBOT_TEST(what_cannot_be_replayed_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
