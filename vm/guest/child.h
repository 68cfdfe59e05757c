/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of a job as a process group of its own, with one pipe for all it prints. */
#ifndef VM_GUEST_CHILD_H
#define VM_GUEST_CHILD_H

#include "base/defs.h"
#include "vm/job.h"

#include <sys/types.h>

struct child {
	pid_t pid;     /* also its process group */
	int output_fd; /* stdout and stderr; non-blocking */
};

/*
 * Starts argv with stdin from /dev/null, in /tmp, with the job's environment over a small default
 * one. Returns once the program has replaced us, or -1 with errno when it cannot.
 */
int child_start(const struct job *job, struct child *ret) MUST_CHECK;
/* Kills what is left of the group, and closes the pipe. The leader may still have to be reaped. */
void child_kill_group(const struct child *child);
void child_close(struct child *child);

#endif
