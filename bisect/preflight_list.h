/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `check` found, line by line. */
#ifndef BISECT_PREFLIGHT_LIST_H
#define BISECT_PREFLIGHT_LIST_H

#include "base/defs.h"

#include <stddef.h>

enum preflight_level { PREFLIGHT_OK, PREFLIGHT_WARN, PREFLIGHT_FAIL };

struct preflight_item {
	enum preflight_level level;
	char *what; /* "repository", "compiler", … */
	char *detail;
	char *mend; /* "" when ok */
};

struct preflight {
	struct preflight_item *items;
	size_t n, capacity;
};

void preflight_add(struct preflight *preflight, enum preflight_level level, const char *what,
		   const char *mend, const char *format, ...) PRINTF_LIKE(5, 6);
void preflight_clear(struct preflight *preflight);
enum preflight_level preflight_worst(const struct preflight *preflight);
const char *preflight_level_name(enum preflight_level level); /* "ok", "warn", "FAIL" */

#endif
