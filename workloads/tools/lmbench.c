/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * lmbench 3: the lat_ and bw_ programs, which all print one line, but lat_ctx: rows of processes and
 * microseconds. Where there are several, their geometric mean counts.
 */
#include "workloads/catalog.h"

#define CONTEXT "(?:^\"size=.*\\n|\\G)"

static const struct field LATENCY_FIELDS[] = {
	{ "latency", "us", LOWER_IS_BETTER, TAKE_GEOMEAN,
	  .pattern = "^[A-Z][^:\\n]*: " VALUE " microseconds$" },
	{ "latency", "us", LOWER_IS_BETTER, TAKE_GEOMEAN, .pattern = CONTEXT "\\d+ " VALUE "\\n" },
	{ "latency_of", "us", LOWER_IS_BETTER, TAKE_EACH,
	  .pattern = "^(?<label>[A-Z][^:\\n]*): " VALUE " microseconds$" },
	{ "latency_of", "us", LOWER_IS_BETTER, TAKE_EACH,
	  .pattern = CONTEXT "(?<label>\\d+) " VALUE "\\n" },
	{ 0 },
};

static const char *const LATENCY_PARAMS[] = { "test=null", "repetitions=11", NULL };
static const char *const LATENCY_ARGV[] = { "lat_syscall", "-N", "{repetitions}", "{test}", NULL };

const struct workload_builtin lmbench_latency = {
	.name = "lmbench-latency",
	.help = "Time of a system call (lat_syscall); reads what all lat_ programs print.",
	.params = LATENCY_PARAMS,
	.packages = "lmbench",
	.argv = LATENCY_ARGV,
	.warmups = 0,
	.timeout_s = 600,
	.fields = LATENCY_FIELDS,
};

static const struct field BANDWIDTH_FIELDS[] = {
	{ "bandwidth", "MB/s", HIGHER_IS_BETTER, TAKE_GEOMEAN,
	  .pattern = "^[A-Z][\\w ]{0,40} bandwidth[\\w ]*: " VALUE " MB/sec$" },
	{ "bandwidth_of", "MB/s", HIGHER_IS_BETTER, TAKE_EACH,
	  .pattern = "^(?<label>[A-Z][\\w ]{0,40}) bandwidth[\\w ]*: " VALUE " MB/sec$" },
	{ 0 },
};

static const char *const BANDWIDTH_PARAMS[] = { "size=50m", "repetitions=11", NULL };
static const char *const BANDWIDTH_ARGV[] = {
	"bw_pipe", "-N", "{repetitions}", "-M", "{size}", NULL
};

const struct workload_builtin lmbench_bandwidth = {
	.name = "lmbench-bandwidth",
	.help = "Bandwidth of a pipe (bw_pipe); reads what bw_unix and bw_tcp print too.",
	.params = BANDWIDTH_PARAMS,
	.packages = "lmbench",
	.argv = BANDWIDTH_ARGV,
	.warmups = 0,
	.timeout_s = 600,
	.fields = BANDWIDTH_FIELDS,
};
