/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a walk through history needs of a commit: its parents and its date. */
#ifndef BISECT_COMMIT_LINKS_H
#define BISECT_COMMIT_LINKS_H

#include "base/defs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define COMMIT_ID_BYTES 20

/* Made to be filled again and again; zero-initialised, it is empty. */
struct commit_links {
	uint8_t (*parents)[COMMIT_ID_BYTES]; /* in the commit's order */
	size_t n_parents;
	size_t capacity;
	int64_t date;         /* UNIX seconds */
	bool is_date_ordered; /* no ancestor has the same date or a later one, whatever the clocks said */
};

void commit_links_add_parent(struct commit_links *links, const uint8_t oid[COMMIT_ID_BYTES]);
void commit_links_clear(struct commit_links *links);

/*
 * Replaces the links by those of a commit object. False when the bytes are not a commit. A committer
 * line without a readable date counts as 1970, as in git.
 */
bool commit_links_parse(struct commit_links *links, const char *bytes, size_t n);

/* 40 hex digits → 20 bytes; false when they are not. */
bool commit_id_from_hex(const char *hex, uint8_t ret[COMMIT_ID_BYTES]);

#endif
