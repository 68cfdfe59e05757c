/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "vm/job.h"

/* What was decoded can be encoded, and its encoding decodes to itself. */
static void check_round_trip(const struct job_list *list)
{
	char *text = job_encode(list);
	struct job_list again = { 0 };
	unsigned line = 0;
	char *text_again;

	if (!text) /* a byte that was written raw where we quote it may take it over the limit */
		return;
	FUZZ_CHECK(job_decode(text, strlen(text), &again, &line) == 0);
	FUZZ_CHECK(again.n == list->n && again.hold_s == list->hold_s);
	text_again = job_encode(&again);
	FUZZ_CHECK(text_again && strcmp(text, text_again) == 0);
	free(text_again);
	free(text);
	job_list_clear(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct job_list list = { 0 };
	unsigned line = 0;

	if (job_decode((const char *)data, size, &list, &line) < 0) {
		FUZZ_CHECK(line >= 1 && line <= size + 1);
		return 0;
	}
	FUZZ_CHECK(list.n >= 1 && list.n <= JOBS_MAX && list.hold_s <= JOB_HOLD_MAX_S);
	for (size_t i = 0; i < list.n; i++)
		FUZZ_CHECK(list.jobs[i].argv[0] && list.jobs[i].timeout_s >= 1 &&
			   list.jobs[i].repetitions >= 1);
	check_round_trip(&list);
	job_list_clear(&list);
	return 0;
}
