/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/import_csv.h"

#include <string.h>

#include "base/mem.h"
#include "results/import_state.h"
#include "results/stated.h"

#define COLUMNS_MAX 100
#define CELL_PREFIX "cell."
#define NEAR 3 /* edits at which a name is suggested */

enum column {
	KERNEL,
	VARIANT,
	ONTO,
	MACHINE,
	WORKLOAD,
	CELL,
	METRIC,
	UNIT,
	BETTER,
	STATED,
	BOOT,
	VALUE,
	COLUMN_COUNT,
	PARAMETER, /* cell.NAME */
	IGNORED
};

static const struct {
	const char *name;
	enum column column;
} names[] = {
	{ "kernel", KERNEL },   { "commit", KERNEL },     { "release", KERNEL },
	{ "variant", VARIANT }, { "onto", ONTO },         { "machine", MACHINE },
	{ "cell", CELL },       { "workload", WORKLOAD }, { "metric", METRIC },
	{ "unit", UNIT },       { "better", BETTER },     { "stated", STATED },
	{ "boot", BOOT },       { "value", VALUE },       { "case", IGNORED },
	{ "started", IGNORED }, { "sample", IGNORED },    { "outcome", IGNORED },
	{ "purpose", IGNORED },
};

struct csv {
	struct import *import;
	char separator;
	struct strlist head, row;
	enum column kinds[COLUMNS_MAX];
	bool is_report; /* of perfsect: variant is the number of a layout */
};

static void csv_clear(struct csv *csv)
{
	strlist_clear(&csv->head);
	strlist_clear(&csv->row);
}

/* The cell at `at` without its quotes; returns what follows it, NULL where a quote is not closed. */
static const char *split_cell(const char *at, char separator, struct strlist *row)
{
	CLEANUP(str_clear) struct str cell = { 0 };

	if (*at == '"') {
		for (at++; *at != '\0' && (*at != '"' || at[1] == '"'); at++) {
			at += *at == '"'; /* two of them are one */
			str_append_char(&cell, *at);
		}
		if (*at == '\0' || (at[1] != separator && at[1] != '\0'))
			return NULL;
		at++;
	}
	for (; *at != '\0' && *at != separator; at++)
		str_append_char(&cell, *at);
	strlist_add(row, str_text(&cell));
	return at;
}

static bool split(const char *line, char separator, struct strlist *row)
{
	strlist_clear(row);
	for (line = split_cell(line, separator, row); line && *line == separator;)
		line = row->n < COLUMNS_MAX ? split_cell(line + 1, separator, row) : NULL;
	return line != NULL;
}

static bool has(const struct strlist *row, const char *name)
{
	for (size_t i = 0; i < row->n; i++)
		if (strcmp(row->items[i], name) == 0)
			return true;
	return false;
}

/* Splits the line as a head; false where it is none. */
static bool read_head(const char *line, struct strlist *head, char *ret_separator)
{
	for (const char *separator = ",;\t"; *separator != '\0'; separator++) {
		*ret_separator = *separator;
		if (split(line, *separator, head) && has(head, "value") &&
		    (has(head, "kernel") || has(head, "commit") || has(head, "release")))
			return true;
	}
	return false;
}

/* The next line that is neither blank nor a comment. */
static int next_row(struct import_lines *lines, bool *ret, struct error *err)
{
	do {
		if (import_lines_next(lines, ret, err) < 0)
			return -1;
	} while (*ret && (lines->line.length == 0 || str_text(&lines->line)[0] == '#'));
	return 0;
}

bool import_csv_matches(struct import *import)
{
	CLEANUP(strlist_clear) struct strlist head = { 0 };
	struct error ignored = { 0 };
	char separator;
	bool more = false;

	return next_row(&import->lines, &more, &ignored) == 0 && more &&
	       read_head(str_text(&import->lines.line), &head, &separator);
}

static int refuse_column(struct csv *csv, const char *name, struct error *err)
{
	CLEANUP(str_clear) struct str shown = { 0 };
	const char *nearest = NULL;
	size_t best = NEAR;

	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		const size_t distance = str_distance(name, names[i].name);

		if (distance < best) {
			best = distance;
			nearest = names[i].name;
		}
	}
	str_append_printable(&shown, name, strnlen(name, 60), false);
	return import_refuse(
		&csv->import->lines, err,
		"unknown column '%s'%s%s%s (a parameter of the cell is called '" CELL_PREFIX
		"NAME')",
		str_text(&shown), nearest ? "; did you mean '" : "", nearest ? nearest : "",
		nearest ? "'?" : "");
}

static int find_kind(struct csv *csv, const char *name, enum column *ret, struct error *err)
{
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		if (strcmp(name, names[i].name) == 0) {
			*ret = names[i].column;
			return 0;
		}
	}
	*ret = PARAMETER;
	if (str_starts_with(name, CELL_PREFIX) && name[strlen(CELL_PREFIX)] != '\0')
		return 0;
	return refuse_column(csv, name, err);
}

