/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of dots: where values lie between two bounds. */
#ifndef RESULTS_DOTS_H
#define RESULTS_DOTS_H

#include "base/str.h"

#include <stddef.h>

/* Counts of values by column; zeroed before the first dots_add(). */
struct dots {
	unsigned *columns;
	size_t n;
	double low, high;
};

/* n ≥ 1 columns; where high ≤ low all values are in the middle. */
void dots_init(struct dots *dots, size_t n, double low, double high);
void dots_clear(struct dots *dots);
/* Values outside the bounds count at the edge. */
void dots_add(struct dots *dots, double value);
/* Exactly n columns: blank for none, "·" one, "•" two or three, "●" more. */
void dots_append(const struct dots *dots, struct str *out);

#endif
