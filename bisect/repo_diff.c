/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Walks two trees side by side. libgit2's own diff keeps a record of every file; for the first
 * checkout of a kernel that is eighty thousand of them.
 */
#include "bisect/repo.h"

#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "bisect/repo_private.h"

#define DEPTH_MAX 256
#define PATH_MAX_BYTES 4096

struct comparison {
	struct repo *repo;
	const char *const *paths; /* NULL-terminated; NULL for all */
	repo_difference_function *callback;
	void *context;
	struct str path; /* of where we are; "" or ending in "/" */
	unsigned depth;
};

static void comparison_clear(struct comparison *comparison)
{
	str_clear(&comparison->path);
}

static int compare_trees(struct comparison *comparison, const git_oid *from, const git_oid *to,
			 struct error *err);

static void cut(struct str *path, size_t length)
{
	path->length = length;
	if (path->data)
		path->data[length] = '\0';
}

/* Names that would leave the folder, or make a repository of it whose hooks a build could run. */
static bool is_safe_name(const char *name)
{
	return name[0] != '\0' && !strchr(name, '/') && strcmp(name, ".") != 0 &&
	       strcmp(name, "..") != 0 && strcasecmp(name, ".git") != 0;
}

static int enter_name(struct comparison *comparison, const char *name, struct error *err)
{
	if (!is_safe_name(name))
		return error_set(err, ERROR_HOST, "the tree holds the unsafe name '%s%s'",
				 str_text(&comparison->path), name);
	if (comparison->path.length + strlen(name) >= PATH_MAX_BYTES)
		return error_set(err, ERROR_HOST, "a path in the tree has more than %d bytes",
				 PATH_MAX_BYTES);
	str_append(&comparison->path, name);
	return 0;
}

/* True when `path` (of a folder, when is_folder) is, lies below, or leads to a path asked for. */
static bool is_asked_for(const struct comparison *comparison, const char *path, bool is_folder)
{
	size_t n = strlen(path);

	if (!comparison->paths || !comparison->paths[0])
		return true;
	for (const char *const *at = comparison->paths; *at; at++) {
		size_t n_asked = strlen(*at);

		while (n_asked > 0 && (*at)[n_asked - 1] == '/')
			n_asked--;
		if (n >= n_asked && strncmp(path, *at, n_asked) == 0 &&
		    (path[n_asked] == '/' || path[n_asked] == '\0' || n_asked == 0))
			return true;
		if (is_folder && n < n_asked && strncmp(path, *at, n) == 0 && (*at)[n] == '/')
			return true;
	}
	return false;
}

static bool is_folder(const git_tree_entry *entry)
{
	return git_tree_entry_filemode(entry) == GIT_FILEMODE_TREE;
}

static bool is_file(const git_tree_entry *entry)
{
	return git_tree_entry_type(entry) == GIT_OBJECT_BLOB;
}

/* Tells the caller about the file at comparison->path; to is NULL for one that is removed. */
static int report(struct comparison *comparison, const git_tree_entry *to, struct error *err)
{
	char hex[REPO_HEX_SIZE] = "";
	struct repo_difference difference = {
		.path = str_text(&comparison->path),
		.is_removed = !to,
		.blob = hex,
	};

	if (!is_asked_for(comparison, difference.path, false))
		return 0;
	if (to) {
		(void)git_oid_tostr(hex, sizeof(hex), git_tree_entry_id(to)); /* returns hex */
		difference.mode = (mode_t)git_tree_entry_filemode(to);
	}
	return comparison->callback(comparison->context, &difference, err);
}

static int compare_folders(struct comparison *comparison, const git_oid *from, const git_oid *to,
			   struct error *err)
{
	int result = 0;

	if (!is_asked_for(comparison, str_text(&comparison->path), true))
		return 0;
	if (comparison->depth >= DEPTH_MAX)
		return error_set(err, ERROR_HOST, "the tree is nested more than %d folders deep",
				 DEPTH_MAX);
	str_append_char(&comparison->path, '/');
	comparison->depth++;
	result = compare_trees(comparison, from, to, err);
	comparison->depth--;
	return result;
}

