/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/process_reader.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t process_start_reader(const char *command, int *ret_fd)
{
	char *const argv[] = { (char *)"sh", (char *)"-c", (char *)command, NULL };
	posix_spawn_file_actions_t actions;
	int pipe_fds[2];
	pid_t pid = -1;

	if (pipe2(pipe_fds, O_CLOEXEC) < 0)
		return -1;
	(void)posix_spawn_file_actions_init(
		&actions); /* neither it nor the next fails with glibc */
	(void)posix_spawn_file_actions_adddup2(&actions, pipe_fds[0], STDIN_FILENO);
	if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ) != 0)
		pid = -1;
	(void)posix_spawn_file_actions_destroy(&actions);
	(void)close(pipe_fds[0]);
	if (pid < 0)
		(void)close(pipe_fds[1]);
	*ret_fd = pipe_fds[1];
	return pid;
}

void process_wait_reader(pid_t pid)
{
	while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
}
