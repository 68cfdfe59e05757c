/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files below one folder. Paths are relative, without "." and "..", and come from a source that is
 * not trusted: no symbolic link is ever followed, so nothing outside the folder is reached. Fastest
 * when neighbours come one after the other.
 */
#ifndef BISECT_BENEATH_H
#define BISECT_BENEATH_H

#include "base/defs.h"
#include "base/error.h"

#include <stddef.h>
#include <sys/types.h>

struct beneath;

/* Makes the folder when it is missing. */
int beneath_open(const char *dir, struct beneath **ret, struct error *err) MUST_CHECK;
/* Removes the folders that were left empty by removals. */
void beneath_close(struct beneath *beneath);
void beneath_closep(struct beneath **beneath);

/*
 * Puts a new file there, never into an old one (which may have other names): 0100644, 0100755, or
 * 0120000 for a symbolic link whose target the bytes are. Makes folders, and replaces whatever has
 * the path or is in its way.
 */
int beneath_write(struct beneath *beneath, const char *path, mode_t mode, const char *bytes,
		  size_t n, struct error *err) MUST_CHECK;
/* Removes a file; what is not there, or became a folder, is left alone. */
int beneath_remove(struct beneath *beneath, const char *path, struct error *err) MUST_CHECK;

#endif
