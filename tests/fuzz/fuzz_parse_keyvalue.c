/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "tests/fuzz/fuzz.h"
#include "workloads/parse_keyvalue.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = { 0 };
	double value;

	if (parse_keyvalue("ops", (const char *)data, size, &value, &err) < 0)
		FUZZ_CHECK(err.kind == ERROR_CONFIG && err.text[0] != '\0');
	else
		FUZZ_CHECK(isfinite(value) && value > 0);
	return 0;
}
