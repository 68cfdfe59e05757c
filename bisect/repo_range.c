/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source of range.c: the repository's commit-graph file where a commit is in it, else the commit
 * itself. Both are read without libgit2's own commit objects, whose making costs more than the walk.
 */
#include "bisect/repo.h"

#include <string.h>

#include "base/mem.h"
#include "bisect/commit_graph_file.h"
#include "bisect/range.h"
#include "bisect/repo_private.h"

struct history {
	struct repo *repo;
	struct commit_graph_file *file; /* NULL where the repository has none */
};

static int read_object(struct repo *repo, const uint8_t oid[COMMIT_ID_BYTES],
		       struct commit_links *ret, struct error *err)
{
	CLEANUP(repo_odb_object_freep) git_odb_object *object = NULL;
	git_oid id;
	int code;

	(void)git_oid_fromraw(&id, oid); /* cannot fail */
	code = git_odb_read(&object, repo->odb, &id);
	if (code < 0)
		return error_git(err, code, "cannot read commit %s", git_oid_tostr_s(&id));
	if (git_odb_object_type(object) != GIT_OBJECT_COMMIT ||
	    !commit_links_parse(ret, git_odb_object_data(object), git_odb_object_size(object)))
		return error_set(err, ERROR_HOST, "object %s is not a readable commit",
				 git_oid_tostr_s(&id));
	return 0;
}

static int read_links(void *context, const uint8_t oid[COMMIT_ID_BYTES], struct commit_links *ret,
		      struct error *err)
{
	struct history *history = context;

	if (history->file && commit_graph_file_read(history->file, oid, ret))
		return 0;
	return read_object(history->repo, oid, ret, err);
}

/* Names what is wrong with two ends of which good is no ancestor of bad. */
static int explain_ends(struct repo *repo, const char *good, const char *bad,
			const git_oid *good_id, const git_oid *bad_id, struct error *err)
{
	git_oid base;
	int code = git_merge_base(&base, repo->bare, good_id, bad_id);

	if (code == GIT_ENOTFOUND)
		return error_set(err, ERROR_USAGE,
				 "good '%s' and bad '%s' are unrelated histories, without a common "
				 "ancestor",
				 good, bad);
	if (code < 0)
		return error_git(err, code, "cannot find the merge base of '%s' and '%s'", good,
				 bad);
	if (git_oid_equal(&base, bad_id))
		return error_set(err, ERROR_USAGE,
				 "good '%s' is a descendant of bad '%s'; swap them?", good, bad);
	return error_set(err, ERROR_USAGE,
			 "good '%s' is not an ancestor of bad '%s': use their merge base "
			 "%s as good",
			 good, bad, git_oid_tostr_s(&base));
}

int repo_load_range(struct repo *repo, const char *good, const char *bad, struct cancel *cancel,
		    struct graph **ret, struct error *err)
{
	CLEANUP(commit_graph_file_closep) struct commit_graph_file *file = NULL;
	CLEANUP(graph_freep) struct graph *graph = NULL;
	char good_hex[REPO_HEX_SIZE], bad_hex[REPO_HEX_SIZE];
	git_oid good_id, bad_id;
	struct history history;
	struct range_source source = { .context = &history, .read = read_links };

	if (repo_resolve(repo, good, good_hex, err) < 0 ||
	    repo_resolve(repo, bad, bad_hex, err) < 0 ||
	    repo_parse_id(&good_id, good_hex, err) < 0 || repo_parse_id(&bad_id, bad_hex, err) < 0)
		return -1;
	if (git_oid_equal(&good_id, &bad_id))
		return error_set(err, ERROR_USAGE, "good '%s' and bad '%s' are the same commit",
				 good, bad);
	file = commit_graph_file_open(repo->objects_dir);
	history = (struct history){ .repo = repo, .file = file };
	if (range_load(&source, good_id.id, bad_id.id, cancel, &graph, err) < 0)
		return error_wrap(err, "cannot load the commits of '%s'..'%s'", good, bad);
	if (!graph)
		return explain_ends(repo, good, bad, &good_id, &bad_id, err);
	*ret = graph;
	graph = NULL;
	return 0;
}
