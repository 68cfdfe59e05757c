/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A hostile guest's bytes. A record needs its checksum, which no fuzzer finds: the input is a list of
 * records (one byte of kind, one of length, the payload) that are framed here, and may be cut.
 */
#include <stddef.h>
#include <stdint.h>

#include "tests/fuzz/fuzz.h"
#include "vm/collect.h"

#define KINDS (WIRE_END + 1)
#define MORE 2 /* runs that are asked for whenever the guest waits, twice at most */

static void check_runs(const struct boot_result *result, const struct boot_request *request)
{
	size_t most = 0;

	for (size_t i = 0; i < request->n_jobs; i++)
		most += request->jobs[i].warmups + request->jobs[i].repetitions + 2 * MORE;
	FUZZ_CHECK(result->n_runs <= most);
	for (size_t i = 0; i < result->n_runs; i++) {
		FUZZ_CHECK(result->runs[i].job < request->n_jobs);
		FUZZ_CHECK(result->runs[i].output.length <= GUEST_OUTPUT_MAX);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct kernel kernel = { .image = "", .release = "6", .build_id = "a", .label = "l" };
	const struct job jobs[2] = { { .warmups = 1, .repetitions = 1 }, { .repetitions = 2 } };
	const struct boot_request request = {
		.kernel = &kernel, .jobs = jobs, .n_jobs = 2, .hold_s = 300
	};
	unsigned asked = 0;
	struct boot_result result = { 0 };
	struct collect collect;
	uint32_t sequence = 0;

	collect_init(&collect, &request, &result);
	while (size >= 2) {
		size_t n = data[1] % (WIRE_PAYLOAD_MAX + 1);
		char line[WIRE_LINE_MAX + 3];

		n = n < size - 2 ? n : size - 2;
		collect_feed(&collect, data[0] & 128 ? COLLECT_CONSOLE : COLLECT_CHANNEL, line,
			     wire_encode(sequence++, (enum wire_kind)((data[0] & 127) % KINDS),
					 data + 2, n, line));
		if (collect.state == COLLECT_HELD && asked++ < 2)
			collect_more(&collect, MORE);
		data += 2 + n;
		size -= 2 + n;
	}
	collect_end(&collect);
	check_runs(&result, &request);
	collect_clear(&collect);
	boot_result_clear(&result);
	return 0;
}
