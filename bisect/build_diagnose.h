/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads what make printed and tells whose fault it was: the tree's (evidence about the commit), or
 * this host's (out of memory, disk full, out of time, a tool missing), which must never count against a
 * commit. Pure: text in, verdict out.
 */
#ifndef BISECT_BUILD_DIAGNOSE_H
#define BISECT_BUILD_DIAGNOSE_H

#include "results/sample.h"

#include <stdbool.h>
#include <stddef.h>

enum build_end {
	BUILD_END_EXITED,    /* code is make's exit status */
	BUILD_END_SIGNALLED, /* code is the signal that ended make, not sent by us */
	BUILD_END_TIMED_OUT, /* our deadline was over */
};

struct build_evidence {
	const char *log; /* need not be NUL-terminated, may hold any bytes; NULL when log_n is 0 */
	size_t log_n;
	const char *source_dir; /* stripped from the front of file names; may be NULL */
	enum build_end end;
	int code;
};

struct build_verdict {
	enum outcome
		outcome; /* BUILT, NOT_BUILDABLE, COMPILER_KILLED, DISK_FULL, BUILD_TIMED_OUT */
	char *detail;    /* the first error lines; NULL when built */
	/*
	 * The host lacks something: what, and the Debian package that brings it. Then the outcome means
	 * nothing. Both NULL when nothing is missing. Constant strings.
	 */
	const char *missing;
	const char *package;
};
void build_verdict_clear(struct build_verdict *verdict);

void build_diagnose(const struct build_evidence *evidence, struct build_verdict *ret);

/* The Debian package that brings a command such as "flex" or "gcc-12"; NULL when we do not know. */
const char *build_package_of(const char *command);

#endif
