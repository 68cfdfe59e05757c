/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/fuzz/fuzz.h"

#include <stdlib.h>

#include "bisect/build_diagnose.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct build_evidence evidence = {
		.log = (const char *)data,
		.log_n = size,
		.source_dir = "/srv/tree",
		.end = BUILD_END_EXITED,
		.code = 2,
	};
	struct build_verdict verdict;

	build_diagnose(&evidence, &verdict);
	if (verdict.outcome == OUTCOME_BUILT || verdict.detail == NULL)
		abort();
	build_verdict_clear(&verdict);
	return 0;
}
