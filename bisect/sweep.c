/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/sweep.h"

#include <string.h>

#include "base/fs.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/str.h"

/* *ret: is that entry of the folder to be removed? */
typedef int is_left_fn(const struct workspace *workspace, const char *path, bool *ret,
		       struct error *err);

static int is_unknown_boot(const struct workspace *workspace, const char *path, bool *ret,
			   struct error *err)
{
	bool is_known = false;

	if (store_has_boot(workspace->store, workspace_relative(workspace, path), &is_known, err) <
	    0)
		return -1;
	*ret = !is_known;
	return 0;
}

/* meta.json is the last file to be written. */
static int is_incomplete_kernel(const struct workspace *workspace, const char *path, bool *ret,
				struct error *err)
{
	CLEANUP(mem_freep) char *meta = mem_printf("%s/meta.json", path);

	(void)workspace;
	(void)err;
	*ret = !fs_exists(meta);
	return 0;
}

/* Names of fs_write_atomic(), and of libgit2 for objects on their way. */
static int is_draft(const struct workspace *workspace, const char *path, bool *ret,
		    struct error *err)
{
	const char *name = strrchr(path, '/') + 1;

	(void)workspace;
	(void)err;
	*ret = strstr(name, ".tmp-") || str_starts_with(name, "tmp_object_");
	return 0;
}

static const struct {
	const char *dir; /* of the workspace's state */
	is_left_fn *is_left;
} places[] = {
	{ "boots", is_unknown_boot },
	{ "kernels", is_incomplete_kernel },
	{ "objects", is_draft },
};

static int sweep_place(const struct workspace *workspace, const char *dir, is_left_fn *is_left,
		       struct error *err)
{
	CLEANUP(strlist_clear) struct strlist names = { 0 };

	if (fs_list_dir(dir, &names, err) < 0)
		return -1;
	for (size_t i = 0; i < names.n; i++) {
		CLEANUP(mem_freep) char *path = mem_printf("%s/%s", dir, names.items[i]);
		bool is_to_go = false;

		if (is_left(workspace, path, &is_to_go, err) < 0)
			return -1;
		if (!is_to_go)
			continue;
		log_debug("removing '%s', which a killed process left", path);
		if (fs_remove_tree(path, err) < 0)
			return -1;
	}
	return 0;
}

/* All else in a work tree is the source's, or make's. */
static int sweep_tree(const struct workspace *workspace, const char *dir, struct error *err)
{
	static const char *const within[] = { "", "/objects", "/objects/.perfsect",
					      "/objects/.perfsect/kconfig" };

	for (size_t i = 0; i < ARRAY_LENGTH(within); i++) {
		CLEANUP(mem_freep) char *path = mem_printf("%s%s", dir, within[i]);

		if (fs_is_dir(path) && sweep_place(workspace, path, is_draft, err) < 0)
			return -1;
	}
	return 0;
}

static int sweep_trees(const struct workspace *workspace, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist names = { 0 };
	CLEANUP(mem_freep) char *trees = workspace_path(workspace, "trees");

	if (fs_list_dir(trees, &names, err) < 0)
		return -1;
	for (size_t i = 0; i < names.n; i++) {
		CLEANUP(mem_freep) char *dir = mem_printf("%s/%s", trees, names.items[i]);

		if (sweep_tree(workspace, dir, err) < 0)
			return -1;
	}
	return 0;
}

int sweep(const struct workspace *workspace, struct error *err)
{
	for (size_t i = 0; i < ARRAY_LENGTH(places); i++) {
		CLEANUP(mem_freep) char *dir = workspace_path(workspace, "%s", places[i].dir);

		if (sweep_place(workspace, dir, places[i].is_left, err) < 0)
			return error_wrap(err, "cannot clean up '%s'", workspace->dir);
	}
	if (sweep_trees(workspace, err) < 0)
		return error_wrap(err, "cannot clean up '%s'", workspace->dir);
	return 0;
}
