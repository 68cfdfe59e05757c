/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/sample.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/defs.h"

enum meaning {
	SUCCESS,    /* evidence, and the kernel can go on to the next step */
	UNTESTABLE, /* evidence that the kernel cannot be measured */
	HOST,       /* says nothing about the commit */
};

struct outcome_info {
	const char *name;
	enum meaning meaning;
};

static const struct outcome_info outcomes[OUTCOME_COUNT] = {
	[OUTCOME_BUILT] = { "built", SUCCESS },
	[OUTCOME_NOT_BUILDABLE] = { "not-buildable", UNTESTABLE },
	[OUTCOME_COMPILER_KILLED] = { "compiler-killed", HOST },
	[OUTCOME_DISK_FULL] = { "disk-full", HOST },
	[OUTCOME_BUILD_TIMED_OUT] = { "build-timed-out", HOST },
	[OUTCOME_BOOTED] = { "booted", SUCCESS },
	[OUTCOME_PANICKED] = { "panicked", UNTESTABLE },
	[OUTCOME_HUNG] = { "hung", UNTESTABLE },
	[OUTCOME_REBOOTED] = { "rebooted", UNTESTABLE },
	[OUTCOME_WRONG_KERNEL] = { "wrong-kernel", HOST },
	[OUTCOME_WORKLOAD_FAILED] = { "workload-failed", UNTESTABLE },
	[OUTCOME_TIMED_OUT] = { "timed-out", UNTESTABLE },
	[OUTCOME_CONSOLE_LOST] = { "console-lost", HOST },
	[OUTCOME_NOT_MERGEABLE] = { "not-mergeable", UNTESTABLE },
	[OUTCOME_MEASURED] = { "measured", SUCCESS },
};

const char *direction_name(enum direction better)
{
	return better == HIGHER_IS_BETTER ? "higher" : "lower";
}

bool direction_from_name(const char *name, enum direction *ret)
{
	if (strcmp(name, "higher") == 0)
		*ret = HIGHER_IS_BETTER;
	else if (strcmp(name, "lower") == 0)
		*ret = LOWER_IS_BETTER;
	else
		return false;
	return true;
}

const char *outcome_name(enum outcome outcome)
{
	assert((size_t)outcome < ARRAY_LENGTH(outcomes));
	return outcomes[outcome].name;
}

bool outcome_from_name(const char *name, enum outcome *ret)
{
	for (size_t i = 0; i < ARRAY_LENGTH(outcomes); i++) {
		if (strcmp(outcomes[i].name, name) == 0) {
			*ret = (enum outcome)i;
			return true;
		}
	}
	return false;
}

bool outcome_is_evidence(enum outcome outcome)
{
	assert((size_t)outcome < ARRAY_LENGTH(outcomes));
	return outcomes[outcome].meaning != HOST;
}

bool outcome_is_untestable(enum outcome outcome)
{
	assert((size_t)outcome < ARRAY_LENGTH(outcomes));
	return outcomes[outcome].meaning == UNTESTABLE;
}

double sample_to_log_percent(double value, enum direction better)
{
	double log_percent = 100.0 * log(value);

	assert(value > 0.0);
	return better == HIGHER_IS_BETTER ? log_percent : -log_percent;
}

double sample_from_log_percent(double log_percent, enum direction better)
{
	return exp((better == HIGHER_IS_BETTER ? log_percent : -log_percent) / 100.0);
}

double log_percent_to_percent(double difference)
{
	return 100.0 * expm1(difference / 100.0);
}
