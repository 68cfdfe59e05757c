/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Real children, each of which ends at once or is ended by what the test is about. */
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/str.h"
#include "tests/support/tempdir.h"

#define WITH_FOLDER(test) cmocka_unit_test_setup_teardown(test, tempdir_setup, tempdir_teardown)
#define ARGV(...) ((const char *const[]){ __VA_ARGS__, NULL })
#define SHELL(script) ARGV("sh", "-c", script)

static struct process_result run(struct process_opts opts)
{
	struct process_result result = { 0 };
	struct error err = { 0 };

	if (opts.deadline.at_ns == 0)
		opts.deadline = deadline_in(60);
	if (process_run(&opts, &result, &err) < 0)
		fail_msg("%s", err.text);
	return result;
}

static void expect_output(struct process_opts opts, const char *expected)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };

	if (opts.capture_bytes == 0)
		opts.capture_bytes = 10000;
	result = run(opts);
	assert_int_equal(result.end, PROCESS_EXITED);
	assert_int_equal(result.code, 0);
	assert_string_equal(result.output, expected);
	assert_int_equal(result.output_n, strlen(expected));
}

static void expect_error(struct process_opts opts, enum error_kind kind, const char *text)
{
	struct process_result result = { 0 };
	struct error err = { 0 };

	if (opts.deadline.at_ns == 0)
		opts.deadline = deadline_in(60);
	assert_int_equal(process_run(&opts, &result, &err), -1);
	assert_string_equal(err.text, text);
	assert_int_equal(err.kind, kind);
}

/* Waits until the process has ended; fails after a time that only a hang needs. */
static void expect_ended(pid_t pid)
{
	CLEANUP(fs_closep) int fd = pidfd_open(pid, 0);
	struct pollfd poll_fd = { .fd = fd, .events = POLLIN };

	if (fd < 0)
		assert_int_equal(errno, ESRCH);
	else
		assert_int_equal(poll(&poll_fd, 1, 20000), 1);
}

static void an_exit_status_is_a_result_not_an_error(void **state)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };

	(void)state;
	result = run((struct process_opts){ .argv = SHELL("exit 3") });
	assert_int_equal(result.end, PROCESS_EXITED);
	assert_int_equal(result.code, 3);
	assert_string_equal(result.output, "");
}

static void a_signal_that_ended_the_child_is_told(void **state)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };

	(void)state;
	result = run((struct process_opts){ .argv = SHELL("kill -9 $$") });
	assert_int_equal(result.end, PROCESS_SIGNALLED);
	assert_int_equal(result.code, SIGKILL);
}

static void stdout_and_stderr_are_captured_in_their_order(void **state)
{
	(void)state;
	expect_output((struct process_opts){ .argv = SHELL("echo a; echo b >&2; echo c") },
		      "a\nb\nc\n");
}

static void stderr_can_be_kept_out(void **state)
{
	(void)state;
	expect_output((struct process_opts){ .argv = SHELL("echo a; echo b >&2; echo c"),
					     .separate_stderr = true },
		      "a\nc\n");
}

static void of_much_output_the_end_is_kept(void **state)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };

	(void)state;
	result = run(
		(struct process_opts){ .argv = ARGV("seq", "1", "100000"), .capture_bytes = 10 });
	assert_string_equal(result.output, "99\n100000\n");
	assert_true(result.output_is_cut);
}

static void a_log_is_appended_to_and_its_new_part_captured(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "log");
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };
	size_t n;

	expect_output(
		(struct process_opts){ .argv = SHELL("echo one; echo two >&2"), .log_path = path },
		"one\ntwo\n");
	expect_output((struct process_opts){ .argv = SHELL("echo three; echo four"),
					     .log_path = path,
					     .capture_bytes = 5 },
		      "four\n");
	assert_int_equal(fs_read_file(path, 1000, &text, &n, &err), 0);
	assert_string_equal(text, "one\ntwo\nthree\nfour\n");
}

static void the_environment_is_ours_with_additions_and_replacements(void **state)
{
	(void)state;
	assert_int_equal(setenv("PERFSECT_TEST_KEPT", "kept", 1), 0);
	assert_int_equal(setenv("PERFSECT_TEST_OLD", "old", 1), 0);
	expect_output(
		(struct process_opts){
			.argv = SHELL("echo $PERFSECT_TEST_KEPT $PERFSECT_TEST_OLD $ADDED"),
			.env = ARGV("PERFSECT_TEST_OLD=new", "ADDED=more") },
		"kept new more\n");
}

