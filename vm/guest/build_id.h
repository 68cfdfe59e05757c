/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The build id inside a run of ELF notes. Pure. */
#ifndef VM_GUEST_BUILD_ID_H
#define VM_GUEST_BUILD_ID_H

#include "base/defs.h"

#include <stdbool.h>
#include <stddef.h>

#define BUILD_ID_MAX 64 /* bytes */

/* Finds the NT_GNU_BUILD_ID note and writes it as lower-case hex (≥ 2 * BUILD_ID_MAX + 1 bytes). */
bool build_id_find(const void *notes, size_t n, char *hex) MUST_CHECK;

#endif
