/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reports of a case. Pure: from what the store holds to bytes. */
#ifndef RESULTS_REPORT_H
#define RESULTS_REPORT_H

#include "base/str.h"
#include "results/report_input.h"

#include <stddef.h>

struct report_format {
	const char *name; /* of --format */
	const char *help; /* one line for people */
	void (*append)(const struct report_input *input, struct str *out);
};

/* All of them, the default first. */
const struct report_format *report_formats(size_t *ret_n);
/* NULL when there is none of that name. */
const struct report_format *report_find_format(const char *name);

#endif
