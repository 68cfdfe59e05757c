/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * memtier_benchmark: its table, which had one column of latency until 1.3, or its JSON, whose total of
 * the mean latency is 0 whatever was measured.
 */
#include "workloads/catalog.h"

#define COLUMN " +\\S+"
#define TOTALS "^Totals"
#define PERCENTILES "'/ALL STATS/Totals/Percentile Latencies/"

static const struct field FIELDS[] = {
	{ "throughput", "ops/s", HIGHER_IS_BETTER, .pattern = TOTALS " +" VALUE " " },
	{ "throughput", "ops/s", HIGHER_IS_BETTER, .pointer = "'/ALL STATS/Totals/Ops~1sec'" },
	{ "latency", "ms", LOWER_IS_BETTER,
	  .pattern = TOTALS COLUMN COLUMN COLUMN " +" VALUE COLUMN COLUMN COLUMN COLUMN " *$" },
	{ "latency", "ms", LOWER_IS_BETTER,
	  .pattern = TOTALS COLUMN COLUMN COLUMN " +" VALUE COLUMN " *$" },
	{ "p50_latency", "ms", LOWER_IS_BETTER,
	  .pattern = TOTALS COLUMN COLUMN COLUMN COLUMN " +" VALUE COLUMN COLUMN COLUMN " *$" },
	{ "p50_latency", "ms", LOWER_IS_BETTER, .pointer = PERCENTILES "p50.00'" },
	{ "p99_latency", "ms", LOWER_IS_BETTER,
	  .pattern = TOTALS COLUMN COLUMN COLUMN COLUMN COLUMN " +" VALUE COLUMN COLUMN " *$" },
	{ "p99_latency", "ms", LOWER_IS_BETTER, .pointer = PERCENTILES "p99.00'" },
	{ "p99.9_latency", "ms", LOWER_IS_BETTER,
	  .pattern = TOTALS COLUMN COLUMN COLUMN COLUMN COLUMN COLUMN " +" VALUE COLUMN " *$" },
	{ "p99.9_latency", "ms", LOWER_IS_BETTER, .pointer = PERCENTILES "p99.90'" },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "^(?:connection error|error: |ERROR: ).*$", .reason = "memtier_benchmark failed" },
	{ 0 },
};

static const char *const SERVER[] = { "redis-server", "--save", "", "--bind", "127.0.0.1", NULL };

static const char *const PARAMS[] = {
	"threads=1", "clients=50", "pipeline=1", "ratio=1:10", "size=32", "time=60", NULL,
};
static const char *const ARGV[] = {
	"memtier_benchmark",
	"-t",
	"{threads}",
	"-c",
	"{clients}",
	"--pipeline={pipeline}",
	"--ratio={ratio}",
	"-d",
	"{size}",
	"--test-time={time}",
	"--hide-histogram",
	NULL,
};

const struct workload_builtin memtier = {
	.name = "memtier",
	.help = "Requests per second of Redis or memcached, by memtier_benchmark.",
	.params = PARAMS,
	.server = "redis-server",
	.server_argv = SERVER,
	.server_port = 6379,
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
