/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/store_import.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/db.h"
#include "results/store_private.h"

void import_record_clear(struct import_record *record)
{
	free(record->source);
	free(record->format);
	*record = (struct import_record){ 0 };
}

/* Runs an INSERT … RETURNING id to its end, and makes it ready for the next. */
static int insert(struct db_query *query, int64_t *ret_id, struct error *err)
{
	bool row = false;

	if (db_step(query, &row, err) < 0)
		return -1;
	*ret_id = db_column_integer(query, 0);
	db_reset(query);
	return 0;
}

static int put_samples(struct db_query *query, int64_t id, const struct series *series,
		       struct error *err)
{
	for (size_t i = 0; i < series->n; i++) {
		db_bind_integer(query, 1, id);
		db_bind_integer(query, 2, (int64_t)i + 1);
		db_bind_integer(query, 3, series->boots[i]);
		db_bind_real(query, 4, series->values[i]);
		if (db_execute(query, err) < 0)
			return -1;
	}
	return 0;
}

static void bind_series(struct db_query *query, int64_t import, const struct series *series)
{
	db_bind_integer(query, 1, import);
	db_bind_text(query, 2, series->kernel);
	db_bind_text(query, 3, series->variant);
	db_bind_text(query, 4, series->machine);
	db_bind_text(query, 5, series->workload);
	db_bind_text(query, 6, series->cell);
	db_bind_text(query, 7, series->metric);
	db_bind_text(query, 8, series->unit);
	db_bind_text(query, 9, direction_name(series->better));
	db_bind_text(query, 10, series->stated);
	if (isfinite(series->spread))
		db_bind_real(query, 11, series->spread);
	else
		db_bind_null(query, 11);
	db_bind_integer(query, 12, series->line);
}

static int put_list(struct store *store, int64_t import, const struct series_list *list,
		    struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *series = NULL;
	CLEANUP(db_query_freep) struct db_query *samples = NULL;

	if (db_prepare(store->db,
		       "INSERT INTO series(import_id, kernel, variant, machine, workload, cell, "
		       "metric, unit, better, stated, spread, line) "
		       "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
		       &series, err) < 0 ||
	    db_prepare(store->db,
		       "INSERT INTO series_sample(series_id, number, boot, value) "
		       "VALUES (?, ?, ?, ?)",
		       &samples, err) < 0)
		return -1;
	for (size_t i = 0; i < list->n; i++) {
		int64_t id = 0;

		bind_series(series, import, &list->of[i]);
		if (insert(series, &id, err) < 0 || put_samples(samples, id, &list->of[i], err) < 0)
			return -1;
	}
	return 0;
}

