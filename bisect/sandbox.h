/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a build where it can do no harm: with bubblewrap, a child sees the host read-only, has no
 * network and no other processes, and writes only to the folders given. A history holds commits
 * that nobody has reviewed for what their Makefiles do to the host.
 */
#ifndef BISECT_SANDBOX_H
#define BISECT_SANDBOX_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/str.h"

#include <stdbool.h>

/*
 * True when bubblewrap is installed and may make its namespaces here, which containers often forbid:
 * tries it, for at most ten seconds.
 */
bool sandbox_is_usable(struct cancel *cancel);

/*
 * Appends the words to put before a command, so that it runs in `cwd`, which must be writable, and may
 * write to the folders of `writable` only. /tmp is private and ends with the child; `readable` (may
 * be NULL) is bound as well, since it may lie under the host's /tmp, which is not seen.
 */
void sandbox_append(struct strlist *argv, const struct strlist *writable, const char *readable,
		    const char *cwd);

#endif
