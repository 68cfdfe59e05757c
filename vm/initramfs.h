/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guest's root: our PID 1, the workload's programs and the encoded jobs, as a cpio image. */
#ifndef VM_INITRAMFS_H
#define VM_INITRAMFS_H

#include "base/defs.h"
#include "base/error.h"
#include "vm/job.h"
#include "vm/machine.h"

#include <stdbool.h>

/*
 * May an entry of a root be in its image? Not what PID 1 brings itself or mounts over. `name` is without
 * the first slash.
 */
bool initramfs_wants(const char *name);

/*
 * Writes the image to `path`: what `root` holds, a cpio image of pack_add_archive() with the above, or
 * nothing where it is NULL; /init from `init_path` (the static PID 1), the files, and the jobs at
 * /perfsect/jobs. The same input gives the same bytes.
 */
int initramfs_write(const char *path, const char *root, const char *init_path,
		    const struct guest_file *files, size_t n_files, const struct job_list *jobs,
		    struct error *err) MUST_CHECK;

#endif
