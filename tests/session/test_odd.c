/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Odd surroundings: lost files, a reader that leaves, a full device, a folder no kernel builds in. */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "tests/session/robot.h"

/* Runs a shell command with $1 the program and $2 the workspace; the caller frees its output. */
static char *shell(const struct robot *robot, const char *script)
{
	const char *const argv[] = { "sh", "-c", script, "sh", PERFSECT, robot->workspace, NULL };
	struct error err = { 0 };
	char *output = NULL;

	if (process_read(&(struct process_opts){ .argv = argv, .deadline = deadline_in(120) },
			 &output, &err) < 0)
		fail_msg("%s", err.text);
	return output;
}

static void make_history(struct robot *robot)
{
	static const char *const effects[] = { "0", "-4" };

	robot_chain(robot, effects, ARRAY_LENGTH(effects));
}

static void a_kernel_whose_image_is_lost_is_built_again(void **state)
{
	struct robot *robot = *state;

	make_history(robot);
	robot_do(robot, "run", "root", "c2", NULL);
	robot_assert_status(robot, 0);
	free(shell(robot, "rm \"$2\"/.perfsect/kernels/*/bzImage"));
	robot_do(robot, "run", "root", "c2", NULL);
	robot_assert_status(robot, 0);
	robot_assert_prints(robot, "Found: commit ");
	robot_assert_clean(robot);
}

static void a_reader_that_leaves_does_not_end_the_run(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *status = NULL;

	make_history(robot);
	status = shell(robot, "exec 3>&1; { \"$1\" -C \"$2\" run root c2 2>&1 >/dev/null; "
			      "echo $? >&3; } | true");
	assert_string_equal(status, "0\n");
	robot_do(robot, "status", "--json", NULL);
	assert_string_equal(robot_text(robot, "/state"), "found");
}

static void an_output_that_does_not_fit_is_an_error_however_long_it_is(void **state)
{
	CLEANUP(mem_freep) char *of_long = shell(*state, "\"$1\" manual 2>&1 >/dev/full; echo $?");
	CLEANUP(mem_freep) char *of_help = shell(*state, "\"$1\" --help 2>&1 >/dev/full; echo $?");
	CLEANUP(mem_freep) char *of_argp = shell(*state, "\"$1\" run -? 2>&1 >/dev/full; echo $?");

	assert_string_equal(of_long, "perfsect: cannot write the output\n4\n");
	assert_non_null(strstr(of_help, "cannot write the output"));
	assert_non_null(strstr(of_help, "\n4\n"));
	assert_non_null(strstr(of_argp, "\n4\n"));
}

static void no_command_is_suggested_for_an_empty_one(void **state)
{
	struct robot *robot = *state;

	robot_do(robot, "", NULL);
	robot_assert_status(robot, 2);
	assert_string_equal(robot->messages, "perfsect: no command ''; see 'perfsect --help'\n");
}

static void what_is_said_of_an_argument_does_nothing_to_the_terminal(void **state)
{
	struct robot *robot = *state;

	robot_do(robot, "\x1b]0;gone\x07", NULL);
	robot_assert_status(robot, 2);
	assert_string_equal(robot->messages, "perfsect: no command '\\x1B]0;gone\\x07'; see "
					     "'perfsect --help'\n");
	robot_do(robot, "log", "--sort", "\x1b[31m", NULL);
	robot_assert_status(robot, 2);
	assert_null(strchr(robot->messages, '\x1b'));
}

static void a_folder_in_which_no_kernel_builds_is_refused_before_anything_is_built(void **state)
{
	struct robot *robot = *state;
	CLEANUP(mem_freep) char *said = NULL;

	make_history(robot);
	free(shell(robot, "mkdir \"$2/a b\" && cp \"$2\"/fake.script \"$2/a b\" && "
			  "sed 's,\\.\\./repo,../../repo,' \"$2\"/perfsect.conf "
			  ">\"$2/a b/perfsect.conf\""));
	said = shell(robot, "\"$1\" -C \"$2/a b\" run root c2 2>&1 >/dev/null; echo $?; "
			    "ls -A \"$2/a b\"");
	assert_non_null(
		strstr(said, "/a b': their makefiles take no path with white space; move "));
	assert_non_null(strstr(said, "\n3\nfake.script\nperfsect.conf\n"));
}

static void a_configuration_of_ones_own_is_a_workspace_before_the_first_run(void **state)
{
	struct robot *robot = *state;

	make_history(robot);
	robot_do(robot, "plan", "root", "c2", NULL);
	robot_assert_status(robot, 0);
	robot_do(robot, "status", NULL);
	robot_assert_status(robot, 2);
	robot_assert_says(robot, "there is no case yet");
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(a_kernel_whose_image_is_lost_is_built_again),
		ROBOT_TEST(a_reader_that_leaves_does_not_end_the_run),
		ROBOT_TEST(an_output_that_does_not_fit_is_an_error_however_long_it_is),
		ROBOT_TEST(no_command_is_suggested_for_an_empty_one),
		ROBOT_TEST(what_is_said_of_an_argument_does_nothing_to_the_terminal),
		ROBOT_TEST(a_folder_in_which_no_kernel_builds_is_refused_before_anything_is_built),
		ROBOT_TEST(a_configuration_of_ones_own_is_a_workspace_before_the_first_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
