/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where this host keeps the static programs that run inside guests: PID 1 and the built-in workloads. */
#ifndef VM_PAYLOAD_H
#define VM_PAYLOAD_H

#include "base/defs.h"

/*
 * The folder: $PERFSECT_GUEST_DIR when it is set, else the build tree's while it exists, else the
 * installed one. Borrowed from the environment or static; whether it exists is not checked.
 */
const char *payload_dir(void);
/* Path of PID 1 in it; the caller frees it. */
char *payload_init_path(void) MUST_CHECK;
/* Path of a payload program in it, e.g. "sched-pipe"; the caller frees it. */
char *payload_path(const char *program) MUST_CHECK;

#endif
