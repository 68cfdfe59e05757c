/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Toolchains, overrides and mends by range of history: what kernels are built with, and what is said. */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "tests/session/robot.h"

/* root ── c1 (slower) ── c2 ── c3 ── c4 */
static void make_history(struct robot *robot)
{
	static const char *const effects[] = { "-4", "0", "0.01", "0.02" };

	robot_chain(robot, effects, ARRAY_LENGTH(effects));
}

static void write_config(struct robot *robot, const char *kernel)
{
	CLEANUP(mem_freep) char *path = robot_path(robot, "perfsect.conf");
	CLEANUP(mem_freep)
	char *text = mem_printf("repo = \"../repo\";\n"
				"kernel = { make_config = \"tinyconfig\"; jobs = 1; %s };\n"
				"machines = ( { name = \"box\"; type = \"fake\"; "
				"script = \"fake.script\"; } );\n"
				"workloads = ( { name = \"sched-pipe\"; } );\n",
				kernel);
	struct error err = { 0 };

	if (fs_write_atomic(path, text, strlen(text), 0644, &err) < 0)
		fail_msg("%s", err.text);
}

static void assert_culprit(struct robot *robot, const char *subject)
{
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), subject);
}

static void assert_toolchain(struct robot *robot, const char *commit, const char *toolchain)
{
	robot_do(robot, "show", "1", commit, "--json", NULL);
	robot_assert_status(robot, 0);
	assert_true(str_starts_with(robot_text(robot, "/kernel/toolchain"), toolchain));
}

static void both_sides_of_a_comparison_have_the_compiler_of_the_good_end(void **state)
{
	struct robot *robot = *state;

	make_history(robot);
	write_config(robot, "cc = \"gcc-12\"; toolchains = ( "
			    "{ range = \"..c2\"; cc = \"gcc-11\"; }, "
			    "{ range = \"c2..\"; cc = \"clang-14\"; } );");
	robot_do(robot, "run", "root", "c4", "--json", NULL);
	assert_culprit(robot, "c1");
	assert_non_null(strstr(robot_text(robot, "/finding/notes/0"),
			       "all kernels are built by 'gcc-11', which the table of toolchains "
			       "has for the good end, and not by 'clang-14'"));
	assert_toolchain(robot, "root", "gcc-11: gcc-11 (Debian 11");
	assert_toolchain(robot, "c4", "gcc-11: gcc-11 (Debian 11");
	robot_do(robot, "check", "root", "c4", NULL);
	robot_assert_prints(robot, "compiler of ..c2");
	robot_assert_prints(robot, "clang-14: Debian clang version 14");
	robot_assert_prints(robot, "bisect within the range of one toolchain");
}

static void each_commit_has_its_own_compiler_when_the_user_says_so(void **state)
{
	struct robot *robot = *state;

	make_history(robot);
	write_config(robot, "one_toolchain = false; toolchains = ( "
			    "{ range = \"..c2\"; cc = \"gcc-11\"; }, "
			    "{ range = \"c2..\"; cc = \"gcc-12\"; } );");
	robot_do(robot, "run", "root", "c4", "--json", NULL);
	assert_culprit(robot, "c1");
	assert_non_null(strstr(robot_text(robot, "/finding/notes/0"), "may be the compiler's"));
	assert_toolchain(robot, "root", "gcc-11: ");
	assert_toolchain(robot, "c4", "gcc-12: ");
}

static void what_the_tables_lack_is_said_by_check(void **state)
{
	struct robot *robot = *state;

	make_history(robot);
	write_config(robot, "toolchains = ( { range = \"..c2\"; cc = \"gcc-99\"; } );");
	robot_do(robot, "check", "root", "c4", NULL);
	robot_assert_status(robot, 1);
	robot_assert_prints(robot, "'gcc-99' is missing on this host (Debian package gcc-99)");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 4);
	robot_assert_says(robot, "(Debian package gcc-99)");
	write_config(robot, "mend = ( { range = \"c3..c1\"; commit = \"c4\"; } );");
	robot_do(robot, "check", "root", "c4", NULL);
	robot_assert_prints(robot, "the range 'c3..c1' is empty");
	write_config(robot, "mend = ( { range = \"c1..c3\"; commit = \"v9\"; } );");
	robot_do(robot, "check", "root", "c4", NULL);
	robot_assert_prints(robot, "cannot find the commit 'v9'");
	write_config(robot, "mend = ( { range = \"c1..c3\"; patch = \"perfsect.conf\"; } );");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 3);
	robot_assert_says(robot, "it is no patch as git diff writes it");
}

static void a_case_whose_tables_changed_is_not_resumed(void **state)
{
	struct robot *robot = *state;

	make_history(robot);
	write_config(robot, "cc = \"gcc-12\";");
	robot_do(robot, "run", "root", "c4", "--deadline", "1 s", NULL);
	write_config(robot, "cc = \"gcc-12\"; overrides = ( { range = \"..c2\"; "
			    "set = ( \"CONFIG_A=y\" ); } );");
	robot_do(robot, "resume", NULL);
	robot_assert_status(robot, 3);
	robot_assert_says(robot, "was begun with another kernel configuration");
}

/*
 * c1 breaks the build, c4 mends it: root ── c1 (broken) ── c2 (slower) ── c3 ── c4 (mended) ── c5. What is
 * between them is measured nevertheless.
 */
