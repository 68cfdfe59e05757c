/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The kernel repository, read only, and the only user of libgit2. Objects that a bisect makes itself
 * (transplants) go into an object folder of the workspace that has the user's repository as
 * its alternate; nothing is ever written to the user's. Hooks, filters and config of the repository
 * under test are not run.
 */
#ifndef BISECT_REPO_H
#define BISECT_REPO_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "bisect/graph.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct repo;

#define REPO_HEX_SIZE 41

/*
 * Opens the repository at `path` (work tree or bare). `scratch_dir` holds our own objects; NULL where
 * nothing will be transplanted. ERROR_CONFIG for a missing one, a shallow clone, one owned by others.
 */
int repo_open(const char *path, const char *scratch_dir, struct repo **ret,
	      struct error *err) MUST_CHECK;
void repo_close(struct repo *repo);
void repo_closep(struct repo **repo);

/*
 * What is checked out in the repository that the current directory is in, as `git bisect run` has it:
 * 40 hex digits. ERROR_USAGE when it is in none, or nothing is checked out.
 */
int repo_read_head_here(char ret[REPO_HEX_SIZE], struct error *err) MUST_CHECK;

/* A revision in any of git's forms → the commit's 40 hex digits. ERROR_USAGE when there is none. */
int repo_resolve(struct repo *repo, const char *revision, char ret[REPO_HEX_SIZE],
		 struct error *err) MUST_CHECK;

/*
 * Loads good..bad. ERROR_USAGE, saying which and what to do, when good = bad, the ends have no common
 * ancestor, good is a descendant of bad (swapped), or good is not an ancestor of bad (with the merge
 * base to use instead).
 */
int repo_load_range(struct repo *repo, const char *good, const char *bad, struct cancel *cancel,
		    struct graph **ret, struct error *err) MUST_CHECK;

/*
 * Rules out (graph->is_outside) the commits that change none of the paths: those that are at the paths
 * as one of their parents is, and those whose branch a merge took in without a change at the paths.
 * ERROR_USAGE when no commit is left. Reads the folders above the paths of the mainline's commits and of
 * branches that changed them.
 */
int repo_limit_range(struct repo *repo, const struct strlist *paths, struct cancel *cancel,
		     struct graph *graph, struct error *err) MUST_CHECK;

struct repo_commit {
	char hex[REPO_HEX_SIZE];
	char tree[REPO_HEX_SIZE];
	char *subject;
	char *author;  /* "Name <mail>" */
	char *message; /* whole */
	int64_t time;  /* committer, UNIX seconds */
	unsigned n_parents;
	char first_parent[REPO_HEX_SIZE]; /* "" for a root */
};
void repo_commit_clear(struct repo_commit *commit);
int repo_read_commit(struct repo *repo, const char *hex, struct repo_commit *ret,
		     struct error *err) MUST_CHECK;
/*
 * What the commit changes against its first parent, as a unified diff of at most max_bytes whole lines;
 * *ret_bytes is the length of all of it. NULs in it are shown as \x01. The caller frees *ret.
 */
int repo_read_patch(struct repo *repo, const struct repo_commit *commit, size_t max_bytes,
		    char **ret, size_t *ret_bytes, struct error *err) MUST_CHECK;
/*
 * The youngest commit with that subject that a reference leads to, as it is after its branch was rebased; ""
 * where there is none. Looks at some 200 000 commits at most.
 */
int repo_find_subject(struct repo *repo, const char *subject, char ret[REPO_HEX_SIZE],
		      struct error *err) MUST_CHECK;
/* Shortest unique prefix of at least 12 digits. */
int repo_short_id(struct repo *repo, const char *hex, char ret[REPO_HEX_SIZE],
		  struct error *err) MUST_CHECK;

/*
 * The tree of `commit` merged onto `onto` (three-way, base = their merge base), written to the scratch
 * objects. *ret_conflict says whether it conflicts, then `ret` is not written.
 */
int repo_transplant(struct repo *repo, const char *onto, const char *commit,
		    char ret_tree[REPO_HEX_SIZE], bool *ret_conflict, struct error *err) MUST_CHECK;

/* What leads from one tree to another, for a third. */
struct repo_patch {
	const char *from_tree, *to_tree;
	const char *onto;    /* commit */
	const char *subject; /* of the commit that is made */
};
/*
 * Applies a patch to a commit, by a three-way merge as git revert (from the state with a change to the
 * one without it) and git cherry-pick do. Gives a commit of the scratch objects, a child of `onto`: the
 * same one whenever it is made. *ret_conflict says whether it conflicts, then `ret` is not written.
 */
int repo_apply(struct repo *repo, const struct repo_patch *patch, char ret_commit[REPO_HEX_SIZE],
	       bool *ret_conflict, struct error *err) MUST_CHECK;
/*
 * As repo_transplant, but gives a commit of the scratch objects with that tree, and with the two as its
 * parents, onto which more can be merged. The same two give the same commit, in any workspace. Nothing
 * refers to it: it is made again where it is missing.
 */
int repo_join(struct repo *repo, const char *onto, const char *commit, char ret[REPO_HEX_SIZE],
	      bool *ret_conflict, struct error *err) MUST_CHECK;
