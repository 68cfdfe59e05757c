/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A small case to report: eight commits, six of them tried, the fifth slower by 3 %. Commits are
 * named by a digit: case_fixture_hex(5). Include after test.h.
 */
#ifndef TESTS_SUPPORT_CASE_FIXTURE_H
#define TESTS_SUPPORT_CASE_FIXTURE_H

#include "base/str.h"
#include "results/report_input.h"

#define CASE_FIXTURE_COMMITS 9 /* 0 is the good end, 8 the bad end */

struct case_fixture {
	struct case_record record;
	struct history *history;
	struct finding *finding;
	struct step_record steps[2];
	struct report_input input; /* of the above, no colour, 80 columns */
	char hex[CASE_FIXTURE_COMMITS][HISTORY_OID_SIZE];
};

/* `hex` NULL: commit i is 40 times the digit i; else these are its commits. */
void case_fixture_init(struct case_fixture *fixture, const char (*hex)[HISTORY_OID_SIZE]);
void case_fixture_clear(struct case_fixture *fixture);

/* The change was confirmed in four pairs, and explains 92 % when commit 3 takes it out. */
void case_fixture_verify(struct case_fixture *fixture);
/* Adds a kernel that was built, or failed with `outcome` and `detail`; the result is its index. */
size_t case_fixture_kernel(struct case_fixture *fixture, const char *hex, enum outcome outcome,
			   const char *subject, const char *detail);
/* Adds a measured boot with three samples around `value`. */
void case_fixture_boot(struct case_fixture *fixture, size_t kernel, double value);

/* Compares with tests/golden/<name>, and shows both when they differ. */
void assert_golden(const char *name, const struct str *text);

#endif