static void the_child_works_in_the_folder_given_with_nothing_to_read(void **state)
{
	CLEANUP(mem_freep) char *expected = mem_printf("%s\n", (const char *)*state);

	expect_output((struct process_opts){ .argv = SHELL("cat; pwd"), .cwd = *state }, expected);
}

static void the_child_has_standard_signals_whatever_we_have(void **state)
{
	sigset_t mask;
	sigset_t before;

	(void)state;
	(void)sigemptyset(&mask);
	(void)sigaddset(&mask, SIGUSR1);
	(void)sigprocmask(SIG_BLOCK, &mask, NULL);
	(void)signal(SIGPIPE, SIG_IGN);
	expect_output((struct process_opts){ .argv = ARGV("grep", "-E", "^Sig(Blk|Ign)",
							  "/proc/self/status") },
		      "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
	assert_true(signal(SIGPIPE, SIG_DFL) == SIG_IGN);
	assert_int_equal(sigprocmask(SIG_UNBLOCK, &mask, &before), 0);
	assert_int_equal(sigismember(&before, SIGUSR1), 1);
}

static void a_launcher_that_ignores_sigchld_costs_no_exit_status(void **state)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };

	(void)state;
	(void)signal(SIGCHLD, SIG_IGN);
	result = run((struct process_opts){ .argv = SHELL("exit 3") });
	(void)signal(SIGCHLD, SIG_DFL);
	assert_int_equal(result.code, 3);
}

static void the_child_inherits_no_descriptor(void **state)
{
	int leaky_fd = open("/dev/null", O_RDONLY); /* as a careless library would */

	(void)state;
	assert_true(leaky_fd >= 0);
	/* The last one is that of the folder which ls reads. */
	expect_output((struct process_opts){ .argv = ARGV("ls", "/proc/self/fd") }, "0\n1\n2\n3\n");
	(void)close(leaky_fd);
}

static void a_parent_without_standard_descriptors_can_run_children(void **state)
{
	int saved_fd = fcntl(0, F_DUPFD_CLOEXEC, 3);
	CLEANUP(process_result_clear) struct process_result result = { 0 };

	(void)state;
	assert_true(saved_fd >= 3);
	(void)close(0);
	result = run((struct process_opts){ .argv = SHELL("cat; echo out; echo err >&2"),
					    .capture_bytes = 100 });
	assert_int_equal(dup2(saved_fd, 0), 0);
	(void)close(saved_fd);
	assert_string_equal(result.output, "out\nerr\n");
}

static void the_child_leads_a_group_of_its_own(void **state)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };
	int pid = 0;
	int group = 0;
	int session = 0;

	(void)state;
	result = run((struct process_opts){ .argv = ARGV("cat", "/proc/self/stat"),
					    .capture_bytes = 1000 });
	assert_int_equal(sscanf(result.output, "%d (cat) %*c %*d %d %d", &pid, &group, &session),
			 3);
	assert_int_equal(pid, group);
	assert_int_equal(pid, session);
}

static void niceness_is_added(void **state)
{
	CLEANUP(process_result_clear) struct process_result ours = { 0 };
	CLEANUP(process_result_clear) struct process_result nicer = { 0 };
	struct error err = { 0 };
	int64_t before = 0;
	int64_t after = 0;

	(void)state;
	ours = run((struct process_opts){ .argv = ARGV("nice"), .capture_bytes = 100 });
	nicer = run((struct process_opts){ .argv = ARGV("nice"), .capture_bytes = 100, .nice = 3 });
	ours.output[strcspn(ours.output, "\n")] = '\0';
	nicer.output[strcspn(nicer.output, "\n")] = '\0';
	assert_int_equal(str_parse_i64(ours.output, -20, 19, &before, &err), 0);
	assert_int_equal(str_parse_i64(nicer.output, -20, 19, &after, &err), 0);
	assert_int_equal(after, before + 3 > 19 ? 19 : before + 3);
}

