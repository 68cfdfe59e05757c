/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file that is being read into series: what the formats share. */
#ifndef RESULTS_IMPORT_STATE_H
#define RESULTS_IMPORT_STATE_H

#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "results/import_lines.h"
#include "results/series.h"

#include <stddef.h>

#define IMPORT_SERIES_MAX 20000
#define IMPORT_SAMPLES_MAX 2000000

/* What the file does not say, or shall not decide. NULL: not given. */
struct import_options {
	const char *machine, *workload, *metric, *unit;
	const char *better;     /* "higher", "lower" */
	struct strlist kernels; /* names for columns that have none, from left to right */
};

struct import {
	const struct import_options *options;
	struct import_lines lines;
	struct series_list list;
	struct strlist remarks; /* sentences about what is odd in the file */
	size_t n_samples;
};

void import_clear(struct import *import);

/* Adds a value to the series of `key`, in which what the options say wins. */
int import_add(struct import *import, const struct series *key, double value, unsigned boot,
	       struct error *err) MUST_CHECK;

#endif
