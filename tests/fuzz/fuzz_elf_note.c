/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "bisect/elf_note.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char id[BUILD_ID_HEX_SIZE];

	memset(id, 'x', sizeof(id));
	if (elf_note_build_id(data, size, id) != (id[0] != '\0') ||
	    memchr(id, '\0', sizeof(id)) == NULL)
		abort();
	return 0;
}
