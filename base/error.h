/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * An error: this host could not do what it was asked to (a bad configuration, a full disk, no
 * libvirt). What a kernel under test does is an outcome, never an error.
 *
 * Functions that can fail return 0 or -1 and fill the `struct error *` they take last. The lowest
 * function that knows the facts sets the text; callers prepend their own task with error_wrap().
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include "base/defs.h"

/* What a caller may do about it; decides the exit status. */
enum error_kind {
	ERROR_NONE,
	ERROR_HOST,      /* this host could not do it now; a later try may succeed */
	ERROR_DISK_FULL, /* as ERROR_HOST, and the reason is a full file system */
	ERROR_TIMEOUT,   /* as ERROR_HOST, and the reason is a deadline of ours */
	ERROR_CANCELLED, /* the user asked to stop */
	ERROR_CONFIG,    /* the configuration or the repository is not as it must be */
	ERROR_USAGE,     /* the command line is not as it must be */
};

#define ERROR_TEXT_MAX 2048

struct error {
	enum error_kind kind;
	char text[ERROR_TEXT_MAX]; /* one line, no full stop; empty while kind is ERROR_NONE */
};

/*
 * Sets kind and text; always returns -1, so that callers can write `return error_set(…)`. A macro, so
 * that compilers and analysers see the -1 and know which out-parameters are written.
 */
#define error_set(err, kind, ...) (error_fill(err, kind, __VA_ARGS__), error_returned())

/*
 * Sets "<text>: <strerror>" from an errno value; ENOSPC and EDQUOT become ERROR_DISK_FULL, all
 * others ERROR_HOST. Returns -1.
 */
#define error_errno(err, errno_value, ...) \
	(error_fill_errno(err, errno_value, __VA_ARGS__), error_returned())

/* Prepends "<task>: " and keeps the kind. Returns -1. */
#define error_wrap(err, ...) (error_prepend(err, __VA_ARGS__), error_returned())

/* What the macros above call. */
void error_fill(struct error *err, enum error_kind kind, const char *format, ...) PRINTF_LIKE(3, 4);
void error_fill_errno(struct error *err, int errno_value, const char *format, ...)
	PRINTF_LIKE(3, 4);
void error_prepend(struct error *err, const char *format, ...) PRINTF_LIKE(2, 3);
static inline int error_returned(void)
{
	return -1;
}

/* Forgets the error, so that the struct can be used again. */
void error_clear(struct error *err);

#endif
