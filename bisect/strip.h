/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The posterior over a range as one line of a terminal, and below it what was tried. Pure. */
#ifndef BISECT_STRIP_H
#define BISECT_STRIP_H

#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

struct strip_mark {
	uint32_t position;
	char symbol; /* 'o' measured, 'x' untestable, '>' next */
};

/*
 * Two lines of `width` columns each: ▁…█ by the probability that falls into a column (blank below
 * 0.1 %), and the marks, a later one over an earlier one. posterior[1…n].
 */
void strip_append(struct str *str, const double *posterior, uint32_t n,
		  const struct strip_mark *marks, size_t n_marks, unsigned width);

#endif
