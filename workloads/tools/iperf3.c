/* SPDX-License-Identifier: GPL-3.0-or-later */
/* iperf3: its JSON (-J), or its text, which shows three digits. What was received counts. */
#include "workloads/catalog.h"

#define RATE ".*Bytes +(?<value>\\S*) +(?<unit>[KMG]?bits/sec)"

/* The text of an iperf3 that came to its end has a last line that says so; its JSON is whole or none. */
static const struct refusal REFUSALS[] = {
	{ "\"error\":\\s*\".*\"", .reason = "iperf3 failed" },
	{ "^iperf3: error.*$", .reason = "iperf3 failed" },
	{ "^iperf Done\\.$|^\\{", .reason = "iperf3 did not come to its end", .is_required = true },
	{ 0 },
};

static const struct field TCP_FIELDS[] = {
	{ "throughput", "bit/s", HIGHER_IS_BETTER, .pointer = "/end/sum_received/bits_per_second" },
	{ "throughput", "bit/s", HIGHER_IS_BETTER, .pattern = "^\\[SUM\\] " RATE ".* receiver$" },
	{ "throughput", "bit/s", HIGHER_IS_BETTER, TAKE_SUM,
	  .pattern = "^\\[ *\\d+\\] " RATE ".* receiver$" },
	{ "retransmits", "segments", LOWER_IS_BETTER, .pointer = "/end/sum_sent/retransmits" },
	{ "retransmits", "segments", LOWER_IS_BETTER,
	  .pattern = "^\\[SUM\\] .*bits/sec +" VALUE " +sender$" },
	{ "retransmits", "segments", LOWER_IS_BETTER,
	  .pattern = "^\\[ *\\d+\\] .*bits/sec +" VALUE " +sender$" },
	{ "mean_rtt", "us", LOWER_IS_BETTER, TAKE_MEAN,
	  .pointer = "/end/streams/*/sender/mean_rtt" },
	{ "cpu", "%", LOWER_IS_BETTER, .pointer = "/end/cpu_utilization_percent/host_total" },
	{ 0 },
};

static const char *const SERVER[] = { "iperf3", "-s", NULL };

static const char *const TCP_PARAMS[] = { "streams=1", "time=30", "omit=2", NULL };
static const char *const TCP_ARGV[] = {
	"iperf3", "-J", "-c", "127.0.0.1", "-t", "{time}", "-O", "{omit}", "-P", "{streams}", NULL,
};

const struct workload_builtin iperf3 = {
	.name = "iperf3",
	.help = "Throughput of loopback TCP connections.",
	.params = TCP_PARAMS,
	.server = "iperf3 -s",
	.server_argv = SERVER,
	.server_port = 5201,
	.packages = "iperf3",
	.argv = TCP_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = TCP_FIELDS,
	.refusals = REFUSALS,
};

static const struct field UDP_FIELDS[] = {
	{ "throughput", "bit/s", HIGHER_IS_BETTER, .pointer = "/end/sum_received/bits_per_second" },
	/* Before 3.11 there is but one sum. */
	{ "throughput", "bit/s", HIGHER_IS_BETTER, .pointer = "/end/sum/bits_per_second" },
	{ "throughput", "bit/s", HIGHER_IS_BETTER, .pattern = "^\\[SUM\\] " RATE ".* receiver$" },
	{ "throughput", "bit/s", HIGHER_IS_BETTER, TAKE_SUM,
	  .pattern = "^\\[ *\\d+\\] " RATE ".* receiver$" },
	{ "jitter", "ms", LOWER_IS_BETTER, .pointer = "/end/sum/jitter_ms" },
	{ "jitter", "ms", LOWER_IS_BETTER,
	  .pattern = "bits/sec +" VALUE " ms +\\d+/\\d+ \\(.*\\) +receiver$" },
	{ "lost", "%", LOWER_IS_BETTER, .pointer = "/end/sum/lost_percent" },
	{ "lost", "%", LOWER_IS_BETTER,
	  .pattern = " \\d+/\\d+ \\((?<value>[^%\\n]+)%\\) +receiver$" },
	{ 0 },
};

static const char *const UDP_PARAMS[] = { "streams=1", "time=30", "rate=1G", NULL };
static const char *const UDP_ARGV[] = {
	"iperf3",    "-J", "-u",     "-b", "{rate}",    "-c",
	"127.0.0.1", "-t", "{time}", "-P", "{streams}", NULL,
};

const struct workload_builtin iperf3_udp = {
	.name = "iperf3-udp",
	.help = "What arrives of loopback streams of UDP messages.",
	.params = UDP_PARAMS,
	.server = "iperf3 -s",
	.server_argv = SERVER,
	.server_port = 5201,
	.packages = "iperf3",
	.argv = UDP_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = UDP_FIELDS,
	.refusals = REFUSALS,
};
