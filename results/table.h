/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Text tables: columns as wide as their widest cell, two blanks between them. Cells are made
 * harmless for a terminal (str_append_printable) as they are added.
 */
#ifndef RESULTS_TABLE_H
#define RESULTS_TABLE_H

#include "base/defs.h"
#include "base/str.h"

#include <stddef.h>

struct table;

enum table_align { TABLE_LEFT, TABLE_RIGHT };

struct table_column {
	const char *title; /* "" for none; a table without any title has no head line */
	enum table_align align;
};

struct table *table_new(const struct table_column *columns, size_t n_columns) MUST_CHECK;
void table_free(struct table *table);
void table_freep(struct table **table);

/* Adds the next cell, left to right; a row is complete with its n_columns-th cell. */
void table_add(struct table *table, const char *text);
void table_addf(struct table *table, const char *format, ...) PRINTF_LIKE(2, 3);

/*
 * Appends the complete rows, each line behind `indent` blanks and without trailing ones. The last
 * column is cut with "…" where a line would be wider than `width`; 0 is no limit.
 */
void table_append(const struct table *table, unsigned indent, unsigned width, struct str *out);

#endif
