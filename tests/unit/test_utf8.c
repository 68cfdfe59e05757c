/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/defs.h"
#include "base/utf8.h"

static void characters_of_every_length_are_decoded(void **state)
{
	static const struct {
		const char *bytes;
		uint32_t code;
	} rows[] = {
		{ "a", 'a' },
		{ "\177", 0x7f },
		{ "\302\200", 0x80 },
		{ "\337\277", 0x7ff },
		{ "\340\240\200", 0x800 },
		{ "\355\237\277", 0xd7ff },
		{ "\356\200\200", 0xe000 },
		{ "\357\277\277", 0xffff },
		{ "\360\220\200\200", 0x10000 },
		{ "\364\217\277\277", 0x10ffff },
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++) {
		size_t n = strlen(rows[i].bytes);
		uint32_t code = 0;

		assert_int_equal(utf8_decode(rows[i].bytes, n, &code), n);
		assert_int_equal(code, rows[i].code);
		assert_int_equal(utf8_decode(rows[i].bytes, n - 1, NULL), 0); /* cut off */
	}
}

static void what_is_no_character_has_no_length(void **state)
{
	static const char *const rows[] = {
		"\200",             /* a continuation alone */
		"\300\200",         /* two bytes for NUL */
		"\301\277",         /* two bytes for 0x7f */
		"\340\237\277",     /* three bytes for 0x7ff */
		"\360\217\277\277", /* four bytes for 0xffff */
		"\355\240\200",     /* the first surrogate */
		"\355\277\277",     /* the last surrogate */
		"\364\220\200\200", /* one beyond the last character */
		"\370\210\200\200\200",
		"\377",
		"\303a", /* the second byte is none */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(rows); i++)
		assert_int_equal(utf8_decode(rows[i], strlen(rows[i]), NULL), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(characters_of_every_length_are_decoded),
		cmocka_unit_test(what_is_no_character_has_no_length),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
