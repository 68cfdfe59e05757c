/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The door through which every measured number comes: finite and above zero, or a named refusal. */
#ifndef WORKLOADS_PARSE_VALUE_H
#define WORKLOADS_PARSE_VALUE_H

#include "base/defs.h"
#include "base/error.h"

#include <stddef.h>

/* `label` says what the number is, for the error, e.g. "ops_per_s". */
int parse_value_check(const char *label, double value, double *ret, struct error *err) MUST_CHECK;

/* All n bytes of the text must be the number: "12ms", "1,234" and "" are refused. */
int parse_value_text(const char *label, const char *text, size_t n, double *ret,
		     struct error *err) MUST_CHECK;

/* As parse_value_text, and zero is welcome: for numbers beside the one that is measured. */
int parse_value_number(const char *label, const char *text, size_t n, double *ret,
		       struct error *err) MUST_CHECK;

#endif
