/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two commits beside each other, in the columns of the kernel test robot. */
#ifndef RESULTS_MAIL_TABLE_H
#define RESULTS_MAIL_TABLE_H

#include "base/str.h"
#include "results/finding.h"
#include "results/history.h"

struct report_input;

/* A value and its spread: 16 columns, the spread only where it is above 2 %. */
void mail_table_append_value(struct str *out, double value, double spread_percent);
/* One row: both values, the change between them, and the metric. */
void mail_table_append_row(struct str *out, const double values[2], const double spreads[2],
			   const char *metric);
/* The whole table of a change, with its head; nothing where one of the two was not measured. */
void mail_table_append(const struct report_input *input, const struct finding_change *change,
		       struct str *out);

#endif
