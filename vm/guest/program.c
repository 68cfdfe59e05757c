/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEFAULT_PATH "PATH=/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin"

/* The pipes between us and the child; [0] is read by us, [1] written by the child. */
struct pipes {
	int output[2];
	int failure[2]; /* closed by a successful exec, else carries errno */
};

static void close_fd(int fd)
{
	if (fd >= 0)
		(void)close(fd);
}

/* What is printed goes into a pipe, or to a file of that path. */
static int open_output(struct pipes *pipes, const char *path)
{
	if (!path)
		return pipe2(pipes->output, O_CLOEXEC);
	pipes->output[0] = -1;
	pipes->output[1] = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	return pipes->output[1] < 0 ? -1 : 0;
}

static int open_pipes(struct pipes *pipes, const char *path)
{
	if (open_output(pipes, path) < 0)
		return -1;
	if (pipe2(pipes->failure, O_CLOEXEC) < 0) {
		const int cause = errno;

		close_fd(pipes->output[0]);
		close_fd(pipes->output[1]);
		errno = cause;
		return -1;
	}
	return 0;
}

/* Our defaults first, so that the job's own entries follow and win. */
static void set_environment(const struct job *job, char **environment)
{
	size_t n = 0;

	environment[n++] = DEFAULT_PATH;
	environment[n++] = "HOME=/";
	for (size_t i = 0; job->env[i]; i++) {
		const size_t name_n = strcspn(job->env[i], "=") + 1;
		size_t at = 0;

		while (at < n && strncmp(environment[at], job->env[i], name_n) != 0)
			at++;
		environment[at] = job->env[i];
		if (at == n)
			n++;
	}
	environment[n] = NULL;
}

static int redirect(const struct pipes *pipes)
{
	const int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(pipes->output[1], STDOUT_FILENO) < 0 ||
	    dup2(pipes->output[1], STDERR_FILENO) < 0)
		return -1;
	return 0;
}

/* In the child: becomes the program, or reports errno and ends. */
static _Noreturn void become(char *const *argv, const struct job *job, const struct pipes *pipes)
{
	char *environment[JOB_ENV_MAX + 3];
	sigset_t none;
	int cause;

	(void)setpgid(0, 0); /* cannot fail in a new child */
	(void)sigemptyset(&none);
	(void)sigprocmask(SIG_SETMASK, &none, NULL);
	set_environment(job, environment);
	environ = environment; /* execvp looks argv[0] up in the PATH of the job */
	if (redirect(pipes) == 0 && chdir("/tmp") == 0)
		(void)execvp(argv[0], argv);
	cause = errno;
	(void)!write(pipes->failure[1], &cause, sizeof(cause)); /* nobody left to tell */
	_exit(127);
}

/* 0 once the program runs, else the errno of its failure. */
static int wait_for_exec(const struct pipes *pipes)
{
	int cause = 0;
	ssize_t n;

	do {
		n = read(pipes->failure[0], &cause, sizeof(cause));
	} while (n < 0 && errno == EINTR);
	return n == (ssize_t)sizeof(cause) ? cause : 0;
}

/* NULL for the path: into a pipe of ours. */
static int start(char *const *argv, const struct job *job, const char *path, struct program *ret)
{
	struct pipes pipes;
	pid_t pid;
	int cause;

	if (open_pipes(&pipes, path) < 0)
		return -1;
	pid = fork();
	if (pid == 0)
		become(argv, job, &pipes);
	cause = pid < 0 ? errno : 0;
	(void)close(pipes.output[1]);
	(void)close(pipes.failure[1]);
	if (pid > 0) {
		(void)setpgid(pid, pid); /* as in the child: whoever comes first */
		cause = wait_for_exec(&pipes);
	}
	(void)close(pipes.failure[0]);
	if (cause != 0) {
		close_fd(pipes.output[0]);
		if (pid > 0)
			(void)waitpid(pid, NULL, 0); /* it is ending by itself */
		errno = cause;
		return -1;
	}
	if (pipes.output[0] >= 0)
		(void)fcntl(pipes.output[0], F_SETFL, O_NONBLOCK);
	ret->pid = pid;
	ret->output_fd = pipes.output[0];
	return 0;
}

int program_start(const struct job *job, struct program *ret)
{
	return start(job->argv, job, NULL, ret);
}

int program_start_apart(char *const *argv, const struct job *job, const char *output_path,
			struct program *ret)
{
	return start(argv, job, output_path, ret);
}

void program_kill_group(const struct program *program)
{
	(void)kill(-program->pid, SIGKILL); /* ESRCH: nobody is left */
}

void program_close(struct program *program)
{
	if (program->output_fd >= 0)
		(void)close(program->output_fd);
	program->output_fd = -1;
}
