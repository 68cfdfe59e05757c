/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/repo.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "bisect/layout.h"
#include "bisect/repo_private.h"

struct source {
	git_oid blob;
	git_filemode_t mode;
};

/* The files of a tree that may be padded. */
struct sources {
	struct strlist paths;
	struct source *of; /* as `paths` lists them */
	size_t capacity;
	const char *folder; /* that is being walked */
};

static void sources_clear(struct sources *sources)
{
	strlist_clear(&sources->paths);
	free(sources->of);
}

static int add_source(const char *root, const git_tree_entry *entry, void *payload)
{
	struct sources *sources = payload;
	const git_filemode_t mode = git_tree_entry_filemode(entry);
	CLEANUP(mem_freep)
	char *path = mem_printf("%s/%s%s", sources->folder, root, git_tree_entry_name(entry));
	const size_t n = sources->paths.n;

	if ((mode != GIT_FILEMODE_BLOB && mode != GIT_FILEMODE_BLOB_EXECUTABLE) ||
	    !layout_may_pad(path))
		return 0;
	mem_grow(&sources->of, &sources->capacity, n, sizeof(*sources->of));
	sources->of[n] = (struct source){ *git_tree_entry_id(entry), mode };
	strlist_add(&sources->paths, path);
	return 0;
}

/* A tree that lacks the folder has none of its files. */
static int walk_folder(struct repo *repo, git_tree *root, struct sources *sources,
		       struct error *err)
{
	const git_tree_entry *entry = git_tree_entry_byname(root, sources->folder);
	CLEANUP(repo_tree_freep) git_tree *folder = NULL;
	int code;

	if (!entry || git_tree_entry_type(entry) != GIT_OBJECT_TREE)
		return 0;
	code = git_tree_lookup(&folder, repo->bare, git_tree_entry_id(entry));
	if (code == 0)
		code = git_tree_walk(folder, GIT_TREEWALK_PRE, add_source, sources);
	return code < 0 ? error_git(err, code, "cannot read folder '%s'", sources->folder) : 0;
}

/* Writes the file with its pad; *blob becomes the new one. */
static int pad_blob(struct repo *repo, git_oid *blob, unsigned bytes, struct error *err)
{
	CLEANUP(mem_freep) char *pad = layout_pad_text(bytes);
	CLEANUP(mem_freep) char *text = NULL;
	CLEANUP(str_clear) struct str padded = { 0 };
	char hex[REPO_HEX_SIZE];
	size_t n = 0;
	int code;

	(void)git_oid_tostr(hex, sizeof(hex), blob); /* returns hex */
	if (repo_read_blob(repo, hex, &text, &n, err) < 0)
		return -1;
	str_append_bytes(&padded, text, n);
	if (n > 0 && text[n - 1] != '\n')
		str_append_char(&padded, '\n');
	str_append(&padded, pad);
	code = git_blob_create_from_buffer(blob, repo->bare, padded.data, padded.length);
	return code < 0 ? error_git(err, code, "cannot write a blob") : 0;
}

/* Writes the files that get a pad, and lists them as the changes they are. */
static int pad_sources(struct repo *repo, unsigned variant, struct sources *sources,
		       git_tree_update *updates, size_t *ret_n, struct error *err)
{
	const size_t n = sources->paths.n;
	CLEANUP(mem_freep) unsigned *bytes = mem_array(n, sizeof(*bytes));

	layout_choose(variant, (const char *const *)sources->paths.items, n, bytes);
	*ret_n = 0;
	for (size_t i = 0; i < n; i++) {
		if (bytes[i] == 0)
			continue;
		if (pad_blob(repo, &sources->of[i].blob, bytes[i], err) < 0)
			return error_wrap(err, "cannot pad '%s'", sources->paths.items[i]);
		updates[(*ret_n)++] = (git_tree_update){
			.action = GIT_TREE_UPDATE_UPSERT,
			.id = sources->of[i].blob,
			.filemode = sources->of[i].mode,
			.path = sources->paths.items[i],
		};
	}
	return 0;
}

static int lay_out(struct repo *repo, git_tree *tree, unsigned variant, git_oid *ret,
		   bool *ret_found, struct error *err)
{
	CLEANUP(sources_clear) struct sources sources = { 0 };
	CLEANUP(mem_freep) git_tree_update *updates = NULL;
	size_t n = 0;
	int code;

	for (size_t i = 0; layout_folders[i]; i++) {
		sources.folder = layout_folders[i];
		if (walk_folder(repo, tree, &sources, err) < 0)
			return -1;
	}
	updates = mem_array(sources.paths.n, sizeof(*updates));
	if (pad_sources(repo, variant, &sources, updates, &n, err) < 0)
		return -1;
	*ret_found = n > 0;
	if (n == 0)
		return 0;
	code = git_tree_create_updated(ret, repo->bare, tree, n, updates);
	return code < 0 ? error_git(err, code, "cannot write a tree") : 0;
}

int repo_lay_out(struct repo *repo, const char *tree, unsigned variant, char ret[REPO_HEX_SIZE],
		 bool *ret_found, struct error *err)
{
	CLEANUP(repo_tree_freep) git_tree *root = NULL;
	git_oid id;

	if (repo_look_up_tree(repo, tree, &root, err) < 0)
		return -1;
	if (lay_out(repo, root, variant, &id, ret_found, err) < 0)
		return error_wrap(err, "cannot lay out tree %.12s anew", tree);
	if (*ret_found)
		(void)git_oid_tostr(ret, REPO_HEX_SIZE, &id); /* returns ret */
	return 0;
}
