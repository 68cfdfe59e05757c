/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The last bytes of a stream of any length, in bounded memory. */
#ifndef BASE_TAIL_H
#define BASE_TAIL_H

#include "base/defs.h"

#include <stdbool.h>
#include <stddef.h>

struct tail {
	size_t max;  /* how many bytes to keep; set by the owner */
	char *bytes; /* up to 2 * max of them */
	size_t length;
	bool is_cut; /* there were more than max */
};

void tail_add(struct tail *tail, const char *bytes, size_t n);
/* Hands the last bytes over to the caller, NUL-terminated ("" when none), and empties the struct. */
char *tail_steal(struct tail *tail, size_t *ret_n) MUST_CHECK;
void tail_clear(struct tail *tail);

#endif
