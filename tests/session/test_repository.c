/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's repository: nothing is written to it, nothing of it is run, and it may change meanwhile. */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "tests/session/robot.h"

#define PATIENCE_S 120

static const char *const effects[] = { "0", "0", "-4", "0" };

/* In the repository, with $MARK for what must never be there; the output, which the caller frees. */
static char *in_repo(const struct robot *robot, const char *script)
{
	CLEANUP(mem_freep) char *mark = mem_printf("MARK=%s/mark", robot->dir);
	const char *const argv[] = { "sh", "-ec", script, NULL };
	const char *const env[] = { mark,
				    "GIT_CONFIG_NOSYSTEM=1",
				    "GIT_CONFIG_GLOBAL=/dev/null",
				    "GIT_AUTHOR_NAME=A",
				    "GIT_AUTHOR_EMAIL=a@b",
				    "GIT_COMMITTER_NAME=A",
				    "GIT_COMMITTER_EMAIL=a@b",
				    NULL };
	const struct process_opts opts = {
		.argv = argv,
		.env = env,
		.cwd = robot->repo,
		.deadline = deadline_in(PATIENCE_S),
	};
	struct error err = { 0 };
	char *output = NULL;

	if (process_read(&opts, &output, &err) < 0)
		fail_msg("%s", err.text);
	return output;
}

static void do_in_repo(const struct robot *robot, const char *script)
{
	free(in_repo(robot, script));
}

static bool is_marked(const struct robot *robot)
{
	CLEANUP(mem_freep) char *mark = mem_printf("%s/mark", robot->dir);

	return fs_exists(mark);
}

static void find_culprit(struct robot *robot)
{
	robot_do(robot, "run", "root", "c4", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c3");
}

static void a_bisect_leaves_every_byte_and_time_of_it_as_it_was(void **state)
{
	static const char list[] = "find . -printf '%p %y %s %T@ %C@ %m\\n' | LC_ALL=C sort; "
				   "find . -type f | LC_ALL=C sort | xargs cksum";
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *before = NULL;
	CLEANUP(mem_freep) char *after = NULL;

	robot_chain(robot, effects, 4);
	before = in_repo(robot, list);
	find_culprit(robot);
	robot_do(robot, "report", NULL);
	robot_do(robot, "gc", "--all", NULL);
	robot_assert_status(robot, 0);
	after = in_repo(robot, list);
	assert_string_equal(after, before);
}

/* Each would leave a mark if it was run: git itself does with the first command. */
static void nothing_that_it_configures_is_run(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *mark = mem_printf("%s/mark", robot->dir);
	struct error err = { 0 };

	robot_chain(robot, effects, 4);
	do_in_repo(
		robot,
		"d=$(git rev-parse --absolute-git-dir); "
		"printf '#!/bin/sh\\ntouch %s\\ncat\\n' \"$MARK\" > $d/marker; chmod +x $d/marker; "
		"mkdir -p $d/hooks; for hook in post-checkout reference-transaction "
		"post-index-change "
		"pre-auto-gc fsmonitor-watchman; do cp $d/marker $d/hooks/$hook; done; "
		"printf '[filter \"f\"]\\nclean = %s\\nsmudge = %s\\nrequired = true\\n' $d/marker "
		"$d/marker > $d/included; git config include.path $d/included; "
		"git config core.fsmonitor $d/marker; git config core.hooksPath $d/hooks; "
		"git config core.alternateRefsCommand $d/marker; "
		"mkdir -p $d/info; echo '* filter=f' > $d/info/attributes");
	do_in_repo(robot, "git cat-file --filters c4:Kconfig >/dev/null");
	assert_true(is_marked(robot));
	assert_int_equal(fs_remove_tree(mark, &err), 0);
	find_culprit(robot);
	assert_false(is_marked(robot));
}

/* Between two sessions, and while one of them has it open. */
static void it_may_be_repacked_and_fetched_into_meanwhile(void **state)
{
	static const char repack[] = "git repack -adfq; git gc -q --prune=now; "
				     "git commit-tree -m more -p c4 c4^{tree} | "
				     "xargs git update-ref refs/heads/more; git repack -adfq";
	struct robot *robot = *state;
	pid_t pid;

	robot_chain(robot, effects, 4);
	robot_config(robot, "search = { max_boots = 2; };\n");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 1);
	do_in_repo(robot, repack);
	robot_config(robot, "");
	robot_script(robot, "default nth=3 delay=5\n");
	pid = robot_start(robot, "resume", "--json", NULL);
	robot_await(robot, "boots for");
	do_in_repo(robot, repack);
	robot_join(robot, pid);
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c3");
}

