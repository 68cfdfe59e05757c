/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small files of /proc and /sys, and words of the kernel's command line. */
#ifndef VM_GUEST_TEXT_FILE_H
#define VM_GUEST_TEXT_FILE_H

#include "base/defs.h"

#include <stdbool.h>
#include <stddef.h>

/* Reads at most size bytes; returns how many, or -1 with errno. */
long text_file_bytes(const char *path, void *bytes, size_t size) MUST_CHECK;
/*
 * Reads text of at most size − 1 bytes, without the newlines and blanks at its end. False when the
 * file cannot be read.
 */
bool text_file_read(const char *path, char *text, size_t size) MUST_CHECK;
/* The value of the last word "key=value" of a command line; false when there is none. */
bool text_file_word(const char *cmdline, const char *key, char *value, size_t size) MUST_CHECK;

#endif
