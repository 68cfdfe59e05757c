/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fork and the exec of process.c: what happens between them must be async-signal-safe. */
#ifndef BASE_CHILD_H
#define BASE_CHILD_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>
#include <sys/types.h>

/* Everything the child needs, ready before the fork: behind it nothing may be allocated. */
struct child_plan {
	const char *path; /* what to execute */
	const char *const *argv;
	const char *const *env;
	const char *cwd; /* NULL: ours */
	int fds[3];      /* become its 0, 1 and 2; stay ours */
	int nice;        /* added to our niceness */
	bool is_idle;    /* runs, and reads its disk, when nobody else wants to */
};

/*
 * Starts the child as the leader of a session and process group of its own, and returns when it
 * has executed the program. The caller reaps the pid and closes the descriptor of the process.
 */
int child_start(const struct child_plan *plan, pid_t *ret_pid, int *ret_pid_fd,
		struct error *err) MUST_CHECK;

#endif
