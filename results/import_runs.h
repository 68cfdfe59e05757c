/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Kernels as headings, a variant on a line of its own below its kernel's results, and what tbench and netperf
 * print, with a ratio behind it where the author gave one.
 */
#ifndef RESULTS_IMPORT_RUNS_H
#define RESULTS_IMPORT_RUNS_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>

struct import;

bool import_runs_matches(struct import *import);
int import_runs_read(struct import *import, struct error *err) MUST_CHECK;

#endif
