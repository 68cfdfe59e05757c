/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table as rows: one a kernel and cell. */
#ifndef RESULTS_COMPARE_CSV_H
#define RESULTS_COMPARE_CSV_H

#include "base/str.h"
#include "results/compare.h"

void compare_csv_append(const struct compare *compare, struct str *out);

#endif
