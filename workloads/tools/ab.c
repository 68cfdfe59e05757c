/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ab (ApacheBench). Answers that are errors are fast, so that a run with any is void. */
#include "workloads/catalog.h"
#include "workloads/tools/nginx.h"

static const struct field FIELDS[] = {
	{ "throughput", "requests/s", HIGHER_IS_BETTER,
	  .pattern = "^Requests per second: +" VALUE " \\[#/sec\\] \\(mean\\)$" },
	{ "latency", "ms", LOWER_IS_BETTER,
	  .pattern = "^Time per request: +" VALUE " \\[ms\\] \\(mean\\)$" },
	{ "percentile", "ms", LOWER_IS_BETTER, .pattern = "^ +(?<label>\\d+%) +" VALUE "(?: |$)" },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "^Failed requests: +[1-9]\\d*$", .reason = "requests failed" },
	{ "^Non-2xx responses: +[1-9]\\d*$", .reason = "the server answered with errors" },
	{ "^(?:apr_\\w+|ab): .*$", .reason = "ab failed" },
	{ 0 },
};

static const char *const PARAMS[] = {
	"requests=100000",
	"concurrency=10",
	"url=http://127.0.0.1/",
	NULL,
};
static const char *const ARGV[] = { "ab", "-q",    "-n", "{requests}", "-c", "{concurrency}",
				    "-k", "{url}", NULL };

const struct workload_builtin ab = {
	.name = "ab",
	.help = "Requests per second of a web server, by ApacheBench.",
	.params = PARAMS,
	.server = "nginx",
	.server_argv = nginx_argv,
	.server_port = NGINX_PORT,
	.packages = "apache2-utils " NGINX_PACKAGES,
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
