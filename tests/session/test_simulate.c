/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search against synthetic worlds, from the command line. */
#include "tests/support/test.h"

#include <string.h>

#include "base/mem.h"
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

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(options_that_make_no_world_are_refused),
		ROBOT_TEST(the_seed_decides_all),
		ROBOT_TEST(every_option_reaches_the_world),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
