/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "vm/job.h"

/* What was decoded can be encoded, and its encoding decodes to itself. */
static void check_round_trip(const struct job *jobs, size_t n)
{
	char *text = job_encode(jobs, n);
	struct job *again = NULL;
	size_t again_n = 0;
	unsigned line = 0;
	char *text_again;

	if (!text) /* a byte that was written raw where we quote it may take it over the limit */
		return;
	FUZZ_CHECK(job_decode(text, strlen(text), &again, &again_n, &line) == 0);
	FUZZ_CHECK(again_n == n);
	text_again = job_encode(again, again_n);
	FUZZ_CHECK(text_again && strcmp(text, text_again) == 0);
	free(text_again);
	free(text);
	job_free(again, again_n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct job *jobs = NULL;
	size_t n = 0;
	unsigned line = 0;

	if (job_decode((const char *)data, size, &jobs, &n, &line) < 0) {
		FUZZ_CHECK(line >= 1 && line <= size + 1);
		return 0;
	}
	FUZZ_CHECK(n >= 1 && n <= JOBS_MAX);
	for (size_t i = 0; i < n; i++)
		FUZZ_CHECK(jobs[i].argv[0] && jobs[i].timeout_s >= 1 && jobs[i].repetitions >= 1);
	check_round_trip(jobs, n);
	job_free(jobs, n);
	return 0;
}
