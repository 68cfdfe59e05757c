/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A work tree of ours: a folder with the files of one git tree, without a .git. Switching writes only
 * the files that differ, so that make rebuilds only what changed. What is checked out is recorded
 * beside it ("<dir>.state"), before and after a switch: one that was killed half-way is repaired by
 * the next, which writes all files of the unfinished difference again.
 */
#ifndef BISECT_TREE_H
#define BISECT_TREE_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/error.h"
#include "bisect/repo.h"

#include <stddef.h>

struct tree;

/* Opens or creates the work tree at `dir`; nothing is written yet. */
int tree_open(struct repo *repo, const char *dir, struct tree **ret, struct error *err) MUST_CHECK;
void tree_close(struct tree *tree);
void tree_closep(struct tree **tree);

/* Makes the folder hold exactly the files of `tree_hex`. *ret_changed counts written and removed. */
int tree_switch(struct tree *tree, const char *tree_hex, struct cancel *cancel, size_t *ret_changed,
		struct error *err) MUST_CHECK;
const char *tree_dir(const struct tree *tree); /* borrowed */
/* Hex of what is checked out, "" for nothing or a half-done switch. Borrowed. */
const char *tree_current(const struct tree *tree);

#endif