int store_add_import(struct store *store, const struct import_record *record,
		     const struct series_list *list, int64_t *ret_id, struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	int64_t id = 0;

	if (db_begin(store->db, &transaction, err) < 0 ||
	    db_prepare(store->db,
		       "INSERT INTO import(created, source, format) VALUES (?, ?, ?) RETURNING id",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, record->created);
	db_bind_text(query, 2, record->source);
	db_bind_text(query, 3, record->format);
	if (insert(query, &id, err) < 0)
		return -1;
	db_query_freep(&query);
	if (put_list(store, id, list, err) < 0 || db_commit(&transaction, err) < 0)
		return -1;
	*ret_id = id;
	return 0;
}

int store_list_imports(struct store *store, struct import_record **ret, size_t *ret_n,
		       struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	struct import_record *records = NULL;
	size_t n = 0, capacity = 0;
	bool row = false;

	if (db_prepare(store->db,
		       "SELECT id, created, source, format, "
		       "(SELECT count(*) FROM series WHERE import_id = import.id), "
		       "(SELECT count(*) FROM series JOIN series_sample ON series_id = series.id "
		       "WHERE import_id = import.id) FROM import ORDER BY id",
		       &query, err) < 0)
		return -1;
	while (db_step(query, &row, err) == 0 && row) {
		mem_grow(&records, &capacity, n, sizeof(*records));
		records[n++] = (struct import_record){
			.id = db_column_integer(query, 0),
			.created = db_column_integer(query, 1),
			.source = db_column_text(query, 2),
			.format = db_column_text(query, 3),
			.n_series = (size_t)db_column_integer(query, 4),
			.n_samples = (size_t)db_column_integer(query, 5),
		};
	}
	if (err->kind == ERROR_NONE) {
		*ret = records;
		*ret_n = n;
		return 0;
	}
	while (n > 0)
		import_record_clear(&records[--n]);
	free(records);
	return -1;
}

/* Columns 1–11; the file is from outside, so the direction is checked. */
static int read_series(struct store *store, struct db_query *query, struct series *series,
		       struct error *err)
{
	CLEANUP(mem_freep) char *better = db_column_text(query, 8);
	const int64_t line = db_column_integer(query, 11);

	*series = (struct series){
		.kernel = db_column_text(query, 1),
		.variant = db_column_text(query, 2),
		.machine = db_column_text(query, 3),
		.workload = db_column_text(query, 4),
		.cell = db_column_text(query, 5),
		.metric = db_column_text(query, 6),
		.unit = db_column_text(query, 7),
		.stated = db_column_text(query, 9),
		.spread = db_column_real(query, 10),
		.line = line > 0 && line < UINT_MAX ? (unsigned)line : 0,
	};
	if (!(series->spread > 0)) /* NULL reads as 0 */
		series->spread = (double)NAN;
	if (!direction_from_name(better, &series->better))
		return error_set(err, ERROR_CONFIG,
				 "cannot use '%s': it has an unknown direction '%s'",
				 db_path(store->db), better);
	return 0;
}

static int read_samples(struct db_query *query, int64_t id, struct series *series,
			struct error *err)
{
	bool row = false;

	db_bind_integer(query, 1, id);
	for (;;) {
		int64_t boot;

		if (db_step(query, &row, err) < 0)
			return -1;
		if (!row)
			break;
		boot = db_column_integer(query, 0);
		series_add(series, db_column_real(query, 1),
			   boot > 0 && boot < UINT_MAX ? (unsigned)boot : 0);
	}
	db_reset(query);
	return 0;
}

static int check_import(struct store *store, int64_t id, struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	bool row = false;

	if (db_prepare(store->db, "SELECT id FROM import WHERE ?1 IN (0, id) LIMIT 1", &query,
		       err) < 0)
		return -1;
	db_bind_integer(query, 1, id);
	if (db_step(query, &row, err) < 0)
		return -1;
	if (!row && id != 0)
		return error_set(err, ERROR_USAGE,
				 "there is no import %lld; 'perfsect import' lists them",
				 (long long)id);
	return 0;
}

int store_load_import(struct store *store, int64_t id, struct series_list *list, struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	CLEANUP(db_query_freep) struct db_query *series = NULL;
	CLEANUP(db_query_freep) struct db_query *samples = NULL;
	bool row = false;

	if (db_begin_read(store->db, &transaction, err) < 0 || check_import(store, id, err) < 0 ||
	    db_prepare(store->db,
		       "SELECT id, kernel, variant, machine, workload, cell, metric, unit, better, "
		       "stated, spread, line FROM series WHERE ?1 IN (0, import_id) ORDER BY id",
		       &series, err) < 0 ||
	    db_prepare(store->db,
		       "SELECT boot, value FROM series_sample WHERE series_id = ? ORDER BY number",
		       &samples, err) < 0)
		return -1;
	db_bind_integer(series, 1, id);
	for (;;) {
		struct series *item;

		if (db_step(series, &row, err) < 0)
			return -1;
		if (!row)
			return 0;
		mem_grow(&list->of, &list->capacity, list->n, sizeof(*list->of));
		item = &list->of[list->n++];
		if (read_series(store, series, item, err) < 0 ||
		    read_samples(samples, db_column_integer(series, 0), item, err) < 0)
			return -1;
	}
}
