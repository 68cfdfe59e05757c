/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "bisect/elf_content.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char name[ELF_CONTENT_SIZE];

	memset(name, 'x', sizeof(name));
	if (elf_content_name(data, size, "6.1.0", name) != (name[0] != '\0') ||
	    memchr(name, '\0', sizeof(name)) == NULL)
		abort();
	return 0;
}
