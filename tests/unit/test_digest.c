/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "bisect/digest.h"

static void assert_hex40(const void *bytes, size_t n, const char *expected)
{
	struct digest digest;
	char hex[41];

	digest_init(&digest);
	digest_add(&digest, bytes, n);
	digest_finish_hex40(&digest, hex);
	assert_string_equal(hex, expected);
}

/* FIPS 180-4 examples, cut to 160 bits. */
static void the_published_vectors_come_out(void **state)
{
	(void)state;
	assert_hex40("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4");
	assert_hex40("abc", 3, "ba7816bf8f01cfea414140de5dae2223b00361a3");
	assert_hex40("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 56,
		     "248d6a61d20638b8e5c026930c3e6039a33ce459");
}

static void a_million_bytes_in_odd_pieces_come_out(void **state)
{
	unsigned char bytes[DIGEST_BYTES];
	struct digest digest;
	char piece[977];

	(void)state;
	memset(piece, 'a', sizeof(piece));
	digest_init(&digest);
	for (size_t left = 1000000; left > 0;) {
		size_t n = left < sizeof(piece) ? left : sizeof(piece);

		digest_add(&digest, piece, n);
		left -= n;
	}
	digest_finish(&digest, bytes);
	assert_memory_equal(bytes,
			    "\xcd\xc7\x6e\x5c\x99\x14\xfb\x92\x81\xa1\xc7\xe2\x84\xd7\x3e\x67"
			    "\xf1\x80\x9a\x48\xa4\x97\x20\x0e\x04\x6d\x39\xcc\xc7\x11\x2c\xd0",
			    sizeof(bytes));
}

static void hex_of_texts(const char *first, const char *second, char ret[41])
{
	struct digest digest;

	digest_init(&digest);
	digest_add_text(&digest, first);
	digest_add_text(&digest, second);
	digest_finish_hex40(&digest, ret);
}

static void texts_do_not_run_into_each_other(void **state)
{
	char a[41], b[41], c[41];

	(void)state;
	hex_of_texts("ab", "c", a);
	hex_of_texts("a", "bc", b);
	assert_string_not_equal(a, b);
	hex_of_texts("", "x", b);
	hex_of_texts(NULL, "x", c);
	assert_string_not_equal(b, c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_published_vectors_come_out),
		cmocka_unit_test(a_million_bytes_in_odd_pieces_come_out),
		cmocka_unit_test(texts_do_not_run_into_each_other),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
