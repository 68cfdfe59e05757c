/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * netperf: as "KEY=value" (-- -k), as CSV (-- -o), as its classic tables, and as a bare number (-P 0
 * -v 0). The throughputs of instances that ran side by side add up. "Desired confidence was not
 * achieved" voids nothing: the number is there, and its noise is the search's business.
 */
#include "workloads/catalog.h"

/* With -c -C, four more columns. */
#define CPU "(?: +\\S+ +\\S+ +\\S+ +\\S+)?"
#define SELECTED .take = TAKE_SUM, .pattern = "^THROUGHPUT=" VALUE "$"
#define CSV               \
	.take = TAKE_SUM, \
	.pattern = "^Throughput,Throughput Units.*\\n(?<value>[^,\\n]*),[^\\d,\\n]"
#define BARE .take = TAKE_SUM, .pattern = "^(?<value>[\\d.]+) *$"
#define LATENCY                                                              \
	{                                                                    \
		"latency", "us", LOWER_IS_BETTER,                            \
			.pattern = "^(?<label>[A-Z0-9]+)_LATENCY=" VALUE "$" \
	}

static const struct refusal REFUSALS[] = {
	{ "^(?:netperf: |establish control: |recv_response: ).*$", .reason = "netperf failed" },
	{ 0 },
};

/* socket sizes, request, response, time, rate */
static const struct field RR_FIELDS[] = {
	{ "throughput", "transactions/s", HIGHER_IS_BETTER, SELECTED },
	{ "throughput", "transactions/s", HIGHER_IS_BETTER, CSV },
	{ "throughput", "transactions/s", HIGHER_IS_BETTER, TAKE_SUM,
	  .pattern = "^\\d+ +\\d+ +\\d+ +\\d+ +[\\d.]+ +" VALUE CPU " *$" },
	{ "throughput", "transactions/s", HIGHER_IS_BETTER, BARE },
	LATENCY,
	{ 0 },
};

static const char *const SERVER[] = { "netserver", "-D", "-4", NULL };

static const char *const RR_PARAMS[] = { "time=60", "size=1", NULL };
static const char *const RR_ARGV[] = {
	"netperf",   "-P",
	"0",         "-t",
	"TCP_RR",    "-H",
	"127.0.0.1", "-l",
	"{time}",    "--",
	"-r",        "{size},{size}",
	"-k",        "THROUGHPUT,THROUGHPUT_UNITS,MEAN_LATENCY,P50_LATENCY,P99_LATENCY",
	NULL,
};

const struct workload_builtin netperf_tcp_rr = {
	.name = "netperf-tcp-rr",
	.help = "Requests and responses per second over one loopback TCP connection.",
	.params = RR_PARAMS,
	.server = "netserver",
	.server_argv = SERVER,
	.server_port = 12865,
	.packages = "netperf",
	.argv = RR_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = RR_FIELDS,
	.refusals = REFUSALS,
};

/* socket sizes, message size, time, rate */
static const struct field STREAM_FIELDS[] = {
	{ "throughput", "Mbit/s", HIGHER_IS_BETTER, SELECTED },
	{ "throughput", "Mbit/s", HIGHER_IS_BETTER, CSV },
	{ "throughput", "Mbit/s", HIGHER_IS_BETTER, TAKE_SUM,
	  .pattern = "^ *\\d+ +\\d+ +\\d+ +[\\d.]+ +" VALUE CPU " *$" },
	{ "throughput", "Mbit/s", HIGHER_IS_BETTER, BARE },
	LATENCY,
	{ 0 },
};

static const char *const STREAM_PARAMS[] = { "time=60", "size=16384", NULL };
static const char *const STREAM_ARGV[] = {
	"netperf", "-P",     "0",  "-t", "TCP_STREAM", "-H", "127.0.0.1",
	"-l",      "{time}", "--", "-m", "{size}",     "-k", "THROUGHPUT,THROUGHPUT_UNITS",
	NULL,
};

const struct workload_builtin netperf_tcp_stream = {
	.name = "netperf-tcp-stream",
	.help = "Throughput of one loopback TCP connection.",
	.params = STREAM_PARAMS,
	.server = "netserver",
	.server_argv = SERVER,
	.server_port = 12865,
	.packages = "netperf",
	.argv = STREAM_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = STREAM_FIELDS,
	.refusals = REFUSALS,
};

/* A row of what was sent, and one of what arrived, which counts and has no message size and errors. */
static const struct field UDP_FIELDS[] = {
	{ "throughput", "Mbit/s", HIGHER_IS_BETTER, SELECTED },
	{ "throughput", "Mbit/s", HIGHER_IS_BETTER, TAKE_SUM,
	  .pattern = "^\\d+ +\\d+\\.\\d+ +\\d+ +" VALUE " *$" },
	{ "sent", "Mbit/s", HIGHER_IS_BETTER, TAKE_SUM,
	  .pattern = "^\\d+ +\\d+ +\\d+\\.\\d+ +\\d+ +\\d+ +" VALUE " *$" },
	{ 0 },
};

static const char *const UDP_PARAMS[] = { "time=60", "size=1024", NULL };
static const char *const UDP_ARGV[] = {
	"netperf", "-t", "UDP_STREAM", "-H",     "127.0.0.1", "-l",
	"{time}",  "--", "-m",         "{size}", NULL,
};

const struct workload_builtin netperf_udp_stream = {
	.name = "netperf-udp-stream",
	.help = "What arrives of a loopback stream of UDP messages.",
	.params = UDP_PARAMS,
	.server = "netserver",
	.server_argv = SERVER,
	.server_port = 12865,
	.packages = "netperf",
	.argv = UDP_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = UDP_FIELDS,
	.refusals = REFUSALS,
};
