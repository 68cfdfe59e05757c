/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/repo.h"

#include "bisect/repo_private.h"

static void index_freep(git_index **index)
{
	git_index_free(*index);
}

static int look_up(struct repo *repo, const char *hex, git_commit **ret, struct error *err)
{
	git_oid id;
	int code;

	if (repo_parse_id(&id, hex, err) < 0)
		return -1;
	code = git_commit_lookup(ret, repo->bare, &id);
	return code < 0 ? error_git(err, code, "cannot read commit %s", hex) : 0;
}

/*
 * libgit2 takes the merge base itself. Where a criss-cross gives several, it merges those first into a
 * virtual one, as git does.
 */
int repo_transplant(struct repo *repo, const char *onto, const char *commit,
		    char ret_tree[REPO_HEX_SIZE], bool *ret_conflict, struct error *err)
{
	CLEANUP(repo_commit_freep) git_commit *ours = NULL;
	CLEANUP(repo_commit_freep) git_commit *theirs = NULL;
	CLEANUP(index_freep) git_index *index = NULL;
	git_merge_options options;
	git_oid tree;
	int code;

	if (look_up(repo, onto, &ours, err) < 0 || look_up(repo, commit, &theirs, err) < 0)
		return -1;
	(void)git_merge_options_init(&options, GIT_MERGE_OPTIONS_VERSION); /* knows its version */
	options.flags = GIT_MERGE_FIND_RENAMES | GIT_MERGE_FAIL_ON_CONFLICT;
	code = git_merge_commits(&index, repo->bare, ours, theirs, &options);
	if (code == GIT_EMERGECONFLICT || (code == 0 && git_index_has_conflicts(index))) {
		*ret_conflict = true;
		return 0;
	}
	if (code == 0)
		code = git_index_write_tree_to(&tree, index, repo->bare);
	if (code < 0)
		return error_git(err, code, "cannot merge %s onto %s", commit, onto);
	(void)git_oid_tostr(ret_tree, REPO_HEX_SIZE, &tree); /* returns ret_tree */
	*ret_conflict = false;
	return 0;
}
