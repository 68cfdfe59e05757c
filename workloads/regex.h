/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Perl-compatible regular expressions with named groups. ^ and $ match at lines. The work is bounded:
 * a pattern that backtracks without end is an error, always at the same step.
 */
#ifndef WORKLOADS_REGEX_H
#define WORKLOADS_REGEX_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct regex;

/* A piece of a text, not NUL-terminated; `begin` is NULL when there is none. */
struct piece {
	const char *begin;
	size_t n;
};

/* ERROR_CONFIG for a pattern that does not compile or is too long. */
int regex_new(const char *pattern, struct regex **ret, struct error *err) MUST_CHECK;
void regex_free(struct regex *regex);
void regex_freep(struct regex **regex);
bool regex_has_group(const struct regex *regex, const char *name);

/*
 * The next match that begins at or behind *at, which then moves on; *ret_found is false when there is
 * none. All searches with one `regex` share one budget of steps.
 */
int regex_next(struct regex *regex, const char *text, size_t n, size_t *at, bool *ret_found,
	       struct error *err) MUST_CHECK;
/* What the whole pattern matched last, and what a group of it did. Borrowed from the text. */
struct piece regex_match(const struct regex *regex);
struct piece regex_group(const struct regex *regex, const char *name);

#endif
