/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/ioprio.h>
#include <sched.h>
#include <signal.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"

/* What the child could not do; it arrives through a pipe that a successful exec closes. */
enum step { STEP_PREPARE, STEP_CHDIR, STEP_EXEC };

struct failure {
	enum step step;
	int errno_value;
};

/* What the parent looks up for the child. */
struct facts {
	pid_t parent;
	int failure_fd;
	int priority;
	int fd_limit;
};

static _Noreturn void fail(int failure_fd, enum step step)
{
	struct failure failure = { step, errno };

	_exit(write(failure_fd, &failure, sizeof(failure)) < 0 ? 126 : 127);
}

static void reset_signals(void)
{
	struct sigaction standard = { .sa_handler = SIG_DFL };

	for (int i = 1; i < NSIG; i++)
		(void)sigaction(i, &standard, NULL); /* SIGKILL and SIGSTOP refuse, rightly */
}

/* All descriptors from 3 up close on exec, also those that a library opened without saying so. */
static void close_the_rest_on_exec(int fd_limit)
{
	if (close_range(3, ~0U, CLOSE_RANGE_CLOEXEC) == 0)
		return;
	for (int fd = 3; fd < fd_limit; fd++)
		(void)fcntl(fd, F_SETFD, FD_CLOEXEC); /* most of them are not open */
}

/*
 * Puts the three descriptors in place, by way of copies: when we run without standard descriptors,
 * one of them may be 0, 1 or 2 itself.
 */
static int place_fds(const int fds[3])
{
	int copies[3];

	for (int i = 0; i < 3; i++) {
		copies[i] = fcntl(fds[i], F_DUPFD_CLOEXEC, 3);
		if (copies[i] < 0)
			return -1;
	}
	for (int i = 0; i < 3; i++) {
		if (dup2(copies[i], i) < 0)
			return -1;
	}
	return 0;
}

/*
 * Where the kernel groups processes by session for scheduling, niceness counts within a session only, and
 * each child of ours begins one: the niceness of the whole session is a file.
 */
static void set_session_priority(int priority)
{
	char text[] = { (char)('0' + priority / 10), (char)('0' + priority % 10), '\n' };
	int fd;

	if (priority <= 0)
		return;
	fd = open("/proc/self/autogroup", O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;                       /* there are no such groups */
	(void)!write(fd, text, sizeof(text)); /* or it is no worse than without */
	(void)close(fd);
}

/* Nothing but the priority of the child is lost where the kernel does not have them. */
static void set_idle(void)
{
	const struct sched_param param = { 0 };

	(void)sched_setscheduler(0, SCHED_IDLE, &param);
	(void)syscall(SYS_ioprio_set, IOPRIO_WHO_PROCESS, 0,
		      IOPRIO_CLASS_IDLE << IOPRIO_CLASS_SHIFT);
}

static _Noreturn void run_child(const struct child_plan *plan, const struct facts *facts)
{
	sigset_t none;

	reset_signals();
	/* A build must not go on without us; make hands a SIGTERM down, which it cannot with SIGKILL. */
	if (setsid() < 0 || prctl(PR_SET_PDEATHSIG, SIGTERM) < 0)
		fail(facts->failure_fd, STEP_PREPARE);
	if (getppid() != facts->parent)
		_exit(127);
	if (place_fds(plan->fds) < 0)
		fail(facts->failure_fd, STEP_PREPARE);
	if (plan->nice && setpriority(PRIO_PROCESS, 0, facts->priority) < 0)
		fail(facts->failure_fd, STEP_PREPARE);
	set_session_priority(facts->priority);
	if (plan->is_idle)
		set_idle();
	if (plan->cwd && chdir(plan->cwd) < 0)
		fail(facts->failure_fd, STEP_CHDIR);
	close_the_rest_on_exec(facts->fd_limit);
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL); /* a valid mask */
	(void)execve(plan->path, (char *const *)plan->argv, (char *const *)plan->env);
	fail(facts->failure_fd, STEP_EXEC);
}

