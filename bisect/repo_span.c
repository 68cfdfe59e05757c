/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of history as the settings have them: which states lie in them. */
#include "bisect/repo.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "bisect/repo_private.h"

/* The longest chain of commits of ours between a state and the user's history. */
#define POINTS_MAX 4096

static int read_end(struct repo *repo, const char *text, size_t n, char ret[REPO_HEX_SIZE],
		    struct error *err)
{
	CLEANUP(mem_freep) char *revision = mem_dup(text, n);

	ret[0] = '\0';
	return n == 0 ? 0 : repo_resolve(repo, revision, ret, err);
}

int repo_read_span(struct repo *repo, const char *text, struct repo_span *ret, struct error *err)
{
	const char *dots = strstr(text, "..");
	struct repo_span span = { 0 };
	bool is_behind = false;

	if (!dots)
		return error_set(err, ERROR_CONFIG, "'%s' is no range: it has no \"..\"", text);
	if (read_end(repo, text, (size_t)(dots - text), span.from, err) < 0 ||
	    read_end(repo, dots + 2, strlen(dots + 2), span.to, err) < 0) {
		err->kind = ERROR_CONFIG;
		return error_wrap(err, "cannot find the range '%s'", text);
	}
	if (span.from[0] && span.to[0]) {
		if (repo_descends(repo, span.to, span.from, &is_behind, err) < 0)
			return -1;
		if (!is_behind)
			return error_set(err, ERROR_CONFIG,
					 "the range '%s' is empty: %s is not among the ancestors "
					 "of %s",
					 text, span.from, span.to);
	}
	*ret = span;
	return 0;
}

/* Commits of the user's that a state is made of. */
struct points {
	git_oid *ids;
	size_t n, capacity;
};

static void points_clear(struct points *points)
{
	free(points->ids);
}

static bool is_ours(const git_commit *commit)
{
	const git_signature *author = git_commit_author(commit);

	return strcmp(author->name, REPO_OUR_NAME) == 0 &&
	       str_starts_with(author->email, REPO_OUR_NAME) && !strchr(author->email, '.');
}

static int add_point(struct points *points, const git_oid *id, struct error *err)
{
	if (points->n >= POINTS_MAX)
		return error_set(err, ERROR_HOST, "a state is made of more than %d merges",
				 POINTS_MAX);
	for (size_t i = 0; i < points->n; i++)
		if (git_oid_equal(&points->ids[i], id))
			return 0;
	mem_grow(&points->ids, &points->capacity, points->n, sizeof(*points->ids));
	points->ids[points->n++] = *id;
	return 0;
}

/* What we made ourselves has the history of its parents. */
static int open_up(struct repo *repo, struct points *points, struct error *err)
{
	for (size_t i = 0; i < points->n;) {
		CLEANUP(repo_commit_freep) git_commit *commit = NULL;
		int code = git_commit_lookup(&commit, repo->bare, &points->ids[i]);

		if (code < 0)
			return error_git(err, code, "cannot read a commit");
		if (!is_ours(commit) || git_commit_parentcount(commit) == 0) {
			i++;
			continue;
		}
		points->ids[i] = points->ids[--points->n];
		for (unsigned j = 0; j < git_commit_parentcount(commit); j++)
			if (add_point(points, git_commit_parent_id(commit, j), err) < 0)
				return -1;
	}
	return 0;
}

static int find_points(struct repo *repo, const char *onto, const char *commit,
		       struct points *points, struct error *err)
{
	git_oid id;

	if (repo_parse_id(&id, commit, err) < 0 || add_point(points, &id, err) < 0)
		return -1;
	if (onto[0] && (repo_parse_id(&id, onto, err) < 0 || add_point(points, &id, err) < 0))
		return -1;
	return open_up(repo, points, err);
}

/* Is one of the points behind the commit, which is no point itself? */
static int is_behind(struct repo *repo, const struct points *points, const char *hex, bool *ret,
		     struct error *err)
{
	git_oid id;

	*ret = false;
	if (repo_parse_id(&id, hex, err) < 0)
		return -1;
	for (size_t i = 0; i < points->n && !*ret; i++) {
		int code = git_graph_descendant_of(repo->bare, &points->ids[i], &id);

		if (code < 0)
			return error_git(err, code, "cannot compare commits with %s", hex);
		*ret = code == 1;
	}
	return 0;
}

int repo_span_has(struct repo *repo, const struct repo_span *span, const char *onto,
		  const char *commit, bool *ret, struct error *err)
{
	CLEANUP(points_clear) struct points points = { 0 };
	bool has = true, is_beyond = false;

	if (find_points(repo, onto, commit, &points, err) < 0 ||
	    (span->from[0] && is_behind(repo, &points, span->from, &has, err) < 0) ||
	    (has && span->to[0] && is_behind(repo, &points, span->to, &is_beyond, err) < 0))
		return error_wrap(err, "cannot tell in which ranges commit %.12s lies", commit);
	*ret = has && !is_beyond;
	return 0;
}

int repo_contains(struct repo *repo, const char *onto, const char *commit, const char *other,
		  bool *ret, struct error *err)
{
	CLEANUP(points_clear) struct points points = { 0 };
	git_oid id;

	if (repo_parse_id(&id, other, err) < 0 ||
	    find_points(repo, onto, commit, &points, err) < 0 ||
	    is_behind(repo, &points, other, ret, err) < 0)
		return -1;
	for (size_t i = 0; i < points.n; i++)
		*ret = *ret || git_oid_equal(&points.ids[i], &id);
	return 0;
}
