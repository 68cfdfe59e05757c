/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the jobs. Between a run's start and its end this process sleeps unless there is output. */
#ifndef VM_GUEST_RUN_H
#define VM_GUEST_RUN_H

#include "vm/guest/channel.h"
#include "vm/job.h"

#define RUN_OUTPUT_MAX (1024 * 1024) /* bytes of one run that are sent on */

/* Once, before the first run: the end of a child must interrupt the wait for output. */
void run_init(void);

/*
 * All warm-ups and repetitions of a job. A run that could not be started, or did not end in its time,
 * is the job's last: the ones behind it would only cost the same time again.
 */
void run_job(struct channel *channel, const struct job *job, unsigned number);
/* The same for `n` further repetitions, numbered from `first`; there is no warm-up among them. */
void run_job_on(struct channel *channel, const struct job *job, unsigned number, unsigned first,
		unsigned n);

#endif
