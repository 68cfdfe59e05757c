/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outputs in tests/unit/samples that a parser of the catalog reads. */
#ifndef TESTS_SUPPORT_CATALOG_SAMPLES_H
#define TESTS_SUPPORT_CATALOG_SAMPLES_H

#include "base/error.h"
#include "workloads/reading.h"

#include <stdbool.h>
#include <stddef.h>

struct catalog_sample {
	const char *workload;
	const char *file;
	const char *number; /* of the main metric, as it stands in the output; NULL: of several */
	bool has_rows;      /* and no line behind them: cut between two, it is a shorter output */
};

/* Ends with an entry of NULLs. */
extern const struct catalog_sample CATALOG_SAMPLES[];

/* The caller frees it. */
char *catalog_sample_text(const char *file, size_t *ret_n);
/* As field_read with the table of that workload. */
int catalog_sample_parse(const char *name, const char *output, size_t n, struct readings *ret,
			 struct error *err);

#endif
