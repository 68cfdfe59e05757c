/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/commit_links.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct commit_links links = { 0 };

	(void)commit_links_parse(&links, (const char *)data, size);
	commit_links_clear(&links);
	return 0;
}