static void an_idle_child_hands_that_down_to_its_children(void **state)
{
	(void)state;
	expect_output((struct process_opts){ .argv = SHELL("sh -c 'chrt -p $$' | head -n 1 | "
							   "sed 's/.*: //'"),
					     .is_idle = true },
		      "SCHED_IDLE\n");
}

static void the_niceness_of_a_session_is_that_of_its_leader(void **state)
{
	(void)state;
	if (access("/proc/self/autogroup", W_OK) < 0)
		return; /* the kernel has no groups */
	expect_output(
		(struct process_opts){ .argv = SHELL("sed 's/.*nice //' /proc/self/autogroup"),
				       .nice = 19 },
		"19\n");
}

static void a_child_beside_us_runs_on_until_it_is_stopped(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "pids");
	struct process *process = NULL;
	struct error err = { 0 };
	const struct process_opts opts = {
		.argv = SHELL("sleep 600 & echo $$ $!; exec tail -f /dev/null"),
		.log_path = path,
	};
	CLEANUP(mem_freep) char *text = NULL;
	long child, grandchild;
	char *end;
	size_t n;

	assert_int_equal(process_start(&opts, &process, &err), 0);
	while (fs_size_bytes(path) <= 0 && !process_is_over(process, 10))
		;
	assert_false(process_is_over(process, 0));
	assert_int_equal(process_stop(process, &err), 0);
	assert_int_equal(fs_read_file(path, 100, &text, &n, &err), 0);
	child = strtol(text, &end, 10);
	grandchild = strtol(end, NULL, 10);
	expect_ended((pid_t)child);
	expect_ended((pid_t)grandchild);
}

static void a_child_beside_us_that_is_over_is_only_reaped(void **state)
{
	struct process *process = NULL;
	struct error err = { 0 };
	const struct process_opts opts = { .argv = SHELL("exit 3") };

	(void)state;
	assert_int_equal(process_start(&opts, &process, &err), 0);
	assert_true(process_is_over(process, 60000));
	assert_int_equal(process_stop(process, &err), 0);
}

static void a_missing_program_is_an_error_that_names_it(void **state)
{
	(void)state;
	expect_error((struct process_opts){ .argv = ARGV("no-such-program-here") }, ERROR_HOST,
		     "cannot run 'no-such-program-here': no such program in PATH");
	expect_error((struct process_opts){ .argv = ARGV("/no/such/program") }, ERROR_HOST,
		     "cannot run '/no/such/program': No such file or directory");
	expect_error((struct process_opts){ .argv = ARGV("/etc/passwd") }, ERROR_HOST,
		     "cannot run '/etc/passwd': Permission denied");
}

static void a_missing_folder_is_an_error_that_names_both(void **state)
{
	(void)state;
	expect_error((struct process_opts){ .argv = ARGV("true"), .cwd = "/no/such/folder" },
		     ERROR_HOST,
		     "cannot run 'true' in '/no/such/folder': No such file or directory");
}

static void a_log_that_cannot_be_written_is_an_error(void **state)
{
	(void)state;
	expect_error((struct process_opts){ .argv = ARGV("true"), .log_path = "/no/such/log" },
		     ERROR_HOST,
		     "cannot run 'true': cannot open '/no/such/log': No such file or directory");
}

/* Lets the child that reads from the fifo go on. */
static void open_the_gate(void *context)
{
	int fd = open(context, O_WRONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd >= 0)
		(void)close(fd);
}

static void the_caller_is_told_that_time_passes_while_the_child_runs(void **state)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };
	CLEANUP(mem_freep) char *gate = tempdir_path(state, "gate");

	assert_int_equal(mkfifo(gate, 0600), 0);
	result = run((struct process_opts){
		.argv = ARGV("cat", gate), .tick = open_the_gate, .tick_context = gate });
	assert_int_equal(result.end, PROCESS_EXITED);
	assert_int_equal(result.code, 0);
}

static void a_child_over_its_deadline_is_ended(void **state)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };

	(void)state;
	result = run((struct process_opts){ .argv = ARGV("sleep", "600"),
					    .deadline = deadline_in(0.1) });
	assert_int_equal(result.end, PROCESS_TIMED_OUT);
}

