/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/repo.h"

#include <string.h>

#include "bisect/repo_private.h"

#define MAIL REPO_OUR_NAME "@localhost"

/* What git revert and git cherry-pick do: a three-way merge whose base is `from`. */
static int merge(struct repo *repo, const struct repo_patch *patch, const git_commit *onto,
		 git_oid *ret_tree, bool *ret_conflict, struct error *err)
{
	CLEANUP(repo_tree_freep) git_tree *from = NULL;
	CLEANUP(repo_tree_freep) git_tree *to = NULL;
	CLEANUP(repo_tree_freep) git_tree *ours = NULL;
	CLEANUP(repo_index_freep) git_index *index = NULL;
	git_merge_options options;
	int code;

	if (repo_look_up_tree(repo, patch->from_tree, &from, err) < 0 ||
	    repo_look_up_tree(repo, patch->to_tree, &to, err) < 0)
		return -1;
	code = git_commit_tree(&ours, onto);
	if (code < 0)
		return error_git(err, code, "cannot read the tree of commit %s", patch->onto);
	repo_init_merge(&options);
	code = git_merge_trees(&index, repo->bare, from, ours, to, &options);
	*ret_conflict = code == GIT_EMERGECONFLICT || (code == 0 && git_index_has_conflicts(index));
	if (*ret_conflict)
		return 0;
	if (code == 0)
		code = git_index_write_tree_to(ret_tree, index, repo->bare);
	return code < 0 ? error_git(err, code, "cannot apply a change to %s", patch->onto) : 0;
}

/* The same objects give the same commit, whenever it is made. */
static int commit(struct repo *repo, const struct repo_patch *patch, const git_commit *onto,
		  const git_oid *tree_id, git_oid *ret, struct error *err)
{
	CLEANUP(repo_tree_freep) git_tree *tree = NULL;
	CLEANUP(repo_signature_freep) git_signature *signature = NULL;
	const git_commit *parents[] = { onto };
	int code = git_tree_lookup(&tree, repo->bare, tree_id);

	if (code == 0)
		code = git_signature_new(&signature, REPO_OUR_NAME, MAIL, git_commit_time(onto), 0);
	if (code == 0)
		code = git_commit_create(ret, repo->bare, NULL, signature, signature, NULL,
					 patch->subject, tree, 1, parents);
	return code < 0 ? error_git(err, code, "cannot write a commit onto %s", patch->onto) : 0;
}

int repo_apply(struct repo *repo, const struct repo_patch *patch, char ret_commit[REPO_HEX_SIZE],
	       bool *ret_conflict, struct error *err)
{
	CLEANUP(repo_commit_freep) git_commit *onto = NULL;
	git_oid id, tree;

	if (repo_look_up_commit(repo, patch->onto, &onto, err) < 0 ||
	    merge(repo, patch, onto, &tree, ret_conflict, err) < 0)
		return -1;
	if (*ret_conflict)
		return 0;
	if (commit(repo, patch, onto, &tree, &id, err) < 0)
		return -1;
	(void)git_oid_tostr(ret_commit, REPO_HEX_SIZE, &id); /* returns ret_commit */
	return 0;
}
