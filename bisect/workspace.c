/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/workspace.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/str.h"
#include "config/check.h"
#include "config/load.h"
#include "config/schema.h"

int workspace_init(const char *dir, const char *repo, struct error *err)
{
	CLEANUP(mem_freep) char *config = mem_printf("%s/" WORKSPACE_CONFIG, dir);
	CLEANUP(mem_freep) char *state = mem_printf("%s/" WORKSPACE_STATE, dir);
	CLEANUP(mem_freep) char *database = mem_printf("%s/store.db", state);
	CLEANUP(store_closep) struct store *store = NULL;
	struct str text = { 0 };
	int result;

	if (fs_exists(config) || fs_exists(state))
		return error_set(
			err, ERROR_CONFIG,
			"'%s' is a workspace already; choose another folder, or remove its "
			"%s and %s to start again",
			dir, WORKSPACE_CONFIG, WORKSPACE_STATE);
	if (fs_make_dirs(state, err) < 0 || store_open(database, &store, err) < 0)
		return error_wrap(err, "cannot make a workspace in '%s'", dir);
	schema_append_template(&text, repo);
	result = fs_write_atomic(config, str_text(&text), text.length, 0644, err);
	str_clear(&text);
	return result;
}

/* The folder at or above `dir` that has a perfsect.conf. */
static int find_workspace(const char *dir, char **ret, struct error *err)
{
	CLEANUP(mem_freep) char *path = realpath(dir, NULL);
	char *slash;

	if (!path)
		return error_set(err, ERROR_USAGE, "no such folder '%s'", dir);
	for (;;) {
		CLEANUP(mem_freep) char *config = mem_printf("%s/" WORKSPACE_CONFIG, path);

		if (fs_exists(config)) {
			*ret = path;
			path = NULL;
			return 0;
		}
		slash = strrchr(path, '/');
		if (!slash || slash == path)
			break;
		*slash = '\0';
	}
	return error_set(err, ERROR_CONFIG,
			 "no " WORKSPACE_CONFIG " in '%s' or above it; 'perfsect init' writes one",
			 dir);
}

int workspace_check_dir(const char *dir, struct error *err)
{
	const char *at = strpbrk(dir, " \t\n\v\f\r:'\"\\$#%;&|<>()*?`");
	const char character[] = { '\'', at ? *at : '\0', '\'', '\0' };

	if (!at)
		return 0;
	return error_set(
		err, ERROR_CONFIG,
		"cannot build kernels in '%s': their makefiles take no path with %s; move the "
		"workspace to a folder with a plain name",
		dir, *at > ' ' ? character : "white space");
}

int workspace_open(const char *dir, enum workspace_mode mode, struct workspace **ret,
		   struct error *err)
{
	CLEANUP(workspace_closep) struct workspace *workspace = mem_zalloc(sizeof(*workspace));
	CLEANUP(mem_freep) char *config = NULL;
	CLEANUP(mem_freep) char *database = NULL;
	CLEANUP(mem_freep) char *lock = NULL;
	CLEANUP(mem_freep) char *state = NULL;

	workspace->lock_fd = -1;
	if (find_workspace(dir, &workspace->dir, err) < 0)
		return -1;
	config = mem_printf("%s/" WORKSPACE_CONFIG, workspace->dir);
	database = mem_printf("%s/" WORKSPACE_STATE "/store.db", workspace->dir);
	state = mem_printf("%s/" WORKSPACE_STATE, workspace->dir);
	lock = mem_printf("%s/" WORKSPACE_STATE "/lock", workspace->dir);
	if (load_settings(config, &workspace->settings, err) < 0)
		return -1;
	if (mode == WORKSPACE_WRITE && (check_settings(workspace->settings, err) < 0 ||
					workspace_check_dir(workspace->dir, err) < 0))
		return -1;
	if (fs_make_dirs(state, err) < 0)
		return -1;
	if (mode == WORKSPACE_WRITE && fs_lock(lock, &workspace->lock_fd, err) < 0)
		return error_wrap(err, "another perfsect works in '%s'", workspace->dir);
	if (store_open(database, &workspace->store, err) < 0)
		return -1;
	*ret = workspace;
	workspace = NULL;
	return 0;
}

void workspace_close(struct workspace *workspace)
{
	if (!workspace)
		return;
	store_close(workspace->store);
	settings_free(workspace->settings);
	fs_closep(&workspace->lock_fd);
	free(workspace->dir);
	free(workspace);
}

void workspace_closep(struct workspace **workspace)
{
	workspace_close(*workspace);
	*workspace = NULL;
}

char *workspace_path(const struct workspace *workspace, const char *format, ...)
{
	char name[PATH_MAX];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(name, sizeof(name), format, args); /* names are ours and short */
	va_end(args);
	return mem_printf("%s/" WORKSPACE_STATE "/%s", workspace->dir, name);
}

const char *workspace_relative(const struct workspace *workspace, const char *path)
{
	size_t n = strlen(workspace->dir);

	return strncmp(path, workspace->dir, n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

void workspace_begin_case(const struct workspace *workspace, int64_t id)
{
	fs_lock_say(workspace->lock_fd, id);
}

void workspace_end_case(const struct workspace *workspace, int64_t id)
{
	fs_lock_unsay(workspace->lock_fd, id);
}

bool workspace_works_on(const struct workspace *workspace, int64_t id)
{
	CLEANUP(mem_freep) char *lock = workspace_path(workspace, "lock");

	return fs_lock_says(lock, id);
}
