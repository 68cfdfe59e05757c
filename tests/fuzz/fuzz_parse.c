/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first line of the input is a rule, "csv:ops where n=1", the rest the output it is tried on. */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "tests/fuzz/fuzz.h"
#include "workloads/parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	CLEANUP(mem_freep) char *text = mem_dup(data, size);
	size_t n = strcspn(text, "\n");
	size_t rest = n < size ? n + 1 : size;
	struct error err = { 0 };
	double value;

	text[n] = '\0';
	if (parse_apply(text, text + rest, size - rest, &value, &err) < 0)
		FUZZ_CHECK(err.kind == ERROR_CONFIG && err.text[0] != '\0');
	else
		FUZZ_CHECK(isfinite(value) && value > 0);
	return 0;
}
