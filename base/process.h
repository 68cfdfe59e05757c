/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The only fork and exec. A child runs in its own session and process group (it cannot ask for a
 * password on our terminal) with stdin from /dev/null, default signal dispositions, an empty signal
 * mask and no inherited descriptors; it gets SIGTERM when we are killed. When the deadline is over or
 * the user cancels, the whole group gets SIGTERM, two seconds later SIGKILL; the call returns only
 * when the child is reaped. What the child leaves behind in its group is killed too.
 */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include "base/cancel.h"
#include "base/deadline.h"
#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct process_opts {
	const char *const *argv; /* NULL-terminated; argv[0] is looked up in the PATH it gets */
	const char *const *env;  /* NULL-terminated NAME=VALUE list added to ours; may be NULL */
	const char *cwd;         /* NULL: ours */
	const char *log_path;    /* stdout and stderr are appended here; NULL: only captured */
	size_t capture_bytes;    /* keep the last so many bytes of stdout (and stderr) in memory */
	bool separate_stderr;    /* stderr goes to /dev/null instead of with stdout */
	struct deadline deadline;
	struct cancel *cancel; /* may be NULL */
	/* Called about once a second while the child runs; may be NULL. */
	void (*tick)(void *context);
	void *tick_context;
	int nice;     /* added to our niceness; 0: as we are */
	bool is_idle; /* also runs, and reads its disk, only when nobody else wants to */
};

enum process_end {
	PROCESS_EXITED,    /* code = exit status */
	PROCESS_SIGNALLED, /* code = signal number */
	PROCESS_TIMED_OUT, /* the deadline was over; we killed it */
};

struct process_result {
	enum process_end end;
	int code;
	double wall_s;
	double cpu_s; /* user and system time of the child and its waited-for descendants */
	char *output; /* NUL-terminated captured bytes, "" without capture; freed by process_result_clear */
	size_t output_n;
	bool output_is_cut; /* there was more than capture_bytes */
};

/*
 * Runs the child to its end. -1 only when it could not be started or waited for, or when the user
 * cancelled (ERROR_CANCELLED); how the child ended is in *ret.
 */
int process_run(const struct process_opts *opts, struct process_result *ret,
		struct error *err) MUST_CHECK;
void process_result_clear(struct process_result *result);

/*
 * A child that runs beside us. It is over when it exits, whatever its deadline; the tick is not called,
 * the strings of the options are not needed any more.
 */
struct process;
int process_start(const struct process_opts *opts, struct process **ret,
		  struct error *err) MUST_CHECK;
/* Waits up to `wait_ms` (0: only asks) until it has exited. */
bool process_is_over(const struct process *process, int wait_ms);
/*
 * Ends it, if it is not over, as one over its deadline is ended: blocks for some seconds at most. Frees
 * it, also on failure.
 */
int process_stop(struct process *process, struct error *err) MUST_CHECK;

/*
 * As process_run with capture (of 1 MiB when capture_bytes is 0), and anything but exit status 0 is
 * an error that quotes the last line; so is more output than could be captured. The caller frees
 * *ret_output.
 */
int process_read(const struct process_opts *opts, char **ret_output, struct error *err) MUST_CHECK;

/* True when PATH (or an absolute name) has an executable of that name. */
bool process_is_available(const char *name);

#endif