static void what_an_exited_child_leaves_in_its_group_is_ended(void **state)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };
	struct error err = { 0 };
	int64_t pid = 0;

	(void)state;
	result = run((struct process_opts){ .argv = SHELL("trap '' TERM; sleep 600 & echo $!"),
					    .capture_bytes = 100 });
	assert_int_equal(result.end, PROCESS_EXITED);
	result.output[strcspn(result.output, "\n")] = '\0';
	assert_int_equal(str_parse_i64(result.output, 2, INT32_MAX, &pid, &err), 0);
	expect_ended((pid_t)pid);
}

static void a_daemon_that_keeps_the_pipe_open_is_not_waited_for(void **state)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };
	struct error err = { 0 };
	int64_t pid = 0;

	(void)state;
	result = run((struct process_opts){
		.argv = SHELL("(setsid sh -c 'echo $$; exec sleep 600' &) | head -n 1"),
		.capture_bytes = 100 });
	result.output[strcspn(result.output, "\n")] = '\0';
	assert_int_equal(str_parse_i64(result.output, 2, INT32_MAX, &pid, &err), 0);
	(void)kill((pid_t)pid, SIGKILL);
	expect_ended((pid_t)pid);
}

static void a_request_before_the_start_starts_nothing(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "started");
	CLEANUP(cancel_freep) struct cancel *cancel = NULL;
	struct error err = { 0 };

	assert_int_equal(cancel_new_manual(&cancel, &err), 0);
	cancel_request(cancel);
	expect_error((struct process_opts){ .argv = ARGV("touch", path), .cancel = cancel },
		     ERROR_CANCELLED, "stopped by the user");
	assert_false(fs_exists(path));
}

/* Runs a script that sends us SIGINT when it is ready to be ended. What it printed; to be freed. */
static char *run_until_interrupted(void **state, const char *script)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "log");
	CLEANUP(cancel_freep) struct cancel *cancel = NULL;
	struct error err = { 0 };
	char *text = NULL;

	assert_int_equal(cancel_new_from_signals(&cancel, &err), 0);
	expect_error(
		(struct process_opts){ .argv = SHELL(script), .log_path = path, .cancel = cancel },
		ERROR_CANCELLED, "stopped by the user");
	assert_int_equal(fs_read_file(path, 1000, &text, NULL, &err), 0);
	return text;
}

static void a_signal_of_the_user_ends_the_child_and_its_children(void **state)
{
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };
	int64_t pid = 0;

	text = run_until_interrupted(state, "sleep 600 & echo $!; kill -INT $PPID; wait");
	text[strcspn(text, "\n")] = '\0';
	assert_int_equal(str_parse_i64(text, 2, INT32_MAX, &pid, &err), 0);
	expect_ended((pid_t)pid);
}

/* It could not say so if only SIGKILL had reached it. */
static void a_child_that_stopped_itself_hears_sigterm_all_the_same(void **state)
{
	CLEANUP(mem_freep) char *text = NULL;

	text = run_until_interrupted(state, "trap 'echo ended; exit' TERM\n"
					    "kill -INT $PPID; kill -STOP $$");
	assert_string_equal(text, "ended\n");
}

static void processor_time_is_that_of_the_child_and_its_children(void **state)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };

	(void)state;
	result = run((struct process_opts){
		.argv = SHELL("sh -c 'i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done'; true") });
	assert_true(result.cpu_s > 0);
	assert_true(result.wall_s > 0);
}

static void read_refused(struct process_opts opts, enum error_kind kind, const char *beginning)
{
	CLEANUP(mem_freep) char *output = NULL;
	struct error err = { 0 };

	if (opts.deadline.at_ns == 0)
		opts.deadline = deadline_in(60);
	assert_int_equal(process_read(&opts, &output, &err), -1);
	err.text[strlen(beginning)] = '\0';
	assert_string_equal(err.text, beginning);
	assert_int_equal(err.kind, kind);
	assert_null(output);
}

static void reading_gives_the_output(void **state)
{
	CLEANUP(mem_freep) char *output = NULL;
	struct error err = { 0 };
	struct process_opts opts = { .argv = ARGV("echo", "hello"), .deadline = deadline_in(60) };

	(void)state;
	assert_int_equal(process_read(&opts, &output, &err), 0);
	assert_string_equal(output, "hello\n");
}

