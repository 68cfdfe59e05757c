/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the repo*.c files share; nobody else includes it. */
#ifndef BISECT_REPO_PRIVATE_H
#define BISECT_REPO_PRIVATE_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/repo.h"

#include <git2.h>

/* Author of the commits that we make. */
#define REPO_OUR_NAME "perfsect"

struct repo {
	char *path;          /* as the user named it */
	char *objects_dir;   /* of the repository */
	git_odb *odb;        /* its objects, read only, and our scratch objects */
	git_repository *git; /* the user's, for references and revisions */
	/*
	 * The same objects without references, work tree, attributes or configuration: what is
	 * merged depends on the commits alone.
	 */
	git_repository *bare;
};

/*
 * Sets "<text>: <libgit2's reason>", with the kind that follows from the code. Returns -1. The text
 * names our task; libgit2's is taken at once, before another call replaces it.
 */
int error_git(struct error *err, int code, const char *format, ...) PRINTF_LIKE(3, 4);

/* 40 hex digits → an id; ERROR_USAGE for anything else. */
int repo_parse_id(git_oid *ret, const char *hex, struct error *err) MUST_CHECK;

/* The commit of 40 hex digits; the caller frees it. */
int repo_look_up_commit(struct repo *repo, const char *hex, git_commit **ret,
			struct error *err) MUST_CHECK;
/* The tree of 40 hex digits; the caller frees it. */
int repo_look_up_tree(struct repo *repo, const char *hex, git_tree **ret,
		      struct error *err) MUST_CHECK;
/* How all our merges are made: with renames, and no further than the first conflict. */
void repo_init_merge(git_merge_options *ret);

/* For CLEANUP(): free what libgit2 gave. NULL is allowed. */
void repo_object_freep(git_object **object);
void repo_commit_freep(git_commit **commit);
void repo_tree_freep(git_tree **tree);
void repo_odb_object_freep(git_odb_object **object);
void repo_index_freep(git_index **index);
void repo_signature_freep(git_signature **signature);
void repo_entry_freep(git_tree_entry **entry);
void repo_walk_freep(git_revwalk **walk);
void repo_diff_freep(git_diff **diff);
void repo_patch_freep(git_patch **patch);
void repo_buffer_clear(git_buf *buffer);

#endif
