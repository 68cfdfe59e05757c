/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One child at a time: started by child.c, then watched through a descriptor of the process
 * (pidfd), its output and the user's wish to stop, until it is reaped. A child that must end gets
 * the signals of `endings`, each with some time to react.
 */
#include "base/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/command.h"
#include "base/fs.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/tail.h"

#define CHUNK_BYTES 65536
#define TICK_MS 1000
#define PIPE_MAX_BYTES (1 << 20) /* the largest pipe an ordinary user may have */

/* How a group of processes is ended, one after the other until its leader has exited. */
static const struct {
	int signal;
	double grace_s;
} endings[] = {
	{ SIGTERM, 2 }, { SIGKILL, 30 }, /* takes longer only when it hangs in the kernel */
};

struct run {
	const struct process_opts *opts;
	pid_t pid;     /* 0: not running */
	int pid_fd;    /* readable when the child has exited */
	int output_fd; /* our end of the pipe, or the log file; -1: none */
	bool is_pipe;
	off_t log_start;  /* what was in the log file before */
	size_t n_endings; /* how many of `endings` it got */
	struct deadline deadline;
	struct tail tail;
};

static void run_clear(struct run *run)
{
	if (run->pid > 0) { /* only after an error: nothing else leaves it behind */
		(void)kill(-run->pid, SIGKILL);
		(void)waitpid(run->pid, NULL, WNOHANG);
	}
	fs_closep(&run->pid_fd);
	fs_closep(&run->output_fd);
	tail_clear(&run->tail);
}

/* Where the child writes, in *ret_fd; ours for now. */
static int MUST_CHECK open_output(struct run *run, int *ret_fd, struct error *err)
{
	const char *log_path = run->opts->log_path;
	int flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY;
	struct stat info;
	int fds[2];

	if (log_path) {
		*ret_fd = open(log_path, flags, 0666);
		if (*ret_fd < 0 || fstat(*ret_fd, &info) < 0)
			return error_errno(err, errno, "cannot open '%s'", log_path);
		run->log_start = info.st_size;
		run->output_fd = fcntl(*ret_fd, F_DUPFD_CLOEXEC, 3);
		return run->output_fd < 0 ? error_errno(err, errno, "cannot read '%s'", log_path)
					  : 0;
	}
	if (run->opts->capture_bytes == 0) {
		*ret_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
		return *ret_fd < 0 ? error_errno(err, errno, "cannot open '/dev/null'") : 0;
	}
	if (pipe2(fds, O_CLOEXEC) < 0)
		return error_errno(err, errno, "cannot make a pipe");
	*ret_fd = fds[1];
	run->output_fd = fds[0];
	run->is_pipe = true;
	if (fcntl(fds[0], F_SETFL, O_NONBLOCK) < 0) /* of our end alone */
		return error_errno(err, errno, "cannot read from a pipe");
	return 0;
}

static int MUST_CHECK start(struct run *run, struct error *err)
{
	const struct process_opts *opts = run->opts;
	CLEANUP(strlist_clear) struct strlist env = { 0 };
	CLEANUP(mem_freep) char *path = NULL;
	CLEANUP(fs_closep) int null_fd = open("/dev/null", O_RDWR | O_CLOEXEC);
	CLEANUP(fs_closep) int output_fd = -1;
	struct child_plan plan = {
		.argv = opts->argv, .cwd = opts->cwd, .nice = opts->nice, .is_idle = opts->is_idle
	};

	command_environment(&env, opts->env);
	plan.env = (const char *const *)env.items;
	path = command_find(opts->argv[0], plan.env);
	if (!path)
		return error_set(err, ERROR_HOST, "cannot run '%s': no such program in PATH",
				 opts->argv[0]);
	plan.path = path;
	if (null_fd < 0)
		return error_errno(err, errno, "cannot open '/dev/null'");
	if (open_output(run, &output_fd, err) < 0)
		return error_wrap(err, "cannot run '%s'", opts->argv[0]);
	plan.fds[0] = null_fd;
	plan.fds[1] = output_fd;
	plan.fds[2] = opts->separate_stderr ? null_fd : output_fd;
	return child_start(&plan, &run->pid, &run->pid_fd, err);
}

/* Takes what the pipe holds now, at most what one can hold: a daemon may go on writing. */
static void read_pipe(struct run *run)
{
	CLEANUP(mem_freep) char *chunk = mem_array(CHUNK_BYTES, 1);

	for (size_t i = 0; i < PIPE_MAX_BYTES / CHUNK_BYTES; i++) {
		ssize_t n = read(run->output_fd, chunk, CHUNK_BYTES);

		if (n < 0)
			return; /* EAGAIN: empty for now */
		if (n == 0) {
			fs_closep(&run->output_fd);
			return;
		}
		tail_add(&run->tail, chunk, (size_t)n);
	}
}

/* What this child added to its log. Reading fails only with the disk; then there is less to quote. */
static void read_log(struct run *run)
{
	CLEANUP(mem_freep) char *chunk = mem_array(CHUNK_BYTES, 1);
	off_t at = run->log_start;
	struct stat info;
	ssize_t n;

	if (run->tail.max == 0 || fstat(run->output_fd, &info) < 0)
		return;
	if (info.st_size - at > (off_t)run->tail.max) {
		at = info.st_size - (off_t)run->tail.max;
		run->tail.is_cut = true;
	}
	while (at < info.st_size && (n = pread(run->output_fd, chunk, CHUNK_BYTES, at)) > 0) {
		tail_add(&run->tail, chunk, (size_t)n);
		at += n;
	}
}

