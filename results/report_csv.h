/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One row per sample, RFC 4180 quoting, lines end with \n. */
#ifndef RESULTS_REPORT_CSV_H
#define RESULTS_REPORT_CSV_H

#include "base/str.h"

struct history_boot;
struct report_input;

void report_csv_append_heading(struct str *out);
void report_csv_append_boot(const struct report_input *input, const struct history_boot *boot,
			    struct str *out);
/* The heading and all boots. */
void report_csv_append(const struct report_input *input, struct str *out);

#endif
