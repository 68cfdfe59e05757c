/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Revisions, as users write them, and what to say when there is no such one. */
#include "bisect/repo.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "bisect/repo_private.h"

#define SHORT_ID_DIGITS 12
#define REVISION_BYTES_MAX 1000
#define SUGGEST_DISTANCE_MAX 2

/* The reference whose short name is nearest to what was asked for. */
struct suggestion {
	const char *revision;
	char *name;
	size_t distance;
};

static const char *short_name(const char *reference)
{
	static const char *const prefixes[] = { "refs/tags/", "refs/heads/", "refs/remotes/" };

	for (size_t i = 0; i < ARRAY_LENGTH(prefixes); i++) {
		if (str_starts_with(reference, prefixes[i]))
			return reference + strlen(prefixes[i]);
	}
	return reference;
}

static int consider(const char *reference, void *context)
{
	struct suggestion *suggestion = context;
	const char *name = short_name(reference);
	const char *branch = strchr(name, '/');
	size_t distance = str_distance(suggestion->revision, name);

	/* a branch that only a remote has, named without the remote */
	if (branch && str_starts_with(reference, "refs/remotes/") &&
	    strcmp(branch + 1, suggestion->revision) == 0)
		distance = 0;
	if (distance < suggestion->distance) {
		mem_freep(&suggestion->name);
		suggestion->name = mem_strdup(name);
		suggestion->distance = distance;
	}
	return 0;
}

static bool looks_like_id(const char *revision)
{
	size_t n = strspn(revision, "0123456789abcdefABCDEF");

	return n >= 7 && revision[n] == '\0';
}

static bool looks_like_version(const char *revision)
{
	return revision[0] == 'v' && revision[1] >= '0' && revision[1] <= '9';
}

static int explain_unknown(struct repo *repo, const char *revision, struct error *err)
{
	struct suggestion suggestion = { revision, NULL, SUGGEST_DISTANCE_MAX + 1 };
	CLEANUP(mem_freep) char *name = NULL;

	/* without references there is nothing to suggest */
	(void)git_reference_foreach_name(repo->git, consider, &suggestion);
	name = suggestion.name;
	if (looks_like_id(revision))
		return error_set(err, ERROR_USAGE,
				 "there is no commit '%s' in '%s': run git -C '%s' fetch", revision,
				 repo->path, repo->path);
	if (name && strcmp(name, revision) == 0)
		return error_set(err, ERROR_CONFIG,
				 "'%s' is in '%s', but the commit it names is missing: run git -C "
				 "'%s' fsck, then fetch again",
				 revision, repo->path, repo->path);
	if (name)
		return error_set(err, ERROR_USAGE,
				 "there is no revision '%s' in '%s': did you mean '%s'?", revision,
				 repo->path, name);
	if (looks_like_version(revision))
		return error_set(err, ERROR_USAGE,
				 "there is no revision '%s' in '%s': run git -C '%s' fetch --tags",
				 revision, repo->path, repo->path);
	return error_set(err, ERROR_USAGE, "there is no revision '%s' in '%s'", revision,
			 repo->path);
}

static int explain_failure(struct repo *repo, int code, const char *revision, struct error *err)
{
	if (code == GIT_ENOTFOUND)
		return explain_unknown(repo, revision, err);
	if (code == GIT_EAMBIGUOUS)
		return error_set(err, ERROR_USAGE,
				 "revision '%s' is ambiguous in '%s': give more of its digits",
				 revision, repo->path);
	if (code == GIT_EINVALIDSPEC)
		return error_set(err, ERROR_USAGE, "'%s' is not a revision as git writes them",
				 revision);
	return error_git(err, code, "cannot look up revision '%s' in '%s'", revision, repo->path);
}

/* Is it of a reference's log: "main@{1}", "@{-1}", "HEAD@{yesterday}"? *ret_n: bytes of the reference. */
static bool asks_log(const char *revision, size_t *ret_n)
{
	const char *at = strstr(revision, "@{");

	if (!at)
		return false;
	*ret_n = (size_t)(at - revision);
	return revision[0] != ':' && !memchr(revision, '^', *ret_n) &&
	       !str_starts_with(at, "@{u") && !str_starts_with(at, "@{p");
}

