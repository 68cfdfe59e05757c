/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sockperf, which writes colours even into a pipe. Its "MBps" are 2^20 bytes. */
#include "workloads/catalog.h"

static const struct refusal REFUSALS[] = {
	{ "^sockperf: ERROR.*$", .reason = "sockperf failed" },
	{ "^sockperf: No messages were received.*$", .reason = "nothing came back" },
	{ 0 },
};

static const struct field LATENCY_FIELDS[] = {
	{ "latency", "us", LOWER_IS_BETTER, .pattern = "Summary: Latency is " VALUE " usec" },
	{ "percentile", "us", LOWER_IS_BETTER,
	  .pattern = "---> percentile (?<label>[\\d.]+) = +" VALUE "$" },
	{ "max_latency", "us", LOWER_IS_BETTER, .pattern = "---> <MAX> observation = +" VALUE "$" },
	{ "dropped", "messages", LOWER_IS_BETTER,
	  .pattern = "# dropped messages = (?<value>[^;\\n]+);" },
	{ 0 },
};

static const char *const SERVER[] = { "sockperf", "server", "--tcp", "-i", "127.0.0.1", NULL };

static const char *const LATENCY_PARAMS[] = { "time=30", "size=14", NULL };
static const char *const LATENCY_ARGV[] = {
	"sockperf", "ping-pong", "--tcp", "-i", "127.0.0.1", "-t", "{time}", "-m", "{size}", NULL,
};

const struct workload_builtin sockperf_latency = {
	.name = "sockperf-latency",
	.help = "One-way latency of messages over loopback TCP.",
	.params = LATENCY_PARAMS,
	.server = "sockperf server",
	.server_argv = SERVER,
	.server_port = 11111,
	.packages = "sockperf",
	.argv = LATENCY_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = LATENCY_FIELDS,
	.refusals = REFUSALS,
};

static const struct field THROUGHPUT_FIELDS[] = {
	{ "throughput", "messages/s", HIGHER_IS_BETTER,
	  .pattern = "Summary: Message Rate is " VALUE " \\[msg/sec\\]" },
	{ "bandwidth", "MiB/s", HIGHER_IS_BETTER,
	  .pattern = "Summary: BandWidth is " VALUE " MBps" },
	{ 0 },
};

static const char *const THROUGHPUT_PARAMS[] = { "time=30", "size=1472", NULL };
static const char *const THROUGHPUT_ARGV[] = {
	"sockperf", "throughput", "--tcp", "-i", "127.0.0.1", "-t", "{time}", "-m", "{size}", NULL,
};

const struct workload_builtin sockperf_throughput = {
	.name = "sockperf-throughput",
	.help = "Messages per second over loopback TCP.",
	.params = THROUGHPUT_PARAMS,
	.server = "sockperf server",
	.server_argv = SERVER,
	.server_port = 11111,
	.packages = "sockperf",
	.argv = THROUGHPUT_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = THROUGHPUT_FIELDS,
	.refusals = REFUSALS,
};
