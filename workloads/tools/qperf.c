/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * qperf. It picks units itself and shows three digits unless told otherwise: -uu and -e. Where several
 * tests ran, their geometric mean counts.
 */
#include "workloads/catalog.h"

/* The heading of a test, and lines of it that are of no interest. */
#define TEST "^(?<label>\\w+):\\n(?: .*\\n)*?"

static const struct refusal REFUSALS[] = {
	{ "^(?:failed to |cannot |server: |error: ).*$", .reason = "qperf failed" },
	{ 0 },
};

static const struct field BANDWIDTH_FIELDS[] = {
	{ "bandwidth", "B/s", HIGHER_IS_BETTER, TAKE_GEOMEAN,
	  .pattern = "^ +(?:recv_)?bw +=  +" VALUE " (?<unit>\\S+)$" },
	{ "bandwidth_of", "B/s", HIGHER_IS_BETTER, TAKE_EACH,
	  .pattern = TEST " +(?:recv_)?bw +=  +" VALUE " (?<unit>\\S+)$" },
	{ "sent", "B/s", HIGHER_IS_BETTER, .pattern = "^ +send_bw +=  +" VALUE " (?<unit>\\S+)$" },
	{ 0 },
};

static const char *const SERVER[] = { "qperf", NULL };

static const char *const BANDWIDTH_PARAMS[] = { "test=tcp_bw", "time=30", "size=65536", NULL };
static const char *const ARGV[] = {
	"qperf", "-e", "6", "-uu", "-t", "{time}", "-m", "{size}", "127.0.0.1", "{test}", NULL,
};

const struct workload_builtin qperf_bw = {
	.name = "qperf-bw",
	.help = "Bandwidth of a loopback connection.",
	.params = BANDWIDTH_PARAMS,
	.server = "qperf",
	.server_argv = SERVER,
	.server_port = 19765,
	.packages = "qperf",
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = BANDWIDTH_FIELDS,
	.refusals = REFUSALS,
};

static const struct field LATENCY_FIELDS[] = {
	{ "latency", "us", LOWER_IS_BETTER, TAKE_GEOMEAN,
	  .pattern = "^ +latency +=  +" VALUE " (?<unit>\\S+)$" },
	{ "latency_of", "us", LOWER_IS_BETTER, TAKE_EACH,
	  .pattern = TEST " +latency +=  +" VALUE " (?<unit>\\S+)$" },
	{ 0 },
};

static const char *const LATENCY_PARAMS[] = { "test=tcp_lat", "time=30", "size=1", NULL };

const struct workload_builtin qperf_latency = {
	.name = "qperf-latency",
	.help = "One-way latency of messages over a loopback connection.",
	.params = LATENCY_PARAMS,
	.server = "qperf",
	.server_argv = SERVER,
	.server_port = 19765,
	.packages = "qperf",
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = LATENCY_FIELDS,
	.refusals = REFUSALS,
};
