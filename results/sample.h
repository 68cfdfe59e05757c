/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vocabulary of measurements: what a number means, and what became of a commit. */
#ifndef RESULTS_SAMPLE_H
#define RESULTS_SAMPLE_H

#include <stdbool.h>

enum direction { HIGHER_IS_BETTER, LOWER_IS_BETTER };

/* "higher", "lower". */
const char *direction_name(enum direction better);
/* False when there is no such name. */
bool direction_from_name(const char *name, enum direction *ret);

/*
 * What was learnt about a kernel by one step, stored as its name. Those for which
 * outcome_is_evidence() holds say something about the commit; the others happened to this host.
 */
enum outcome {
	OUTCOME_BUILT,
	OUTCOME_NOT_BUILDABLE,   /* the tree's own compile error */
	OUTCOME_COMPILER_KILLED, /* host: out of memory */
	OUTCOME_DISK_FULL,       /* host */
	OUTCOME_BUILD_TIMED_OUT, /* host, unless it happens again */
	OUTCOME_BOOTED,
	OUTCOME_PANICKED,
	OUTCOME_HUNG,            /* no progress: lockup, or silent until the deadline */
	OUTCOME_REBOOTED,        /* went down before the jobs were done */
	OUTCOME_WRONG_KERNEL,    /* what booted is not what was built */
	OUTCOME_WORKLOAD_FAILED, /* it ran, and ended badly or printed no number */
	OUTCOME_TIMED_OUT,       /* the workload did not end in its time */
	OUTCOME_CONSOLE_LOST,    /* host: records are missing */
	OUTCOME_NOT_MERGEABLE,   /* a transplant conflicts */
	OUTCOME_MEASURED,
};
#define OUTCOME_COUNT 15

/* The stored and shown name: "built", "not-buildable", "compiler-killed", … */
const char *outcome_name(enum outcome outcome);
/* False when there is no such name. */
bool outcome_from_name(const char *name, enum outcome *ret);
/*
 * False for what happened to this host: killed compiler, full disk, build that took too long, wrong
 * kernel, lost console.
 */
bool outcome_is_evidence(enum outcome outcome);
/* True when a kernel with this outcome cannot be measured (evidence, and not built/booted/measured). */
bool outcome_is_untestable(enum outcome outcome);

/*
 * The scale on which effects add up, in percent units: 100·ln(value), negated where lower is better,
 * so that a larger number always means faster (SEARCH §2). `value` must be > 0.
 */
double sample_to_log_percent(double value, enum direction better);
/* The way back, into the metric's unit. */
double sample_from_log_percent(double log_percent, enum direction better);
/* 100·(exp(x/100) − 1): a difference on that scale as a percentage of throughput. */
double log_percent_to_percent(double difference);

#endif
