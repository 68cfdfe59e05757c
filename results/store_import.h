/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was measured elsewhere, as the store keeps it: a file read is one import, never changed. */
#ifndef RESULTS_STORE_IMPORT_H
#define RESULTS_STORE_IMPORT_H

#include "base/defs.h"
#include "base/error.h"
#include "results/series.h"

#include <stddef.h>
#include <stdint.h>

struct store;

/* Strings owned. */
struct import_record {
	int64_t id;
	int64_t created; /* UNIX seconds */
	char *source;    /* the file's name, as the user wrote it */
	char *format;    /* import_format's name */
	size_t n_series, n_samples;
};
void import_record_clear(struct import_record *record);

/* All series of a file in one transaction; *ret_id is the import's number. */
int store_add_import(struct store *store, const struct import_record *record,
		     const struct series_list *list, int64_t *ret_id, struct error *err) MUST_CHECK;
/* All imports, oldest first; the caller clears each and frees *ret. */
int store_list_imports(struct store *store, struct import_record **ret, size_t *ret_n,
		       struct error *err) MUST_CHECK;
/*
 * Appends the series of an import (0: of all) to the list, in the order of the file. ERROR_USAGE when
 * there is no such import.
 */
int store_load_import(struct store *store, int64_t id, struct series_list *list,
		      struct error *err) MUST_CHECK;

#endif
