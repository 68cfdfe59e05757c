/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Builds of one speed differ, by how their code lies: a commit that only moves the code must not be
 * named, and the one behind the change must be.
 */
#include "tests/support/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/str.h"
#include "bisect/session.h"
#include "tests/session/robot.h"

#define COMMITS 24U
#define CULPRIT 15U
#define KILLS_MAX 100

struct chain {
	char names[COMMITS + 1][8];
	char seeds[COMMITS + 1][16];
};

/* root, sd, c1 … c24: each moves the code, and c15 makes it 3 % slower. */
static void write_chain(struct robot *robot, bool has_sources)
{
	static const char *const sources[] = { "kernel/clock.c", "kernel/panic.c", "kernel/task.c",
					       "mm/heap.c",      "mm/map.c",       "mm/swap.c" };
	struct chain *chain = mem_zalloc(sizeof(*chain));
	unsigned parent = history_commit(&robot->history, "sd", HISTORY_ROOT, "layout/sd", "1");

	for (size_t i = 0; i < ARRAY_LENGTH(sources) && !has_sources; i++)
		parent = history_commit(&robot->history, sources[i], parent, sources[i], NULL);

	for (unsigned i = 1; i <= COMMITS; i++) {
		(void)snprintf(chain->names[i], sizeof(chain->names[i]), "c%u", i);
		(void)snprintf(chain->seeds[i], sizeof(chain->seeds[i]), "1.%u\n", i);
		parent = i == CULPRIT ? history_commit(&robot->history, chain->names[i], parent,
						       "effects/culprit", "-3")
				      : history_commit(&robot->history, chain->names[i], parent,
						       "layout/seed", chain->seeds[i]);
	}
	history_finish(&robot->history, robot->repo);
	free(chain);
}

/* A boot with its samples takes four minutes, next to which a build is nothing. */
static void configure(struct robot *robot, const char *rules, unsigned layouts)
{
	CLEANUP(mem_freep)
	char *script =
		mem_printf("default boot_time=60 run_time=60 sample_sd=0.3 boot_sd=0.3\n%s", rules);
	CLEANUP(mem_freep)
	char *search = mem_printf(
		"search = { layouts = %u; samples = 3; smallest_effect = \"1.5 %%\"; };\n",
		layouts);

	robot_script(robot, script);
	robot_config(robot, search);
}

static void assert_found(struct robot *robot)
{
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/case/state"), "found");
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/changes")), 1);
	assert_int_equal(json_length(json_pointer(robot_json(robot), "/finding/changes/0/commits")),
			 1);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c15");
	assert_string_equal(robot_text(robot, "/finding/changes/0/comparison/verdict"),
			    "confirmed");
	assert_true(robot_number(robot, "/finding/layouts") >= 1);
}

static void without_other_layouts_no_single_commit_can_be_named(void **state)
{
	struct robot *robot = *state;

	configure(robot, "", 1);
	write_chain(robot, true);
	robot_do(robot, "run", "c1", "c24", "--json", NULL);
	robot_assert_status(robot, 1);
	assert_string_equal(robot_text(robot, "/case/state"), "undecided");
	assert_int_equal(robot_number(robot, "/finding/layouts"), 0);
}

/* All files of the user's repository, with their times. */
static char *list_repository(const struct robot *robot)
{
	static const char script[] = "find \"$1\" -printf '%p %s %T@\\n' | sort";
	const char *const argv[] = { "sh", "-c", script, "sh", robot->repo, NULL };
	struct error err = { 0 };
	char *text = NULL;

	if (process_read(&(struct process_opts){ .argv = argv, .deadline = deadline_in(60) }, &text,
			 &err) < 0)
		fail_msg("%s", err.text);
	return text;
}

/* The commit of the first kernel that is another layout. */
static const char *first_layout(struct robot *robot)
{
	const struct json *kernels = json_pointer(robot_json(robot), "/kernels");

	for (size_t i = 0; i < json_length(kernels); i++) {
		const struct json *kernel = json_element(kernels, i);
		double variant = 0;

		if (json_number(json_member(kernel, "variant"), &variant) && variant > 0)
			return json_text(json_member(kernel, "commit"));
	}
	fail_msg("there is no other layout in:\n%s", robot->out);
	return NULL;
}

static void with_them_the_commit_behind_the_change_is_found(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *before = NULL;
	CLEANUP(mem_freep) char *after = NULL;
	CLEANUP(mem_freep) char *commit = NULL;
	CLEANUP(mem_freep) char *said = NULL;

	configure(robot, "", 8);
	write_chain(robot, true);
	before = list_repository(robot);
	robot_do(robot, "run", "c1", "c24", "--json", NULL);
	assert_found(robot);
	commit = mem_strdup(first_layout(robot));
	said = mem_printf("layout 1 of %.12s builds", commit);
	robot_assert_says(robot, said);
	robot_assert_says(robot, "(another layout of the same commit tells whether it is the code");
	after = list_repository(robot);
	assert_string_equal(before, after);
	robot_do(robot, "log", NULL);
	robot_assert_prints(robot, "[layout 1] c");
	robot_do(robot, "report", NULL);
	robot_assert_prints(robot, " between builds of a commit; ");
	robot_do(robot, "show", "--layout", "1", commit, NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "  layout 1: its source with pads between its files\n");
	robot_do(robot, "show", "--layout", "9", commit, NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "has not tried layout 9 of");
	robot_assert_clean(robot);
}

