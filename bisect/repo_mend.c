/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adds to a tree what it needs to build, unless that is there already. All in memory. */
#include "bisect/repo.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "bisect/repo_private.h"

/* Clocks of committers are wrong by less than that. */
#define CLOCK_ERROR_S (2 * 24 * 60 * 60)
/* Commits that are looked at for one with the same change. */
#define LOOKED_AT_MAX 200000

/* Cherry-picks and backports keep subject, author, and when that wrote it. */
static bool is_same_change(const git_commit *one, const git_commit *other)
{
	const git_signature *a = git_commit_author(one), *b = git_commit_author(other);
	const char *subject = git_commit_summary((git_commit *)one);
	const char *other_subject = git_commit_summary((git_commit *)other);

	return a->when.time == b->when.time && strcmp(a->email, b->email) == 0 && subject &&
	       other_subject && strcmp(subject, other_subject) == 0;
}

/* Looks for the same change under another name; none is older than its author's work. */
static int has_twin(struct repo *repo, git_commit *mend, const char *const *tips, bool *ret,
		    struct error *err)
{
	CLEANUP(repo_walk_freep) git_revwalk *walk = NULL;
	const git_time_t oldest = git_commit_author(mend)->when.time - CLOCK_ERROR_S;
	git_oid id;
	int code = git_revwalk_new(&walk, repo->bare);

	if (code == 0)
		code = git_revwalk_sorting(walk, GIT_SORT_TIME);
	for (size_t i = 0; code == 0 && tips[i]; i++) {
		if (repo_parse_id(&id, tips[i], err) < 0)
			return -1;
		code = git_revwalk_push(walk, &id);
	}
	for (unsigned n = 0; code == 0 && !*ret && n < LOOKED_AT_MAX; n++) {
		CLEANUP(repo_commit_freep) git_commit *commit = NULL;

		code = git_revwalk_next(&id, walk);
		if (code == 0)
			code = git_commit_lookup(&commit, repo->bare, &id);
		if (code == 0 && git_commit_time(commit) < oldest)
			break;
		*ret = code == 0 && is_same_change(mend, commit);
	}
	return code < 0 && code != GIT_ITEROVER
		       ? error_git(err, code, "cannot look for the change in the history")
		       : 0;
}

static int is_in_history(struct repo *repo, git_commit *mend, const struct repo_state *state,
			 bool *ret, struct error *err)
{
	const char *tips[] = { state->commit, state->onto[0] ? state->onto : NULL, NULL };
	char hex[REPO_HEX_SIZE];

	(void)git_oid_tostr(hex, sizeof(hex), git_commit_id(mend)); /* returns hex */
	if (repo_contains(repo, state->onto, state->commit, hex, ret, err) < 0)
		return -1;
	return *ret ? 0 : has_twin(repo, mend, tips, ret, err);
}

/* As git cherry-pick does it; of a merge, what it brought in. */
static int merge_change(struct repo *repo, git_commit *mend, git_tree *tree, git_oid *ret,
			enum repo_mend *ret_outcome, struct error *err)
{
	CLEANUP(repo_commit_freep) git_commit *parent = NULL;
	CLEANUP(repo_tree_freep) git_tree *before = NULL;
	CLEANUP(repo_tree_freep) git_tree *after = NULL;
	CLEANUP(repo_index_freep) git_index *index = NULL;
	git_merge_options options;
	int code = git_commit_tree(&after, mend);

	if (code == 0 && git_commit_parentcount(mend) > 0)
		code = git_commit_parent(&parent, mend, 0);
	if (code == 0 && parent)
		code = git_commit_tree(&before, parent);
	if (code < 0)
		return error_git(err, code, "cannot read the commit and its parent");
	repo_init_merge(&options);
	code = git_merge_trees(&index, repo->bare, before, tree, after, &options);
	*ret_outcome = REPO_MEND_CONFLICT;
	if (code == GIT_EMERGECONFLICT || (code == 0 && git_index_has_conflicts(index)))
		return 0;
	if (code == 0)
		code = git_index_write_tree_to(ret, index, repo->bare);
	if (code < 0)
		return error_git(err, code, "cannot merge the change");
	*ret_outcome =
		git_oid_equal(ret, git_tree_id(tree)) ? REPO_MEND_PRESENT : REPO_MEND_APPLIED;
	return 0;
}

int repo_mend_commit(struct repo *repo, const char *mend_hex, const struct repo_state *state,
		     char ret_tree[REPO_HEX_SIZE], enum repo_mend *ret_outcome, struct error *err)
{
	CLEANUP(repo_commit_freep) git_commit *mend = NULL;
	CLEANUP(repo_tree_freep) git_tree *tree = NULL;
	bool is_there = false;
	git_oid id;

	if (repo_look_up_commit(repo, mend_hex, &mend, err) < 0 ||
	    repo_look_up_tree(repo, state->tree, &tree, err) < 0 ||
	    is_in_history(repo, mend, state, &is_there, err) < 0)
		return -1;
	*ret_outcome = REPO_MEND_PRESENT;
	if (!is_there && merge_change(repo, mend, tree, &id, ret_outcome, err) < 0)
		return -1;
	if (*ret_outcome == REPO_MEND_APPLIED)
		(void)git_oid_tostr(ret_tree, REPO_HEX_SIZE, &id); /* returns ret_tree */
	return 0;
}

