/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table that scripts/bench prints, a line a figure: ours, our peer's, their ratio and its limit. */
#ifndef TESTS_BENCH_FIGURE_H
#define TESTS_BENCH_FIGURE_H

#include <stddef.h>

#define FIGURE_RUNS_MAX 101

/* Sorts the values. n is not 0. */
double figure_median(double *values, size_t n);

/*
 * "boot, wall   1.201 s   1.100 s   1.09   <= 1.15   within". `peer` says who that is and
 * goes into the name; `digits` are those behind the point; a ratio over `limit` is MISSED.
 */
struct figure {
	const char *name, *peer, *unit;
	int digits;
	double ours, theirs;
	double limit; /* of the ratio; 0: none, only told */
};
void figure_print(const struct figure *figure);

#endif
