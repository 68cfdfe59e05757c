/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A workspace's folder as a short name for things outside it. Pure. */
#ifndef VM_WORKSPACE_ID_H
#define VM_WORKSPACE_ID_H

#define WORKSPACE_ID_SIZE 17 /* 16 hex digits and a NUL */

/* The same for the same path, on every host and in every version. */
void workspace_id(const char *path, char ret[WORKSPACE_ID_SIZE]);

#endif
