/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the GNU build id of an ELF64 file, trusting nothing in it. */
#ifndef BISECT_ELF_NOTE_H
#define BISECT_ELF_NOTE_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* The longest build id we take is 32 bytes (`--build-id=sha1` has 20). */
#define BUILD_ID_HEX_SIZE (2 * 32 + 1)

/* False when the bytes are not a little-endian ELF64 file with a build id of 1 to 32 bytes. */
bool elf_note_build_id(const void *bytes, size_t n, char ret[BUILD_ID_HEX_SIZE]);

/* The same for a file; *ret is "" for one without a build id. -1 only when it cannot be read. */
int elf_note_read_build_id(const char *path, char ret[BUILD_ID_HEX_SIZE],
			   struct error *err) MUST_CHECK;

#endif
