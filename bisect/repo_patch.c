/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a commit changes, as text for people. */
#include "bisect/repo.h"

#include "bisect/repo_private.h"

struct printed {
	struct str text;
	size_t max_bytes;
	size_t n_bytes; /* of the whole */
	bool is_full;
};

/* Only whole lines, and none behind the first that has no room. */
static int print_line(const git_diff_delta *delta, const git_diff_hunk *hunk,
		      const git_diff_line *line, void *context)
{
	struct printed *printed = context;
	const bool has_sign = line->origin == GIT_DIFF_LINE_CONTEXT ||
			      line->origin == GIT_DIFF_LINE_ADDITION ||
			      line->origin == GIT_DIFF_LINE_DELETION;
	const size_t n = line->content_len + has_sign;

	(void)delta;
	(void)hunk;
	printed->n_bytes += n;
	printed->is_full = printed->is_full || printed->text.length + n > printed->max_bytes;
	if (printed->is_full)
		return 0;
	if (has_sign)
		str_append_char(&printed->text, line->origin);
	for (size_t i = 0; i < line->content_len; i++) /* a string holds no NUL */
		str_append_char(&printed->text,
				(char)(line->content[i] ? line->content[i] : '\x01'));
	return 0;
}

static int look_up_tree(struct repo *repo, const char *hex, git_tree **ret, struct error *err)
{
	CLEANUP(repo_commit_freep) git_commit *commit = NULL;
	int code;

	if (repo_look_up_commit(repo, hex, &commit, err) < 0)
		return -1;
	code = git_commit_tree(ret, commit);
	return code < 0 ? error_git(err, code, "cannot read the tree of commit %.12s", hex) : 0;
}

int repo_read_patch(struct repo *repo, const struct repo_commit *commit, size_t max_bytes,
		    char **ret, size_t *ret_bytes, struct error *err)
{
	CLEANUP(repo_tree_freep) git_tree *from = NULL;
	CLEANUP(repo_tree_freep) git_tree *to = NULL;
	CLEANUP(repo_diff_freep) git_diff *diff = NULL;
	struct printed printed = { .max_bytes = max_bytes };
	int code;

	if (look_up_tree(repo, commit->hex, &to, err) < 0 ||
	    (commit->first_parent[0] && look_up_tree(repo, commit->first_parent, &from, err) < 0))
		return -1;
	code = git_diff_tree_to_tree(&diff, repo->bare, from, to, NULL);
	if (code == 0)
		code = git_diff_print(diff, GIT_DIFF_FORMAT_PATCH, print_line, &printed);
	if (code < 0) {
		str_clear(&printed.text);
		return error_git(err, code, "cannot tell what commit %.12s changes", commit->hex);
	}
	*ret_bytes = printed.n_bytes;
	*ret = str_steal(&printed.text);
	return 0;
}
