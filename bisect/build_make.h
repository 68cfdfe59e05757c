/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs the makefiles of a kernel tree as we want them run: pinned stamps, C locale, nothing inherited
 * that could change the kernel, ccache that hits from any folder, and a sandbox where there is one.
 */
#ifndef BISECT_BUILD_MAKE_H
#define BISECT_BUILD_MAKE_H

#include "base/cancel.h"
#include "base/deadline.h"
#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "bisect/build_diagnose.h"
#include "config/settings.h"

#include <stdbool.h>

/* Borrows all but what is marked; paths are absolute. */
struct build_make {
	const struct kernel_settings *settings;
	const char *source_dir;
	const char *log_path;
	struct deadline deadline;
	struct cancel *cancel;
	void (*tick)(void *context); /* as in struct build_request */
	void *tick_context;
	struct strlist env;      /* owned */
	struct strlist writable; /* owned; folders that a sandboxed child may write to */
	bool sandboxed;
};

/* make, each word of settings->cc and settings->ld are installed, else ERROR_HOST as below. */
int build_make_check(const struct kernel_settings *settings, struct error *err) MUST_CHECK;

/*
 * Fails with ERROR_HOST, naming the Debian package, when make or a word of settings->cc or ld is not
 * installed.
 */
int build_make_init(struct build_make *make, const char *object_dir, struct error *err) MUST_CHECK;
void build_make_clear(struct build_make *make);

/*
 * make -C source O=object -j jobs target. What was learnt is in *ret (to be cleared); -1 when the
 * child could not be run, or the host lacks a tool.
 */
int build_make_target(const struct build_make *make, const char *object_dir, const char *target,
		      unsigned jobs, struct build_verdict *ret, struct error *err) MUST_CHECK;

/* The words of that command. */
void build_make_append(const struct build_make *make, const char *object_dir, const char *target,
		       unsigned jobs, struct strlist *command);

/* Any other command, in `cwd`, with the same care. */
int build_make_command(const struct build_make *make, const char *cwd,
		       const struct strlist *command, struct build_verdict *ret,
		       struct error *err) MUST_CHECK;

#endif
