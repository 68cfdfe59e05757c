/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/import_grid.h"

#include <string.h>

#include "base/mem.h"
#include "results/import_state.h"
#include "results/stated.h"

#define COLUMNS_MAX 50

struct grid {
	struct import *import;
	struct strlist head, row;
	size_t n_params; /* columns before the first of numbers */
	size_t n_kernels;
	bool has_tail; /* the row: something behind its last bar */
};

static void grid_clear(struct grid *grid)
{
	strlist_clear(&grid->head);
	strlist_clear(&grid->row);
}

/* What stands between bars, without blanks around it; what stands behind the last counts where it is not blank. */
static bool split(const char *line, struct strlist *row, bool *ret_tail)
{
	strlist_clear(row);
	line += strspn(line, " \t");
	if (*line != '|')
		return false;
	for (line++; row->n < COLUMNS_MAX;) {
		size_t n = strcspn(line, "|");
		const bool is_last = line[n] == '\0';
		const char *start = line;

		line += n + !is_last;
		for (; n > 0 && strchr(" \t", *start); n--)
			start++;
		while (n > 0 && strchr(" \t", start[n - 1]))
			n--;
		if (!is_last || n > 0)
			strlist_addf(row, "%.*s", (int)n, start);
		*ret_tail = is_last && n > 0;
		if (is_last)
			return true;
	}
	return false;
}

/*
 * Metrics of several kernels have the same name: the last head that is there twice. Before the first of
 * them are the parameters; where none is there twice, the last column is the one of numbers.
 */
static bool read_head(const char *line, struct grid *grid)
{
	const struct strlist *head = &grid->head;

	if (!split(line, &grid->head, &grid->has_tail) || head->n < 2)
		return false;
	grid->n_params = head->n;
	grid->n_kernels = 0;
	for (size_t i = head->n; i-- > 0;) {
		if (head->items[i][0] == '\0')
			continue;
		if (grid->n_kernels > 0 && strcmp(head->items[i], head->items[grid->n_params]) != 0)
			break;
		grid->n_kernels++;
		grid->n_params = i;
	}
	return grid->n_kernels > 0 && grid->n_params > 0;
}

bool import_grid_matches(struct import *import)
{
	CLEANUP(grid_clear) struct grid grid = { .import = import };
	struct error ignored = { 0 };
	bool more = false;

	do {
		if (import_lines_next(&import->lines, &more, &ignored) < 0 || !more)
			return false;
	} while (import->lines.line.length == 0);
	return read_head(str_text(&import->lines.line), &grid);
}

static char *cell_of(const struct grid *grid)
{
	struct str cell = { 0 };

	for (size_t i = 0; i < grid->n_params; i++)
		if (grid->head.items[i][0] != '\0' && grid->row.items[i][0] != '\0')
			str_appendf(&cell, "%s%s=%s", cell.length ? " " : "", grid->head.items[i],
				    grid->row.items[i]);
	return str_steal(&cell);
}

static char *kernel_of(const struct grid *grid, size_t kernel)
{
	const struct strlist *names = &grid->import->options->kernels;

	return kernel < names->n ? mem_strdup(names->items[kernel])
				 : mem_printf("column %zu", kernel + 1);
}

/* The change that a row states is that of its last kernel. */
static int take_row(struct grid *grid, struct error *err)
{
	struct import_lines *lines = &grid->import->lines;
	const struct strlist *row = &grid->row;
	CLEANUP(mem_freep) char *cell = cell_of(grid);
	const char *stated = grid->has_tail ? row->items[row->n - 1] : "";
	size_t kernel = 0;

	if (stated[0] != '\0' && !stated_is_valid(stated))
		return import_refuse(lines, err, "what follows the last bar is no change in %%");
	for (size_t i = grid->n_params; i < grid->head.n; i++) {
		CLEANUP(mem_freep) char *name = kernel_of(grid, kernel);
		struct series key = {
			.kernel = name,
			.cell = cell,
			.metric = grid->head.items[grid->n_params],
			.unit = grid->head.items[grid->n_params],
		};
		double value;

		if (grid->head.items[i][0] == '\0')
			continue;
		key.stated = (char *)(++kernel == grid->n_kernels ? stated : "");
		if (import_value(lines, row->items[i], &value, err) < 0 ||
		    import_add(grid->import, &key, value, 0, err) < 0)
			return -1;
	}
	return 0;
}

/* "|---|---|" */
static bool is_rule(const char *line)
{
	return strspn(line, "|-+:= \t") == strlen(line);
}

static int take_head(struct grid *grid, struct error *err)
{
	struct import_lines *lines = &grid->import->lines;
	const struct strlist *names = &grid->import->options->kernels;
	bool more = false;

	do {
		if (import_lines_next(lines, &more, err) < 0)
			return -1;
	} while (more && is_rule(str_text(&lines->line)));
	if (!more || !read_head(str_text(&lines->line), grid))
		return import_refuse(lines, err, "it must be the head of a table in bars");
	if (names->n > 0 && names->n != grid->n_kernels)
		return import_refuse(lines, err, "it has %zu columns of '%s', not %zu as named",
				     grid->n_kernels, grid->head.items[grid->n_params], names->n);
	return 0;
}

int import_grid_read(struct import *import, struct error *err)
{
	CLEANUP(grid_clear) struct grid grid = { .import = import };
	bool more = false;

	if (take_head(&grid, err) < 0)
		return -1;
	for (;;) {
		if (import_lines_next(&import->lines, &more, err) < 0)
			return -1;
		if (!more)
			return 0;
		if (is_rule(str_text(&import->lines.line)))
			continue;
		if (!split(str_text(&import->lines.line), &grid.row, &grid.has_tail) ||
		    grid.row.n != grid.head.n + grid.has_tail)
			return import_refuse(&import->lines, err, "it is no row of %zu columns",
					     grid.head.n);
		if (take_row(&grid, err) < 0)
			return -1;
	}
}