/* One of the two may be NULL; when both are there, they have one name and are both folders or not. */
static int compare_entries(struct comparison *comparison, const git_tree_entry *from,
			   const git_tree_entry *to, struct error *err)
{
	const git_tree_entry *entry = to ? to : from;
	size_t length = comparison->path.length;
	int result = 0;

	if (from && to && git_oid_equal(git_tree_entry_id(from), git_tree_entry_id(to)) &&
	    git_tree_entry_filemode(from) == git_tree_entry_filemode(to))
		return 0;
	if (enter_name(comparison, git_tree_entry_name(entry), err) < 0)
		return -1;
	if (is_folder(entry))
		result = compare_folders(comparison, from ? git_tree_entry_id(from) : NULL,
					 to ? git_tree_entry_id(to) : NULL, err);
	else if (to && is_file(to))
		result = report(comparison, to, err);
	else if (from && is_file(from))
		result = report(comparison, NULL, err);
	cut(&comparison->path, length);
	return result;
}

/* git's order: a folder sorts as if its name ended in "/". */
static int order_of(const git_tree_entry *a, const git_tree_entry *b)
{
	const char *name_a = git_tree_entry_name(a), *name_b = git_tree_entry_name(b);
	size_t n_a = strlen(name_a), n_b = strlen(name_b);
	size_t n = n_a < n_b ? n_a : n_b;
	int order = memcmp(name_a, name_b, n);
	unsigned char next_a, next_b;

	if (order != 0)
		return order;
	next_a = (unsigned char)(n_a > n ? name_a[n] : is_folder(a) ? '/' : '\0');
	next_b = (unsigned char)(n_b > n ? name_b[n] : is_folder(b) ? '/' : '\0');
	return next_a - next_b;
}

static int look_up(struct comparison *comparison, const git_oid *id, git_tree **ret,
		   struct error *err)
{
	int code = id ? git_tree_lookup(ret, comparison->repo->bare, id) : 0;

	return code < 0 ? error_git(err, code, "cannot read tree %s", git_oid_tostr_s(id)) : 0;
}

/* NULL is the empty tree. */
static int compare_trees(struct comparison *comparison, const git_oid *from, const git_oid *to,
			 struct error *err)
{
	CLEANUP(repo_tree_freep) git_tree *a = NULL;
	CLEANUP(repo_tree_freep) git_tree *b = NULL;
	size_t n_a, n_b, i = 0, k = 0;

	if (look_up(comparison, from, &a, err) < 0 || look_up(comparison, to, &b, err) < 0)
		return -1;
	n_a = a ? git_tree_entrycount(a) : 0;
	n_b = b ? git_tree_entrycount(b) : 0;
	while (i < n_a || k < n_b) {
		const git_tree_entry *in_a = i < n_a ? git_tree_entry_byindex(a, i) : NULL;
		const git_tree_entry *in_b = k < n_b ? git_tree_entry_byindex(b, k) : NULL;
		int order = !in_a ? 1 : !in_b ? -1 : order_of(in_a, in_b);

		if (compare_entries(comparison, order <= 0 ? in_a : NULL, order >= 0 ? in_b : NULL,
				    err) < 0)
			return -1;
		i += order <= 0;
		k += order >= 0;
	}
	return 0;
}

int repo_each_difference(struct repo *repo, const char *from_tree, const char *to_tree,
			 const char *const *paths, repo_difference_function *callback,
			 void *context, struct error *err)
{
	CLEANUP(comparison_clear)
	struct comparison comparison = {
		.repo = repo, .paths = paths, .callback = callback, .context = context
	};
	git_oid from, to;

	if (from_tree[0] != '\0' && repo_parse_id(&from, from_tree, err) < 0)
		return -1;
	if (repo_parse_id(&to, to_tree, err) < 0)
		return -1;
	return compare_trees(&comparison, from_tree[0] != '\0' ? &from : NULL, &to, err);
}
