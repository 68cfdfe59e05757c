/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the guest has to run in one boot. Encoded as text on the host, decoded by PID 1 in the
 * guest; this module uses the C library only, since it is linked into the guest's static binary.
 */
#ifndef VM_JOB_H
#define VM_JOB_H

#include "base/defs.h"

#include <stddef.h>

#define JOB_ARGS_MAX 64
#define JOB_ENV_MAX 32
#define JOBS_MAX 64
#define JOB_TEXT_MAX 65536 /* bytes of an encoded job list */
#define JOB_TIMEOUT_MAX_S 604800
#define JOB_RUNS_MAX 10000 /* of warm-ups, and of repetitions */
#define JOB_HOLD_MAX_S 3600
#define JOB_PORT_MAX 65535

/* One command with its repetitions. Strings belong to whoever filled the struct. */
struct job {
	char *argv[JOB_ARGS_MAX + 1]; /* NULL-terminated */
	char *env[JOB_ENV_MAX + 1];   /* NAME=VALUE, NULL-terminated */
	/* Runs beside it, in the same environment; [0] NULL: nothing does. */
	char *server[JOB_ARGS_MAX + 1];
	/* Runs once before the first run, when the server is there, up to timeout_s; [0] NULL: nothing does. */
	char *prepare[JOB_ARGS_MAX + 1];
	/* TCP, of 127.0.0.1, at which the server is there; 1 … 65535, or 0 without one. */
	unsigned port;
	unsigned timeout_s;   /* of one run, ≥ 1; guest time */
	unsigned warmups;     /* runs before the first that counts; their output is sent too */
	unsigned repetitions; /* runs that count, ≥ 1 */
};

/* All that one boot has to run. */
struct job_list {
	struct job *jobs;
	size_t n;
	/*
	 * When all runs are done, wait so many seconds for the host to ask for more, each time again;
	 * 0: do not wait.
	 */
	unsigned hold_s;
};

/*
 * Encodes jobs as text: one directive a line, values percent-encoded. The caller frees it with
 * free(). NULL when it would pass JOB_TEXT_MAX, or for jobs that job_decode would refuse (none or
 * too many, no argv[0], a number out of its range, an environment entry without a name).
 *
 *     perfsect-jobs 1
 *     hold 300
 *     job
 *     timeout 60
 *     warmups 1
 *     repetitions 5
 *     arg sched-pipe
 *     arg --loops=2000
 *     env LC_ALL=C
 *     server netserver
 *     server -D
 *     port 12865
 *     prepare /opt/fill
 *     end
 */
char *job_encode(const struct job_list *list) MUST_CHECK;

/*
 * Decodes into *ret, which is freed by job_list_clear. Returns 0, or -1 for text that does not follow
 * the format, with *ret_line the line at fault (from 1; 0 when memory ran out). The text must be
 * complete: a list that was cut short is refused. Never trusts lengths or counts.
 */
int job_decode(const char *text, size_t n, struct job_list *ret, unsigned *ret_line) MUST_CHECK;
void job_list_clear(struct job_list *list);

#endif
