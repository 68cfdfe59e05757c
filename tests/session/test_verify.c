/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found is confirmed, and its share of the difference measured, or it is said why not. */
#include "tests/support/test.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "tests/session/robot.h"
#include "tests/support/near.h"

#define COMPARISON "/finding/changes/0/comparison"
#define EXPLANATION "/finding/changes/0/explanation"

static void bisect(struct robot *robot, const char *good, const char *bad, int status)
{
	robot_do(robot, "run", good, bad, "--json", NULL);
	robot_assert_status(robot, status);
}

static void assert_culprit(struct robot *robot, const char *subject)
{
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), subject);
	assert_string_equal(robot_text(robot, COMPARISON "/verdict"), "confirmed");
}

/* Of the last report, with kernels and boots. */
static unsigned count_boots(struct robot *robot, const char *purpose)
{
	const struct json *boots = json_pointer(robot_json(robot), "/boots");
	unsigned n = 0;

	for (size_t i = 0; i < json_length(boots); i++)
		n += strcmp(json_text(json_member(json_element(boots, i), "purpose")), purpose) ==
		     0;
	return n;
}

static void a_change_is_confirmed_and_explains_the_difference(void **state)
{
	static const char *const effects[] = { "0", "-4", "0", "0" };
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	bisect(robot, "root", "c4", 0);
	assert_culprit(robot, "c2");
	assert_int_equal(robot_number(robot, COMPARISON "/pairs"), 1);
	assert_near(robot_number(robot, COMPARISON "/difference_percent"), -4, 0.5);
	assert_string_equal(robot_text(robot, EXPLANATION "/method"), "revert");
	assert_string_equal(robot_text(robot, EXPLANATION "/outcome"), "measured");
	assert_near(robot_number(robot, EXPLANATION "/effect_percent"), 100 / 0.96 - 100, 0.5);
	assert_near(robot_number(robot, EXPLANATION "/share"), 1, 0.1);
	assert_true(robot_number(robot, EXPLANATION "/share_low") < 1);
	assert_true(robot_number(robot, EXPLANATION "/share_high") > 1);
	/* a quiet machine has to boot each side once more, and the reverted kernel once */
	assert_int_equal(count_boots(robot, "compare"), 2);
	assert_int_equal(count_boots(robot, "explain"), 1);
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot, "confirmed: booted in turn with what was before it");
	robot_assert_prints(robot, "without it the bad end makes +4.");
	robot_do(robot, "log", NULL);
	robot_assert_prints(robot, "Without 'c2'");
	robot_assert_clean(robot);
}

/* A loss of 6 and a gain of 3: the parts are more than the whole. */
static void each_of_two_changes_has_its_own_share(void **state)
{
	static const char *const effects[] = { "-6", "0", "0", "3" };
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	bisect(robot, "root", "c4", 0);
	assert_culprit(robot, "c1");
	assert_near(robot_number(robot, EXPLANATION "/share"), 1.9, 0.5);
	assert_string_equal(robot_text(robot, "/finding/changes/1/comparison/verdict"),
			    "confirmed");
	assert_near(robot_number(robot, "/finding/changes/1/explanation/share"), -0.9, 0.4);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/notes")), 0);
}

static void a_change_that_was_built_upon_is_put_on_the_good_end(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned c1 = history_commit(history, "c1", HISTORY_ROOT, "effects/1", "0");
	const unsigned c2 = history_commit(history, "c2", c1, "effects/2", "-4");
	const unsigned c3 = history_commit(history, "c3", c2, "effects/2", "-4.01");

	history_commit(history, "c4", c3, "effects/4", "0");
	history_finish(history, robot->repo);
	bisect(robot, "root", "c4", 0);
	assert_culprit(robot, "c2");
	assert_string_equal(robot_text(robot, EXPLANATION "/method"), "transplant");
	assert_near(robot_number(robot, EXPLANATION "/effect_percent"), -4, 0.5);
	assert_near(robot_number(robot, EXPLANATION "/share"), 1, 0.1);
	robot_do(robot, "log", NULL);
	robot_assert_prints(robot, "With 'c2' alone");
	robot_assert_clean(robot);
}

static void a_change_that_conflicts_with_both_ends_is_not_verified(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned c1 = history_commit(history, "c1", HISTORY_ROOT, "effects/2", "0");
	const unsigned c2 = history_commit(history, "c2", c1, "effects/2", "-4");
	const unsigned c3 = history_commit(history, "c3", c2, "effects/2", "-4.01");

	history_commit(history, "c4", c3, "effects/4", "0");
	history_finish(history, robot->repo);
	bisect(robot, "root", "c4", 0);
	assert_culprit(robot, "c2");
	assert_string_equal(robot_text(robot, EXPLANATION "/outcome"), "not-mergeable");
	assert_true(json_is_null(json_pointer(robot_json(robot), EXPLANATION "/share")));
	assert_int_equal(count_boots(robot, "explain"), 0);
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot, "not verified: taking it out of the bad end conflicts");
}

