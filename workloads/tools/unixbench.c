/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UnixBench: its index, and those of its tests. Of runs with one and with many copies the last counts. */
#include "workloads/catalog.h"

static const struct field FIELDS[] = {
	{ "score", "points", HIGHER_IS_BETTER,
	  .pattern = "^System Benchmarks Index Score(?: \\(Partial Only\\))? +" VALUE "$" },
	{ "score_of", "points", HIGHER_IS_BETTER,
	  .pattern = "^(?<label>[A-Z].{0,60}?) {2,}[\\d.]+ +[\\d.]+ +" VALUE "$" },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "^Run: .*(?:aborted|failed).*$", .reason = "a test failed" },
	{ "^\\*\\*\\* .*$", .reason = "a test failed" },
	{ 0 },
};

static const char *const PARAMS[] = { "test=syscall", "copies=1", "iterations=3", NULL };
static const char *const ARGV[] = {
	"Run", "-c", "{copies}", "-i", "{iterations}", "{test}", NULL,
};

const struct workload_builtin unixbench = {
	.name = "unixbench",
	.help = "Index of UnixBench's tests.",
	.params = PARAMS,
	.argv = ARGV,
	.warmups = 0,
	.timeout_s = 3600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
