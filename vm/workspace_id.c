/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/workspace_id.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

/* FNV-1a, 64 bits: keeps the workspaces of one host apart, and guards no secret. */
void workspace_id(const char *path, char ret[WORKSPACE_ID_SIZE])
{
	uint64_t sum = UINT64_C(0xcbf29ce484222325);

	for (; *path; path++)
		sum = (sum ^ (unsigned char)*path) * UINT64_C(0x100000001b3);
	(void)snprintf(ret, WORKSPACE_ID_SIZE, "%016" PRIx64, sum);
}
