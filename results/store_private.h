/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the store share; nobody else includes it. */
#ifndef RESULTS_STORE_PRIVATE_H
#define RESULTS_STORE_PRIVATE_H

#include "base/defs.h"
#include "base/error.h"
#include "results/db.h"
#include "results/sample.h"

#include <stdint.h>

struct step_record;

struct store {
	struct db *db;
};

/* Adds a row to step, inside the caller's transaction. */
int store_put_step(struct store *store, const struct step_record *step,
		   struct error *err) MUST_CHECK;

/*
 * Makes the kernel part of the case, inside the caller's transaction. build_s is what the case paid
 * for it.
 */
int store_link_kernel(struct store *store, int64_t case_id, int64_t kernel_id, double build_s,
		      struct error *err) MUST_CHECK;

/* Reads an outcome from a column; a name that is not ours is ERROR_CONFIG. */
int store_column_outcome(struct store *store, struct db_query *query, int column, enum outcome *ret,
			 struct error *err) MUST_CHECK;

/* Reads a layout's number from a column; what is none is ERROR_CONFIG. */
int store_column_variant(struct store *store, struct db_query *query, int column, unsigned *ret,
			 struct error *err) MUST_CHECK;

/* Copies a 40-digit id (or "") from a column; longer text is ERROR_CONFIG. */
int store_column_oid(struct store *store, struct db_query *query, int column, char *ret,
		     struct error *err) MUST_CHECK;

#endif
