/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which commits change certain paths. A commit's objects at those paths are put into one hash, its
 * *mark*; a commit whose mark is that of a parent changes none of them. The range is walked from its bad
 * end, and what a merge brought in is looked at only where it changed the merge's mark: that spares
 * reading most commits.
 */
#include "bisect/repo.h"

#include <string.h>

#include "base/mem.h"
#include "bisect/repo_private.h"

#define CANCEL_EVERY 256

struct marking {
	struct repo *repo;
	const struct strlist *paths;
	const struct graph *graph;
	git_oid *of;          /* marks of the graph's nodes … */
	uint8_t *is_marked;   /* … that have been computed */
	uint8_t *is_followed; /* nodes that can have brought in something at the paths */
	uint32_t *
		main_parent; /* of each node: which of its parents is its mainline, if not the first */
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

static int look_up(struct marking *marking, uint32_t node, git_commit **ret, struct error *err)
{
	git_oid id;
	int code;

	(void)git_oid_fromraw(&id, marking->graph->oids[node]); /* cannot fail */
	code = git_commit_lookup(ret, marking->repo->bare, &id);
	return code < 0 ? error_git(err, code, "cannot read commit %s", git_oid_tostr_s(&id)) : 0;
}

static int mark_node(struct marking *marking, uint32_t node, struct error *err)
{
	CLEANUP(repo_commit_freep) git_commit *commit = NULL;

	if (marking->is_marked[node])
		return 0;
	if (look_up(marking, node, &commit, err) < 0 ||
	    mark_commit(marking, commit, &marking->of[node], err) < 0)
		return -1;
	marking->is_marked[node] = 1;
	return 0;
}

/* The mark of the node's i-th parent, which may be older than the range. */
static int mark_parent(struct marking *marking, uint32_t node, uint32_t i, git_oid *ret,
		       struct error *err)
{
	const uint32_t parent = marking->graph->parents[marking->graph->parent_start[node] + i];
	CLEANUP(repo_commit_freep) git_commit *commit = NULL;
	CLEANUP(repo_commit_freep) git_commit *older = NULL;
	int code;

	if (parent != GRAPH_NONE) {
		if (mark_node(marking, parent, err) < 0)
			return -1;
		*ret = marking->of[parent];
		return 0;
	}
	if (look_up(marking, node, &commit, err) < 0)
		return -1;
	code = git_commit_parent(&older, commit, i);
	if (code < 0)
		return error_git(err, code, "cannot read a parent of commit %s",
				 git_oid_tostr_s(git_commit_id(commit)));
	return mark_commit(marking, older, ret, err);
}

static void follow(struct marking *marking, uint32_t node, uint32_t i)
{
	const uint32_t parent = marking->graph->parents[marking->graph->parent_start[node] + i];

	if (parent != GRAPH_NONE)
		marking->is_followed[parent] = 1;
}

/*
 * Tells whether the node's mark differs from those of all its parents, and follows its mainline; its
 * other parents where it is not as that was. A node whose parents are not followed is not asked about.
 */
static int judge(struct marking *marking, uint32_t node, bool *ret_changes, struct error *err)
{
	const git_oid *own = &marking->of[node];
	const uint32_t n_parents = graph_parent_count(marking->graph, node);
	const uint32_t main_parent = marking->main_parent[node];
	git_oid other;

	if (mark_node(marking, node, err) < 0)
		return -1;
	*ret_changes = n_parents > 0 || !git_oid_equal(own, &nothing);
	if (n_parents == 0)
		return 0;
	if (mark_parent(marking, node, main_parent, &other, err) < 0)
		return -1;
	follow(marking, node, main_parent);
	*ret_changes = !git_oid_equal(own, &other);
	for (uint32_t i = 0, is_other = *ret_changes; i < n_parents && is_other; i++) {
		follow(marking, node, i);
		if (*ret_changes && mark_parent(marking, node, i, &other, err) < 0)
			return -1;
		*ret_changes = *ret_changes && !git_oid_equal(own, &other);
	}
	return 0;
}

/* On the way from good to bad the mainline is that way, whatever the order of the parents. */
static void find_main_parents(struct marking *marking)
{
	const struct graph *graph = marking->graph;
	struct graph_chain chain;

	graph_main_chain(graph, &chain);
	for (uint32_t i = 1; i <= chain.n; i++) {
		const uint32_t node = chain.nodes[i];
		const uint32_t *parents = &graph->parents[graph->parent_start[node]];

		while (parents[marking->main_parent[node]] != chain.nodes[i - 1])
			marking->main_parent[node]++;
	}
	graph_chain_clear(&chain);
}

/* Clears the flag of each node that changes a path; how many do. */
static int judge_all(struct marking *marking, struct cancel *cancel, uint8_t *is_outside,
		     uint32_t *ret_n, struct error *err)
{
	const struct graph *graph = marking->graph;
	uint32_t n = 0;

	find_main_parents(marking);
	marking->is_followed[graph->bad] = 1;
	for (uint32_t node = graph->n; node-- > 0;) {
		bool changes = false;

		is_outside[node] = 1;
		if (!marking->is_followed[node] || node == graph->good)
			continue;
		if (node % CANCEL_EVERY == 0 && cancel_check(cancel, err) < 0)
			return -1;
		if (judge(marking, node, &changes, err) < 0)
			return error_wrap(err, "cannot find the commits that change '%s'",
					  marking->paths->items[0]);
		is_outside[node] = !changes;
		n += changes;
	}
	*ret_n = n;
	return 0;
}

int repo_limit_range(struct repo *repo, const struct strlist *paths, struct cancel *cancel,
		     struct graph *graph, struct error *err)
{
	CLEANUP(mem_freep) git_oid *marks = mem_array(graph->n, sizeof(*marks));
	CLEANUP(mem_freep) git_oid *at_paths = mem_array(paths->n, sizeof(*at_paths));
	CLEANUP(mem_freep) uint8_t *is_marked = mem_array(graph->n, 1);
	CLEANUP(mem_freep) uint8_t *is_followed = mem_array(graph->n, 1);
	CLEANUP(mem_freep) uint8_t *is_outside = mem_array(graph->n, 1);
	CLEANUP(mem_freep) uint32_t *main_parent = mem_array(graph->n, sizeof(*main_parent));
	struct marking marking = { repo,      paths,       graph,       marks,
				   is_marked, is_followed, main_parent, at_paths };
	uint32_t n_suspects = 0;

	if (judge_all(&marking, cancel, is_outside, &n_suspects, err) < 0)
		return -1;
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
