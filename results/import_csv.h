/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A row a sample. Columns, in any order, named on the first line: kernel (or commit, release) and value; variant,
 * machine, workload, cell, metric, unit, better (higher, lower), boot (a number), stated (a ratio or change
 * against the first kernel), and cell.NAME for each parameter of a cell. The csv report of a case is read, too.
 */
#ifndef RESULTS_IMPORT_CSV_H
#define RESULTS_IMPORT_CSV_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>

struct import;

bool import_csv_matches(struct import *import);
int import_csv_read(struct import *import, struct error *err) MUST_CHECK;

#endif
