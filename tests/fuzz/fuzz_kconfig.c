/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

#include "bisect/kconfig.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *text = (const char *)data;
	size_t half = size / 2;
	char *differences = kconfig_not_granted(text, half, text + half, size - half);

	free(differences);
	/* What a configuration says is always granted by itself. */
	differences = kconfig_not_granted(text, size, text, size);
	if (differences[0] != '\0')
		abort();
	free(differences);
	return 0;
}