static void an_end_that_was_rebased_away_is_named_with_what_is_like_it(void **state)
{
	static const char rebase[] =
		"old=$(git rev-parse c4); new=$(git commit-tree -m c4 -p c3 c4^{tree}); "
		"git for-each-ref --format='%(refname)' --points-at $old | "
		"while read ref; do git update-ref $ref $new; done; "
		"git reflog expire --all --expire=now; git gc -q --prune=now; "
		"! git cat-file -e $old 2>/dev/null; printf %.12s $new";
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *found = NULL;
	CLEANUP(mem_freep) char *other = NULL;
	CLEANUP(mem_freep) char *conf = NULL;

	robot_chain(robot, effects, 4);
	robot_config(robot, "search = { max_boots = 2; };\n");
	robot_do(robot, "run", "root", "c4", NULL);
	robot_assert_status(robot, 1);
	found = in_repo(robot, rebase);
	robot_do(robot, "resume", NULL);
	robot_assert_status(robot, 3);
	robot_assert_says(robot, "('c4'), an end of case 1, is no longer in ");
	robot_assert_says(robot, found);
	robot_assert_says(robot, " has its subject, 'c4'. Fetch it again");
	/* what it has measured is there all the same */
	robot_do(robot, "status", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "Case      1, paused");
	robot_assert_prints(robot, "is no longer in ");
	robot_assert_prints(robot, "2 boots");
	robot_do(robot, "status", "--json", NULL);
	robot_assert_status(robot, 0);
	robot_do(robot, "log", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "measured");
	robot_do(robot, "report", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "is no longer in ");
	robot_do(robot, "report", "--format", "html", NULL);
	robot_assert_status(robot, 0);
	conf = robot_path(robot, "perfsect.conf");
	other = mem_printf("git init -q ../other; sed -i s,../repo,../other, '%s'", conf);
	do_in_repo(robot, other);
	robot_do(robot, "resume", NULL);
	robot_assert_status(robot, 3);
	robot_assert_says(robot, "which the configuration names; the case was begun in ");
	robot_config(robot, "search = { max_boots = 2; };\n");
	robot_do(robot, "stop", NULL);
	robot_assert_status(robot, 0);
	robot_do(robot, "run", "root", "c4", "--json", NULL);
	robot_assert_status(robot, 1); /* the limit of boots, but it has begun */
}

static void commits_of_equal_code_are_booted_once(void **state)
{
	struct robot *robot = *state;

	for (unsigned i = 0; i < 6; i++) {
		static const char *const names[] = { "c1", "c2", "c3", "c4", "c5", "c6" };

		if (i == 2)
			history_commit(&robot->history, names[i], i, "effects/3", "-4");
		else
			history_commit(&robot->history, names[i], i, "doc/page", names[i]);
	}
	history_finish(&robot->history, robot->repo);
	robot_config(robot, "search = { verify = false; };\n");
	robot_do(robot, "run", "root", "c6", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c3");
	assert_int_equal(robot_boots(robot), 4); /* two of each end, and all others are like them */
	robot_do(robot, "log", NULL);
	robot_assert_prints(robot, "[same kernel as ");
	robot_do(robot, "show", "1", "c2", NULL);
	robot_assert_prints(robot, "equal code and data, samples shared");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_bisect_leaves_every_byte_and_time_of_it_as_it_was,
						robot_setup, robot_teardown),
		cmocka_unit_test_setup_teardown(nothing_that_it_configures_is_run, robot_setup,
						robot_teardown),
		cmocka_unit_test_setup_teardown(it_may_be_repacked_and_fetched_into_meanwhile,
						robot_setup, robot_teardown),
		cmocka_unit_test_setup_teardown(
			an_end_that_was_rebased_away_is_named_with_what_is_like_it, robot_setup,
			robot_teardown),
		cmocka_unit_test_setup_teardown(commits_of_equal_code_are_booted_once, robot_setup,
						robot_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
