/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What of a vmlinux decides how it runs, as a short name: two builds with the same one are the same
 * kernel. Everything that is loaded counts, but for the build id (it covers line numbers of debugging
 * sections too), the table of BUG() and WARN() lines, which a commit above them moves, and the text of the release.
 */
#ifndef BISECT_ELF_CONTENT_H
#define BISECT_ELF_CONTENT_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

#define ELF_CONTENT_SIZE 41

/*
 * 40 hex digits into ret, or "" and false where the bytes are no 64-bit little-endian ELF file with
 * sections that are loaded. `release` is what `uname -r` says, "" where that is not known.
 */
bool elf_content_name(const void *bytes, size_t n, const char *release, char ret[ELF_CONTENT_SIZE]);

/* The same of a file; "" for one that has no such name. */
int elf_content_read(const char *path, const char *release, char ret[ELF_CONTENT_SIZE],
		     struct error *err) MUST_CHECK;

#endif