static void a_bad_end_that_does_not_build_without_the_change_says_so(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned c1 = history_commit(history, "c1", HISTORY_ROOT, "effects/1", "0");
	const unsigned c2 = history_commit(history, "c2", c1, "effects/2", "-4");
	const unsigned c3 = history_commit(history, "c3", c2, "needs", "effects/2");

	history_commit(history, "c4", c3, "effects/4", "0");
	history_finish(history, robot->repo);
	bisect(robot, "root", "c4", 0);
	assert_culprit(robot, "c2");
	assert_string_equal(robot_text(robot, EXPLANATION "/outcome"), "not-buildable");
	assert_non_null(strstr(robot_text(robot, EXPLANATION "/detail"), "is missing"));
	/* it is no commit of the range that could not be tested */
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/untestable")), 0);
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot, "not verified: without it the bad end is not-buildable");
	robot_assert_clean(robot);
}

static void a_bad_end_that_panics_without_the_change_says_so(void **state)
{
	static const char *const effects[] = { "0", "-4", "0", "0" };
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *rule = NULL;

	robot_chain(robot, effects, 4);
	bisect(robot, "root", "c4", 0);
	rule = mem_printf("commit %.12s outcome=panicked\n",
			  robot_text(robot, EXPLANATION "/commit"));
	robot_script(robot, rule);
	bisect(robot, "root", "c4", 0); /* the same commits are made again */
	assert_culprit(robot, "c2");
	assert_string_equal(robot_text(robot, EXPLANATION "/outcome"), "panicked");
	assert_int_equal(count_boots(robot, "explain"), 2); /* a second chance */
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/untestable")), 0);
}

static void a_merge_that_is_the_culprit_is_taken_out_as_a_whole(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned a = history_commit(history, "a", HISTORY_ROOT, "effects/a", "0");
	const unsigned x = history_commit(history, "x", HISTORY_ROOT, "effects/x", "0");
	const unsigned merge = history_merge(history, "merge", a, x, "effects/own", "-5");

	history_commit(history, "z", merge, "effects/z", "0");
	history_finish(history, robot->repo);
	bisect(robot, "a", "z", 0);
	assert_culprit(robot, "merge");
	assert_near(robot_number(robot, EXPLANATION "/share"), 1, 0.1);
}

static void a_culprit_inside_a_merge_is_compared_on_the_mainlines_level(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned a = history_commit(history, "a", HISTORY_ROOT, "effects/a", "8");
	const unsigned x = history_commit(history, "x", HISTORY_ROOT, "effects/x", "0");
	const unsigned y = history_commit(history, "y", x, "effects/y", "-4");
	const unsigned w = history_commit(history, "w", y, "effects/w", "0");
	const unsigned merge = history_merge(history, "merge", a, w, NULL, NULL);

	history_commit(history, "z", merge, "effects/z", "0");
	history_finish(history, robot->repo);
	bisect(robot, "a", "z", 0);
	assert_culprit(robot, "y");
	assert_near(robot_number(robot, COMPARISON "/difference_percent"), -4, 0.5);
	assert_near(robot_number(robot, EXPLANATION "/share"), 1, 0.1);
	robot_assert_clean(robot);
}

static void a_run_of_untestable_commits_is_taken_out_as_one(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned c1 = history_commit(history, "c1", HISTORY_ROOT, "effects/1", "0");
	const unsigned c2 = history_commit(history, "c2", c1, "broken", "");
	const unsigned c3 = history_commit(history, "c3", c2, "effects/3", "-4");
	const unsigned c4 = history_commit(history, "c4", c3, "broken", NULL);

	history_commit(history, "c5", c4, "effects/5", "0");
	history_finish(history, robot->repo);
	bisect(robot, "root", "c5", 1); /* three commits are no single answer */
	assert_culprit(robot, "c2");
	assert_near(robot_number(robot, EXPLANATION "/share"), 1, 0.1);
	robot_do(robot, "log", NULL);
	robot_assert_prints(robot, "Without the 3 commits up to 'c4'");
}

/*
 * One boot of each side is wrong as a whole, in turn: no level of the search moves by that, and yet the two
 * sides are alike whenever they are compared.
 */
