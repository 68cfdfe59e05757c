/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was measured elsewhere, as lists. Pure. */
#ifndef RESULTS_IMPORT_VIEW_H
#define RESULTS_IMPORT_VIEW_H

#include "base/defs.h"
#include "base/json.h"
#include "base/str.h"
#include "results/series.h"
#include "results/store_import.h"

#include <stddef.h>

/* A line an import. */
void import_view_append_records(const struct import_record *records, size_t n, unsigned width,
				struct str *out);
struct json *import_view_records_to_json(const struct import_record *records, size_t n) MUST_CHECK;

/* A line a series: samples as dots, between the lowest and the highest of its cell. */
void import_view_append(const struct series_list *list, unsigned width, struct str *out);
/* docs/import.schema.json; the caller frees it. */
struct json *import_view_to_json(const struct import_record *record,
				 const struct series_list *list) MUST_CHECK;

#endif
