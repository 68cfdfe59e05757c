/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Another layout of a kernel's code: the same source with pads behind some of its files. Which files,
 * and how much each gets, follows from the layout's number and the file's path alone, so that the
 * commits of a range have the same pads and only what they change differs. Pure.
 */
#ifndef BISECT_LAYOUT_H
#define BISECT_LAYOUT_H

#include "base/defs.h"

#include <stdbool.h>
#include <stddef.h>

/* Files whose code is neither vmlinux' nor a module's are never padded, whatever their folder. */
bool layout_may_pad(const char *path);
/*
 * Fills the bytes that layout `variant` (≥ 1) puts behind each file, 0 for those left as they are. The
 * paths are of files that may be padded. Where there is one, at least one is padded.
 */
void layout_choose(unsigned variant, const char *const *paths, size_t n, unsigned *ret_bytes);
/* The lines to append to the source; the caller frees them. */
char *layout_pad_text(unsigned bytes) MUST_CHECK;

/* The folders of a kernel's tree in which files are padded, NULL-terminated. */
extern const char *const layout_folders[];

#endif
