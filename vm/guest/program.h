/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of a job as a process group of its own, with one pipe for all it prints. */
#ifndef VM_GUEST_PROGRAM_H
#define VM_GUEST_PROGRAM_H

#include "base/defs.h"
#include "vm/job.h"

#include <sys/types.h>

struct program {
	pid_t pid;     /* also its process group */
	int output_fd; /* stdout and stderr; non-blocking */
};

/*
 * Starts a command with the job's environment; all it prints goes to the file, which is made anew, and
 * output_fd is -1. Else as program_start.
 */
int program_start_apart(char *const *argv, const struct job *job, const char *output_path,
			struct program *ret) MUST_CHECK;

/*
 * Starts argv with stdin from /dev/null, in /tmp, with the job's environment over a small default
 * one. Returns once the program has replaced us, or -1 with errno when it cannot.
 */
int program_start(const struct job *job, struct program *ret) MUST_CHECK;
/* Kills what is left of the group, and closes the pipe. The leader may still have to be reaped. */
void program_kill_group(const struct program *program);
void program_close(struct program *program);

#endif
