/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SHA-256 (FIPS 180-4), to tell contents apart by a short name. Not used to keep secrets. */
#ifndef BISECT_DIGEST_H
#define BISECT_DIGEST_H

#include <stddef.h>
#include <stdint.h>

struct digest {
	uint32_t state[8];
	uint64_t n_bytes;
	unsigned char block[64];
};

#define DIGEST_BYTES 32

void digest_init(struct digest *digest);
void digest_add(struct digest *digest, const void *bytes, size_t n);
/*
 * Adds a text with its length before it, so that {"ab", "c"} and {"a", "bc"} differ; NULL differs
 * from "".
 */
void digest_add_text(struct digest *digest, const char *text);
void digest_finish(struct digest *digest, unsigned char ret[DIGEST_BYTES]);
/* The first 160 bits, as 40 hex digits. */
void digest_finish_hex40(struct digest *digest, char ret[41]);

#endif
