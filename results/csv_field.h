/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One field of a CSV row. */
#ifndef RESULTS_CSV_FIELD_H
#define RESULTS_CSV_FIELD_H

#include "base/str.h"

/*
 * Made harmless for a terminal, quoted where it has to be; before a leading '=' and its like, which would
 * be a formula to a spreadsheet, stands a quote.
 */
void csv_field_append(struct str *out, const char *text);
/* A number as exact as it is; nothing for NAN. */
void csv_field_append_number(struct str *out, double value);

#endif
