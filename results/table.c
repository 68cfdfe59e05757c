/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/table.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/text_width.h"

#define GAP 2
#define LAST_COLUMN_MIN 8 /* narrower than this, a cut text says nothing: let the line run over */

struct table {
	struct table_column *columns; /* titles are borrowed */
	size_t n_columns;
	struct strlist cells;
};

struct table *table_new(const struct table_column *columns, size_t n_columns)
{
	struct table *table = mem_zalloc(sizeof(*table));

	assert(n_columns > 0);
	table->columns = mem_dup(columns, n_columns * sizeof(*columns));
	table->n_columns = n_columns;
	return table;
}

void table_free(struct table *table)
{
	if (!table)
		return;
	free(table->columns);
	strlist_clear(&table->cells);
	free(table);
}

void table_freep(struct table **table)
{
	table_free(*table);
	*table = NULL;
}

void table_add(struct table *table, const char *text)
{
	CLEANUP(str_clear) struct str cell = { 0 };

	str_append_printable(&cell, text, strlen(text), false);
	strlist_add(&table->cells, str_text(&cell));
}

void table_addf(struct table *table, const char *format, ...)
{
	CLEANUP(str_clear) struct str cell = { 0 };
	va_list args;

	va_start(args, format);
	str_appendfv(&cell, format, args);
	va_end(args);
	table_add(table, str_text(&cell));
}

static size_t column_width(const struct table *table, size_t column)
{
	size_t widest = text_width(table->columns[column].title);

	for (size_t i = column; i < table->cells.n; i += table->n_columns) {
		size_t width = text_width(table->cells.items[i]);

		widest = width > widest ? width : widest;
	}
	return widest;
}

/* What the last column may take so that the line stays within `width`. */
static size_t last_width(const size_t *widths, size_t n, unsigned indent, unsigned width)
{
	size_t before = indent;

	for (size_t i = 0; i + 1 < n; i++)
		before += widths[i] + GAP;
	if (width == 0 || before + widths[n - 1] <= width)
		return widths[n - 1];
	if (before + LAST_COLUMN_MIN > width)
		return widths[n - 1] < LAST_COLUMN_MIN ? widths[n - 1] : LAST_COLUMN_MIN;
	return width - before;
}

static void append_blanks(struct str *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		str_append_char(out, ' ');
}

static void append_cell(struct str *out, const char *text, enum table_align align, size_t width)
{
	size_t own = text_width(text);

	if (own > width) {
		str_append_bytes(out, text, text_fit(text, width - 1));
		str_append(out, "…");
		return;
	}
	if (align == TABLE_RIGHT)
		append_blanks(out, width - own);
	str_append(out, text);
	if (align == TABLE_LEFT)
		append_blanks(out, width - own);
}

/* cells NULL: the titles. */
static void append_row(const struct table *table, char *const *cells, const size_t *widths,
		       unsigned indent, struct str *out)
{
	CLEANUP(str_clear) struct str line = { 0 };
	size_t n;

	for (size_t i = 0; i < table->n_columns; i++) {
		append_blanks(&line, i == 0 ? indent : GAP);
		append_cell(&line, cells ? cells[i] : table->columns[i].title,
			    table->columns[i].align, widths[i]);
	}
	n = line.length;
	while (n > 0 && line.data[n - 1] == ' ')
		n--;
	str_append_bytes(out, str_text(&line), n);
	str_append_char(out, '\n');
}

static bool has_titles(const struct table *table)
{
	for (size_t i = 0; i < table->n_columns; i++)
		if (table->columns[i].title[0])
			return true;
	return false;
}

void table_append(const struct table *table, unsigned indent, unsigned width, struct str *out)
{
	size_t n = table->n_columns;
	CLEANUP(mem_freep) size_t *widths = mem_array(n, sizeof(*widths));

	for (size_t i = 0; i < n; i++)
		widths[i] = column_width(table, i);
	widths[n - 1] = last_width(widths, n, indent, width);
	if (has_titles(table))
		append_row(table, NULL, widths, indent, out);
	for (size_t i = 0; i + n <= table->cells.n; i += n)
		append_row(table, table->cells.items + i, widths, indent, out);
}
