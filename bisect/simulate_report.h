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

#endif
