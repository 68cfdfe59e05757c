/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a simulation gave, for people and as JSON (docs/simulate.schema.json). Pure. */
#ifndef BISECT_SIMULATE_REPORT_H
#define BISECT_SIMULATE_REPORT_H

#include "base/defs.h"
#include "base/json.h"
#include "base/str.h"
#include "bisect/simulate.h"

void simulate_report_append(struct str *str, const struct simulate_options *options,
			    const struct simulate_result *result);
/* The caller frees it. */
struct json *simulate_report_json(const struct simulate_options *options,
				  const struct simulate_result *result) MUST_CHECK;

/* Parts of it, for other reports of simulations. */
struct simulate_interval {
	double low, high; /* 95 % */
};
struct simulate_interval simulate_correct_interval(const struct simulate_result *result);
/* Of a mean over the runs whose values have the standard deviation sd; NAN after one run. */
double simulate_standard_error(const struct simulate_result *result, double sd);
void simulate_report_append_search(struct str *str, const struct search_options *search);
/* "Builds      17.5 ± 0.2", without the end of the line. */
void simulate_report_append_mean(struct str *str, const char *name, double mean, double error);
/* How they ended; the caller frees it. */
struct json *simulate_report_ended_json(const struct simulate_result *result) MUST_CHECK;
/* The search, the costs, the runs and what they took at the mean. */
void simulate_report_set_common(struct json *json, const struct simulate_options *options,
				const struct simulate_result *result);

#endif
