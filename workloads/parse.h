/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The user's rule for finding the number in an output: "keyvalue:NAME", "json:/POINTER",
 * "regex:…(?<value>…)…", "csv:COLUMN", "csv:COLUMN where NAME=VALUE", "tap:NAME" or "lava:NAME". In all
 * of them the last occurrence counts, the locale does not matter, and only a finite number above zero
 * is taken.
 */
#ifndef WORKLOADS_PARSE_H
#define WORKLOADS_PARSE_H

#include "base/defs.h"
#include "base/error.h"

#include <stddef.h>

/* ERROR_CONFIG for what is no rule, or can never find anything. */
int parse_check(const char *rule, struct error *err) MUST_CHECK;
/* The value of an output. Pure. */
int parse_apply(const char *rule, const char *output, size_t n, double *ret,
		struct error *err) MUST_CHECK;

#endif
