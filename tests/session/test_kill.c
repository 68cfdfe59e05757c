/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session killed at any instant goes on as if nothing had been. */
#include "tests/support/test.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/session.h"
#include "tests/session/robot.h"

#define KILLS_MAX 100

/* When the child that works raises SIGKILL. */
struct fuse {
	enum session_phase phase;
	unsigned left;     /* notifications of that phase until then */
	const char *after; /* none of them counts before this file is there; may be NULL */
};

static void burn(void *context, const struct session_event *event)
{
	struct fuse *fuse = context;

	if (event->phase != fuse->phase || (fuse->after && !fs_exists(fuse->after)))
		return;
	if (--fuse->left == 0)
		(void)raise(SIGKILL);
}

/* Starts or resumes in this process; never returns. */
static _Noreturn void work(const struct robot *robot, bool is_new, struct fuse *fuse)
{
	const struct session_request request = { .good = "root", .bad = "c4" };
	struct session_environment environment = { .observer = { burn, fuse } };
	struct finding *finding = NULL;
	struct session *session = NULL;
	struct error err = { 0 };

	if (workspace_open(robot->workspace, WORKSPACE_WRITE, &environment.workspace, &err) < 0 ||
	    (is_new ? session_start(&environment, &request, &session, &err)
		    : session_resume(&environment, 0, &session, &err)) < 0 ||
	    session_run(session, &finding, &err) < 0) {
		print_error("%s\n", err.text);
		_exit(1);
	}
	_exit(0);
}

/* True when the fuse burnt down before the session had ended. */
static bool is_killed(const struct robot *robot, bool is_new, struct fuse fuse)
{
	const pid_t pid = fork();
	int status = 0;

	assert_true(pid >= 0);
	if (pid == 0)
		work(robot, is_new, &fuse);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	if (WIFSIGNALED(status)) {
		assert_int_equal(WTERMSIG(status), SIGKILL);
		return true;
	}
	assert_int_equal(WEXITSTATUS(status), 0);
	return false;
}

static const char *const effects[] = { "0", "-4", "0", "0" };

static char *read_journal(const struct robot *robot)
{
	CLEANUP(mem_freep) char *path = robot_path(robot, "boots.log");
	struct error err = { 0 };
	char *text = NULL;

	if (fs_read_file(path, 1 << 20, &text, NULL, &err) < 0)
		fail_msg("%s", err.text);
	return text;
}

/* The same case in a workspace of its own that nothing disturbs. */
static void run_undisturbed(char **ret_finding, char **ret_journal)
{
	void *state = NULL;
	struct robot *other;

	assert_int_equal(robot_setup(&state), 0);
	other = state;
	robot_chain(other, effects, 4);
	robot_do(other, "run", "root", "c4", NULL);
	robot_assert_status(other, 0);
	*ret_finding = robot_finding(other);
	*ret_journal = read_journal(other);
	assert_int_equal(robot_teardown(&state), 0);
}

static void killed_after_every_step_it_makes_the_same_steps_once(void **state)
{
	CLEANUP(mem_freep) char *finding = NULL;
	CLEANUP(mem_freep) char *journal = NULL;
	CLEANUP(mem_freep) char *other_finding = NULL;
	CLEANUP(mem_freep) char *other_journal = NULL;
	struct robot *robot = *state;
	unsigned kills = 0;

	robot_chain(robot, effects, 4);
	while (is_killed(robot, kills == 0, (struct fuse){ SESSION_STEP_DONE, 1, NULL }))
		assert_true(++kills < KILLS_MAX);
	assert_true(kills > 6); /* builds and boots */
	run_undisturbed(&other_finding, &other_journal);
	finding = robot_finding(robot);
	journal = read_journal(robot);
	assert_string_equal(finding, other_finding);
	assert_string_equal(journal, other_journal);
	robot_assert_clean(robot);
}

