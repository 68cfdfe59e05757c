/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The only user of libconfig. */
#include "config/load_tree.h"

#include <libconfig.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/str.h"
#include "config/load_literal.h"

/* Deeper than any key of ours; keeps the walk off the end of the stack. */
#define DEPTH_MAX 16
#define INCLUDE_BYTES_MAX (1024 * 1024)

static void node_clear(struct load_node *node)
{
	free(node->name);
	free(node->file);
	free(node->text);
	for (size_t i = 0; i < node->n_children; i++)
		node_clear(&node->children[i]);
	free(node->children);
}

void load_tree_free(struct load_node *node)
{
	if (!node)
		return;
	node_clear(node);
	free(node);
}

void load_tree_freep(struct load_node **node)
{
	load_tree_free(*node);
	*node = NULL;
}

const struct load_node *load_tree_member(const struct load_node *group, const char *name)
{
	for (size_t i = 0; group && i < group->n_children; i++) {
		if (group->children[i].name && strcmp(group->children[i].name, name) == 0)
			return &group->children[i];
	}
	return NULL;
}

const char *load_tree_kind_name(enum load_kind kind)
{
	static const char *const names[] = {
		[LOAD_GROUP] = "a group",      [LOAD_LIST] = "a list",
		[LOAD_TEXT] = "text",          [LOAD_INTEGER] = "an integer",
		[LOAD_REAL] = "a real number", [LOAD_BOOL] = "a boolean",
	};

	return names[kind];
}

int load_tree_error(const struct load_node *node, struct error *err, const char *format, ...)
{
	CLEANUP(mem_freep) char *text = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	if (node->line == 0)
		return error_set(err, ERROR_CONFIG, "%s: %s", node->file, text ? text : format);
	return error_set(err, ERROR_CONFIG, "%s:%u: %s", node->file, node->line,
			 text ? text : format);
}

static int MUST_CHECK copy(const config_setting_t *setting, const char *path, unsigned depth,
			   struct load_node *node, struct error *err);

static int MUST_CHECK copy_children(const config_setting_t *setting, const char *path,
				    unsigned depth, struct load_node *node, struct error *err)
{
	int n = config_setting_length(setting);

	if (depth >= DEPTH_MAX)
		return load_tree_error(node, err, "groups and lists are nested deeper than %d",
				       DEPTH_MAX);
	node->children = mem_array((size_t)n, sizeof(*node->children));
	for (int i = 0; i < n; i++) {
		const config_setting_t *child = config_setting_get_elem(setting, (unsigned)i);

		node->n_children++;
		if (copy(child, path, depth + 1, &node->children[i], err) < 0)
			return -1;
	}
	return 0;
}

/* libconfig's setting as a node of ours; `path` is the file it does not name. */
static int copy(const config_setting_t *setting, const char *path, unsigned depth,
		struct load_node *node, struct error *err)
{
	const char *file = config_setting_source_file(setting);

	node->name = mem_strdup(config_setting_name(setting));
	node->file = mem_strdup(file ? file : path);
	node->line = config_setting_source_line(setting);
	switch (config_setting_type(setting)) {
	case CONFIG_TYPE_INT:
	case CONFIG_TYPE_INT64:
		node->kind = LOAD_INTEGER;
		node->integer = config_setting_get_int64(setting);
		return 0;
	case CONFIG_TYPE_FLOAT:
		node->kind = LOAD_REAL;
		node->real = config_setting_get_float(setting);
		return 0;
	case CONFIG_TYPE_BOOL:
		node->kind = LOAD_BOOL;
		node->integer = config_setting_get_bool(setting);
		return 0;
	case CONFIG_TYPE_STRING:
		node->kind = LOAD_TEXT;
		node->text = mem_strdup(config_setting_get_string(setting));
		return 0;
	case CONFIG_TYPE_GROUP:
		node->kind = LOAD_GROUP;
		return copy_children(setting, path, depth, node, err);
	default: /* arrays and lists; there is no other type */
		node->kind = LOAD_LIST;
		return copy_children(setting, path, depth, node, err);
	}
}

/* libconfig has forgotten how the numbers of the included files were written: look again. */
static int MUST_CHECK check_includes(const config_t *config, const char *folder, struct error *err)
{
	for (unsigned i = 0; i < config->num_filenames; i++) {
		CLEANUP(mem_freep) char *path = mem_printf("%s/%s", folder, config->filenames[i]);
		CLEANUP(mem_freep) char *text = NULL;
		size_t n;

		if (fs_read_file(path, INCLUDE_BYTES_MAX, &text, &n, err) < 0 ||
		    load_literal_check(text, config->filenames[i], err) < 0)
			return -1;
	}
	return 0;
}

static int MUST_CHECK parse(config_t *config, const char *text, const char *path,
			    const char *folder, struct load_node *root, struct error *err)
{
	config_set_include_dir(config, folder);
	if (config_read_string(config, text) != CONFIG_TRUE) {
		const char *file = config_error_file(config);
		const char *why = config_error_text(config);

		return error_set(err, ERROR_CONFIG, "%s:%d: %s", file ? file : path,
				 config_error_line(config), why ? why : "cannot be read");
	}
	if (load_literal_check(text, path, err) < 0 || check_includes(config, folder, err) < 0)
		return -1;
	return copy(config_root_setting(config), path, 0, root, err);
}

int load_tree_parse(const char *text, const char *path, const char *folder, struct load_node **ret,
		    struct error *err)
{
	CLEANUP(load_tree_freep) struct load_node *root = mem_zalloc(sizeof(*root));
	config_t config;
	int result;

	config_init(&config);
	result = parse(&config, text, path, folder, root, err);
	config_destroy(&config);
	if (result < 0)
		return -1;
	*ret = root;
	root = NULL;
	return 0;
}
