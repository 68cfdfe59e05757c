/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/paragraph.h"

#include <stdbool.h>
#include <string.h>

#include "results/text_width.h"

static void append_blanks(struct str *out, size_t n)
{
	for (size_t i = 0; i < n; i++)
		str_append_char(out, ' ');
}

/* A number stays with its percent sign. */
static size_t word_length(const char *text)
{
	size_t n = strcspn(text, " ");

	while (n > 0 && text[n] == ' ' && text[n + 1] == '%')
		n += 1 + strcspn(text + n + 1, " ");
	return n;
}

void paragraph_append(struct str *out, const char *lead, const char *text, unsigned width)
{
	size_t indent = text_width(lead);
	size_t column = indent;
	bool is_first = true;

	str_append(out, lead);
	for (;;) {
		CLEANUP(str_clear) struct str word = { 0 };
		size_t n, columns;

		text += strspn(text, " ");
		n = word_length(text);
		if (n == 0)
			break;
		str_append_printable(&word, text, n, false);
		columns = text_width(str_text(&word));
		if (!is_first && width && column + 1 + columns > width) {
			str_append_char(out, '\n');
			append_blanks(out, indent);
			column = indent;
		} else if (!is_first) {
			str_append_char(out, ' ');
			column++;
		}
		str_append(out, str_text(&word));
		column += columns;
		is_first = false;
		text += n;
	}
	str_append_char(out, '\n');
}
