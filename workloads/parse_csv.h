/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number in a table of comma-separated values (RFC 4180), whose columns have names. */
#ifndef WORKLOADS_PARSE_CSV_H
#define WORKLOADS_PARSE_CSV_H

#include "base/defs.h"
#include "base/error.h"

#include <stddef.h>

/* Refuses a choice without a column, or with " where " and no NAME=VALUE behind it. */
int parse_csv_check(const char *choice, struct error *err) MUST_CHECK;

/*
 * The cell of the last row below "COLUMN", or of the last whose cell below NAME is VALUE: "COLUMN where
 * NAME=VALUE". The table begins with the first line that has all these names, and ends with the first
 * that has another number of cells. Cells are separated by ",", ";" or tabs; a line has one row.
 */
int parse_csv(const char *choice, const char *output, size_t n, double *ret,
	      struct error *err) MUST_CHECK;

#endif
