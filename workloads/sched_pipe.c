/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/sched_pipe.h"

#include "workloads/parse_keyvalue.h"

/* The guest's program prints "sched-pipe: ops_per_s=<number>". */
static int parse(const char *output, size_t n, double *ret, struct error *err)
{
	return parse_keyvalue("ops_per_s", output, n, ret, err);
}

static const char *const PARAMS[] = { "loops=20000", NULL };
static const char *const ARGV[] = { "/perfsect/bin/sched-pipe", "--loops={loops}", NULL };

const struct workload_builtin sched_pipe = {
	.name = "sched-pipe",
	.help = "Round trips per second of a byte between two processes through pipes.",
	.metric = "throughput",
	.unit = "ops/s",
	.better = HIGHER_IS_BETTER,
	.params = PARAMS,
	.payload = "sched-pipe",
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600, /* an emulated CPU on a busy host does some 250 a second */
	.parse = parse,
};