static void a_change_that_vanishes_in_the_comparison_is_not_found(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned c1 =
		history_commit(history, "c1", HISTORY_ROOT, "traits/name", "this is c1");
	const unsigned c2 =
		history_commit(history, "c2", c1, "traits/name", "level=96\nthis is c2");
	const unsigned c3 =
		history_commit(history, "c3", c2, "traits/name", "level=96\nthis is c3");

	history_commit(history, "c4", c3, "effects/4", "0");
	history_finish(history, robot->repo);
	/* So that it is known which boot of each compares. */
	robot_config(robot, "search = { samples = 3; hold = false; };\n");
	robot_script(robot, "contains \"this is c1\" at=3 level=96\n"
			    "contains \"this is c2\" at=4 level=100\n");
	bisect(robot, "root", "c4", 1);
	assert_string_equal(robot_text(robot, "/case/state"), "undecided");
	assert_string_equal(robot_text(robot, COMPARISON "/verdict"), "refuted");
	assert_true(json_is_null(json_pointer(robot_json(robot), EXPLANATION)));
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot, "In doubt: what the search found does not hold");
	robot_assert_prints(robot, "REFUTED: booted in turn");
	robot_assert_prints(robot, "the machine drifts, or a boot was wrong as a whole");
}

static void verification_can_be_left_out(void **state)
{
	static const char *const effects[] = { "0", "-4", "0", "0" };
	struct robot *robot = *state;
	unsigned boots;

	robot_chain(robot, effects, 4);
	robot_do(robot, "run", "root", "c4", "--no-verify", "--json", NULL);
	robot_assert_status(robot, 0);
	boots = robot_boots(robot);
	assert_true(json_is_null(json_pointer(robot_json(robot), COMPARISON)));
	assert_true(json_is_null(json_pointer(robot_json(robot), EXPLANATION)));
	robot_config(robot, "search = { verify = false; };\n");
	bisect(robot, "root", "c4", 0);
	assert_true(json_is_null(json_pointer(robot_json(robot), COMPARISON)));
	assert_int_equal(robot_boots(robot), 2 * boots);
}

/* What a case was begun with holds, whatever the configuration says later. */
static void a_paused_verification_says_what_comes_next_and_goes_on(void **state)
{
	static const char *const effects[] = { "0", "-4", "0", "0" };
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *limit = NULL;
	unsigned boots;

	robot_chain(robot, effects, 4);
	robot_do(robot, "run", "root", "c4", "--no-verify", NULL);
	boots = robot_boots(robot);
	limit = mem_printf("search = { max_boots = %u; };\n", boots + 1);
	robot_config(robot, limit);
	bisect(robot, "root", "c4", 1);
	robot_do(robot, "status", "--json", NULL);
	assert_string_equal(robot_text(robot, "/state"), "paused");
	assert_string_equal(robot_text(robot, "/next/action"), "compare");
	assert_string_equal(robot_text(robot, COMPARISON "/verdict"), "checking");
	robot_do(robot, "status", NULL);
	robot_assert_prints(robot, "to be confirmed by booting it in turn");
	robot_config(robot, "search = { verify = false; };\n");
	robot_do(robot, "resume", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_culprit(robot, "c2");
}

/* A third of the samples are 30 % off: the case says so and names nothing, however long the range. */
static void with_too_many_outliers_nothing_is_claimed(void **state)
{
	static const char *const effects[] = { "0", "0", "0", "-3", "0", "0", "0", "0" };
	struct robot *robot = *state;

	robot_script(robot, "default outlier=0.35 outlier_size=30\n");
	robot_chain(robot, effects, ARRAY_LENGTH(effects));
	bisect(robot, "root", "c8", 1);
	assert_string_equal(robot_text(robot, "/finding/state"), "undecided");
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/changes")), 0);
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot, "of the samples lie about ");
	robot_assert_clean(robot);
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(with_too_many_outliers_nothing_is_claimed),
		ROBOT_TEST(a_change_is_confirmed_and_explains_the_difference),
		ROBOT_TEST(each_of_two_changes_has_its_own_share),
		ROBOT_TEST(a_change_that_was_built_upon_is_put_on_the_good_end),
		ROBOT_TEST(a_change_that_conflicts_with_both_ends_is_not_verified),
		ROBOT_TEST(a_bad_end_that_does_not_build_without_the_change_says_so),
		ROBOT_TEST(a_bad_end_that_panics_without_the_change_says_so),
		ROBOT_TEST(a_merge_that_is_the_culprit_is_taken_out_as_a_whole),
		ROBOT_TEST(a_culprit_inside_a_merge_is_compared_on_the_mainlines_level),
		ROBOT_TEST(a_run_of_untestable_commits_is_taken_out_as_one),
		ROBOT_TEST(a_change_that_vanishes_in_the_comparison_is_not_found),
		ROBOT_TEST(verification_can_be_left_out),
		ROBOT_TEST(a_paused_verification_says_what_comes_next_and_goes_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
