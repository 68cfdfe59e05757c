/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading kernels, for the files of the store. */
#ifndef RESULTS_STORE_KERNEL_H
#define RESULTS_STORE_KERNEL_H

#include "base/defs.h"
#include "base/error.h"
#include "results/db.h"
#include "results/history.h"

#include <stddef.h>

struct store;

/* Columns 0–18 of a query that store_read_kernel() understands; column 19 is the build time. */
#define STORE_KERNEL_COLUMNS                                                                      \
	"kernel.id, commit_id, onto, variant, key, outcome, detail, subject, dir, log, release, " \
	"build_id, artefacts, toolchain, mends, without, not_granted, config, content"

/* Leaves *kernel (zeroed before) for the caller to clear, also on failure. */
int store_read_kernel(struct store *store, struct db_query *query, struct history_kernel *kernel,
		      struct error *err) MUST_CHECK;
/* All rows of the query; the caller clears each and frees *ret. */
int store_read_kernels(struct store *store, struct db_query *query, struct history_kernel **ret,
		       size_t *ret_n, struct error *err) MUST_CHECK;

#endif