/* libgit2 would make an empty log where there is none, but the user's repository stays as it is. */
static int check_log(struct repo *repo, const char *revision, struct error *err)
{
	CLEANUP(mem_freep) char *name = NULL;
	git_reference *reference = NULL;
	bool has_log;
	size_t n;

	if (!asks_log(revision, &n))
		return 0;
	name = n > 0 ? mem_dup(revision, n) : mem_strdup("HEAD");
	if (git_reference_dwim(&reference, repo->git, name) < 0)
		return 0; /* told as any unknown revision */
	has_log = git_reference_has_log(repo->git, git_reference_name(reference)) == 1;
	git_reference_free(reference);
	return has_log ? 0
		       : error_set(err, ERROR_USAGE,
				   "'%s' has no log in '%s' that '%s' could be looked up in", name,
				   repo->path, revision);
}

int repo_resolve(struct repo *repo, const char *revision, char ret[REPO_HEX_SIZE],
		 struct error *err)
{
	CLEANUP(repo_object_freep) git_object *object = NULL;
	CLEANUP(repo_object_freep) git_object *commit = NULL;
	int code;

	if (strlen(revision) > REVISION_BYTES_MAX)
		return error_set(err, ERROR_USAGE,
				 "no revision has %zu bytes; %d are the most that is looked up",
				 strlen(revision), REVISION_BYTES_MAX);
	if (strstr(revision, ".."))
		return error_set(err, ERROR_USAGE, "'%s' is a range; one commit is wanted here",
				 revision);
	if (check_log(repo, revision, err) < 0)
		return -1;
	code = git_revparse_single(&object, repo->git, revision);
	if (code < 0)
		return explain_failure(repo, code, revision, err);
	code = git_object_peel(&commit, object, GIT_OBJECT_COMMIT);
	if (code < 0)
		return error_set(err, ERROR_USAGE, "revision '%s' is a %s, not a commit", revision,
				 git_object_type2string(git_object_type(object)));
	(void)git_oid_tostr(ret, REPO_HEX_SIZE, git_object_id(commit)); /* returns ret */
	return 0;
}

int repo_short_id(struct repo *repo, const char *hex, char ret[REPO_HEX_SIZE], struct error *err)
{
	git_oid id, found;
	size_t n = SHORT_ID_DIGITS;
	int code;

	if (repo_parse_id(&id, hex, err) < 0)
		return -1;
	do
		code = git_odb_exists_prefix(&found, repo->odb, &id, n);
	while (code == GIT_EAMBIGUOUS && ++n < REPO_HEX_SIZE - 1);
	if (code == GIT_ENOTFOUND)
		return error_set(err, ERROR_USAGE, "there is no object %s in '%s'", hex,
				 repo->path);
	if (code < 0 && code != GIT_EAMBIGUOUS)
		return error_git(err, code, "cannot shorten %s", hex);
	memcpy(ret, hex, n);
	ret[n] = '\0';
	return 0;
}

/* Isolated like any other: repo_open() has been called before, see there. */
static int read_head(git_repository **git, git_oid *ret)
{
	int code = git_repository_open_ext(git, ".", GIT_REPOSITORY_OPEN_FROM_ENV, NULL);

	return code < 0 ? code : git_reference_name_to_id(ret, *git, "HEAD");
}

int repo_read_head_here(char ret[REPO_HEX_SIZE], struct error *err)
{
	git_repository *git = NULL;
	git_oid oid;
	int code = read_head(&git, &oid);

	git_repository_free(git);
	if (code < 0) {
		error_git(err, code, "no revision was given, and none is checked out here");
		err->kind = ERROR_USAGE;
		return -1;
	}
	(void)git_oid_tostr(ret, REPO_HEX_SIZE, &oid);
	return 0;
}
