/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number that a Perl-compatible regular expression captures. */
#ifndef WORKLOADS_PARSE_REGEX_H
#define WORKLOADS_PARSE_REGEX_H

#include "base/defs.h"
#include "base/error.h"

#include <stddef.h>

/* Refuses a pattern that does not compile or has no group (?<value>…). */
int parse_regex_check(const char *pattern, struct error *err) MUST_CHECK;

/*
 * The group "value" of the last match in the output; ^ and $ match at lines. The work is bounded: a
 * pattern that backtracks without end is an error, always at the same step.
 */
int parse_regex(const char *pattern, const char *output, size_t n, double *ret,
		struct error *err) MUST_CHECK;

#endif
