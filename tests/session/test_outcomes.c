/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can happen to a commit or to this host, and what follows from it. */
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "results/sample.h"
#include "tests/session/robot.h"

/*
 * root ── c1 (slower) ── c2 ── c3 ── c4: the search looks at c2 first. Images of c2 say so, those of
 * the others do not.
 */
static void make_history(struct robot *robot)
{
	struct history_builder *history = &robot->history;
	const unsigned c1 = history_commit(history, "c1", HISTORY_ROOT, "effects/1", "-4");
	const unsigned c2 = history_commit(history, "c2", c1, "traits/name", "this is c2");
	const unsigned c3 = history_commit(history, "c3", c2, "traits/name", "this is c3");

	history_commit(history, "c4", c3, "effects/4", "0");
	history_finish(history, robot->repo);
}

/* Boots of the last JSON report that ended so. */
static unsigned count_boots(struct robot *robot, const char *outcome)
{
	const struct json *boots = json_pointer(robot_json(robot), "/boots");
	unsigned n = 0;

	for (size_t i = 0; i < json_length(boots); i++)
		n += strcmp(json_text(json_member(json_element(boots, i), "outcome")), outcome) ==
		     0;
	return n;
}

static void assert_culprit(struct robot *robot)
{
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c1");
	assert_null(json_pointer(robot_json(robot), "/finding/changes/0/commits/1"));
}

/* One workspace for all: each is a new case on kernels that are there. */
static void a_commit_that_fails_again_and_again_is_named_and_moves_no_end(void **state)
{
	static const struct {
		const char *outcome;
		unsigned boots; /* until it is given up */
	} cases[] = {
		{ "panicked", 2 },        { "hung", 2 },      { "rebooted", 2 },
		{ "workload-failed", 3 }, { "timed-out", 3 },
	};
	struct robot *robot = *state;

	make_history(robot);
	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		CLEANUP(mem_freep)
		char *rule = mem_printf("contains \"this is c2\" outcome=%s\n", cases[i].outcome);

		robot_script(robot, rule);
		robot_do(robot, "run", "root", "c4", "--json", NULL);
		assert_culprit(robot);
		assert_string_equal(robot_text(robot, "/finding/untestable/0/subject"), "c2");
		assert_string_equal(robot_text(robot, "/finding/untestable/0/outcome"),
				    cases[i].outcome);
		assert_int_equal(count_boots(robot, cases[i].outcome), cases[i].boots);
		robot_do(robot, "report", NULL);
		robot_assert_prints(robot, cases[i].outcome);
	}
	robot_assert_clean(robot);
}

static void a_commit_that_panics_once_is_measured(void **state)
{
	struct robot *robot = *state;

	make_history(robot);
	robot_script(robot, "contains \"this is c2\" at=1 outcome=panicked\n");
	robot_do(robot, "run", "root", "c4", "--json", NULL);
	assert_culprit(robot);
	assert_int_equal(count_boots(robot, "panicked"), 1);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/untestable")), 0);
}

static void a_commit_that_does_not_build_is_decided_unbooted(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned c1 = history_commit(history, "c1", HISTORY_ROOT, "effects/1", "-4");
	const unsigned c2 = history_commit(history, "c2", c1, "broken", "");
	const unsigned c3 = history_commit(history, "c3", c2, "broken", NULL);

	history_commit(history, "c4", c3, "effects/4", "0");
	history_finish(history, robot->repo);
	robot_do(robot, "run", "root", "c4", "--json", NULL);
	assert_culprit(robot);
	assert_string_equal(robot_text(robot, "/finding/untestable/0/subject"), "c2");
	assert_string_equal(robot_text(robot, "/finding/untestable/0/outcome"), "not-buildable");
	assert_non_null(strstr(robot_text(robot, "/finding/untestable/0/detail"), "it is broken"));
	robot_assert_clean(robot);
}

static void a_culprit_beside_an_untestable_commit_is_a_run_of_both(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned c1 = history_commit(history, "c1", HISTORY_ROOT, "effects/1", "0");
	const unsigned c2 = history_commit(history, "c2", c1, "broken", "");
	const unsigned c3 = history_commit(history, "c3", c2, "effects/3", "-4");
	const unsigned c4 = history_commit(history, "c4", c3, "broken", NULL);

	history_commit(history, "c5", c4, "effects/5", "0");
	history_finish(history, robot->repo);
	robot_do(robot, "run", "root", "c5", "--json", NULL);
	robot_assert_status(robot, 1);
	assert_string_equal(robot_text(robot, "/case/state"), "undecided");
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/changes/0/commits")),
			 3);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c2");
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/2/subject"), "c4");
}

