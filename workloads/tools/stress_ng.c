/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * stress-ng --metrics-brief, or its --yaml file. Lines were marked "info:" before they were "metrc:".
 * Where several stressors ran, their geometric mean counts.
 */
#include "workloads/catalog.h"

/* Counts and times before, and the other rate behind. */
#define LINE "^stress-ng: (?:metrc|info): +\\[\\d+\\] +"
#define ROW(stressor) LINE stressor " +\\d+ +[\\d.]+ +[\\d.]+ +[\\d.]+ +" VALUE " +[\\d.]+(?: |$)"
#define ENTRY(stressor)            \
	"^ +- stressor: " stressor \
	"\\n(?: +[\\w-]+: .*\\n)*? +bogo-ops-per-second-real-time: " VALUE "$"
#define STRESSOR "[\\w-]+"
#define LABEL "(?<label>[\\w-]+)"

static const struct field FIELDS[] = {
	{ "throughput", "bogo ops/s", HIGHER_IS_BETTER, TAKE_GEOMEAN, .pattern = ROW(STRESSOR) },
	{ "throughput", "bogo ops/s", HIGHER_IS_BETTER, TAKE_GEOMEAN, .pattern = ENTRY(STRESSOR) },
	{ "throughput_of", "bogo ops/s", HIGHER_IS_BETTER, TAKE_EACH, .pattern = ROW(LABEL) },
	{ "throughput_of", "bogo ops/s", HIGHER_IS_BETTER, TAKE_EACH, .pattern = ENTRY(LABEL) },
	{ "duration", "ns", LOWER_IS_BETTER,
	  .pattern = LINE "(?<label>[\\w-]+) +" VALUE " nanosec(?:ond)?s per " },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "metrics-check: .*$", .reason = "stress-ng doubts its metrics" },
	{ "^stress-ng: (?:fail|error): .*$", .reason = "a stressor failed" },
	{ "\\bunsuccessful run completed.*$", .reason = "a stressor failed" },
	{ "\\bsuccessful run completed|^\\.\\.\\.$", .reason = "stress-ng did not come to its end",
	  .is_required = true },
	{ 0 },
};

static const char *const PARAMS[] = { "stressor=switch", "instances=1", "time=30", NULL };
static const char *const ARGV[] = {
	"stress-ng", "--{stressor}", "{instances}", "--timeout", "{time}", "--metrics-brief", NULL,
};

const struct workload_builtin stress_ng = {
	.name = "stress-ng",
	.help = "Bogus operations per second of one of its stressors.",
	.params = PARAMS,
	.packages = "stress-ng",
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
