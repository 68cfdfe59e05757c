/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Children that make us wait the two seconds between SIGTERM and SIGKILL, or outlive us. */
#include "tests/support/test.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/str.h"
#include "tests/support/tempdir.h"

#define SHELL(script) ((const char *const[]){ "sh", "-c", script, NULL })

/* Runs a script that asks us to stop once it is ready for SIGTERM; its output goes to the log. */
static double run_until_cancelled(const char *script, const char *log_path)
{
	CLEANUP(cancel_freep) struct cancel *cancel = NULL;
	struct process_result result = { 0 };
	struct process_opts opts = { .argv = SHELL(script),
				     .log_path = log_path,
				     .deadline = deadline_in(60) };
	struct error err = { 0 };
	int64_t start_ns = deadline_now_ns();

	assert_int_equal(cancel_new_from_signals(&cancel, &err), 0);
	opts.cancel = cancel;
	assert_int_equal(process_run(&opts, &result, &err), -1);
	assert_int_equal(err.kind, ERROR_CANCELLED);
	return (double)(deadline_now_ns() - start_ns) / 1e9;
}

static void a_child_that_ignores_sigterm_gets_sigkill_after_two_seconds(void **state)
{
	double wall_s;

	(void)state;
	wall_s = run_until_cancelled("trap '' TERM; kill -INT $PPID; sleep 600", "/dev/null");
	assert_true(wall_s >= 2);
}

static void a_child_that_cleans_up_on_sigterm_is_given_the_time(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "log");
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };

	(void)run_until_cancelled("trap 'sleep 0.3; echo clean; exit' TERM\n"
				  "kill -INT $PPID; sleep 600 & wait",
				  path);
	assert_int_equal(fs_read_file(path, 100, &text, NULL, &err), 0);
	assert_string_equal(text, "clean\n");
}

/* In a process of its own: runs a child that tells its pid through `fd`, until it is killed. */
static _Noreturn void be_a_parent(int fd)
{
	CLEANUP(str_clear) struct str script = { 0 };
	struct process_result result = { 0 };
	struct process_opts opts = { .deadline = deadline_in(60) };
	struct error err = { 0 };

	str_appendf(&script, "echo $$ > /proc/%d/fd/%d; exec sleep 600", (int)getpid(), fd);
	opts.argv = SHELL(str_text(&script));
	_exit(process_run(&opts, &result, &err) == 0 ? 0 : 1);
}

static void a_child_does_not_outlive_us_when_we_are_killed(void **state)
{
	CLEANUP(fs_closep) int pid_fd = -1;
	char text[32] = "";
	struct error err = { 0 };
	struct pollfd poll_fd;
	int64_t child = 0;
	int pipe_fds[2];
	pid_t parent;

	(void)state;
	assert_int_equal(pipe(pipe_fds), 0);
	parent = fork();
	if (parent == 0)
		be_a_parent(pipe_fds[1]);
	assert_true(read(pipe_fds[0], text, sizeof(text) - 1) > 0);
	text[strcspn(text, "\n")] = '\0';
	assert_int_equal(str_parse_i64(text, 2, INT32_MAX, &child, &err), 0);
	pid_fd = pidfd_open((pid_t)child, 0);
	assert_true(pid_fd >= 0);
	assert_int_equal(kill(parent, SIGKILL), 0);
	assert_int_equal(waitpid(parent, NULL, 0), parent);
	poll_fd = (struct pollfd){ .fd = pid_fd, .events = POLLIN };
	assert_int_equal(poll(&poll_fd, 1, 20000), 1);
	(void)close(pipe_fds[0]);
	(void)close(pipe_fds[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_child_that_ignores_sigterm_gets_sigkill_after_two_seconds),
		cmocka_unit_test_setup_teardown(a_child_that_cleans_up_on_sigterm_is_given_the_time,
						tempdir_setup, tempdir_teardown),
		cmocka_unit_test(a_child_does_not_outlive_us_when_we_are_killed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
