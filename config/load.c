/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks the schema's groups and keys beside the tree of the file; knows no key by name. */
#include "config/load.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "config/load_tree.h"
#include "config/load_value.h"
#include "config/schema.h"

#define FILE_BYTES_MAX (1024 * 1024)
#define ELEMENTS_MAX 1000

/* The file and the settings it fills. */
struct loader {
	const char *folder; /* absolute */
	struct settings *settings;
};

static int MUST_CHECK check_known(const struct schema_group *group, const struct load_node *node,
				  struct error *err)
{
	for (size_t i = 0; i < node->n_children; i++) {
		const struct load_node *child = &node->children[i];
		const struct schema_group *inner = schema_find_group(child->name);
		bool is_root = group->name[0] == '\0';
		const char *near;

		if (schema_find(group->name, child->name) ||
		    (inner && schema_is_within(inner, group->name)))
			continue;
		near = schema_suggest(group->name, child->name);
		return load_tree_error(child, err, "unknown key '%s'%s%s%s%s%s", child->name,
				       is_root ? "" : " in ", group->name,
				       near ? "; did you mean '" : "", near ? near : "",
				       near ? "'?" : "");
	}
	return 0;
}

static int MUST_CHECK fill_key(const struct loader *loader, const struct schema_key *key,
			       const struct load_node *group_node, char *base, struct error *err)
{
	const struct load_node *node = load_tree_member(group_node, key->name);
	void *field = base + key->offset;

	if (node) {
		settings_add_place(loader->settings, field, node->file, node->line);
		return load_value(key, node, loader->folder, field, err);
	}
	if (key->required && group_node)
		return load_tree_error(group_node, err, "'%s' is missing%s%s", key->name,
				       key->group[0] != '\0' ? " in " : "", key->group);
	return load_value_fallback(key, loader->folder, field, err);
}

/* Fills the struct at `base` from the group's node, or with defaults where that is NULL. */
static int MUST_CHECK fill_group(const struct loader *loader, const struct schema_group *group,
				 const struct load_node *node, char *base, struct error *err)
{
	const struct schema_key *keys;
	size_t n;

	if (node && node->kind != LOAD_GROUP)
		return load_tree_error(node, err, "%s must be %s, not %s", group->name,
				       group->is_list ? "a list of groups ( { … } )"
						      : "a group { … }",
				       load_tree_kind_name(node->kind));
	if (node && check_known(group, node, err) < 0)
		return -1;
	keys = schema_keys(&n);
	for (size_t i = 0; i < n; i++) {
		if (strcmp(keys[i].group, group->name) == 0 &&
		    fill_key(loader, &keys[i], node, base, err) < 0)
			return -1;
	}
	return 0;
}

/*
 * Fills an array with the list's elements; without a list, with one element of defaults, or with none
 * where it is within another group.
 */
static int MUST_CHECK fill_list(const struct loader *loader, const struct schema_group *group,
				const struct load_node *list, struct error *err)
{
	char *settings = (char *)loader->settings;
	size_t *n = (size_t *)(void *)(settings + group->n_offset);
	size_t wanted = list ? list->n_children : 1;
	char *elements;

	if (!list && group->parent)
		return 0;
	if (list && list->kind != LOAD_LIST)
		return load_tree_error(list, err, "%s must be a list of groups ( { … } ), not %s",
				       group->name, load_tree_kind_name(list->kind));
	if (wanted == 0)
		return load_tree_error(list, err, "%s is empty; leave it out to get the default",
				       group->name);
	if (wanted > ELEMENTS_MAX)
		return load_tree_error(list, err, "%s has %zu elements, more than %d", group->name,
				       wanted, ELEMENTS_MAX);
	elements = mem_array(wanted, group->element_bytes);
	memcpy(settings + group->offset, &elements, sizeof(elements));
	for (size_t i = 0; i < wanted; i++) {
		*n = i + 1; /* what is half filled is freed, too */
		if (fill_group(loader, group, list ? &list->children[i] : NULL,
			       elements + i * group->element_bytes, err) < 0)
			return -1;
	}
	return 0;
}

static int MUST_CHECK fill(const struct loader *loader, const struct load_node *root,
			   struct error *err)
{
	const struct schema_group *groups;
	size_t n;

	groups = schema_groups(&n);
	for (size_t i = 0; i < n; i++) {
		bool is_root = groups[i].name[0] == '\0';
		const struct load_node *outer =
			groups[i].parent ? load_tree_member(root, groups[i].parent) : root;
		const struct load_node *node =
			is_root ? root : load_tree_member(outer, groups[i].name);
		int result = groups[i].is_list
				     ? fill_list(loader, &groups[i], node, err)
				     : fill_group(loader, &groups[i], node,
						  (char *)loader->settings + groups[i].offset, err);

		if (result < 0)
			return -1;
	}
	return 0;
}

/* The absolute folder of a file that may not exist, without a slash at its end: "" for the root. */
static int MUST_CHECK find_folder(const char *path, char **ret, struct error *err)
{
	const char *slash = strrchr(path, '/');
	CLEANUP(mem_freep) char *folder = slash ? mem_dup(path, (size_t)(slash - path)) : NULL;
	CLEANUP(mem_freep) char *here = NULL;

	if (path[0] == '/') {
		*ret = folder;
		folder = NULL;
		return 0;
	}
	here = getcwd(NULL, 0);
	if (!here)
		return error_errno(err, errno, "cannot find the current folder");
	*ret = folder ? mem_printf("%s/%s", here, folder) : mem_strdup(here);
	return 0;
}

int load_settings_text(const char *text, const char *path, struct settings **ret, struct error *err)
{
	CLEANUP(settings_freep) struct settings *settings = mem_zalloc(sizeof(*settings));
	CLEANUP(load_tree_freep) struct load_node *root = NULL;
	CLEANUP(mem_freep) char *folder = NULL;
	struct loader loader = { .settings = settings };

	settings->path = mem_strdup(path);
	if (find_folder(path, &folder, err) < 0 ||
	    load_tree_parse(text, path, folder, &root, err) < 0)
		return -1;
	loader.folder = folder;
	if (fill(&loader, root, err) < 0)
		return -1;
	*ret = settings;
	settings = NULL;
	return 0;
}

int load_settings(const char *path, struct settings **ret, struct error *err)
{
	CLEANUP(mem_freep) char *text = NULL;
	size_t n;

	if (fs_read_file(path, FILE_BYTES_MAX, &text, &n, err) < 0) {
		err->kind = ERROR_CONFIG;
		return -1;
	}
	if (memchr(text, '\0', n))
		return error_set(err, ERROR_CONFIG, "%s: holds a NUL byte; is it a text file?",
				 path);
	return load_settings_text(text, path, ret, err);
}
