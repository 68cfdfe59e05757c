/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/repo.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <git2/sys/odb_backend.h>
#include <git2/sys/repository.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/repo_private.h"

#define SCRATCH_PRIORITY 3 /* libgit2's own are 1 and 2 */
#define CACHE_BYTES ((ssize_t)64 * 1024 * 1024)
#define WINDOW_BYTES ((size_t)32 * 1024 * 1024) /* of a pack file that is mapped at a time */
#define MAPPED_BYTES ((size_t)256 * 1024 * 1024)
#define ZLIB_DEFAULT_LEVEL (-1)

static enum error_kind kind_of(int code, const char *reason)
{
	if (strstr(reason, strerror(ENOSPC)) || strstr(reason, strerror(EDQUOT)))
		return ERROR_DISK_FULL;
	switch (code) {
	case GIT_EOWNER:
		return ERROR_CONFIG;
	case GIT_EINVALIDSPEC:
	case GIT_EAMBIGUOUS:
		return ERROR_USAGE;
	default:
		return ERROR_HOST;
	}
}

int error_git(struct error *err, int code, const char *format, ...)
{
	const git_error *last = git_error_last();
	CLEANUP(mem_freep)
	char *reason = mem_strdup(last && last->message ? last->message : "unknown reason");
	va_list args;
	size_t n;

	err->kind = kind_of(code, reason);
	va_start(args, format);
	(void)vsnprintf(err->text, sizeof(err->text), format, args); /* cut when too long */
	va_end(args);
	n = strlen(err->text);
	(void)snprintf(err->text + n, sizeof(err->text) - n, ": %s", reason);
	return -1;
}

int repo_parse_id(git_oid *ret, const char *hex, struct error *err)
{
	if (strlen(hex) != REPO_HEX_SIZE - 1 || git_oid_fromstr(ret, hex) < 0)
		return error_set(err, ERROR_USAGE, "'%s' is not 40 hex digits", hex);
	return 0;
}

int repo_look_up_commit(struct repo *repo, const char *hex, git_commit **ret, struct error *err)
{
	git_oid id;
	int code;

	if (repo_parse_id(&id, hex, err) < 0)
		return -1;
	code = git_commit_lookup(ret, repo->bare, &id);
	return code < 0 ? error_git(err, code, "cannot read commit %s", hex) : 0;
}

int repo_look_up_tree(struct repo *repo, const char *hex, git_tree **ret, struct error *err)
{
	git_oid id;
	int code;

	if (repo_parse_id(&id, hex, err) < 0)
		return -1;
	code = git_tree_lookup(ret, repo->bare, &id);
	return code < 0 ? error_git(err, code, "cannot read tree %s", hex) : 0;
}

void repo_init_merge(git_merge_options *ret)
{
	(void)git_merge_options_init(ret, GIT_MERGE_OPTIONS_VERSION); /* knows its version */
	ret->flags = GIT_MERGE_FIND_RENAMES | GIT_MERGE_FAIL_ON_CONFLICT;
}

void repo_object_freep(git_object **object)
{
	git_object_free(*object);
}

void repo_commit_freep(git_commit **commit)
{
	git_commit_free(*commit);
}

void repo_tree_freep(git_tree **tree)
{
	git_tree_free(*tree);
}

void repo_index_freep(git_index **index)
{
	git_index_free(*index);
}

void repo_signature_freep(git_signature **signature)
{
	git_signature_free(*signature);
}

void repo_odb_object_freep(git_odb_object **object)
{
	git_odb_object_free(*object);
}

void repo_entry_freep(git_tree_entry **entry)
{
	git_tree_entry_free(*entry);
}

void repo_walk_freep(git_revwalk **walk)
{
	git_revwalk_free(*walk);
}

void repo_diff_freep(git_diff **diff)
{
	git_diff_free(*diff);
}

void repo_patch_freep(git_patch **patch)
{
	git_patch_free(*patch);
}

void repo_buffer_clear(git_buf *buffer)
{
	git_buf_dispose(buffer);
}

/* NULL: where git looks for it. "": nowhere. */
static void set_config_paths(const char *path)
{
	static const int levels[] = { GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG,
				      GIT_CONFIG_LEVEL_GLOBAL };

	for (size_t i = 0; i < ARRAY_LENGTH(levels); i++)
		(void)git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, levels[i], path);
}

/* Objects are trusted as git trusts them; memory stays small next to a kernel build. */
static void set_library_options(void)
{
	(void)git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
	(void)git_libgit2_opts(GIT_OPT_SET_CACHE_MAX_SIZE, CACHE_BYTES);
	(void)git_libgit2_opts(GIT_OPT_SET_CACHE_OBJECT_LIMIT, GIT_OBJECT_COMMIT, (size_t)0);
	(void)git_libgit2_opts(GIT_OPT_SET_MWINDOW_SIZE, WINDOW_BYTES);
	(void)git_libgit2_opts(GIT_OPT_SET_MWINDOW_MAPPED_LIMIT, MAPPED_BYTES);
}

static int try_open(struct repo *repo)
{
	return git_repository_open_ext(&repo->git, repo->path, GIT_REPOSITORY_OPEN_NO_SEARCH, NULL);
}

