/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * schbench. It repeats its blocks as it runs; the last counts. The old one (until 2023) measured the
 * latency of wake-ups only.
 */
#include "workloads/catalog.h"

#define PERCENTILE(heading, percentile) \
	heading ".*\\n(?:\\s.*\\n)*?\\s+\\*? *" percentile "th: +" VALUE
#define WAKEUP "^Wakeup Latencies percentiles \\(usec\\)"
#define REQUEST "^Request Latencies percentiles \\(usec\\)"
#define OLD "^Latency percentiles \\(usec\\)"

static const struct field FIELDS[] = {
	{ "p99_wakeup_latency", "us", LOWER_IS_BETTER, .pattern = PERCENTILE(WAKEUP, "99\\.0") },
	{ "p99_wakeup_latency", "us", LOWER_IS_BETTER, .pattern = PERCENTILE(OLD, "99\\.0+") },
	{ "p50_wakeup_latency", "us", LOWER_IS_BETTER, .pattern = PERCENTILE(WAKEUP, "50\\.0") },
	{ "p50_wakeup_latency", "us", LOWER_IS_BETTER, .pattern = PERCENTILE(OLD, "50\\.0+") },
	{ "p99.9_wakeup_latency", "us", LOWER_IS_BETTER, .pattern = PERCENTILE(WAKEUP, "99\\.9") },
	{ "p99.9_wakeup_latency", "us", LOWER_IS_BETTER, .pattern = PERCENTILE(OLD, "99\\.90*") },
	{ "p50_request_latency", "us", LOWER_IS_BETTER, .pattern = PERCENTILE(REQUEST, "50\\.0") },
	{ "p99_request_latency", "us", LOWER_IS_BETTER, .pattern = PERCENTILE(REQUEST, "99\\.0") },
	{ "p99.9_request_latency", "us", LOWER_IS_BETTER,
	  .pattern = PERCENTILE(REQUEST, "99\\.9") },
	{ "requests", "requests/s", HIGHER_IS_BETTER, .pattern = "^average rps: " VALUE "$" },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "^average rps: |" OLD, .reason = "schbench did not come to its end",
	  .is_required = true },
	{ 0 },
};

static const char *const PARAMS[] = { "messengers=1", "workers=1", "time=60", NULL };
static const char *const ARGV[] = {
	"schbench", "-m", "{messengers}", "-t", "{workers}", "-r", "{time}", NULL,
};

const struct workload_builtin schbench = {
	.name = "schbench",
	.help = "Latency of wake-ups under a load of messages and work.",
	.params = PARAMS,
	.argv = ARGV,
	.warmups = 0, /* it warms up itself */
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
