/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tool's output as a table: where each metric's numbers stand, and what makes an output void. */
#ifndef WORKLOADS_FIELD_H
#define WORKLOADS_FIELD_H

#include "base/defs.h"
#include "base/error.h"
#include "results/sample.h"
#include "workloads/reading.h"

#include <stdbool.h>
#include <stddef.h>

/* What becomes of several numbers of a field in one output. */
enum take { TAKE_LAST, TAKE_EACH, TAKE_SUM, TAKE_MEAN, TAKE_GEOMEAN, TAKE_MAX };

/* In a pattern: the number. What does not parse as one is refused with what stands there. */
#define VALUE "(?<value>\\S+)"

/*
 * One metric of a tool. Fields of the same metric that follow each other are alternatives, for the
 * wordings of several versions: the first that finds something counts.
 *
 * A `pattern` is matched (regex.h) against the lines of the output as a terminal shows them; a last
 * line without its newline is left out, since its number may be cut. Its groups:
 *   value  the number
 *   unit   its unit, from which it is converted into the field's (unit.h)
 *   per    a number that `value` is divided by
 *   label  what the number belongs to: each match becomes a reading "metric[label]"
 *
 * A `pointer` is an RFC 6901 pointer into the output's JSON, in which one "*" stands for 0, 1, 2, …;
 * several, with blanks between, are taken together.
 */
struct field {
	const char *metric;
	const char *unit;
	enum direction better;
	enum take take;
	const char *pattern; /* or */
	const char *pointer;
};

/* Why an output is void: it has a match of the pattern, or has none where it must have one. */
struct refusal {
	const char *pattern;
	const char *reason; /* "requests failed" */
	bool is_required;
};

/*
 * Reads an output by a table that ends with an entry of zeros; the first field's metric is the main
 * one. `refusals` ends likewise, or is NULL. Pure. Fails when an output is void, has nothing of the main
 * metric, or a number in it is none, or is negative, or (of the main metric) zero. *ret may then hold
 * readings; the caller clears it.
 */
int field_read(const struct field *fields, const struct refusal *refusals, const char *output,
	       size_t n, struct readings *ret, struct error *err) MUST_CHECK;

#endif
