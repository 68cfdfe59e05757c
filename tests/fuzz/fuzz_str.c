/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "base/utf8.h"
#include "tests/fuzz/fuzz.h"

/* Also where assert() is compiled out. */
static void require(int condition)
{
	if (!condition)
		abort();
}

/* What goes to a terminal is UTF-8 without control characters. */
static void require_printable(const struct str *str)
{
	for (size_t i = 0; i < str->length;) {
		uint32_t code = 0;
		size_t n = utf8_decode(str->data + i, str->length - i, &code);

		require(n > 0 && code >= ' ' && (code < 0x7f || code > 0x9f) && code != 0x202e);
		i += n;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(str_clear) struct str printable = { 0 };
	CLEANUP(mem_freep) char *text = mem_dup(data, size);
	struct error err = { 0 };

	if (strlist_split_words(&words, text, &err) == 0)
		require(words.n <= strlen(text));
	else
		require(words.n == 0 && err.kind == ERROR_CONFIG);
	str_append_printable(&printable, (const char *)data, size, false);
	require_printable(&printable);
	require(str_distance(text, text) == 0);
	return 0;
}
