/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiler attributes and the cleanup idiom that every other file uses. */
#ifndef BASE_DEFS_H
#define BASE_DEFS_H

#include <stddef.h>

/* The result must be looked at; write (void)f() with a reason where it may be ignored. */
#define MUST_CHECK __attribute__((warn_unused_result))

/* printf-like: the format is argument `format_at`, its values start at argument `first_at`. */
#define PRINTF_LIKE(format_at, first_at) __attribute__((format(printf, format_at, first_at)))

/* Calls `function(&variable)` when the variable goes out of scope. Initialise at the declaration. */
#define CLEANUP(function) __attribute__((cleanup(function)))

#define ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))

#endif
