/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a job needs beside it: a program that its own talks to, one at a time and the same for all runs of
 * a boot, and what is made once before the first run, such as the tables of a database.
 */
#ifndef VM_GUEST_SERVER_H
#define VM_GUEST_SERVER_H

#include "vm/guest/channel.h"
#include "vm/job.h"

#include <stdbool.h>

/*
 * Starts the job's server, unless it is there already or the job has none, and waits until 127.0.0.1 takes
 * connections at its port: 300 s at most. Then runs what prepares for the job, unless that was the last to
 * be prepared with this server: as long as a run may last. False when the server cannot be started,
 * has ended, or is not there in time, or when preparing fails. What they print lies in the two logs.
 */
bool server_have(struct channel *channel, const struct job *job);
#define SERVER_LOG "/tmp/perfsect-server.log"
#define PREPARE_LOG "/tmp/perfsect-prepare.log"
/* Why the last server_have() was false, with what was said last, on one line. */
const char *server_fault(void);

/* Ends what was started, and waits until it is gone: 10 s at most. The machine's end ends it otherwise. */
void server_end(void);

#endif