static void reading_from_a_program_that_fails_quotes_its_last_line(void **state)
{
	(void)state;
	read_refused((struct process_opts){ .argv = SHELL("echo a; echo fatal: no >&2; exit 7") },
		     ERROR_HOST, "'sh' ended with status 7: fatal: no");
	read_refused((struct process_opts){ .argv = SHELL("printf '\\033[31mred\\n\\n'; exit 1") },
		     ERROR_HOST, "'sh' ended with status 1: \\x1B[31mred");
	read_refused((struct process_opts){ .argv = ARGV("false") }, ERROR_HOST,
		     "'false' ended with status 1");
	read_refused((struct process_opts){ .argv = SHELL("kill -SEGV $$") }, ERROR_HOST,
		     "'sh' was ended by signal 11 (Segmentation fault)");
}

static void reading_from_a_program_that_hangs_is_a_timeout(void **state)
{
	(void)state;
	read_refused(
		(struct process_opts){ .argv = ARGV("sleep", "600"), .deadline = deadline_in(0.1) },
		ERROR_TIMEOUT, "'sleep' was stopped after 0.");
}

static void reading_more_than_fits_is_an_error(void **state)
{
	(void)state;
	read_refused(
		(struct process_opts){ .argv = ARGV("seq", "1", "1000"), .capture_bytes = 100 },
		ERROR_HOST, "'seq' printed more than 100 bytes");
}

static void availability_is_asked_without_running(void **state)
{
	(void)state;
	assert_true(process_is_available("sh"));
	assert_true(process_is_available("/bin/sh"));
	assert_false(process_is_available("no-such-program-here"));
	assert_false(process_is_available("/no/such/program"));
	assert_false(process_is_available(""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_exit_status_is_a_result_not_an_error),
		cmocka_unit_test(a_signal_that_ended_the_child_is_told),
		cmocka_unit_test(stdout_and_stderr_are_captured_in_their_order),
		cmocka_unit_test(stderr_can_be_kept_out),
		cmocka_unit_test(of_much_output_the_end_is_kept),
		WITH_FOLDER(a_log_is_appended_to_and_its_new_part_captured),
		cmocka_unit_test(the_environment_is_ours_with_additions_and_replacements),
		WITH_FOLDER(the_child_works_in_the_folder_given_with_nothing_to_read),
		cmocka_unit_test(the_child_has_standard_signals_whatever_we_have),
		cmocka_unit_test(a_launcher_that_ignores_sigchld_costs_no_exit_status),
		cmocka_unit_test(the_child_inherits_no_descriptor),
		cmocka_unit_test(a_parent_without_standard_descriptors_can_run_children),
		cmocka_unit_test(the_child_leads_a_group_of_its_own),
		cmocka_unit_test(niceness_is_added),
		cmocka_unit_test(an_idle_child_hands_that_down_to_its_children),
		cmocka_unit_test(the_niceness_of_a_session_is_that_of_its_leader),
		WITH_FOLDER(a_child_beside_us_runs_on_until_it_is_stopped),
		cmocka_unit_test(a_child_beside_us_that_is_over_is_only_reaped),
		cmocka_unit_test(a_missing_program_is_an_error_that_names_it),
		cmocka_unit_test(a_missing_folder_is_an_error_that_names_both),
		cmocka_unit_test(a_log_that_cannot_be_written_is_an_error),
		WITH_FOLDER(the_caller_is_told_that_time_passes_while_the_child_runs),
		cmocka_unit_test(a_child_over_its_deadline_is_ended),
		cmocka_unit_test(what_an_exited_child_leaves_in_its_group_is_ended),
		cmocka_unit_test(a_daemon_that_keeps_the_pipe_open_is_not_waited_for),
		WITH_FOLDER(a_request_before_the_start_starts_nothing),
		WITH_FOLDER(a_signal_of_the_user_ends_the_child_and_its_children),
		WITH_FOLDER(a_child_that_stopped_itself_hears_sigterm_all_the_same),
		cmocka_unit_test(processor_time_is_that_of_the_child_and_its_children),
		cmocka_unit_test(reading_gives_the_output),
		cmocka_unit_test(reading_from_a_program_that_fails_quotes_its_last_line),
		cmocka_unit_test(reading_from_a_program_that_hangs_is_a_timeout),
		cmocka_unit_test(reading_more_than_fits_is_an_error),
		cmocka_unit_test(availability_is_asked_without_running),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