static void burn(void *context, const struct session_event *event)
{
	(void)context;
	if (event->phase == SESSION_BUILD && event->layout > 0)
		(void)raise(SIGKILL);
}

/* Works in a process that is killed when it begins to build another layout. */
static void work_until_a_layout(const struct robot *robot)
{
	const pid_t pid = fork();
	int status = 0;

	assert_true(pid >= 0);
	if (pid == 0) {
		const struct session_request request = { .good = "c1", .bad = "c24" };
		struct session_environment environment = { .observer = { burn, NULL } };
		struct finding *finding = NULL;
		struct session *session = NULL;
		struct error err = { 0 };

		if (workspace_open(robot->workspace, WORKSPACE_WRITE, &environment.workspace,
				   &err) < 0 ||
		    session_start(&environment, &request, &session, &err) < 0 ||
		    session_run(session, &finding, &err) < 0)
			print_error("%s\n", err.text);
		_exit(1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

/* What comes next, and of which layout. */
static void assert_next(struct robot *robot, const char *action)
{
	CLEANUP(mem_freep) char *printed = mem_printf("Next      %s layout 1 of ", action);

	robot_do(robot, "status", "--json", NULL);
	assert_string_equal(robot_text(robot, "/next/action"), action);
	assert_int_equal(robot_number(robot, "/next/variant"), 1);
	robot_do(robot, "status", NULL);
	robot_assert_prints(robot, printed);
}

static void killed_while_it_builds_a_layout_it_builds_that_one(void **state)
{
	struct robot *robot = *state;

	configure(robot, "", 8);
	write_chain(robot, true);
	work_until_a_layout(robot);
	assert_next(robot, "build");
	robot_do(robot, "resume", "--json", NULL);
	assert_found(robot);
	robot_assert_clean(robot);
}

static void killed_while_it_boots_a_layout_it_does_not_build_it_again(void **state)
{
	struct robot *robot = *state;
	unsigned kills = 1;

	configure(robot, "contains pad= at=1 outcome=killed\n", 4);
	write_chain(robot, true);
	robot_do(robot, "run", "c1", "c24", NULL);
	robot_assert_status(robot, 128 + SIGKILL);
	assert_next(robot, "boot");
	while (robot_do(robot, "resume", "--json", NULL) == 128 + SIGKILL)
		assert_true(++kills < KILLS_MAX);
	assert_found(robot);
	robot_assert_clean(robot);
}

static void a_tree_with_nothing_to_move_is_searched_without(void **state)
{
	struct robot *robot = *state;

	configure(robot, "", 8);
	write_chain(robot, false);
	robot_do(robot, "run", "c1", "c24", NULL);
	robot_assert_status(robot, 1);
	robot_assert_prints(robot, "could not be measured (not-buildable: has no source of the "
				   "kernel to lay out anew)");
	robot_assert_clean(robot);
}

static void where_instructions_are_counted_there_are_none(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *path = robot_path(robot, "perfsect.conf");
	static const char text[] =
		"repo = \"../repo\";\nkernel = { make_config = \"tinyconfig\"; jobs = 1; };\n"
		"machines = ( { name = \"box\"; type = \"fake\"; script = \"fake.script\"; "
		"timing = \"icount\"; } );\nworkloads = ( { name = \"sched-pipe\"; } );\n";
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(path, text, strlen(text), 0644, &err), 0);
	write_chain(robot, true);
	robot_do(robot, "run", "c1", "c24", "--deadline", "1 ms", "--json", NULL);
	assert_int_equal(robot_number(robot, "/case/options/layouts"), 0);
	robot_config(robot, "");
	robot_do(robot, "run", "c1", "c24", "--deadline", "1 ms", "--json", NULL);
	assert_int_equal(robot_number(robot, "/case/options/layouts"), 8);
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(without_other_layouts_no_single_commit_can_be_named),
		ROBOT_TEST(with_them_the_commit_behind_the_change_is_found),
		ROBOT_TEST(killed_while_it_builds_a_layout_it_builds_that_one),
		ROBOT_TEST(killed_while_it_boots_a_layout_it_does_not_build_it_again),
		ROBOT_TEST(a_tree_with_nothing_to_move_is_searched_without),
		ROBOT_TEST(where_instructions_are_counted_there_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
