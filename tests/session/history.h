/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A history of tests/session/tree, written in one go. Every commit sets one file and has a tag of its
 * name; commits are numbered from 0, the root, which is "root" and has the tree as it is.
 */
#ifndef TESTS_SESSION_HISTORY_H
#define TESTS_SESSION_HISTORY_H

#include "base/str.h"

#define HISTORY_ROOT 0U
#define HISTORY_COMMITS_MAX 64

struct history_item {
	unsigned parent, branch; /* branch: of a merge, else equal to parent */
	const char *path, *text; /* borrowed; path NULL: a merge that changes nothing itself */
};

struct history_builder {
	struct str stream; /* for git fast-import */
	struct history_item items[HISTORY_COMMITS_MAX];
	unsigned n;
};

void history_begin(struct history_builder *builder);
/* The new commit's number. `path` and `text` are constants of the test; `text` NULL removes the file. */
unsigned history_commit(struct history_builder *builder, const char *name, unsigned parent,
			const char *path, const char *text);
/*
 * Merges `branch`, which left the first-parent line of `parent` somewhere, with the files of both;
 * the branch's win. `path`, when not NULL, is the merge's own change.
 */
unsigned history_merge(struct history_builder *builder, const char *name, unsigned parent,
		       unsigned branch, const char *path, const char *text);
/* Merges several branches at once, with the files of all. */
unsigned history_octopus(struct history_builder *builder, const char *name, unsigned parent,
			 const unsigned *branches, unsigned n);
/* A commit without parents, that has this file alone. */
unsigned history_foreign_root(struct history_builder *builder, const char *name, const char *path,
			      const char *text);
/* A merge that takes no file from `branch`, but sets one itself. */
unsigned history_merge_elsewhere(struct history_builder *builder, const char *name, unsigned parent,
				 unsigned branch, const char *path, const char *text);
/* Makes the repository and forgets the stream. */
void history_finish(struct history_builder *builder, const char *repo);

#endif
