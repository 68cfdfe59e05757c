/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that nobody should have to see, put wherever a case keeps text of others. */
#ifndef TESTS_SUPPORT_HOSTILE_CASE_H
#define TESTS_SUPPORT_HOSTILE_CASE_H

#include "tests/support/case_fixture.h"

/*
 * Replaces every text of the case that comes from a repository, a configuration, a kernel or a workload
 * with `text`, and gives its commits and consoles to the input. Free with hostile_case_clear() before
 * the fixture.
 */
void hostile_case_init(struct case_fixture *fixture, const char *text);
void hostile_case_clear(struct case_fixture *fixture);

/* The text, which the caller frees: `n` bytes, all of the kinds of attack in turn. */
char *hostile_text(size_t n);

#endif
