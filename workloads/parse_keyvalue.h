/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "NAME=123" and "NAME: 123", anywhere in a line. */
#ifndef WORKLOADS_PARSE_KEYVALUE_H
#define WORKLOADS_PARSE_KEYVALUE_H

#include "base/defs.h"
#include "base/error.h"

#include <stddef.h>

/*
 * The number behind the last `name` that stands as a word of its own and has "=" or ":" behind it,
 * with or without blanks around. The number ends at a blank, or at one of ",;)]}" with no digit
 * behind it. "max-ops" and "read.ops" are other words than "ops".
 */
int parse_keyvalue(const char *name, const char *output, size_t n, double *ret,
		   struct error *err) MUST_CHECK;

#endif
