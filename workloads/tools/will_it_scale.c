/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * will-it-scale: the table of its runtest.py, of which the rates per task count (of several rows their
 * geometric mean), or what one of its programs prints itself, the rate of all tasks.
 */
#include "workloads/catalog.h"

/* tasks, processes, processes_idle, threads, threads_idle, linear; the row of no tasks tells nothing */
#define TASKS "[1-9]\\d*"
#define CELL ",[^,\\n]*"
#define RATE ",(?<value>[^,\\n]*)"

static const struct field FIELDS[] = {
	{ "throughput", "ops/s", HIGHER_IS_BETTER, .pattern = "^average:" VALUE "$" },
	{ "throughput", "ops/s", HIGHER_IS_BETTER, TAKE_GEOMEAN,
	  .pattern = "^(?<per>" TASKS ")" RATE CELL CELL CELL CELL "$" },
	{ "process", "ops/s", HIGHER_IS_BETTER, TAKE_EACH,
	  .pattern = "^(?=(?<label>" TASKS "))(?<per>" TASKS ")" RATE CELL CELL CELL CELL "$" },
	{ "thread", "ops/s", HIGHER_IS_BETTER, TAKE_EACH,
	  .pattern = "^(?=(?<label>" TASKS "))(?<per>" TASKS ")" CELL CELL RATE CELL CELL "$" },
	{ 0 },
};

static const char *const PARAMS[] = { "test=getppid1_processes", "tasks=1", "seconds=10", NULL };
static const char *const ARGV[] = { "{test}", "-t", "{tasks}", "-s", "{seconds}", NULL };

const struct workload_builtin will_it_scale = {
	.name = "will-it-scale",
	.help = "Operations per second of many tasks that do the same.",
	.params = PARAMS,
	.argv = ARGV,
	.warmups = 0, /* it warms up itself */
	.timeout_s = 600,
	.fields = FIELDS,
};