static int take_head(struct csv *csv, struct error *err)
{
	struct import_lines *lines = &csv->import->lines;
	bool more = false;

	if (next_row(lines, &more, err) < 0)
		return -1;
	if (!more || !read_head(str_text(&lines->line), &csv->head, &csv->separator))
		return import_refuse(lines, err,
				     "it must name the columns, 'kernel' and 'value' among them");
	for (size_t i = 0; i < csv->head.n; i++) {
		if (find_kind(csv, csv->head.items[i], &csv->kinds[i], err) < 0)
			return -1;
		for (size_t j = 0; j < i; j++)
			if (strcmp(csv->head.items[i], csv->head.items[j]) == 0 ||
			    (csv->kinds[i] < COLUMN_COUNT && csv->kinds[i] == csv->kinds[j]))
				return import_refuse(lines, err,
						     "the columns '%s' and '%s' say the same thing",
						     csv->head.items[j], csv->head.items[i]);
	}
	csv->is_report = has(&csv->head, "case") && has(&csv->head, "onto");
	return 0;
}

/* The text of a column, "" where there is none. A quote before a formula's sign was put there for spreadsheets. */
static const char *text_of(const struct csv *csv, enum column column)
{
	for (size_t i = 0; i < csv->head.n; i++) {
		const char *text = csv->row.items[i];

		if (csv->kinds[i] == column)
			return text[0] == '\'' && text[1] && strchr("=+-@", text[1]) ? text + 1
										     : text;
	}
	return "";
}

static void append_cell(const struct csv *csv, struct str *cell)
{
	str_append(cell, text_of(csv, CELL));
	for (size_t i = 0; i < csv->head.n; i++)
		if (csv->kinds[i] == PARAMETER && csv->row.items[i][0] != '\0')
			str_appendf(cell, "%s%s=%s", cell->length ? " " : "",
				    csv->head.items[i] + strlen(CELL_PREFIX), csv->row.items[i]);
}

static char *variant_of(const struct csv *csv)
{
	const char *variant = text_of(csv, VARIANT), *onto = text_of(csv, ONTO);

	if (!csv->is_report)
		return mem_strdup(variant);
	if (onto[0] != '\0')
		return mem_printf("onto %.12s", onto);
	return strcmp(variant, "0") == 0 ? mem_strdup("") : mem_printf("layout %s", variant);
}

static int add_row(struct csv *csv, struct error *err)
{
	struct import_lines *lines = &csv->import->lines;
	const char *better = text_of(csv, BETTER), *boot_text = text_of(csv, BOOT);
	CLEANUP(mem_freep) char *variant = variant_of(csv);
	CLEANUP(str_clear) struct str cell = { 0 };
	struct error ignored = { 0 };
	int64_t boot = 0;
	double value;
	struct series key = {
		.kernel = (char *)text_of(csv, KERNEL),
		.variant = variant,
		.machine = (char *)text_of(csv, MACHINE),
		.workload = (char *)text_of(csv, WORKLOAD),
		.metric = (char *)text_of(csv, METRIC),
		.unit = (char *)text_of(csv, UNIT),
		.stated = (char *)text_of(csv, STATED),
		.better = HIGHER_IS_BETTER,
	};

	append_cell(csv, &cell);
	key.cell = (char *)str_text(&cell);
	if (key.kernel[0] == '\0')
		return import_refuse(lines, err, "it names no kernel");
	if (better[0] != '\0' && !direction_from_name(better, &key.better))
		return import_refuse(lines, err, "'better' is neither 'higher' nor 'lower'");
	if (boot_text[0] != '\0' && str_parse_i64(boot_text, 1, INT32_MAX, &boot, &ignored) < 0)
		return import_refuse(lines, err, "'boot' is not a number of 1 or more");
	if (key.stated[0] != '\0' && !stated_is_valid(key.stated))
		return import_refuse(lines, err, "'stated' is neither a ratio nor a change in %%");
	if (import_value(lines, text_of(csv, VALUE), &value, err) < 0)
		return -1;
	return import_add(csv->import, &key, value, (unsigned)boot, err);
}

int import_csv_read(struct import *import, struct error *err)
{
	CLEANUP(csv_clear) struct csv csv = { .import = import };
	bool more = false;

	if (take_head(&csv, err) < 0)
		return -1;
	for (;;) {
		if (next_row(&import->lines, &more, err) < 0)
			return -1;
		if (!more)
			return 0;
		if (!split(str_text(&import->lines.line), csv.separator, &csv.row))
			return import_refuse(&import->lines, err,
					     "a quote is not closed, or there are over %d cells",
					     COLUMNS_MAX);
		if (csv.row.n != csv.head.n)
			return import_refuse(&import->lines, err, "it has %zu cells, not %zu",
					     csv.row.n, csv.head.n);
		if (add_row(&csv, err) < 0)
			return -1;
	}
}
