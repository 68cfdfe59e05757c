/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an output says: values of metrics. */
#ifndef WORKLOADS_READING_H
#define WORKLOADS_READING_H

#include "results/sample.h"

#include <stddef.h>

struct reading {
	char *metric;     /* "throughput", or "throughput[SET]" where a test is named beside */
	const char *unit; /* borrowed from what was read by */
	enum direction better;
	double value; /* finite, ≥ 0 */
};

/*
 * In the order of the workload's metrics: those of the main metric first, one for each sample that
 * the output has, each > 0. Zero-initialise.
 */
struct readings {
	struct reading *items;
	size_t n;
	size_t capacity;
};

/* Copies `metric`. */
void readings_add(struct readings *readings, const char *metric, const char *unit,
		  enum direction better, double value);
void readings_clear(struct readings *readings);
/* How many there are of the metric of the first. */
size_t readings_main(const struct readings *readings);

#endif
