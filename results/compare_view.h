/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A judged table for people and for tools. Pure. */
#ifndef RESULTS_COMPARE_VIEW_H
#define RESULTS_COMPARE_VIEW_H

#include "base/str.h"
#include "results/compare.h"

#include <stddef.h>

struct compare_format {
	const char *name, *help;
	void (*append)(const struct compare *compare, struct str *out);
};

/* All of them, the default first. */
const struct compare_format *compare_formats(size_t *ret_n);
/* NULL when there is none of that name. */
const struct compare_format *compare_find_format(const char *name);

#endif