/*
 * The tree with the pads of bisect/layout.h behind some of its files, for a layout of its own (`variant`
 * ≥ 1), written to the scratch objects. No line of a file changes. *ret_found is false where the tree has
 * no file that may be padded, then `ret` is not written. Reads all folders that may have one.
 */
int repo_lay_out(struct repo *repo, const char *tree, unsigned variant, char ret[REPO_HEX_SIZE],
		 bool *ret_found, struct error *err) MUST_CHECK;
/* "" when the histories are unrelated; where a criss-cross gives several, one of them. */
int repo_merge_base(struct repo *repo, const char *one, const char *other, char ret[REPO_HEX_SIZE],
		    struct error *err) MUST_CHECK;
/* Is `ancestor` reachable from `commit`, and another one? */
int repo_descends(struct repo *repo, const char *commit, const char *ancestor, bool *ret,
		  struct error *err) MUST_CHECK;

/*
 * A range of history, "A..B" with either end left out: the states that have A in their history, and B
 * not, or as their newest commit. A branch that left before A is not in it, whatever it was merged into;
 * so ranges that follow each other leave no state out, and share none.
 */
struct repo_span {
	char from[REPO_HEX_SIZE], to[REPO_HEX_SIZE]; /* "": open */
};
/* ERROR_CONFIG for what is no range, an end that is not there, and a range without commits. */
int repo_read_span(struct repo *repo, const char *text, struct repo_span *ret,
		   struct error *err) MUST_CHECK;
/*
 * Is the state in it: `commit`, merged onto `onto` ("": as it is)? Commits that we made ourselves stand
 * for their parents.
 */
int repo_span_has(struct repo *repo, const struct repo_span *span, const char *onto,
		  const char *commit, bool *ret, struct error *err) MUST_CHECK;
/* Is the other commit in the state's history, or itself? */
int repo_contains(struct repo *repo, const char *onto, const char *commit, const char *other,
		  bool *ret, struct error *err) MUST_CHECK;

/* A state that is about to be built. */
struct repo_state {
	const char *commit, *onto; /* as of struct candidate */
	const char *tree;          /* of the state so far */
};
enum repo_mend {
	REPO_MEND_APPLIED,
	REPO_MEND_PRESENT, /* the change is there, under whatever name */
	REPO_MEND_CONFLICT,
};
/*
 * The state's tree with the change of a commit, by a three-way merge as git cherry-pick does it, written to
 * the scratch objects. `ret_tree` is written for REPO_MEND_APPLIED only.
 */
int repo_mend_commit(struct repo *repo, const char *mend, const struct repo_state *state,
		     char ret_tree[REPO_HEX_SIZE], enum repo_mend *ret_outcome,
		     struct error *err) MUST_CHECK;
/* The same with a patch as git diff and git format-patch write it. ERROR_CONFIG for what is none. */
int repo_mend_patch(struct repo *repo, const char *text, size_t n, const struct repo_state *state,
		    char ret_tree[REPO_HEX_SIZE], enum repo_mend *ret_outcome,
		    struct error *err) MUST_CHECK;
int repo_check_patch(struct repo *repo, const char *text, size_t n, struct error *err) MUST_CHECK;

/* One file that differs between two trees. */
struct repo_difference {
	const char *path; /* relative, never "..", never absolute */
	bool is_removed;  /* not in the second tree */
	mode_t mode; /* of the second: 0100644, 0100755, 0120000 (symlink); submodules are left out */
	const char *blob; /* hex */
};
typedef int repo_difference_function(void *context, const struct repo_difference *difference,
				     struct error *err);
/*
 * Calls back for each file that differs between two trees, in path order; `from` "" is the empty
 * tree. Stops at the first -1. Restricted to the given paths when there are any.
 */
int repo_each_difference(struct repo *repo, const char *from_tree, const char *to_tree,
			 const char *const *paths, repo_difference_function *callback,
			 void *context, struct error *err) MUST_CHECK;
/* Bytes of a blob, NUL-terminated; the caller frees *ret. Bounded at 256 MiB. */
int repo_read_blob(struct repo *repo, const char *hex, char **ret, size_t *ret_n,
		   struct error *err) MUST_CHECK;
/* The blob at a path of a tree, or *ret_found = false. */
int repo_read_path(struct repo *repo, const char *tree, const char *path, char **ret, size_t *ret_n,
		   bool *ret_found, struct error *err) MUST_CHECK;

/* True when the object is there. A tree of a transplant is not after its scratch objects are gone. */
bool repo_has(struct repo *repo, const char *hex);

/* SHA-1 (git's blob hash) of bytes, as 40 hex digits: names the contents of configurations and keys. */
int repo_hash(const void *bytes, size_t n, char ret[REPO_HEX_SIZE], struct error *err) MUST_CHECK;

/*
 * What the user's own git configuration says, such as "core.pager"; NULL for nothing. The caller frees it. To
 * be asked before any repository is opened, which then goes without it.
 */
char *repo_user_setting(const char *name) MUST_CHECK;

#endif
