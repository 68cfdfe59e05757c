/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pack.c and pack_archive.c share. */
#ifndef BASE_PACK_PRIVATE_H
#define BASE_PACK_PRIVATE_H

#include "base/pack.h"

#include <archive.h>
#include <archive_entry.h>
#include <stdbool.h>

#include "base/draft.h"
#include "base/str.h"

struct pack {
	struct archive *archive;
	struct draft draft;
	struct strlist folders; /* names of those added */
	char *path;
};

void pack_entry_freep(struct archive_entry **entry);
/* "a/b", not "/a", "a//b", "./a", "a/..", "". */
bool pack_is_safe_name(const char *name);
bool pack_has_folder(const struct pack *pack, const char *name, size_t n);
/* An entry without content, of root and of time 0. */
struct archive_entry *pack_new_entry(const char *name, mode_t type, mode_t mode);
int pack_add_header(struct pack *pack, struct archive_entry *entry, struct error *err) MUST_CHECK;
/* The header has told how many bytes are going to come. */
int pack_add_data(struct pack *pack, const char *name, const void *bytes, size_t n,
		  struct error *err) MUST_CHECK;

#endif
