/* SPDX-License-Identifier: GPL-3.0-or-later */
/* uperf: the line of totals. */
#include "workloads/catalog.h"

#define TOTAL "^Total +\\S+ +/ +\\S+\\(s\\) += +"

static const struct field FIELDS[] = {
	{ "throughput", "ops/s", HIGHER_IS_BETTER,
	  .pattern = TOTAL "\\S+ +(?<value>\\S+?)op/s *$" },
	{ "bandwidth", "bit/s", HIGHER_IS_BETTER,
	  .pattern = TOTAL "(?<value>\\S+?)(?<unit>[KMG]?b/s) " },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "^\\*\\* (?!Warning).*$", .reason = "uperf failed" },
	{ "^master .* (?!0\\.00$)[\\d.]+$", .reason = "operations failed" },
	{ 0 },
};

static const char *const SERVER[] = { "uperf", "-s", NULL };

static const char *const PARAMS[] = { "profile=/perfsect/uperf.xml", NULL };
static const char *const ARGV[] = { "uperf", "-m", "{profile}", NULL };

const struct workload_builtin uperf = {
	.name = "uperf",
	.help = "Operations per second of a network profile.",
	.params = PARAMS,
	.server = "uperf -s",
	.server_argv = SERVER,
	.server_port = 20000,
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
