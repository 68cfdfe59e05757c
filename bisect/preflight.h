/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What can be known before a night is spent: configuration, repository, ends, tools, disk, machines.
 * Starts nothing and changes nothing; each item says how to mend what is wrong.
 */
#ifndef BISECT_PREFLIGHT_H
#define BISECT_PREFLIGHT_H

#include "bisect/preflight_list.h"
#include "config/settings.h"

/* What a bisect takes on disk: a tree with its objects, and each kernel. */
#define PREFLIGHT_TREE_MIN_BYTES 2e9
#define PREFLIGHT_TREE_MAX_BYTES 12e9
#define PREFLIGHT_KERNEL_BYTES 1e7

/*
 * Everything but the machines; good and bad may be NULL. `dir` is the workspace. Runs the compiler for
 * its version.
 */
void preflight_run(struct preflight *preflight, const struct settings *settings, const char *dir,
		   const char *good, const char *bad);

/*
 * The machines and their host. Connects to them, a few seconds: only while no session works in the
 * workspace, whose machines it would disturb.
 */
void preflight_machines(struct preflight *preflight, const struct settings *settings,
			const char *dir);

#endif
