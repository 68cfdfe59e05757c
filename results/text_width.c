/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/text_width.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/defs.h"
#include "base/utf8.h"

struct range {
	uint32_t first;
	uint32_t last;
};

/* Inclusive: marks that sit on the character before them, and joiners. */
static const struct range zero[] = {
	{ 0x0300, 0x036f }, { 0x0483, 0x0489 }, { 0x0591, 0x05bd }, { 0x064b, 0x065f },
	{ 0x1ab0, 0x1aff }, { 0x1dc0, 0x1dff }, { 0x200b, 0x200d }, { 0x20d0, 0x20ff },
	{ 0xfe00, 0xfe0f }, { 0xfe20, 0xfe2f }, { 0xfeff, 0xfeff }, { 0xe0100, 0xe01ef },
};

/* Inclusive: ideographs, kana, hangul, full-width forms, emoji. */
static const struct range wide[] = {
	{ 0x1100, 0x115f },   { 0x2e80, 0x303e },   { 0x3041, 0x33ff },   { 0x3400, 0x4dbf },
	{ 0x4e00, 0x9fff },   { 0xa000, 0xa4cf },   { 0xac00, 0xd7a3 },   { 0xf900, 0xfaff },
	{ 0xfe30, 0xfe6f },   { 0xff00, 0xff60 },   { 0xffe0, 0xffe6 },   { 0x1f300, 0x1f64f },
	{ 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff }, { 0x20000, 0x3fffd },
};

static bool is_in(uint32_t code, const struct range *ranges, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return true;
	return false;
}

/* Bytes of the character at the start of the text, and its columns. */
static size_t next_character(const char *text, size_t n, size_t *ret_columns)
{
	uint32_t code = 0;
	size_t bytes = utf8_decode(text, n, &code);

	*ret_columns = 1;
	if (bytes == 0)
		return 1;
	if (is_in(code, zero, ARRAY_LENGTH(zero)))
		*ret_columns = 0;
	else if (is_in(code, wide, ARRAY_LENGTH(wide)))
		*ret_columns = 2;
	return bytes;
}

size_t text_width(const char *text)
{
	size_t n = strlen(text);
	size_t width = 0;
	size_t columns = 0;

	for (size_t i = 0; i < n;) {
		i += next_character(text + i, n - i, &columns);
		width += columns;
	}
	return width;
}

size_t text_fit(const char *text, size_t columns)
{
	size_t n = strlen(text);
	size_t width = 0;
	size_t i = 0;

	while (i < n) {
		size_t own = 0;
		size_t bytes = next_character(text + i, n - i, &own);

		if (width + own > columns)
			break;
		width += own;
		i += bytes;
	}
	return i;
}
