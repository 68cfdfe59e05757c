/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number in the results of tests: TAP 12 to 14, KTAP 1, and LAVA's signals. */
#ifndef WORKLOADS_PARSE_TAP_H
#define WORKLOADS_PARSE_TAP_H

#include "base/defs.h"
#include "base/error.h"

#include <stddef.h>

/* Refuses a name that is empty or holds "\E". */
int parse_tap_check(const char *name, struct error *err) MUST_CHECK;

/*
 * The number of the last diagnostic "# NAME: 123" (or "="), whatever the depth. The run is void when a
 * test failed that is not to do, when it bailed out, or without a plan, "1..N".
 */
int parse_tap(const char *name, const char *output, size_t n, double *ret,
	      struct error *err) MUST_CHECK;

/* The MEASUREMENT of the last <LAVA_SIGNAL_TESTCASE TEST_CASE_ID=NAME …>; void when it did not pass. */
int parse_lava(const char *name, const char *output, size_t n, double *ret,
	       struct error *err) MUST_CHECK;

#endif
