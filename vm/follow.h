/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads a file that another process appends to, from its beginning, as the bytes come. */
#ifndef VM_FOLLOW_H
#define VM_FOLLOW_H

#include "base/defs.h"
#include "base/error.h"

#include <stddef.h>

struct follow; /* one file */

/* Makes the file, empty, before anything can write to it. `path` is copied. */
int follow_open(const char *path, struct follow **ret, struct error *err) MUST_CHECK;
void follow_close(struct follow *follow);
void follow_closep(struct follow **follow);

/*
 * The next bytes, up to `size`; *ret_n is 0 when there are none now. Goes on in the new file when
 * the writer (virtlogd) has set a full one aside and begun another. Does not block.
 */
int follow_read(struct follow *follow, char *bytes, size_t size, size_t *ret_n,
		struct error *err) MUST_CHECK;

#endif
