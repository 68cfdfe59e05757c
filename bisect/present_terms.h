/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A git-bisect log with terms of the user's own, as `git bisect start --term-old=fast --term-new=slow` has them. */
#ifndef BISECT_PRESENT_TERMS_H
#define BISECT_PRESENT_TERMS_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/cli.h"

#include <stdint.h>

struct present_terms {
	const char *format; /* "git-bisect", or it is refused */
	const char *term_old, *term_new;
	const char *path; /* NULL: standard output */
};

/* An exit status, or -1: ERROR_USAGE for terms that git would not take. */
int present_terms(struct cli *cli, int64_t case_id, const struct present_terms *terms,
		  struct error *err) MUST_CHECK;

#endif