/* No handler of ours may run in the child, so no signal arrives until it has reset them. */
static pid_t fork_child(const struct child_plan *plan, const struct facts *facts)
{
	sigset_t all;
	sigset_t before;
	pid_t pid;
	int saved;

	(void)sigfillset(&all);
	(void)sigprocmask(SIG_SETMASK, &all, &before); /* a valid mask */
	pid = fork();
	if (pid == 0)
		run_child(plan, facts);
	saved = errno;
	(void)sigprocmask(SIG_SETMASK, &before, NULL);
	errno = saved;
	return pid;
}

static int MUST_CHECK tell(const struct child_plan *plan, const struct failure *failure,
			   struct error *err)
{
	switch (failure->step) {
	case STEP_CHDIR:
		return error_errno(err, failure->errno_value, "cannot run '%s' in '%s'",
				   plan->argv[0], plan->cwd);
	case STEP_PREPARE:
	case STEP_EXEC:
		break;
	}
	return error_errno(err, failure->errno_value, "cannot run '%s'", plan->argv[0]);
}

static int reap(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return -1;
	}
	return 0;
}

/* Waits until the child has executed, or for the reason why not. Blocks no longer than an exec. */
static int MUST_CHECK wait_for_exec(const struct child_plan *plan, pid_t pid, int failure_fd,
				    struct error *err)
{
	struct failure failure;
	ssize_t n;

	do {
		n = read(failure_fd, &failure, sizeof(failure));
	} while (n < 0 && errno == EINTR);
	if (n == 0)
		return 0;
	if (n < 0)
		failure = (struct failure){ STEP_PREPARE, errno };
	(void)reap(pid); /* it has ended by itself */
	return tell(plan, &failure, err);
}

static int limited(int value, int min, int max)
{
	if (value < min)
		return min;
	return value > max ? max : value;
}

/* Some launchers leave SIGCHLD ignored, and then the kernel reaps children before we can ask. */
static void keep_exited_children(void)
{
	struct sigaction action;

	if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
		(void)signal(SIGCHLD, SIG_DFL); /* a valid signal */
}

int child_start(const struct child_plan *plan, pid_t *ret_pid, int *ret_pid_fd, struct error *err)
{
	CLEANUP(fs_closep) int read_fd = -1;
	CLEANUP(fs_closep) int write_fd = -1;
	struct facts facts = { .parent = getpid(), .fd_limit = (int)sysconf(_SC_OPEN_MAX) };
	int pipe_fds[2];
	int pid_fd;
	pid_t pid;

	if (pipe2(pipe_fds, O_CLOEXEC) < 0)
		return error_errno(err, errno, "cannot run '%s'", plan->argv[0]);
	read_fd = pipe_fds[0];
	write_fd = fcntl(pipe_fds[1], F_DUPFD_CLOEXEC, 3); /* out of the way of the three */
	(void)close(pipe_fds[1]);
	if (write_fd < 0)
		return error_errno(err, errno, "cannot run '%s'", plan->argv[0]);
	facts.failure_fd = write_fd;
	facts.priority = limited(getpriority(PRIO_PROCESS, 0) + plan->nice, -20, 19);
	keep_exited_children();
	pid = fork_child(plan, &facts);
	if (pid < 0)
		return error_errno(err, errno, "cannot run '%s'", plan->argv[0]);
	fs_closep(&write_fd);
	if (wait_for_exec(plan, pid, read_fd, err) < 0)
		return -1;
	pid_fd = pidfd_open(pid, 0);
	if (pid_fd < 0) {
		(void)error_errno(err, errno, "cannot watch '%s'", plan->argv[0]);
		(void)kill(-pid, SIGKILL);
		(void)reap(pid);
		return -1;
	}
	*ret_pid = pid;
	*ret_pid_fd = pid_fd;
	return 0;
}
