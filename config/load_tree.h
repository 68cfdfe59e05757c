/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands in a configuration file, as a tree that knows the line of each value. */
#ifndef CONFIG_LOAD_TREE_H
#define CONFIG_LOAD_TREE_H

#include "base/defs.h"
#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum load_kind {
	LOAD_GROUP,
	LOAD_LIST, /* of anything, in ( ) or [ ] */
	LOAD_TEXT,
	LOAD_INTEGER,
	LOAD_REAL,
	LOAD_BOOL,
};

struct load_node {
	enum load_kind kind;
	char *name; /* NULL for the root and the elements of a list */
	char *file;
	unsigned line;   /* 1-based; 0 for the root */
	char *text;      /* of LOAD_TEXT */
	int64_t integer; /* of LOAD_INTEGER; 0 or 1 of LOAD_BOOL */
	double real;
	struct load_node *children;
	size_t n_children;
};

/*
 * Parses the text of a file called `path`; @include reads from `folder` ("" is the root). Refuses
 * what libconfig would misread in silence, see config/load_literal.h.
 */
int load_tree_parse(const char *text, const char *path, const char *folder, struct load_node **ret,
		    struct error *err) MUST_CHECK;
void load_tree_free(struct load_node *node);
void load_tree_freep(struct load_node **node);

/* NULL when the group has no such member, or `group` is NULL. Borrowed. */
const struct load_node *load_tree_member(const struct load_node *group, const char *name);
/* "an integer", "text", … */
const char *load_tree_kind_name(enum load_kind kind);
/* Sets ERROR_CONFIG with "FILE:LINE: " before the text. Returns -1. */
int load_tree_error(const struct load_node *node, struct error *err, const char *format, ...)
	PRINTF_LIKE(3, 4);

#endif
