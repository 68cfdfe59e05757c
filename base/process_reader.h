/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A child that reads what we print, and has our terminal: a pager. */
#ifndef BASE_PROCESS_READER_H
#define BASE_PROCESS_READER_H

#include "base/defs.h"

#include <sys/types.h>

/*
 * Starts a command of the shell, with its stdin a pipe that *ret_fd writes to (closed on exec). Returns its
 * process, or -1 when it cannot be started.
 */
pid_t process_start_reader(const char *command, int *ret_fd) MUST_CHECK;
/* Blocks until it has ended, which it does when all that write to it are closed and its user has read. */
void process_wait_reader(pid_t pid);

#endif
