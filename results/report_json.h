/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Case, finding and every measurement as docs/report.schema.json describes them. */
#ifndef RESULTS_REPORT_JSON_H
#define RESULTS_REPORT_JSON_H

#include "base/str.h"

struct report_input;

void report_json_append(const struct report_input *input, struct str *out);

#endif
