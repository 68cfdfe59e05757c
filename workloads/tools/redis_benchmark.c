/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * redis-benchmark: --csv (with a line of names since 7), -q, and the long text. Where several tests ran,
 * their geometric mean counts.
 */
#include "workloads/catalog.h"

/* The i-th column behind the rate. */
#define ROW "^\"(?<label>(?!test\")[^\"]+)\",\"[^\"]+\","
#define CELL "\"[^\"]*\","
/* The long text names its columns in a line of their own. */
#define SUMMARY "^ +avg +min +p50 +p95 +p99 +max *\\n +"
#define LAST_CELL "\"(?<value>[^\"]*)\""

static const struct field FIELDS[] = {
	{ "throughput", "requests/s", HIGHER_IS_BETTER, TAKE_GEOMEAN,
	  .pattern = "^\"(?!test\")[^\"]+\",\"(?<value>[^\"]+)\"" },
	{ "throughput", "requests/s", HIGHER_IS_BETTER, TAKE_GEOMEAN,
	  .pattern = "^ *(?:[^:\\n]+: )?" VALUE " requests per second" },
	{ "throughput_of", "requests/s", HIGHER_IS_BETTER, TAKE_EACH,
	  .pattern = "^\"(?<label>(?!test\")[^\"]+)\",\"(?<value>[^\"]+)\"" },
	{ "throughput_of", "requests/s", HIGHER_IS_BETTER, TAKE_EACH,
	  .pattern = "^ *+(?<label>(?!throughput )[^:\\n]+): " VALUE " requests per second" },
	{ "latency", "ms", LOWER_IS_BETTER, .pattern = ROW LAST_CELL },
	{ "latency", "ms", LOWER_IS_BETTER, .pattern = SUMMARY VALUE },
	{ "p50_latency", "ms", LOWER_IS_BETTER, .pattern = ROW CELL CELL LAST_CELL },
	{ "p50_latency", "ms", LOWER_IS_BETTER,
	  .pattern = "^ *(?<label>[^:\\n]+): .* requests per second, p50=" VALUE " msec" },
	{ "p50_latency", "ms", LOWER_IS_BETTER, .pattern = SUMMARY "(?:\\S+ +){2}" VALUE },
	{ "p99_latency", "ms", LOWER_IS_BETTER, .pattern = ROW CELL CELL CELL CELL LAST_CELL },
	{ "p99_latency", "ms", LOWER_IS_BETTER, .pattern = SUMMARY "(?:\\S+ +){4}" VALUE },
	{ "max_latency", "ms", LOWER_IS_BETTER, .pattern = ROW CELL CELL CELL CELL CELL LAST_CELL },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "^(?:Error|Could not connect|ERR|WARNING: Could not).*$", .reason = "the server failed" },
	{ 0 },
};

static const char *const SERVER[] = { "redis-server", "--save", "", "--bind", "127.0.0.1", NULL };

static const char *const PARAMS[] = {
	"test=get", "requests=1000000", "clients=50", "pipeline=1", "size=3", NULL,
};
static const char *const ARGV[] = {
	"redis-benchmark", "--csv", "-t",         "{test}", "-n",     "{requests}", "-c",
	"{clients}",       "-P",    "{pipeline}", "-d",     "{size}", NULL,
};

const struct workload_builtin redis_benchmark = {
	.name = "redis-benchmark",
	.help = "Requests per second of Redis.",
	.params = PARAMS,
	.server = "redis-server",
	.server_argv = SERVER,
	.server_port = 6379,
	.packages = "redis-server redis-tools",
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
