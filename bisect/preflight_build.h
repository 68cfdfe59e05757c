/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be known about builds before one is made: compilers, and the tables by range of history. */
#ifndef BISECT_PREFLIGHT_BUILD_H
#define BISECT_PREFLIGHT_BUILD_H

#include "bisect/preflight_list.h"
#include "bisect/repo.h"
#include "config/settings.h"

/* Runs each compiler and linker that the settings name, for its version. */
void preflight_toolchains(struct preflight *preflight, const struct kernel_settings *settings);

/*
 * Are the ranges, commits and patches of the tables there; do the mends apply to the ends, where they are
 * given (else NULL)? Writes trees into the repository's scratch objects.
 */
void preflight_tables(struct preflight *preflight, struct repo *repo,
		      const struct kernel_settings *settings, const char *good, const char *bad);

#endif
