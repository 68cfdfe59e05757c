/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dbench and tbench 3 and 4: a file server's load on a file system, or on the loopback network alone. */
#include "workloads/catalog.h"

static const struct field FIELDS[] = {
	{ "throughput", "MB/s", HIGHER_IS_BETTER,
	  .pattern = "^Throughput " VALUE " MB/sec .*procs" },
	{ "max_latency", "ms", LOWER_IS_BETTER,
	  .pattern = "^Throughput .* max_latency=" VALUE " ms$" },
	{ "mean_latency", "ms", LOWER_IS_BETTER,
	  .pattern = "^ (?<label>[A-Z]\\w+) +\\d+ +" VALUE " +\\S+$" },
	{ "max_latency", "ms", LOWER_IS_BETTER,
	  .pattern = "^ (?<label>[A-Z]\\w+) +\\d+ +\\S+ +" VALUE "$" },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "\\bERROR: .*$", .reason = "an operation failed" },
	{ 0 },
};

static const char *const SERVER[] = { "tbench_srv", NULL };

static const char *const DBENCH_PARAMS[] = {
	"clients=1", "time=60", "dir=/tmp", "load=/usr/share/dbench/client.txt", NULL,
};
static const char *const DBENCH_ARGV[] = {
	"dbench", "-c", "{load}", "-D", "{dir}", "-t", "{time}", "{clients}", NULL,
};

const struct workload_builtin dbench = {
	.name = "dbench",
	.help = "Throughput of a file system under a file server's load.",
	.params = DBENCH_PARAMS,
	.packages = "dbench",
	.argv = DBENCH_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};

static const char *const TBENCH_PARAMS[] = {
	"clients=1",
	"time=60",
	"load=/usr/share/dbench/client.txt",
	NULL,
};
static const char *const TBENCH_ARGV[] = {
	"tbench", "-c", "{load}", "-t", "{time}", "{clients}", "127.0.0.1", NULL,
};

const struct workload_builtin tbench = {
	.name = "tbench",
	.help = "Throughput of a file server's messages over loopback TCP.",
	.params = TBENCH_PARAMS,
	.server = "tbench_srv",
	.server_argv = SERVER,
	.server_port = 7003,
	.packages = "dbench",
	.argv = TBENCH_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
