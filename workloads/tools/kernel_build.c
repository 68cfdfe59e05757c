/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time to compile a kernel: as `time -p make` tells it, and as kernbench does. */
#include "workloads/catalog.h"

static const struct refusal REFUSALS[] = {
	{ "^make(?:\\[\\d+\\])?: \\*\\*\\* .*$", .reason = "the build failed" },
	{ "^Command exited with non-zero status.*$", .reason = "the build failed" },
	{ 0 },
};

/* "real 33.54"; with "real: 33.544s" as others wrap it. */
#define SECONDS(name) "^" name ":? +(?<value>[^\\sms]+)s?$"

static const struct field TIME_FIELDS[] = {
	{ "time", "s", LOWER_IS_BETTER, TAKE_EACH, .pattern = SECONDS("real") },
	{ "user_time", "s", LOWER_IS_BETTER, TAKE_EACH, .pattern = SECONDS("user") },
	{ "system_time", "s", LOWER_IS_BETTER, TAKE_EACH, .pattern = SECONDS("sys") },
	{ 0 },
};

static const char *const TIME_PARAMS[] = { "dir=/usr/src/linux", "target=vmlinux", "jobs=1", NULL };
static const char *const TIME_ARGV[] = {
	"time", "-p", "make", "-s", "-C", "{dir}", "-j{jobs}", "clean", "{target}", NULL,
};

const struct workload_builtin kernel_build = {
	.name = "kernel-build",
	.help = "Time to compile a kernel.",
	.params = TIME_PARAMS,
	.argv = TIME_ARGV,
	.warmups = 1,
	.timeout_s = 7200,
	.fields = TIME_FIELDS,
	.refusals = REFUSALS,
};

static const struct field KERNBENCH_FIELDS[] = {
	{ "time", "s", LOWER_IS_BETTER, .pattern = "^Elapsed Time " VALUE " \\(" },
	{ "user_time", "s", LOWER_IS_BETTER, .pattern = "^User Time " VALUE " \\(" },
	{ "system_time", "s", LOWER_IS_BETTER, .pattern = "^System Time " VALUE " \\(" },
	{ "context_switches", "switches", LOWER_IS_BETTER,
	  .pattern = "^Context Switches " VALUE " \\(" },
	{ "sleeps", "sleeps", LOWER_IS_BETTER, .pattern = "^Sleeps " VALUE " \\(" },
	{ 0 },
};

static const char *const KERNBENCH_PARAMS[] = { "jobs=2", "runs=3", NULL };
static const char *const KERNBENCH_ARGV[] = { "kernbench", "-M", "-H",     "-f", "-o",
					      "{jobs}",    "-n", "{runs}", NULL };

const struct workload_builtin kernbench = {
	.name = "kernbench",
	.help = "Time to compile a kernel, by kernbench.",
	.params = KERNBENCH_PARAMS,
	.argv = KERNBENCH_ARGV,
	.warmups = 0, /* it warms up itself */
	.timeout_s = 7200,
	.fields = KERNBENCH_FIELDS,
	.refusals = REFUSALS,
};
