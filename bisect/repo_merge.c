/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/repo.h"

#include "bisect/repo_private.h"

/*
 * libgit2 takes the merge base itself. Where a criss-cross gives several, it merges those first into a
 * virtual one, as git does. Writes the tree, or says that there is none.
 */
static int merge(struct repo *repo, git_commit *ours, git_commit *theirs, git_oid *ret_tree,
		 bool *ret_conflict, struct error *err)
{
	CLEANUP(repo_index_freep) git_index *index = NULL;
	git_merge_options options;
	int code;

	repo_init_merge(&options);
	code = git_merge_commits(&index, repo->bare, ours, theirs, &options);
	if (code == GIT_EMERGECONFLICT || (code == 0 && git_index_has_conflicts(index))) {
		*ret_conflict = true;
		return 0;
	}
	if (code == 0)
		code = git_index_write_tree_to(ret_tree, index, repo->bare);
	if (code < 0)
		return error_git(err, code, "cannot merge the trees");
	*ret_conflict = false;
	return 0;
}

int repo_transplant(struct repo *repo, const char *onto, const char *commit,
		    char ret_tree[REPO_HEX_SIZE], bool *ret_conflict, struct error *err)
{
	CLEANUP(repo_commit_freep) git_commit *ours = NULL;
	CLEANUP(repo_commit_freep) git_commit *theirs = NULL;
	git_oid tree;

	if (repo_look_up_commit(repo, onto, &ours, err) < 0 ||
	    repo_look_up_commit(repo, commit, &theirs, err) < 0)
		return -1;
	if (merge(repo, ours, theirs, &tree, ret_conflict, err) < 0)
		return error_wrap(err, "cannot merge %s onto %s", commit, onto);
	if (!*ret_conflict)
		(void)git_oid_tostr(ret_tree, REPO_HEX_SIZE, &tree); /* returns ret_tree */
	return 0;
}

/*
 * The commit is named by its tree and its parents alone. It is as old as its newer parent: looking for a
 * merge base begins at the newest commit, and would walk all of history before an old one.
 */
static int write_commit(struct repo *repo, const git_oid *tree_id, git_commit *ours,
			git_commit *theirs, git_oid *ret, struct error *err)
{
	CLEANUP(repo_tree_freep) git_tree *tree = NULL;
	CLEANUP(repo_signature_freep) git_signature *author = NULL;
	const git_commit *parents[] = { ours, theirs };
	const git_time_t times[] = { git_commit_time(ours), git_commit_time(theirs) };
	int code = git_tree_lookup(&tree, repo->bare, tree_id);

	if (code == 0)
		code = git_signature_new(&author, REPO_OUR_NAME, REPO_OUR_NAME,
					 times[times[0] < times[1]], 0);
	if (code == 0)
		code = git_commit_create(ret, repo->bare, NULL, author, author, NULL,
					 "A state between two commits, for a measurement\n", tree,
					 ARRAY_LENGTH(parents), parents);
	return code < 0 ? error_git(err, code, "cannot write the merge") : 0;
}

int repo_join(struct repo *repo, const char *onto, const char *commit, char ret[REPO_HEX_SIZE],
	      bool *ret_conflict, struct error *err)
{
	CLEANUP(repo_commit_freep) git_commit *ours = NULL;
	CLEANUP(repo_commit_freep) git_commit *theirs = NULL;
	git_oid tree, id;

	if (repo_look_up_commit(repo, onto, &ours, err) < 0 ||
	    repo_look_up_commit(repo, commit, &theirs, err) < 0)
		return -1;
	if (merge(repo, ours, theirs, &tree, ret_conflict, err) < 0 ||
	    (!*ret_conflict && write_commit(repo, &tree, ours, theirs, &id, err) < 0))
		return error_wrap(err, "cannot join %s and %s", onto, commit);
	if (!*ret_conflict)
		(void)git_oid_tostr(ret, REPO_HEX_SIZE, &id); /* returns ret */
	return 0;
}

int repo_merge_base(struct repo *repo, const char *one, const char *other, char ret[REPO_HEX_SIZE],
		    struct error *err)
{
	git_oid one_id, other_id, base;
	int code;

	if (repo_parse_id(&one_id, one, err) < 0 || repo_parse_id(&other_id, other, err) < 0)
		return -1;
	code = git_merge_base(&base, repo->bare, &one_id, &other_id);
	if (code < 0 && code != GIT_ENOTFOUND)
		return error_git(err, code, "cannot find the merge base of %s and %s", one, other);
	ret[0] = '\0';
	if (code == 0)
		(void)git_oid_tostr(ret, REPO_HEX_SIZE, &base); /* returns ret */
	return 0;
}

int repo_descends(struct repo *repo, const char *commit, const char *ancestor, bool *ret,
		  struct error *err)
{
	git_oid id, ancestor_id;
	int code;

	if (repo_parse_id(&id, commit, err) < 0 || repo_parse_id(&ancestor_id, ancestor, err) < 0)
		return -1;
	code = git_graph_descendant_of(repo->bare, &id, &ancestor_id);
	if (code < 0)
		return error_git(err, code, "cannot compare %s and %s", commit, ancestor);
	*ret = code == 1;
	return 0;
}
