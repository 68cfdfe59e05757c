/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/parse_csv.h"

#include <stdbool.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "workloads/parse_text.h"
#include "workloads/parse_value.h"

#define WHERE " where "

/* What is looked for; `name` is NULL where any row will do. */
struct choice {
	char *column;
	char *name;
	char *value;
};

static void choice_clear(struct choice *choice)
{
	mem_freep(&choice->column);
	mem_freep(&choice->name);
	mem_freep(&choice->value);
}

static int MUST_CHECK read_choice(const char *text, struct choice *ret, struct error *err)
{
	const char *where = strstr(text, WHERE);
	const char *name = where ? where + strlen(WHERE) : NULL;
	const char *equals = name ? strchr(name, '=') : NULL;

	if (text[0] == '\0' || where == text)
		return error_set(err, ERROR_CONFIG, "the rule 'csv:' names no column");
	if (name && (!equals || equals == name))
		return error_set(err, ERROR_CONFIG,
				 "the rule 'csv:%s' has no NAME=VALUE behind 'where'", text);
	ret->column = where ? mem_dup(text, (size_t)(where - text)) : mem_strdup(text);
	ret->name = name ? mem_dup(name, (size_t)(equals - name)) : NULL;
	ret->value = name ? mem_strdup(equals + 1) : NULL;
	return 0;
}

int parse_csv_check(const char *choice, struct error *err)
{
	CLEANUP(choice_clear) struct choice ignored = { 0 };

	return read_choice(choice, &ignored, err);
}

/* Appends the cell at `at` to the row, without its quotes; returns what follows it. */
static const char *read_cell(const char *at, char separator, struct strlist *row)
{
	CLEANUP(str_clear) struct str cell = { 0 };

	if (*at == '"') {
		for (at++; *at != '\0' && (*at != '"' || at[1] == '"'); at++) {
			at += *at == '"'; /* two of them are one */
			str_append_char(&cell, *at);
		}
		at += *at == '"';
	}
	for (; *at != '\0' && *at != separator; at++)
		str_append_char(&cell, *at);
	strlist_add(row, str_text(&cell));
	return at;
}

static void read_row(const char *line, char separator, struct strlist *row)
{
	strlist_clear(row);
	for (line = read_cell(line, separator, row); *line == separator;)
		line = read_cell(line + 1, separator, row);
}

/* Index of the cell, or -1. */
static ptrdiff_t find_cell(const struct strlist *row, const char *text)
{
	for (size_t i = 0; i < row->n; i++) {
		if (strcmp(row->items[i], text) == 0)
			return (ptrdiff_t)i;
	}
	return -1;
}

/* Splits the line as one with the names that are looked for; false when it is another. */
static bool is_head(const char *line, const struct choice *choice, char *ret_separator,
		    struct strlist *head)
{
	for (const char *separator = ",;\t"; *separator != '\0'; separator++) {
		read_row(line, *separator, head);
		*ret_separator = *separator;
		if (find_cell(head, choice->column) >= 0 &&
		    (!choice->name || find_cell(head, choice->name) >= 0))
			return true;
	}
	return false;
}

/* The next line without its end, which the caller frees; NULL behind the last. */
static char *take_line(const char **text)
{
	size_t n = strcspn(*text, "\n");
	char *line = **text != '\0' ? mem_dup(*text, n) : NULL;

	*text += (*text)[n] == '\n' ? n + 1 : n;
	return line;
}

/* The last cell that is looked for below the head, which the caller frees; NULL for none. */
static char *find_value(const char *text, const struct choice *choice, bool *ret_head)
{
	CLEANUP(strlist_clear) struct strlist head = { 0 };
	CLEANUP(strlist_clear) struct strlist row = { 0 };
	char separator = ',';
	char *found = NULL;

	*ret_head = false;
	while (*text != '\0') {
		CLEANUP(mem_freep) char *line = take_line(&text);

		if (!*ret_head) {
			*ret_head = is_head(line, choice, &separator, &head);
			continue;
		}
		read_row(line, separator, &row);
		if (row.n != head.n)
			break;
		if (choice->name &&
		    strcmp(row.items[find_cell(&head, choice->name)], choice->value) != 0)
			continue;
		mem_freep(&found);
		found = mem_strdup(row.items[find_cell(&head, choice->column)]);
	}
	return found;
}

int parse_csv(const char *choice, const char *output, size_t n, double *ret, struct error *err)
{
	CLEANUP(choice_clear) struct choice wanted = { 0 };
	CLEANUP(str_clear) struct str shown = { 0 };
	CLEANUP(mem_freep) char *value = NULL;
	bool has_head;

	if (read_choice(choice, &wanted, err) < 0)
		return -1;
	parse_text_append(&shown, output, n);
	value = find_value(str_text(&shown), &wanted, &has_head);
	if (!has_head)
		return error_set(err, ERROR_CONFIG,
				 "the output has no line with the column '%s'%s%s%s", wanted.column,
				 wanted.name ? " and '" : "", wanted.name ? wanted.name : "",
				 wanted.name ? "'" : "");
	if (!value)
		return error_set(err, ERROR_CONFIG, "the output has no row for 'csv:%s'", choice);
	return parse_value_text(wanted.column, value, strlen(value), ret, err);
}
