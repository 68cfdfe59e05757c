/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A table in bars: a head of parameters and, for each kernel, a column of numbers; the last, without a bar, may state a
 * change. Columns of numbers have the name of their metric, so the kernels' names are options.
 */
#ifndef RESULTS_IMPORT_GRID_H
#define RESULTS_IMPORT_GRID_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>

struct import;

bool import_grid_matches(struct import *import);
int import_grid_read(struct import *import, struct error *err) MUST_CHECK;

#endif
