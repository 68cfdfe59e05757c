/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which file a command names, and the environment that it gets. */
#ifndef BASE_COMMAND_H
#define BASE_COMMAND_H

#include "base/defs.h"
#include "base/str.h"

/* Our environment, with the NAME=VALUE entries of `added` (may be NULL) in place of ours. */
void command_environment(struct strlist *list, const char *const *added);

/*
 * The program that `name` is in the PATH of this environment, or NULL; the caller frees it. A name
 * with a slash is taken as it is. Relative folders in PATH are passed over: which program runs
 * must not depend on the folder it runs in.
 */
char *command_find(const char *name, const char *const *env) MUST_CHECK;

#endif
