/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a commit went whose branch was rebased. */
#include "bisect/repo.h"

#include <string.h>

#include "bisect/repo_private.h"

#define COMMITS_MAX 200000 /* a few seconds; rebased commits are young */

/* A walk from all references, the youngest first. */
static int start(struct repo *repo, git_revwalk **ret)
{
	int code = git_revwalk_new(ret, repo->git);

	if (code == 0)
		code = git_revwalk_sorting(*ret, GIT_SORT_TIME);
	return code == 0 ? git_revwalk_push_glob(*ret, "*") : code;
}

static bool has_subject(struct repo *repo, const git_oid *id, const char *subject)
{
	CLEANUP(repo_commit_freep) git_commit *commit = NULL;
	const char *summary;

	if (git_commit_lookup(&commit, repo->git, id) < 0)
		return false;
	summary = git_commit_summary(commit);
	return summary && strcmp(summary, subject) == 0;
}

int repo_find_subject(struct repo *repo, const char *subject, char ret[REPO_HEX_SIZE],
		      struct error *err)
{
	CLEANUP(repo_walk_freep) git_revwalk *walk = NULL;
	git_oid id;
	int code = start(repo, &walk);

	ret[0] = '\0';
	for (size_t i = 0; code == 0 && subject[0] != '\0' && i < COMMITS_MAX; i++) {
		code = git_revwalk_next(&id, walk);
		if (code == 0 && has_subject(repo, &id, subject)) {
			(void)git_oid_tostr(ret, REPO_HEX_SIZE, &id); /* returns ret */
			return 0;
		}
	}
	if (code < 0 && code != GIT_ITEROVER)
		return error_git(err, code, "cannot look for '%s' in '%s'", subject, repo->path);
	return 0;
}
