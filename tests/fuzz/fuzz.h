/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* As assert(), and also there where NDEBUG takes assert() away. */
#define FUZZ_CHECK(condition)     \
	do {                      \
		if (!(condition)) \
			abort();  \
	} while (0)

/* What libFuzzer calls, and replay.c without it. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
