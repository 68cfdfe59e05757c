/* SPDX-License-Identifier: GPL-3.0-or-later */
/* STREAM 5: bandwidth of memory. */
#include "workloads/catalog.h"

#define ROW(kernel) "^" kernel ": +" VALUE " +[\\d.]+ +[\\d.]+ +[\\d.]+ *$"

static const struct field FIELDS[] = {
	{ "triad", "MB/s", HIGHER_IS_BETTER, .pattern = ROW("Triad") },
	{ "copy", "MB/s", HIGHER_IS_BETTER, .pattern = ROW("Copy") },
	{ "scale", "MB/s", HIGHER_IS_BETTER, .pattern = ROW("Scale") },
	{ "add", "MB/s", HIGHER_IS_BETTER, .pattern = ROW("Add") },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "^Failed Validation.*$", .reason = "its results are wrong" },
	{ "^Solution Validates", .reason = "its results were not validated", .is_required = true },
	{ 0 },
};

static const char *const PARAMS[] = { NULL };
static const char *const ARGV[] = { "stream", NULL };

const struct workload_builtin stream = {
	.name = "stream",
	.help = "Bandwidth of memory; sizes are compiled into it.",
	.params = PARAMS,
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
