/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Growing strings, lists of strings, and number parsing with bounds; always in the C locale. */
#ifndef BASE_STR_H
#define BASE_STR_H

#include "base/defs.h"
#include "base/error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A growing byte string. `data` is NUL-terminated once anything was appended, else NULL. */
struct str {
	char *data;
	size_t length;
	size_t capacity;
};

void str_clear(struct str *str); /* frees the bytes; the struct can be used again */
void str_append(struct str *str, const char *text);
void str_append_bytes(struct str *str, const void *bytes, size_t n);
void str_append_char(struct str *str, char byte);
void str_appendf(struct str *str, const char *format, ...) PRINTF_LIKE(2, 3);
void str_appendfv(struct str *str, const char *format, va_list args) PRINTF_LIKE(2, 0);
/* "3 builds", "1 build". */
void str_append_count(struct str *str, uint64_t n, const char *noun);
/* Hands the bytes over to the caller ("" when empty) and empties the struct. */
char *str_steal(struct str *str) MUST_CHECK;
/* Borrowed text: the bytes, or "" when empty. */
const char *str_text(const struct str *str);

/* A growing list of owned strings; `items` is NULL-terminated once anything was added. */
struct strlist {
	char **items;
	size_t n;
	size_t capacity;
};

void strlist_clear(struct strlist *list);
bool strlist_has(const struct strlist *list, const char *text);
void strlist_add(struct strlist *list, const char *text); /* copies */
void strlist_addf(struct strlist *list, const char *format, ...) PRINTF_LIKE(2, 3);
/* Splits on runs of blanks; '…' and "…" group words; a backslash outside '…' quotes one byte. */
int strlist_split_words(struct strlist *list, const char *line, struct error *err) MUST_CHECK;

bool str_starts_with(const char *text, const char *prefix);
bool str_ends_with(const char *text, const char *suffix);

/* The whole text must be one decimal integer within [min, max]; else ERROR_CONFIG. */
int str_parse_i64(const char *text, int64_t min, int64_t max, int64_t *ret,
		  struct error *err) MUST_CHECK;
/* The whole text must be one finite decimal number within [min, max], whatever the locale; else
 * ERROR_CONFIG. */
int str_parse_double(const char *text, double min, double max, double *ret,
		     struct error *err) MUST_CHECK;

/*
 * Appends text for a terminal: control bytes (but \n and \t when keep_layout), escapes, invalid
 * UTF-8 and bidirectional marks are written as \xNN or \u{NNNN}.
 */
void str_append_printable(struct str *str, const char *bytes, size_t n, bool keep_layout);

/* Damerau-free edit distance (insert, delete, replace), for "did you mean"; bounded to 64 bytes. */
size_t str_distance(const char *a, const char *b);

#endif