/* What was not measured is null, and not 0. */
static void assert_unknown(struct robot *robot, const char *pointer)
{
	assert_true(json_is_null(json_pointer(robot_json(robot), pointer)));
}

static void an_end_that_does_not_build_is_named(void **state)
{
	struct robot *robot = *state;

	history_commit(&robot->history, "c1", HISTORY_ROOT, "effects/1", "0");
	history_commit(&robot->history, "c2", 1, "broken", "");
	history_finish(&robot->history, robot->repo);
	robot_do(robot, "run", "root", "c2", NULL);
	robot_assert_status(robot, 1);
	robot_assert_prints(robot, "\nUndecided: the bad end c2 cannot be tested (not-buildable");
	robot_assert_prints(robot, "it is broken");
	assert_true(robot_boots(robot) <= 4);
	robot_do(robot, "report", "--json", NULL);
	assert_true(str_starts_with(robot_text(robot, "/finding/obstacle"),
				    "the bad end c2 cannot be tested"));
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/notes")), 0);
	assert_unknown(robot, "/finding/difference_percent");
	assert_unknown(robot, "/finding/difference_low");
	assert_unknown(robot, "/finding/sample_sd_percent");
	assert_unknown(robot, "/finding/fit_p");
}

static void what_a_host_does_once_is_no_evidence(void **state)
{
	static const char *const rules[] = {
		"contains \"this is c2\" at=1 outcome=console-lost\n",
		"contains \"this is c2\" at=1 release=9.9\n",
		"contains \"this is c2\" at=1 outcome=host-error\n",
	};
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *journal = robot_path(robot, "boots.log");

	make_history(robot);
	for (size_t i = 0; i < ARRAY_LENGTH(rules); i++) {
		(void)remove(journal); /* boots count from 1 again */
		robot_script(robot, rules[i]);
		robot_do(robot, "run", "root", "c4", "--json", NULL);
		assert_culprit(robot);
		assert_int_equal(
			json_length(json_pointer(robot_json(robot), "/finding/untestable")), 0);
	}
	robot_assert_clean(robot);
}

/* Three failures in a row stop it; what was measured before is there after the host is mended. */
static void a_host_in_trouble_stops_the_case_which_then_goes_on(void **state)
{
	static const struct {
		const char *rule, *says;
	} troubles[] = {
		{ "contains \"this is c2\" outcome=console-lost\n", "console-lost" },
		{ "contains \"this is c2\" release=9.9\n", "kernel '9.9' runs instead of" },
		{ "contains \"this is c2\" outcome=host-error\n", "the script wants boot" },
	};
	struct robot *robot = *state;

	make_history(robot);
	for (size_t i = 0; i < ARRAY_LENGTH(troubles); i++) {
		unsigned boots = robot_boots(robot), before;

		robot_script(robot, troubles[i].rule);
		robot_do(robot, "run", "root", "c4", NULL);
		robot_assert_status(robot, 4);
		robot_assert_says(robot, troubles[i].says);
		robot_assert_says(robot, "perfsect resume");
		before = robot_boots(robot) - boots;
		robot_script(robot, "");
		robot_do(robot, "resume", "--json", NULL);
		assert_culprit(robot);
		/* All boots are accounted for, but those that the machine refused. */
		assert_int_equal(robot_number(robot, "/finding/boots"),
				 robot_boots(robot) - boots - (i == 2 ? 3 : 0));
		assert_true(before >= 3);
	}
	robot_assert_clean(robot);
}

static void a_workload_that_prints_no_number_is_said_to(void **state)
{
	struct robot *robot = *state;

	make_history(robot);
	robot_script(robot, "output nothing of use\n");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 1);
	robot_assert_prints(robot,
			    "the good end root cannot be tested (workload-failed: run 1 of 2");
	robot_assert_prints(robot, "'nothing of use'");
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(a_commit_that_fails_again_and_again_is_named_and_moves_no_end),
		ROBOT_TEST(a_commit_that_panics_once_is_measured),
		ROBOT_TEST(a_commit_that_does_not_build_is_decided_unbooted),
		ROBOT_TEST(a_culprit_beside_an_untestable_commit_is_a_run_of_both),
		ROBOT_TEST(an_end_that_does_not_build_is_named),
		ROBOT_TEST(what_a_host_does_once_is_no_evidence),
		ROBOT_TEST(a_host_in_trouble_stops_the_case_which_then_goes_on),
		ROBOT_TEST(a_workload_that_prints_no_number_is_said_to),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