/* What a file has where the hunk was applied. */
static int append_after(git_patch *patch, size_t hunk, struct str *ret)
{
	const int n = git_patch_num_lines_in_hunk(patch, hunk);

	for (int i = 0; i < n; i++) {
		const git_diff_line *line;
		int code = git_patch_get_line_in_hunk(&line, patch, hunk, (size_t)i);

		if (code < 0)
			return code;
		if (line->origin == GIT_DIFF_LINE_CONTEXT || line->origin == GIT_DIFF_LINE_ADDITION)
			str_append_bytes(ret, line->content, line->content_len);
	}
	return n < 0 ? n : 0;
}

/* Has the file, at the beginning of a line, the text? */
static bool has_lines(const char *file, const char *text)
{
	for (const char *at = file; (at = strstr(at, text)); at++)
		if (at == file || at[-1] == '\n')
			return true;
	return false;
}

static int file_is_patched(struct repo *repo, const char *tree, git_patch *patch, bool *ret,
			   struct error *err)
{
	const git_diff_delta *delta = git_patch_get_delta(patch);
	const bool is_removed = delta->status == GIT_DELTA_DELETED;
	CLEANUP(mem_freep) char *file = NULL;
	bool is_there = false;
	size_t n;

	if (repo_read_path(repo, tree, is_removed ? delta->old_file.path : delta->new_file.path,
			   &file, &n, &is_there, err) < 0)
		return -1;
	*ret = is_there != is_removed;
	for (size_t i = 0; *ret && is_there && i < git_patch_num_hunks(patch); i++) {
		CLEANUP(str_clear) struct str after = { 0 };

		if (append_after(patch, i, &after) < 0)
			return error_git(err, -1, "cannot read the patch");
		*ret = has_lines(file, str_text(&after));
	}
	return 0;
}

static int is_patched(struct repo *repo, const char *tree, git_diff *diff, bool *ret,
		      struct error *err)
{
	*ret = true;
	for (size_t i = 0; *ret && i < git_diff_num_deltas(diff); i++) {
		CLEANUP(repo_patch_freep) git_patch *patch = NULL;
		int code = git_patch_from_diff(&patch, diff, i);

		if (code < 0)
			return error_git(err, code, "cannot read the patch");
		if (!patch)
			return error_set(err, ERROR_CONFIG, "the patch has a binary file");
		if (file_is_patched(repo, tree, patch, ret, err) < 0)
			return -1;
	}
	return 0;
}

static int read_patch(const char *text, size_t n, git_diff **ret, struct error *err)
{
	int code = git_diff_from_buffer(ret, text, n);

	if (code == 0 && git_diff_num_deltas(*ret) > 0)
		return 0;
	if (code < 0)
		(void)error_git(err, code, "it is no patch as git diff writes it"); /* always -1 */
	else
		(void)error_set(err, ERROR_CONFIG,
				"it has no change to a file, as git diff writes it");
	err->kind = ERROR_CONFIG;
	return -1;
}

int repo_check_patch(struct repo *repo, const char *text, size_t n, struct error *err)
{
	CLEANUP(repo_diff_freep) git_diff *diff = NULL;

	(void)repo; /* libgit2 is ready once there is one */
	return read_patch(text, n, &diff, err);
}

int repo_mend_patch(struct repo *repo, const char *text, size_t n, const struct repo_state *state,
		    char ret_tree[REPO_HEX_SIZE], enum repo_mend *ret_outcome, struct error *err)
{
	CLEANUP(repo_diff_freep) git_diff *diff = NULL;
	CLEANUP(repo_tree_freep) git_tree *tree = NULL;
	CLEANUP(repo_index_freep) git_index *index = NULL;
	bool is_there = false;
	git_oid id;
	int code;

	if (read_patch(text, n, &diff, err) < 0 ||
	    repo_look_up_tree(repo, state->tree, &tree, err) < 0 ||
	    is_patched(repo, state->tree, diff, &is_there, err) < 0)
		return -1;
	*ret_outcome = REPO_MEND_PRESENT;
	if (is_there)
		return 0;
	code = git_apply_to_tree(&index, repo->bare, tree, diff, NULL);
	*ret_outcome = REPO_MEND_CONFLICT;
	if (code == GIT_EAPPLYFAIL || code == GIT_ENOTFOUND)
		return 0;
	if (code == 0)
		code = git_index_write_tree_to(&id, index, repo->bare);
	if (code < 0)
		return error_git(err, code, "cannot apply the patch");
	*ret_outcome = REPO_MEND_APPLIED;
	(void)git_oid_tostr(ret_tree, REPO_HEX_SIZE, &id); /* returns ret_tree */
	return 0;
}
