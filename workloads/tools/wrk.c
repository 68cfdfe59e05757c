/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wrk. Answers that are errors are fast, so that a run with any is void. */
#include "workloads/catalog.h"
#include "workloads/tools/nginx.h"

#define DURATION "(?<value>\\S+?)(?<unit>us|ms|s|m|h)"

static const struct field FIELDS[] = {
	{ "throughput", "requests/s", HIGHER_IS_BETTER, .pattern = "^Requests/sec: +" VALUE "$" },
	{ "latency", "ms", LOWER_IS_BETTER, .pattern = "^ +Latency +" DURATION " " },
	{ "max_latency", "ms", LOWER_IS_BETTER,
	  .pattern = "^ +Latency +\\S+ +\\S+ +" DURATION " " },
	{ "percentile", "ms", LOWER_IS_BETTER, .pattern = "^ +(?<label>[\\d.]+%) +" DURATION "$" },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "^ +Non-2xx or 3xx responses: .*$", .reason = "the server answered with errors" },
	{ "^ +Socket errors: .*$", .reason = "connections failed" },
	{ "^unable to connect to .*$", .reason = "connections failed" },
	{ 0 },
};

static const char *const PARAMS[] = {
	"threads=1", "connections=10", "time=30", "url=http://127.0.0.1/", NULL,
};
static const char *const ARGV[] = {
	"wrk", "-t",      "{threads}", "-c",    "{connections}",
	"-d",  "{time}s", "--latency", "{url}", NULL,
};

const struct workload_builtin wrk = {
	.name = "wrk",
	.help = "Requests per second of a web server.",
	.params = PARAMS,
	.server = "nginx",
	.server_argv = nginx_argv,
	.server_port = NGINX_PORT,
	.packages = "wrk " NGINX_PACKAGES,
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
