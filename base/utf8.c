/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/utf8.h"

#include <stdbool.h>

#include "base/defs.h"

/* The form of a character, told by its first byte: the bits of it under `mask` are `mark`. */
struct form {
	unsigned char mask;
	unsigned char mark;
	size_t n;
	uint32_t min; /* a smaller code point has a shorter form */
};

static const struct form forms[] = {
	{ 0x80, 0x00, 1, 0 },
	{ 0xe0, 0xc0, 2, 0x80 },
	{ 0xf0, 0xe0, 3, 0x800 },
	{ 0xf8, 0xf0, 4, 0x10000 },
};

static const struct form *form_of(unsigned char first)
{
	for (size_t i = 0; i < ARRAY_LENGTH(forms); i++) {
		if ((first & forms[i].mask) == forms[i].mark)
			return &forms[i];
	}
	return NULL;
}

static bool is_character(uint32_t code, uint32_t min)
{
	return code >= min && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

size_t utf8_decode(const char *bytes, size_t n, uint32_t *ret_code)
{
	const unsigned char *at = (const unsigned char *)bytes;
	const struct form *form = n ? form_of(at[0]) : NULL;
	uint32_t code;

	if (!form || form->n > n)
		return 0;
	code = at[0] & (unsigned char)~form->mask;
	for (size_t i = 1; i < form->n; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		code = code << 6 | (at[i] & 0x3f);
	}
	if (!is_character(code, form->min))
		return 0;
	if (ret_code)
		*ret_code = code;
	return form->n;
}
