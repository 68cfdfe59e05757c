/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "vm/console.h"

static void check_text(const char *text, size_t size)
{
	const size_t n = strnlen(text, size);

	FUZZ_CHECK(n < size);
	for (size_t i = 0; i < n; i++)
		FUZZ_CHECK(text[i] >= ' ' && text[i] < 0x7f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *bytes = (const char *)data;
	const size_t split = size ? data[0] % size : 0;
	struct console whole, halves;
	enum console_state before = CONSOLE_SILENT;

	console_init(&whole, 0);
	console_feed(&whole, bytes, size, 1);
	console_init(&halves, 0);
	console_feed(&halves, bytes, split, 1);
	before = halves.state;
	console_feed(&halves, bytes + split, size - split, 1);
	FUZZ_CHECK(halves.state >= before);
	FUZZ_CHECK(memcmp(&whole, &halves, sizeof(whole)) == 0);
	FUZZ_CHECK(whole.bytes == size);
	FUZZ_CHECK((whole.state == CONSOLE_SILENT) == (whole.reason[0] == '\0') ||
		   whole.state == CONSOLE_TALKING);
	check_text(whole.reason, sizeof(whole.reason));
	check_text(whole.release, sizeof(whole.release));
	return 0;
}
