/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A built kernel, as the machines need it. Strings belong to the cache entry it came from. */
#ifndef VM_KERNEL_H
#define VM_KERNEL_H

struct kernel {
	const char *image;    /* absolute path of the bzImage */
	const char *release;  /* what `uname -r` will say */
	const char *build_id; /* hex of vmlinux' NT_GNU_BUILD_ID, "" where it has none */
	const char *label;    /* short name of the commit for messages, e.g. "1a2b3c4d5e6f" */
};

#endif