static void killed_in_the_first_boot_of_every_kernel_it_boots_again(void **state)
{
	struct robot *robot = *state;
	unsigned kills = 0;

	robot_script(robot, "default at=1 outcome=killed\n");
	robot_chain(robot, effects, 4);
	robot_do(robot, "run", "root", "c4", NULL);
	while (robot->status == 128 + SIGKILL) {
		assert_true(++kills < KILLS_MAX);
		robot_do(robot, "resume", "--json", NULL);
	}
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c2");
	assert_true(kills >= 4); /* both ends, and both sides of the change */
	/* What was cut off is no evidence, and nothing else is missing. */
	assert_int_equal(robot_number(robot, "/finding/boots") + kills, robot_boots(robot));
	robot_assert_clean(robot);
}

/* Lets make wait for ever in the middle of a build; returns the file that it has half written then. */
static char *put_hold(const struct robot *robot, char **ret_hold)
{
	CLEANUP(mem_freep) char *dir = robot_path(robot, ".perfsect/trees/0/objects");
	struct error err = { 0 };

	*ret_hold = mem_printf("%s/hold", dir);
	assert_int_equal(fs_make_dirs(dir, &err), 0);
	assert_int_equal(fs_write_atomic(*ret_hold, "", 0, 0644, &err), 0);
	return mem_printf("%s/half-written.o", dir);
}

static void killed_in_a_build_it_leaves_no_process_and_builds_again(void **state)
{
	CLEANUP(mem_freep) char *half_written = NULL;
	CLEANUP(mem_freep) char *hold = NULL;
	struct robot *robot = *state;

	robot_chain(robot, effects, 4);
	half_written = put_hold(robot, &hold);
	assert_true(is_killed(robot, true, (struct fuse){ SESSION_BUILD, 1, half_written }));
	assert_int_equal(robot_boots(robot), 0);
	assert_true(fs_exists(half_written));
	assert_int_equal(unlink(hold), 0);
	robot_do(robot, "resume", "--json", NULL);
	robot_assert_status(robot, 0);
	assert_string_equal(robot_text(robot, "/finding/changes/0/commits/0/subject"), "c2");
	assert_false(fs_exists(half_written));
	robot_assert_clean(robot);
}

static void what_a_killed_process_left_is_removed_by_the_next(void **state)
{
	static const char *const left[] = { "boots/77/console", "kernels/abc/bzImage",
					    "trees/0/source.state.tmp-XyZ123",
					    "objects/tmp_object_git2_a1b2c3" };
	struct robot *robot = *state;
	struct error err = { 0 };

	robot_chain(robot, effects, 4);
	robot_do(robot, "run", "root", "c4", "--deadline", "1 ms", NULL);
	for (size_t i = 0; i < ARRAY_LENGTH(left); i++) {
		CLEANUP(mem_freep)
		char *path = mem_printf("%s/.perfsect/%s", robot->workspace, left[i]);
		CLEANUP(mem_freep) char *dir = mem_strdup(path);

		*strrchr(dir, '/') = '\0';
		assert_int_equal(fs_make_dirs(dir, &err), 0);
		assert_int_equal(fs_write_atomic(path, "", 0, 0644, &err), 0);
	}
	robot_do(robot, "resume", "--deadline", "1 ms", NULL);
	for (size_t i = 0; i < ARRAY_LENGTH(left); i++) {
		CLEANUP(mem_freep)
		char *path = mem_printf("%s/.perfsect/%s", robot->workspace, left[i]);

		if (fs_exists(path))
			fail_msg("'%s' is still there", path);
	}
	robot_assert_clean(robot);
}

#define ROBOT_TEST(f) cmocka_unit_test_setup_teardown(f, robot_setup, robot_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ROBOT_TEST(killed_after_every_step_it_makes_the_same_steps_once),
		ROBOT_TEST(killed_in_the_first_boot_of_every_kernel_it_boots_again),
		ROBOT_TEST(killed_in_a_build_it_leaves_no_process_and_builds_again),
		ROBOT_TEST(what_a_killed_process_left_is_removed_by_the_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
