/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The posterior over a range as one line of a terminal, and below it what was tried. Pure. */
#ifndef BISECT_STRIP_H
#define BISECT_STRIP_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct strip_mark {
	uint32_t position;
	char symbol;
};

struct strip {
	const double *posterior; /* of positions 1…n */
	uint32_t n;
	const struct strip_mark *marks; /* a later one over an earlier one */
	size_t n_marks;
	unsigned width; /* columns, ≥ 2 */
	bool is_ascii;  /* .:-=+*%@ for ▁▂▃▄▅▆▇█ */
};

/*
 * Two lines of `width` columns each: ▁…█ by the probability that falls into a column (blank below
 * 0.1 %), and the marks.
 */
void strip_append(struct str *str, const struct strip *strip);

#endif
