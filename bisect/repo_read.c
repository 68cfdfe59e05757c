/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Single objects, as they are stored: no filter, no line-end conversion, no attribute. */
#include "bisect/repo.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/repo_private.h"

#define BLOB_BYTES_MAX ((size_t)256 * 1024 * 1024)

void repo_commit_clear(struct repo_commit *commit)
{
	free(commit->subject);
	free(commit->author);
	free(commit->message);
	*commit = (struct repo_commit){ 0 };
}

/* git's texts are NULL where a commit is damaged. */
static const char *or_empty(const char *text)
{
	return text ? text : "";
}

int repo_read_commit(struct repo *repo, const char *hex, struct repo_commit *ret, struct error *err)
{
	CLEANUP(repo_commit_freep) git_commit *commit = NULL;
	const git_signature *author;

	if (repo_look_up_commit(repo, hex, &commit, err) < 0)
		return -1;
	author = git_commit_author(commit);
	*ret = (struct repo_commit){
		.subject = mem_strdup(or_empty(git_commit_summary(commit))),
		.author = mem_printf("%s <%s>", author ? or_empty(author->name) : "",
				     author ? or_empty(author->email) : ""),
		.message = mem_strdup(or_empty(git_commit_message(commit))),
		.time = git_commit_time(commit),
		.n_parents = git_commit_parentcount(commit),
	};
	(void)git_oid_tostr(ret->hex, sizeof(ret->hex), git_commit_id(commit));
	(void)git_oid_tostr(ret->tree, sizeof(ret->tree), git_commit_tree_id(commit));
	if (ret->n_parents > 0)
		(void)git_oid_tostr(ret->first_parent, sizeof(ret->first_parent),
				    git_commit_parent_id(commit, 0));
	return 0;
}

static int read_blob(struct repo *repo, const git_oid *id, char **ret, size_t *ret_n,
		     struct error *err)
{
	CLEANUP(repo_odb_object_freep) git_odb_object *object = NULL;
	git_object_t type;
	size_t n;
	int code = git_odb_read_header(&n, &type, repo->odb, id);

	if (code < 0)
		return error_git(err, code, "cannot read blob %s", git_oid_tostr_s(id));
	if (type != GIT_OBJECT_BLOB)
		return error_set(err, ERROR_HOST, "object %s is a %s, not a blob",
				 git_oid_tostr_s(id), git_object_type2string(type));
	if (n > BLOB_BYTES_MAX)
		return error_set(err, ERROR_HOST, "blob %s has %zu bytes, more than %zu",
				 git_oid_tostr_s(id), n, BLOB_BYTES_MAX);
	code = git_odb_read(&object, repo->odb, id);
	if (code < 0)
		return error_git(err, code, "cannot read blob %s", git_oid_tostr_s(id));
	*ret_n = git_odb_object_size(object);
	*ret = mem_dup(git_odb_object_data(object), *ret_n);
	return 0;
}

int repo_read_blob(struct repo *repo, const char *hex, char **ret, size_t *ret_n, struct error *err)
{
	git_oid id;

	if (repo_parse_id(&id, hex, err) < 0)
		return -1;
	return read_blob(repo, &id, ret, ret_n, err);
}

int repo_read_path(struct repo *repo, const char *tree, const char *path, char **ret, size_t *ret_n,
		   bool *ret_found, struct error *err)
{
	CLEANUP(repo_tree_freep) git_tree *root = NULL;
	CLEANUP(repo_entry_freep) git_tree_entry *entry = NULL;
	int code;

	if (repo_look_up_tree(repo, tree, &root, err) < 0)
		return -1;
	code = git_tree_entry_bypath(&entry, root, path);
	if (code < 0 && code != GIT_ENOTFOUND)
		return error_git(err, code, "cannot find '%s' in tree %s", path, tree);
	if (code == GIT_ENOTFOUND || git_tree_entry_type(entry) != GIT_OBJECT_BLOB) {
		*ret_found = false;
		return 0;
	}
	if (read_blob(repo, git_tree_entry_id(entry), ret, ret_n, err) < 0)
		return error_wrap(err, "cannot read '%s' of tree %s", path, tree);
	*ret_found = true;
	return 0;
}

bool repo_has(struct repo *repo, const char *hex)
{
	git_oid id;

	return git_oid_fromstr(&id, hex) == 0 && git_odb_exists(repo->odb, &id);
}

int repo_hash(const void *bytes, size_t n, char ret[REPO_HEX_SIZE], struct error *err)
{
	git_oid id;
	int code = git_libgit2_init();

	if (code >= 0) {
		code = git_odb_hash(&id, bytes, n, GIT_OBJECT_BLOB);
		(void)git_libgit2_shutdown(); /* counts users down */
	}
	if (code < 0)
		return error_git(err, code, "cannot hash %zu bytes", n);
	(void)git_oid_tostr(ret, REPO_HEX_SIZE, &id); /* returns ret */
	return 0;
}

char *repo_user_setting(const char *name)
{
	CLEANUP(repo_buffer_clear) git_buf value = { 0 };
	git_config *config = NULL;
	char *ret = NULL;

	if (git_libgit2_init() < 0)
		return NULL;
	if (git_config_open_default(&config) == 0 &&
	    git_config_get_string_buf(&value, config, name) == 0)
		ret = mem_strdup(value.ptr);
	git_config_free(config);
	(void)git_libgit2_shutdown(); /* counts users down */
	return ret;
}