/*
 * libgit2 1.5 reports a foreign owner as "not found" where the user has a configuration without
 * safe.directory: what opens without the check, failed by it.
 */
static int open_checking_owner(struct repo *repo)
{
	int code;

	set_config_paths(NULL); /* the user's safe.directory counts */
	code = try_open(repo);
	if (code == GIT_ENOTFOUND) {
		(void)git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
		if (try_open(repo) == 0)
			code = GIT_EOWNER;
		(void)git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 1);
	}
	set_config_paths("");
	return code;
}

static int open_users(struct repo *repo, struct error *err)
{
	int code = open_checking_owner(repo);

	if (code == GIT_EOWNER)
		return error_set(err, ERROR_CONFIG,
				 "repository '%s' belongs to another user: run perfsect as its "
				 "owner, or trust it with "
				 "git config --global --add safe.directory '%s'",
				 repo->path, repo->path);
	if (code == GIT_ENOTFOUND)
		return error_set(
			err, ERROR_CONFIG,
			"'%s' is not a git repository (neither a work tree's top nor bare)",
			repo->path);
	if (code < 0) {
		error_git(err, code, "cannot open repository '%s'", repo->path);
		err->kind = ERROR_CONFIG;
		return -1;
	}
	if (git_repository_is_shallow(repo->git))
		return error_set(
			err, ERROR_CONFIG,
			"repository '%s' is a shallow clone without the history to bisect: "
			"run git -C '%s' fetch --unshallow",
			repo->path, repo->path);
	return 0;
}

/* Takes the ways to write from a back end; "freshen" would touch the times of the user's files. */
static void make_read_only(git_odb_backend *backend)
{
	backend->write = NULL;
	backend->writestream = NULL;
	backend->writepack = NULL;
	backend->writemidx = NULL;
	backend->freshen = NULL;
}

static int open_objects(struct repo *repo, const char *scratch_dir, struct error *err)
{
	git_odb_backend *scratch = NULL;
	git_odb_backend *backend;
	int code = git_odb_new(&repo->odb);

	if (code == 0 && scratch_dir) {
		if (fs_make_dirs(scratch_dir, err) < 0)
			return -1;
		code = git_odb_backend_loose(&scratch, scratch_dir, ZLIB_DEFAULT_LEVEL, 1, 0, 0);
		if (code == 0)
			code = git_odb_add_backend(repo->odb, scratch, SCRATCH_PRIORITY);
	}
	if (code == 0)
		code = git_odb_add_disk_alternate(repo->odb, repo->objects_dir);
	if (code < 0)
		return error_git(err, code, "cannot open the objects of repository '%s'",
				 repo->path);
	for (size_t i = 0; i < git_odb_num_backends(repo->odb); i++) {
		if (git_odb_get_backend(&backend, repo->odb, i) == 0 && backend != scratch)
			make_read_only(backend);
	}
	return 0;
}

/* The repository under test cannot configure us. */
static int set_empty_config(git_repository *git, struct error *err)
{
	git_config *config = NULL;
	int code = git_config_new(&config);

	if (code == 0)
		code = git_repository_set_config(git, config);
	git_config_free(config);
	return code < 0 ? error_git(err, code, "cannot make a configuration") : 0;
}

static int isolate(struct repo *repo, struct error *err)
{
	int code = git_repository_set_odb(repo->git, repo->odb);

	if (code == 0)
		code = git_repository_wrap_odb(&repo->bare, repo->odb);
	if (code < 0)
		return error_git(err, code, "cannot isolate repository '%s'", repo->path);
	if (set_empty_config(repo->bare, err) < 0)
		return -1;
	return set_empty_config(repo->git, err);
}

int repo_open(const char *path, const char *scratch_dir, struct repo **ret, struct error *err)
{
	CLEANUP(repo_closep) struct repo *repo = NULL;
	CLEANUP(repo_buffer_clear) git_buf objects_dir = { 0 };
	int code = git_libgit2_init();

	if (code < 0)
		return error_git(err, code, "cannot start libgit2");
	repo = mem_zalloc(sizeof(*repo));
	repo->path = mem_strdup(path);
	set_library_options();
	if (open_users(repo, err) < 0)
		return -1;
	code = git_repository_item_path(&objects_dir, repo->git, GIT_REPOSITORY_ITEM_OBJECTS);
	if (code < 0)
		return error_git(err, code, "cannot find the objects of repository '%s'", path);
	repo->objects_dir = mem_strdup(objects_dir.ptr);
	if (open_objects(repo, scratch_dir, err) < 0 || isolate(repo, err) < 0)
		return -1;
	*ret = repo;
	repo = NULL;
	return 0;
}

void repo_close(struct repo *repo)
{
	if (!repo)
		return;
	git_repository_free(repo->bare);
	git_repository_free(repo->git);
	git_odb_free(repo->odb);
	free(repo->objects_dir);
	free(repo->path);
	free(repo);
	(void)git_libgit2_shutdown(); /* counts users down; fails only where none is left */
}

void repo_closep(struct repo **repo)
{
	repo_close(*repo);
	*repo = NULL;
}