static void broken_commits_are_mended_by_a_later_one(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	const unsigned c1 = history_commit(history, "c1", HISTORY_ROOT, "broken", "");
	const unsigned c2 = history_commit(history, "c2", c1, "effects/2", "-4");
	const unsigned c3 = history_commit(history, "c3", c2, "effects/3", "0");
	const unsigned c4 = history_commit(history, "c4", c3, "broken", NULL);

	history_commit(history, "c5", c4, "effects/5", "0");
	history_finish(history, robot->repo);
	write_config(robot, "mend = ( { range = \"root..\"; commit = \"c4\"; } );");
	robot_do(robot, "check", "root", "c5", NULL);
	robot_assert_prints(robot, "mends of good end    needs none");
	robot_do(robot, "run", "root", "c5", "--json", NULL);
	assert_culprit(robot, "c2");
	assert_null(json_pointer(robot_json(robot), "/finding/changes/0/commits/1"));
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/untestable")), 0);
	robot_do(robot, "show", "1", "c2", NULL);
	robot_assert_prints(robot, "Mended, so that it builds, by:\n    commit ");
	robot_assert_prints(robot, " c4\n");
	robot_do(robot, "show", "1", "c5", "--json", NULL);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/kernel/mends")), 0);
	robot_do(robot, "log", NULL);
	robot_assert_prints(robot, "[mended] c2");
	robot_assert_clean(robot);
}

static void a_mend_that_conflicts_makes_a_commit_untestable(void **state)
{
	static const char patch[] = "diff --git a/effects/2 b/effects/2\n--- a/effects/2\n"
				    "+++ b/effects/2\n@@ -1 +1 @@\n-5\n+6\n";
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *path = robot_path(robot, "a.patch");
	struct error err = { 0 };

	make_history(robot);
	assert_int_equal(fs_write_atomic(path, patch, sizeof(patch) - 1, 0644, &err), 0);
	write_config(robot, "mend = ( { range = \"c3..\"; patch = \"a.patch\"; } );");
	robot_do(robot, "check", "root", "c4", NULL);
	robot_assert_status(robot, 1);
	robot_assert_prints(robot, "the mend for 'c3..', patch a.patch, conflicts with it");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 1);
	robot_assert_prints(robot, "the bad end c4 cannot be tested (not-mergeable: the mend for "
				   "'c3..', patch a.patch, conflicts with it)");
}

/*
 * What is needed is missing from c2 to c6, which is half of the range: not these commits are broken. A
 * second case builds none of them again.
 */
static void one_error_of_many_commits_is_not_theirs(void **state)
{
	struct robot *robot = *state;
	struct history_builder *history = &robot->history;
	static const char *const names[] = { "c3", "c4", "c5", "c6" };
	static const char *const paths[] = { "effects/3", "effects/4", "effects/5", "effects/6" };
	unsigned last = history_commit(history, "c1", HISTORY_ROOT, "effects/1", "-4");
	CLEANUP(mem_freep) char *log = NULL;

	last = history_commit(history, "c2", last, "broken", "");
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++)
		last = history_commit(history, names[i], last, paths[i], "0");
	last = history_commit(history, "c7", last, "broken", NULL);
	history_commit(history, "c8", last, "effects/8", "0");
	history_finish(history, robot->repo);
	write_config(robot, "");
	robot_do(robot, "run", "root", "c8", "--json", NULL);
	robot_assert_says(robot, "3 commits fail by this error: it may be the toolchain, the "
				 "configuration, or one commit that broke");
	assert_non_null(
		strstr(robot_text(robot, "/finding/notes/0"),
		       "commits fail to build by the same error (init/main.c:7:1: error: "
		       "it is broken): it may be the toolchain, the configuration, or one"));
	robot_do(robot, "status", NULL);
	robot_assert_prints(robot, "it may be the toolchain, the configuration, or one");
	robot_do(robot, "show", "1", "c2", "--json", NULL);
	if (robot->status == 0) {
		log = robot_path(robot, robot_text(robot, "/kernel/log"));
		assert_true(fs_exists(log));
	}
	robot_do(robot, "run", "root", "c8", "--json", NULL);
	for (size_t i = 0; i < json_length(json_pointer(robot_json(robot), "/kernels")); i++) {
		CLEANUP(mem_freep) char *pointer = mem_printf("/kernels/%zu/build_s", i);

		assert_true(robot_number(robot, pointer) == 0);
	}
}

/* Kconfig of the tree grants everything: what differs is what the overrides set. */
static void what_differs_between_the_ends_and_matters_is_said(void **state)
{
	struct robot *robot = *state;

	make_history(robot);
	write_config(robot, "overrides = ( { range = \"c2..\"; set = ( \"CONFIG_HZ=1000\", "
			    "\"CONFIG_USB=y\" ); } );");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "differ in 1 option that matters for speed");
	robot_assert_prints(robot, "CONFIG_HZ: not set, 1000");
	robot_do(robot, "show", "1", "c4", NULL);
	robot_assert_prints(robot, "Configured otherwise than the good end, which matters for "
				   "speed:\n    CONFIG_HZ: not set, 1000\n");
	robot_assert_prints(robot, "of all else:\n    CONFIG_USB: not set, y\n");
	robot_do(robot, "show", "1", "root", "--json", NULL);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/speed_differences")), 0);
	assert_true(str_starts_with(robot_text(robot, "/kernel/config"), ".perfsect/configs/"));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(both_sides_of_a_comparison_have_the_compiler_of_the_good_end),
		TEST(each_commit_has_its_own_compiler_when_the_user_says_so),
		TEST(what_the_tables_lack_is_said_by_check),
		TEST(a_case_whose_tables_changed_is_not_resumed),
		TEST(broken_commits_are_mended_by_a_later_one),
		TEST(what_differs_between_the_ends_and_matters_is_said),
		TEST(one_error_of_many_commits_is_not_theirs),
		TEST(a_mend_that_conflicts_makes_a_commit_untestable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
