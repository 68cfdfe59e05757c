/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The folder of libvirt's embedded QEMU driver. libvirt puts UNIX sockets into it, whose paths have
 * at most 107 bytes; where a workspace's own path is too long for that, the folder lies under the
 * runtime directory, with a name made from the workspace's.
 */
#ifndef VM_EMBED_ROOT_H
#define VM_EMBED_ROOT_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"

#include <stddef.h>

/* "libvirt" under state_dir, or "perfsect-<hash of state_dir>" under runtime_dir. Pure. */
void embed_root_append_path(struct str *str, const char *state_dir, const char *runtime_dir);
/* qemu:///embed?root=…, with what a URI reserves percent-encoded. Pure. */
void embed_root_append_uri(struct str *str, const char *root);

/*
 * Makes the folder, for this user alone, and writes the driver's configuration: QEMU runs as this
 * user, writes its files itself, and needs neither virtlogd nor cgroups nor namespaces. The caller
 * frees *ret, the folder's path.
 */
int embed_root_make(const char *state_dir, char **ret, struct error *err) MUST_CHECK;

#endif
