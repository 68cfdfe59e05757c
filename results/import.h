/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Results that were measured elsewhere, read from text into series. Pure. A file is one of the formats
 * below; which one it is can be seen from its text.
 */
#ifndef RESULTS_IMPORT_H
#define RESULTS_IMPORT_H

#include "base/defs.h"
#include "base/error.h"
#include "results/import_state.h"

#include <stdbool.h>
#include <stddef.h>

#define IMPORT_BYTES_MAX ((size_t)64 << 20)

struct import_format {
	const char *name, *help;
	/* Does the text look like it? Reads lines from the start; the caller rewinds. */
	bool (*matches)(struct import *import);
	int (*read)(struct import *import, struct error *err);
};

/* All of them. */
const struct import_format *import_formats(size_t *ret_n);

/*
 * Reads the text as the format of that name, NULL: what it looks like. *ret_format is its name. What
 * cannot be used is ERROR_CONFIG with the line. Clear it with
 * import_clear(), also after a failure.
 */
int import_read(struct import *import, const char *text, size_t n, const char *format,
		const char **ret_format, struct error *err) MUST_CHECK;

#endif
