/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two processes that hand a byte back and forth through pipes: the cost of waking and switching. */
#include "workloads/catalog.h"

static const struct field FIELDS[] = {
	{ "throughput", "ops/s", HIGHER_IS_BETTER, .pattern = "\\bops_per_s=" VALUE "$" },
	{ 0 },
};

static const char *const PARAMS[] = { "loops=20000", NULL };
static const char *const ARGV[] = { "/perfsect/bin/sched-pipe", "--loops={loops}", NULL };

const struct workload_builtin sched_pipe = {
	.name = "sched-pipe",
	.help = "Round trips per second of a byte between two processes through pipes.",
	.params = PARAMS,
	.payload = "sched-pipe",
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600, /* an emulated CPU on a busy host does some 250 a second */
	.fields = FIELDS,
};
