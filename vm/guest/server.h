/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that a job's own talk to: one at a time, and the same for all runs of a boot. */
#ifndef VM_GUEST_SERVER_H
#define VM_GUEST_SERVER_H

#include "vm/guest/channel.h"
#include "vm/job.h"

#include <stdbool.h>

/*
 * Starts the job's server, unless it is there already or the job has none, and waits until 127.0.0.1 takes
 * connections at its port: 60 s at most. False, with notes of why, when it cannot be started, has ended, or
 * is not there in time. What it prints lies in SERVER_LOG.
 */
bool server_have(struct channel *channel, const struct job *job);
#define SERVER_LOG "/tmp/perfsect-server.log"

/* Ends what was started; the kernel ends it with the machine otherwise. */
void server_end(void);

#endif
