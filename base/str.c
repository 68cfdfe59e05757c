/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/str.h"

#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define DISTANCE_MAX 64

/* Room for n more bytes and the NUL. */
static void reserve(struct str *str, size_t n)
{
	size_t needed;

	if (__builtin_add_overflow(str->length + 1, n, &needed))
		needed = SIZE_MAX; /* the allocation below ends the program */
	if (needed <= str->capacity)
		return;
	if (needed < 2 * str->capacity)
		needed = 2 * str->capacity;
	if (needed < 32)
		needed = 32;
	str->data = mem_resize(str->data, needed, 1);
	str->capacity = needed;
}

void str_clear(struct str *str)
{
	free(str->data);
	*str = (struct str){ 0 };
}

void str_append_bytes(struct str *str, const void *bytes, size_t n)
{
	reserve(str, n);
	if (n)
		memcpy(str->data + str->length, bytes, n);
	str->length += n;
	str->data[str->length] = '\0';
}

void str_append(struct str *str, const char *text)
{
	str_append_bytes(str, text, strlen(text));
}

void str_append_char(struct str *str, char byte)
{
	str_append_bytes(str, &byte, 1);
}

/* Formats in the C locale whatever the process has set; ends the program when memory is out. */
static char *PRINTF_LIKE(1, 0) format_c(const char *format, va_list args)
{
	locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
	locale_t previous = uselocale(c_locale);
	char *text = NULL;

	if (vasprintf(&text, format, args) < 0)
		abort();
	(void)uselocale(previous);
	freelocale(c_locale);
	return text;
}

void str_appendfv(struct str *str, const char *format, va_list args)
{
	CLEANUP(mem_freep) char *text = format_c(format, args);

	str_append(str, text);
}

void str_appendf(struct str *str, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	str_appendfv(str, format, args);
	va_end(args);
}

void str_append_count(struct str *str, uint64_t n, const char *noun)
{
	str_appendf(str, "%" PRIu64 " %s%s", n, noun, n == 1 ? "" : "s");
}

char *str_steal(struct str *str)
{
	char *data = str->data ? str->data : mem_strdup("");

	*str = (struct str){ 0 };
	return data;
}

const char *str_text(const struct str *str)
{
	return str->data ? str->data : "";
}

void strlist_clear(struct strlist *list)
{
	for (size_t i = 0; i < list->n; i++)
		free(list->items[i]);
	free(list->items);
	*list = (struct strlist){ 0 };
}

/* Takes over `text`. */
static void add_owned(struct strlist *list, char *text)
{
	mem_grow(&list->items, &list->capacity, list->n + 1, sizeof(*list->items));
	list->items[list->n++] = text;
	list->items[list->n] = NULL;
}

bool strlist_has(const struct strlist *list, const char *text)
{
	for (size_t i = 0; i < list->n; i++)
		if (strcmp(list->items[i], text) == 0)
			return true;
	return false;
}

void strlist_add(struct strlist *list, const char *text)
{
	add_owned(list, mem_strdup(text));
}

void strlist_addf(struct strlist *list, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_owned(list, format_c(format, args));
	va_end(args);
}

bool str_starts_with(const char *text, const char *prefix)
{
	return strncmp(text, prefix, strlen(prefix)) == 0;
}

bool str_ends_with(const char *text, const char *suffix)
{
	size_t n = strlen(text);
	size_t suffix_n = strlen(suffix);

	return n >= suffix_n && memcmp(text + n - suffix_n, suffix, suffix_n) == 0;
}

static size_t smallest(size_t a, size_t b, size_t c)
{
	size_t ab = a < b ? a : b;

	return ab < c ? ab : c;
}

size_t str_distance(const char *a, const char *b)
{
	size_t a_n = strnlen(a, DISTANCE_MAX);
	size_t b_n = strnlen(b, DISTANCE_MAX);
	size_t row[DISTANCE_MAX + 1]; /* distances of a[0..i) to each beginning of b */

	for (size_t j = 0; j <= b_n; j++)
		row[j] = j;
	for (size_t i = 1; i <= a_n; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= b_n; j++) {
			size_t replaced = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			row[j] = smallest(row[j] + 1, row[j - 1] + 1, replaced);
		}
	}
	return row[b_n];
}
