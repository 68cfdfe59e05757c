/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which commits change certain paths. A commit's objects at those paths are put into one hash, its
 * *mark*; a commit whose mark is that of a parent changes none of them. The marks of a range are
 * computed once, oldest first.
 */
#include "bisect/repo.h"

#include <string.h>

#include "base/mem.h"
#include "bisect/repo_private.h"

#define CANCEL_EVERY 256

struct marking {
	struct repo *repo;
	const struct strlist *paths;
	git_oid *of;       /* marks of the graph's nodes */
	git_oid *at_paths; /* room for one commit */
};

/* No object at any of the paths. */
static const git_oid nothing;

static int mark_tree(struct marking *marking, const git_tree *tree, git_oid *ret, struct error *err)
{
	const size_t n = marking->paths->n;
	bool is_empty = true;
	int code = 0;

	for (size_t i = 0; i < n && code == 0; i++) {
		CLEANUP(repo_entry_freep) git_tree_entry *entry = NULL;

		code = git_tree_entry_bypath(&entry, tree, marking->paths->items[i]);
		marking->at_paths[i] = code == 0 ? *git_tree_entry_id(entry) : nothing;
		is_empty = is_empty && code != 0;
		if (code == GIT_ENOTFOUND)
			code = 0;
	}
	if (is_empty)
		*ret = nothing;
	else if (code == 0)
		code = git_odb_hash(ret, marking->at_paths, n * sizeof(*marking->at_paths),
				    GIT_OBJECT_BLOB);
	return code < 0 ? error_git(err, code, "cannot read tree %s",
				    git_oid_tostr_s(git_tree_id(tree)))
			: 0;
}

static int mark_commit(struct marking *marking, const git_commit *commit, git_oid *ret,
		       struct error *err)
{
	CLEANUP(repo_tree_freep) git_tree *tree = NULL;
	const int code = git_commit_tree(&tree, commit);

	if (code < 0)
		return error_git(err, code, "cannot read the tree of commit %s",
				 git_oid_tostr_s(git_commit_id(commit)));
	return mark_tree(marking, tree, ret, err);
}

/* The mark of the commit's i-th parent, which is a node or older than the range. */
static int mark_parent(struct marking *marking, const struct graph *graph, uint32_t node,
		       const git_commit *commit, unsigned i, git_oid *ret, struct error *err)
{
	const uint32_t parent = graph->parents[graph->parent_start[node] + i];
	CLEANUP(repo_commit_freep) git_commit *older = NULL;
	int code;

	if (parent != GRAPH_NONE) {
		*ret = marking->of[parent];
		return 0;
	}
	code = git_commit_parent(&older, commit, i);
	if (code < 0)
		return error_git(err, code, "cannot read a parent of commit %s",
				 git_oid_tostr_s(git_commit_id(commit)));
	return mark_commit(marking, older, ret, err);
}

/* Fills the node's mark, and tells whether it differs from those of all its parents. */
static int judge(struct marking *marking, const struct graph *graph, uint32_t node,
		 bool *ret_changes, struct error *err)
{
	CLEANUP(repo_commit_freep) git_commit *commit = NULL;
	git_oid *own = &marking->of[node];
	const uint32_t n_parents = graph_parent_count(graph, node);
	git_oid id, other;
	int code;

	(void)git_oid_fromraw(&id, graph->oids[node]); /* cannot fail */
	code = git_commit_lookup(&commit, marking->repo->bare, &id);
	if (code < 0)
		return error_git(err, code, "cannot read commit %s", git_oid_tostr_s(&id));
	if (mark_commit(marking, commit, own, err) < 0)
		return -1;
	*ret_changes = n_parents > 0 || !git_oid_equal(own, &nothing);
	for (uint32_t i = 0; i < n_parents && node != graph->good && *ret_changes; i++) {
		if (mark_parent(marking, graph, node, commit, i, &other, err) < 0)
			return -1;
		*ret_changes = !git_oid_equal(own, &other);
	}
	return 0;
}

int repo_limit_range(struct repo *repo, const struct strlist *paths, struct cancel *cancel,
		     struct graph *graph, struct error *err)
{
	CLEANUP(mem_freep) git_oid *marks = mem_array(graph->n, sizeof(*marks));
	CLEANUP(mem_freep) git_oid *at_paths = mem_array(paths->n, sizeof(*at_paths));
	CLEANUP(mem_freep) uint8_t *is_outside = mem_array(graph->n, sizeof(*is_outside));
	struct marking marking = { repo, paths, marks, at_paths };
	uint32_t n_suspects = 0;

	for (uint32_t node = 0; node < graph->n; node++) {
		bool changes = false;

		if (node % CANCEL_EVERY == 0 && cancel_check(cancel, err) < 0)
			return -1;
		if (judge(&marking, graph, node, &changes, err) < 0)
			return error_wrap(err, "cannot find the commits that change '%s'",
					  paths->items[0]);
		is_outside[node] = !changes;
		n_suspects += changes && node != graph->good;
	}
	if (n_suspects == 0)
		return error_set(err, ERROR_USAGE,
				 "none of the %u commits changes '%s'%s; paths are given from the "
				 "top of the repository",
				 graph->n - 1, paths->items[0],
				 paths->n > 1 ? " or another of the paths" : "");
	graph->is_outside = is_outside;
	is_outside = NULL;
	return 0;
}
