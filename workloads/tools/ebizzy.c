/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ebizzy: searches in memory that is mapped and unmapped. */
#include "workloads/catalog.h"

static const struct field FIELDS[] = {
	{ "throughput", "records/s", HIGHER_IS_BETTER, TAKE_SUM,
	  .pattern = "^" VALUE " records/s" },
	{ "system_time", "s", LOWER_IS_BETTER, TAKE_SUM, .pattern = "^sys +" VALUE " s$" },
	{ "user_time", "s", LOWER_IS_BETTER, TAKE_SUM, .pattern = "^user +" VALUE " s$" },
	{ 0 },
};

static const char *const PARAMS[] = { "threads=2", "time=30", NULL };
static const char *const ARGV[] = { "ebizzy", "-t", "{threads}", "-S", "{time}", NULL };

const struct workload_builtin ebizzy = {
	.name = "ebizzy",
	.help = "Records per second of threads that search memory they map and unmap.",
	.params = PARAMS,
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
};
