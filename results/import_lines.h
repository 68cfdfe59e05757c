/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The lines of a file from outside, and the numbers on them: everything is bounded, and what cannot be
 * used is refused with the number of its line (ERROR_CONFIG).
 */
#ifndef RESULTS_IMPORT_LINES_H
#define RESULTS_IMPORT_LINES_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

#define IMPORT_LINE_MAX 65536 /* bytes */

struct import_lines {
	const char *text;
	size_t n, at;
	unsigned number; /* of the line, from 1 */
	struct str line; /* without its end */
};

/* A mark of the byte order is passed over. */
void import_lines_init(struct import_lines *lines, const char *text, size_t n);
void import_lines_clear(struct import_lines *lines);
/* The next line in lines->line, or *ret = false behind the last. Refuses NUL and too long lines. */
int import_lines_next(struct import_lines *lines, bool *ret, struct error *err) MUST_CHECK;
/* Goes back to the first line. */
void import_lines_rewind(struct import_lines *lines);

/* "line 3: …"; returns -1. */
int import_refuse(const struct import_lines *lines, struct error *err, const char *format, ...)
	PRINTF_LIKE(3, 4);
/* A measurement: finite and not negative. */
int import_value(const struct import_lines *lines, const char *text, double *ret,
		 struct error *err) MUST_CHECK;
/* Is the text a decimal number, of any size? */
bool import_is_number(const char *text);

#endif
