/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A temporary file beside the place that it will take, or never take. */
#ifndef BASE_DRAFT_H
#define BASE_DRAFT_H

#include "base/defs.h"
#include "base/error.h"

struct draft {
	char *name; /* "<path>.tmp-XXXXXX"; NULL once it is in place */
	int fd;
};

/* Creates it beside `path`, mode 0600. */
int draft_open(struct draft *draft, const char *path, struct error *err) MUST_CHECK;
/* Closes it and renames it to `path`. 0, or -1 with errno. */
int draft_place(struct draft *draft, const char *path) MUST_CHECK;
/* Removes what was not put in place. A zeroed struct with fd -1 is allowed. */
void draft_clear(struct draft *draft);

#endif
