/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends of a range that are kernels measured elsewhere: "import:3/2.6.26". */
#ifndef BISECT_IMPORTED_ENDS_H
#define BISECT_IMPORTED_ENDS_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "bisect/workspace.h"

/*
 * Puts the revision in place of each of the two words that names an imported kernel: what it is called, or
 * that with a "v" before it, in the workspace's repository. Appends to *said, a line each, what both ends
 * measured elsewhere. Other words stay. ERROR_USAGE for a kernel that is not there, or a variant: the
 * repository has no commit of it.
 */
int imported_ends_take(struct workspace *workspace, struct strlist *words, struct str *said,
		       struct error *err) MUST_CHECK;

#endif
