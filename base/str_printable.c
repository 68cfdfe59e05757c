/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a guest or a tool wrote, made harmless for a terminal. */
#include "base/str.h"

#include "base/utf8.h"

/* Inclusive ranges of characters that move the cursor, end lines, or turn the writing direction. */
static const struct {
	uint32_t first;
	uint32_t last;
} unprintable[] = {
	{ 0x0000, 0x001f }, /* C0, ESC among them */
	{ 0x007f, 0x009f }, /* DEL and C1, CSI among them */
	{ 0x061c, 0x061c }, /* Arabic letter mark */
	{ 0x200e, 0x200f }, /* left-to-right and right-to-left marks */
	{ 0x2028, 0x202e }, /* line and paragraph separators, embeddings, overrides */
	{ 0x2066, 0x2069 }, /* isolates */
};

static bool is_printable(uint32_t code)
{
	for (size_t i = 0; i < ARRAY_LENGTH(unprintable); i++) {
		if (code >= unprintable[i].first && code <= unprintable[i].last)
			return false;
	}
	return true;
}

void str_append_printable(struct str *str, const char *bytes, size_t n, bool keep_layout)
{
	for (size_t i = 0; i < n;) {
		uint32_t code = 0;
		size_t character_n = utf8_decode(bytes + i, n - i, &code);
		bool is_layout = character_n == 1 && (code == '\n' || code == '\t');

		if (character_n > 0 && (is_printable(code) || (is_layout && keep_layout)))
			str_append_bytes(str, bytes + i, character_n);
		else if (character_n <= 1)
			str_appendf(str, "\\x%02X", (unsigned char)bytes[i]);
		else
			str_appendf(str, "\\u{%04X}", code);
		i += character_n ? character_n : 1;
	}
}