static int MUST_CHECK end_group(struct run *run, struct error *err)
{
	if (run->n_endings == ARRAY_LENGTH(endings))
		return error_set(err, ERROR_HOST,
				 "cannot end '%s' (process %d): SIGKILL has no effect",
				 run->opts->argv[0], (int)run->pid);
	(void)kill(-run->pid,
		   endings[run->n_endings].signal); /* the unreaped leader is still there */
	(void)kill(-run->pid, SIGCONT);             /* a stopped process takes no SIGTERM */
	run->deadline = deadline_in(endings[run->n_endings].grace_s);
	run->n_endings++;
	return 0;
}

static int wait_ms(const struct run *run)
{
	int left_ms = deadline_left_ms(run->deadline);

	return run->opts->tick && left_ms > TICK_MS ? TICK_MS : left_ms;
}

/* Returns when the child has exited, which it may have been made to. */
static int MUST_CHECK watch(struct run *run, struct error *err)
{
	for (;;) {
		struct pollfd fds[] = {
			{ .fd = run->pid_fd, .events = POLLIN },
			{ .fd = run->is_pipe ? run->output_fd : -1, .events = POLLIN },
			{ .fd = run->n_endings ? -1 : cancel_fd(run->opts->cancel),
			  .events = POLLIN },
		};
		int n = poll(fds, ARRAY_LENGTH(fds), wait_ms(run));

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return error_errno(err, errno, "cannot wait for '%s'", run->opts->argv[0]);
		if (n == 0 && run->opts->tick)
			run->opts->tick(run->opts->tick_context);
		if (fds[1].revents)
			read_pipe(run);
		if (fds[0].revents)
			return 0;
		if ((fds[2].revents || deadline_is_over(run->deadline)) && end_group(run, err) < 0)
			return -1;
	}
}

static double seconds_of(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

/* Reaps the exited child and ends what it left behind in its group. */
static int MUST_CHECK reap(struct run *run, struct process_result *result, struct error *err)
{
	struct rusage usage;
	int status;

	(void)kill(-run->pid, SIGKILL); /* while the unreaped leader keeps the number ours */
	while (wait4(run->pid, &status, 0, &usage) < 0) {
		if (errno != EINTR) {
			run->pid = 0;
			return error_errno(err, errno, "cannot wait for '%s'", run->opts->argv[0]);
		}
	}
	run->pid = 0;
	result->cpu_s = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
	if (run->n_endings > 0) {
		result->end = PROCESS_TIMED_OUT;
	} else if (WIFSIGNALED(status)) {
		result->end = PROCESS_SIGNALLED;
		result->code = WTERMSIG(status);
	} else {
		result->end = PROCESS_EXITED;
		result->code = WEXITSTATUS(status);
	}
	return 0;
}

/* A child beside us, with what of the options is looked at later. */
struct process {
	struct process_opts opts;
	char *name;
	const char *argv[2];
	struct run run;
};

static void process_free(struct process *process)
{
	run_clear(&process->run);
	free(process->name);
	free(process);
}

int process_start(const struct process_opts *opts, struct process **ret, struct error *err)
{
	struct process *process = mem_zalloc(sizeof(*process));

	process->run = (struct run){ .opts = opts, .pid_fd = -1, .output_fd = -1 };
	if (cancel_check(opts->cancel, err) < 0 || start(&process->run, err) < 0) {
		process_free(process);
		return -1;
	}
	process->name = mem_strdup(opts->argv[0]);
	process->argv[0] = process->name;
	process->opts.argv = process->argv;
	process->run.opts = &process->opts;
	*ret = process;
	return 0;
}

bool process_is_over(const struct process *process, int wait_ms)
{
	struct pollfd fd = { .fd = process->run.pid_fd, .events = POLLIN };

	return poll(&fd, 1, wait_ms) == 1;
}

int process_stop(struct process *process, struct error *err)
{
	struct process_result result = { 0 };
	int status = 0;

	if (!process_is_over(process, 0))
		status = end_group(&process->run, err);
	if (status == 0 && (watch(&process->run, err) < 0 || reap(&process->run, &result, err) < 0))
		status = -1;
	process_free(process);
	return status;
}

int process_run(const struct process_opts *opts, struct process_result *ret, struct error *err)
{
	CLEANUP(run_clear)
	struct run run = { .opts = opts,
			   .pid_fd = -1,
			   .output_fd = -1,
			   .deadline = opts->deadline,
			   .tail.max = opts->capture_bytes };
	int64_t start_ns = deadline_now_ns();
	struct process_result result = { 0 };

	if (cancel_check(opts->cancel, err) < 0 || start(&run, err) < 0 || watch(&run, err) < 0 ||
	    reap(&run, &result, err) < 0)
		return -1;
	if (run.n_endings > 0 && cancel_check(opts->cancel, err) < 0)
		return -1;
	if (run.is_pipe && run.output_fd >= 0)
		read_pipe(&run);
	else if (opts->log_path)
		read_log(&run);
	result.wall_s = (double)(deadline_now_ns() - start_ns) / 1e9;
	result.output_is_cut = run.tail.is_cut || run.tail.length > run.tail.max;
	result.output = tail_steal(&run.tail, &result.output_n);
	*ret = result;
	return 0;
}

void process_result_clear(struct process_result *result)
{
	free(result->output);
	*result = (struct process_result){ 0 };
}

bool process_is_available(const char *name)
{
	CLEANUP(mem_freep) char *path = command_find(name, (const char *const *)environ);

	return path && access(path, X_OK) == 0;
}
