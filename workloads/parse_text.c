/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/parse_text.h"

#include <stdbool.h>
#include <string.h>

#define ESCAPE '\x1b'
#define BELL '\a'

static bool is_between(char byte, char first, char last)
{
	return byte >= first && byte <= last;
}

/* Length of "ESC ] … BEL" or "ESC ] … ESC \"; the rest of the line when it has no end. */
static size_t command_length(const char *at, size_t n)
{
	for (size_t i = 2; i < n && at[i] != '\n'; i++) {
		if (at[i] == BELL)
			return i + 1;
		if (at[i] == ESCAPE && i + 1 < n && at[i + 1] == '\\')
			return i + 2;
	}
	return 2;
}

/* Length of the escape sequence that begins at `at` (ECMA-48), at least 1. */
static size_t escape_length(const char *at, size_t n)
{
	size_t i = 2;

	if (n < 2)
		return n;
	if (at[1] == ']')
		return command_length(at, n);
	if (at[1] != '[')
		return at[1] == '\n' ? 1 : 2;
	while (i < n && is_between(at[i], 0x20, 0x3f))
		i++;
	return i < n && is_between(at[i], 0x40, 0x7e) ? i + 1 : i;
}

/* The screen line that is being written. */
struct line {
	struct str *str;
	size_t start;      /* its first byte in str */
	bool is_rewritten; /* a carriage return went back to the start */
};

static void cut(struct line *line, size_t length)
{
	if (length < line->str->length) {
		line->str->length = length;
		line->str->data[length] = '\0';
	}
}

static void put(struct line *line, char byte)
{
	if (line->is_rewritten)
		cut(line, line->start);
	line->is_rewritten = false;
	str_append_char(line->str, byte);
}

void parse_text_append(struct str *str, const char *output, size_t n)
{
	struct line line = { .str = str, .start = str->length };

	for (size_t i = 0; i < n; i++) {
		unsigned char byte = (unsigned char)output[i];

		if (byte == ESCAPE) {
			i += escape_length(output + i, n - i) - 1;
		} else if (byte == '\r') {
			line.is_rewritten = true;
		} else if (byte == '\b') {
			if (str->length > line.start)
				cut(&line, str->length - 1);
		} else if (byte == '\n') {
			line.is_rewritten = false; /* "\r\n" ends a line, it rewrites nothing */
			put(&line, '\n');
			line.start = str->length;
		} else if (byte == '\t' || (byte >= 0x20 && byte != 0x7f)) {
			put(&line, (char)byte);
		}
	}
}
