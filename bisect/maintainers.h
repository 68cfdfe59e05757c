/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Asks the tree's own scripts/get_maintainer.pl who looks after the files of a commit. The script comes from
 * the history under test, so it runs in a folder of its own and in the sandbox, or not at all.
 */
#ifndef BISECT_MAINTAINERS_H
#define BISECT_MAINTAINERS_H

#include "base/cancel.h"
#include "base/str.h"
#include "bisect/repo.h"
#include "bisect/workspace.h"

/*
 * Adds those that are not yet there. Never fails: *ret_why says why nobody was asked, NULL when somebody was; the
 * caller frees it. Blocks for at most a minute.
 */
void maintainers_add(const struct workspace *workspace, struct repo *repo,
		     const struct repo_commit *commit, struct strlist *mailboxes,
		     struct cancel *cancel, char **ret_why);
/* What the script prints, a mailbox a line: "Ben Takt <ben@example.org> (maintainer:SCHED)". Pure. */
void maintainers_read(const char *output, struct strlist *mailboxes);

#endif
