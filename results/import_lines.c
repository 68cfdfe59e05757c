/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/import_lines.h"

#include <string.h>

#include "base/mem.h"

#define BYTE_ORDER_MARK "\xef\xbb\xbf"
#define VALUE_MAX 1e100 /* sums and squares of some of them stay finite */
#define SHOWN_MAX 60    /* bytes of what is quoted in a refusal */

void import_lines_init(struct import_lines *lines, const char *text, size_t n)
{
	*lines = (struct import_lines){ .text = text, .n = n };
	import_lines_rewind(lines);
}

void import_lines_clear(struct import_lines *lines)
{
	str_clear(&lines->line);
}

void import_lines_rewind(struct import_lines *lines)
{
	const size_t n = strlen(BYTE_ORDER_MARK);

	lines->number = 0;
	lines->at = lines->n >= n && memcmp(lines->text, BYTE_ORDER_MARK, n) == 0 ? n : 0;
}

int import_refuse(const struct import_lines *lines, struct error *err, const char *format, ...)
{
	CLEANUP(str_clear) struct str text = { 0 };
	va_list args;

	va_start(args, format);
	str_appendfv(&text, format, args);
	va_end(args);
	return error_set(err, ERROR_CONFIG, "line %u: %s", lines->number, str_text(&text));
}

int import_lines_next(struct import_lines *lines, bool *ret, struct error *err)
{
	const char *start = lines->text + lines->at, *end;
	size_t n;

	*ret = lines->at < lines->n;
	if (!*ret)
		return 0;
	lines->number++;
	end = memchr(start, '\n', lines->n - lines->at);
	n = end ? (size_t)(end - start) : lines->n - lines->at;
	lines->at += n + (end != NULL);
	if (n > IMPORT_LINE_MAX)
		return import_refuse(lines, err, "it has %zu bytes; at most %d are read", n,
				     IMPORT_LINE_MAX);
	if (n > 0 && memchr(start, '\0', n))
		return import_refuse(lines, err, "it has a NUL byte, so it is no text");
	str_clear(&lines->line);
	str_append_bytes(&lines->line, start, n > 0 && start[n - 1] == '\r' ? n - 1 : n);
	return 0;
}

static void append_shown(struct str *out, const char *text)
{
	const size_t n = strlen(text);

	str_append_printable(out, text, n < SHOWN_MAX ? n : SHOWN_MAX, false);
	if (n > SHOWN_MAX)
		str_append(out, "…");
}

int import_value(const struct import_lines *lines, const char *text, double *ret, struct error *err)
{
	CLEANUP(str_clear) struct str shown = { 0 };
	struct error why = { 0 };

	if (str_parse_double(text, 0, VALUE_MAX, ret, &why) == 0)
		return 0;
	append_shown(&shown, text);
	if (!import_is_number(text))
		return import_refuse(lines, err, "'%s' is not a number", str_text(&shown));
	return import_refuse(lines, err, "'%s' is no measurement: it must lie between 0 and %g",
			     str_text(&shown), VALUE_MAX);
}

bool import_is_number(const char *text)
{
	size_t n, m;

	text += *text == '+' || *text == '-';
	n = strspn(text, "0123456789");
	text += n;
	m = *text == '.' ? strspn(text + 1, "0123456789") : 0;
	text += *text == '.' ? m + 1 : 0;
	if (n + m == 0)
		return false;
	if (*text == 'e' || *text == 'E') {
		text += 1 + (text[1] == '+' || text[1] == '-');
		n = strspn(text, "0123456789");
		text += n;
		return n > 0 && *text == '\0';
	}
	return *text == '\0';
}
