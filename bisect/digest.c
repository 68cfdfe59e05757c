/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/digest.h"

#include <stdio.h>
#include <string.h>

#define ROUNDS 64

// clang-format off
static const uint32_t round_constants[ROUNDS] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static const uint32_t initial_state[8] = {
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};
// clang-format on

static uint32_t rotate(uint32_t x, unsigned n)
{
	return x >> n | x << (32 - n);
}

static void expand(const unsigned char *block, uint32_t w[ROUNDS])
{
	for (size_t i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (size_t i = 16; i < ROUNDS; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + w[i - 7] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
		       (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
}

static void compress(uint32_t state[8], const unsigned char *block)
{
	uint32_t w[ROUNDS];
	uint32_t s[8];

	expand(block, w);
	memcpy(s, state, sizeof(s));
	for (size_t i = 0; i < ROUNDS; i++) {
		uint32_t e = rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25);
		uint32_t choose = (s[4] & s[5]) ^ (~s[4] & s[6]);
		uint32_t t1 = s[7] + e + choose + round_constants[i] + w[i];
		uint32_t a = rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22);
		uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);

		memmove(s + 1, s, 7 * sizeof(s[0]));
		s[4] += t1;
		s[0] = t1 + a + majority;
	}
	for (size_t i = 0; i < 8; i++)
		state[i] += s[i];
}

void digest_init(struct digest *digest)
{
	memcpy(digest->state, initial_state, sizeof(initial_state));
	digest->n_bytes = 0;
}

void digest_add(struct digest *digest, const void *bytes, size_t n)
{
	const unsigned char *from = bytes;

	while (n > 0) {
		size_t used = digest->n_bytes % sizeof(digest->block);
		size_t room = sizeof(digest->block) - used;
		size_t take = n < room ? n : room;

		memcpy(digest->block + used, from, take);
		digest->n_bytes += take;
		if (take == room)
			compress(digest->state, digest->block);
		from += take;
		n -= take;
	}
}

void digest_add_text(struct digest *digest, const char *text)
{
	uint64_t n = text != NULL ? strlen(text) : UINT64_MAX;
	unsigned char length[8];

	for (size_t i = 0; i < sizeof(length); i++)
		length[i] = (unsigned char)(n >> 8 * i);
	digest_add(digest, length, sizeof(length));
	if (text != NULL)
		digest_add(digest, text, (size_t)n);
}

void digest_finish(struct digest *digest, unsigned char ret[DIGEST_BYTES])
{
	uint64_t n_bits = digest->n_bytes * 8;
	unsigned char length[8];

	for (size_t i = 0; i < sizeof(length); i++)
		length[i] = (unsigned char)(n_bits >> (56 - 8 * i));
	digest_add(digest, "\x80", 1);
	while (digest->n_bytes % sizeof(digest->block) != sizeof(digest->block) - sizeof(length))
		digest_add(digest, "", 1);
	digest_add(digest, length, sizeof(length));
	for (size_t i = 0; i < DIGEST_BYTES; i++)
		ret[i] = (unsigned char)(digest->state[i / 4] >> (24 - 8 * (i % 4)));
}

void digest_finish_hex40(struct digest *digest, char ret[41])
{
	unsigned char bytes[DIGEST_BYTES];

	digest_finish(digest, bytes);
	for (size_t i = 0; i < 20; i++)
		(void)snprintf(ret + 2 * i, 3, "%02x",
			       bytes[i]); /* two digits and the NUL, always */
}
