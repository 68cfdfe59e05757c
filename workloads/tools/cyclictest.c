/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * cyclictest of rt-tests: with -q, live (where the last line of each thread counts), or as JSON. Its
 * mean is what can be compared; the maximum is an extreme value of the run.
 */
#include "workloads/catalog.h"

/* A thread's line that no newer block of lines follows. */
#define THREAD "^T: *\\d+ .* Min: *[\\d.]+ Act: *[\\d.]+ Avg: *"
#define IN_LAST_BLOCK "$(?!(?:.|\\n)*^T: *0 )"

static const struct field FIELDS[] = {
	{ "mean_latency", "us", LOWER_IS_BETTER, TAKE_MEAN, .pointer = "/thread/*/avg" },
	{ "mean_latency", "us", LOWER_IS_BETTER, TAKE_MEAN,
	  .pattern = THREAD VALUE " Max: *\\d+" IN_LAST_BLOCK },
	{ "max_latency", "us", LOWER_IS_BETTER, TAKE_MAX, .pointer = "/thread/*/max" },
	{ "max_latency", "us", LOWER_IS_BETTER, TAKE_MAX,
	  .pattern = THREAD "\\S+ Max: *" VALUE IN_LAST_BLOCK },
	{ "min_latency", "us", LOWER_IS_BETTER, TAKE_MEAN, .pointer = "/thread/*/min" },
	{ "min_latency", "us", LOWER_IS_BETTER, TAKE_MEAN,
	  .pattern = "^T: *\\d+ .* Min: *" VALUE " Act: .*" IN_LAST_BLOCK },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "\"return_code\": *[1-9]\\d*", .reason = "cyclictest failed" },
	{ "^(?:FATAL|ERROR): .*$", .reason = "cyclictest failed" },
	{ 0 },
};

static const char *const PARAMS[] = {
	"threads=1", "priority=90", "interval=1000", "time=60", NULL,
};
static const char *const ARGV[] = {
	"cyclictest", "-q", "-m",         "-t", "{threads}", "-p",
	"{priority}", "-i", "{interval}", "-D", "{time}",    NULL,
};

const struct workload_builtin cyclictest = {
	.name = "cyclictest",
	.help = "How late a timer wakes a real-time thread.",
	.params = PARAMS,
	.packages = "rt-tests",
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
