/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Archives, the only user of libarchive: cpio "newc" for initramfs images. They are reproducible to
 * the byte: entries in the order given, owner root, time 0. After a failure only pack_free() may
 * follow.
 */
#ifndef BASE_PACK_H
#define BASE_PACK_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct pack; /* an archive being written */

enum pack_filter { PACK_PLAIN, PACK_GZIP, PACK_ZSTD };

/* Starts a cpio newc archive at `path` (written beside it and renamed by pack_finish). */
int pack_new(const char *path, enum pack_filter filter, struct pack **ret,
	     struct error *err) MUST_CHECK;
/*
 * The same with another cpio archive before it, as it is: a kernel unpacks one after the other, and what is
 * added here replaces what is there.
 */
int pack_new_behind(const char *path, const char *base, enum pack_filter filter, struct pack **ret,
		    struct error *err) MUST_CHECK;
/* Gives up an archive that was not finished, removing what was written. NULL is allowed. */
void pack_free(struct pack *pack);
void pack_freep(struct pack **pack);

/*
 * Names are plain relative paths ("bin/sh": no "/" first or last, no ".", no ".."). The folder of
 * each must have been added before, since the kernel passes silently over what has none.
 */
int pack_add_dir(struct pack *pack, const char *name, mode_t mode, struct error *err) MUST_CHECK;
int pack_add_bytes(struct pack *pack, const char *name, mode_t mode, const void *bytes, size_t n,
		   struct error *err) MUST_CHECK;
/* Contents and permission bits of a regular file on this host. */
int pack_add_file(struct pack *pack, const char *name, const char *host_path,
		  struct error *err) MUST_CHECK;
int pack_add_symlink(struct pack *pack, const char *name, const char *target,
		     struct error *err) MUST_CHECK;
int pack_add_char_device(struct pack *pack, const char *name, mode_t mode, unsigned major,
			 unsigned minor, struct error *err) MUST_CHECK;

/*
 * Adds what an archive of this host holds, a tar or cpio in any usual compression, in its order: files,
 * folders and symbolic links whose names `wants` (NULL: all), with their owners and permissions, at time 0.
 * A hard link becomes a symbolic one; devices, pipes and sockets are left out. Nothing is unpacked on this
 * host. ERROR_CONFIG for what is no archive, is cut short, or has names that lead out of it.
 */
int pack_add_archive(struct pack *pack, const char *host_path, bool (*wants)(const char *name),
		     struct error *err) MUST_CHECK;

/* Closes, and renames into place; pack_free() is still to be called. */
int pack_finish(struct pack *pack, struct error *err) MUST_CHECK;

#endif
