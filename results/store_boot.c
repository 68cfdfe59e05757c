/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/store.h"

#include <string.h>

#include "base/mem.h"
#include "results/db.h"
#include "results/store_private.h"

static int put_boot(struct store *store, int64_t case_id, int64_t kernel_id,
		    const struct history_boot *boot, int64_t *ret_id, struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	bool row = false;

	if (db_prepare(store->db,
		       "INSERT INTO boot(case_id, kernel_id, machine, cell, outcome, detail, dir, "
		       "facts, boot_s, total_s, started, purpose, ready_s) "
		       "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
		       "RETURNING id",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, case_id);
	db_bind_integer(query, 2, kernel_id);
	db_bind_text(query, 3, boot->machine);
	db_bind_text(query, 4, boot->cell);
	db_bind_text(query, 5, outcome_name(boot->outcome));
	db_bind_text(query, 6, boot->detail);
	db_bind_text(query, 7, boot->dir);
	db_bind_text(query, 8, boot->facts);
	db_bind_real(query, 9, boot->boot_s);
	db_bind_real(query, 10, boot->total_s);
	db_bind_integer(query, 11, boot->started);
	db_bind_text(query, 12, boot_purpose_name(boot->purpose));
	db_bind_real(query, 13, boot->ready_s);
	if (db_step(query, &row, err) < 0)
		return -1;
	*ret_id = db_column_integer(query, 0);
	return 0;
}

/* Those from number `first` on. */
static int put_samples(struct store *store, int64_t boot_id, const struct history_boot *boot,
		       size_t first, struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;

	if (db_prepare(store->db, "INSERT INTO sample(boot_id, number, value) VALUES (?, ?, ?)",
		       &query, err) < 0)
		return -1;
	for (size_t i = first; i < boot->n; i++) {
		db_bind_integer(query, 1, boot_id);
		db_bind_integer(query, 2, (int64_t)i);
		db_bind_real(query, 3, boot->values[i]);
		if (db_execute(query, err) < 0)
			return -1;
	}
	return 0;
}

int store_add_boot(struct store *store, int64_t kernel_id, const struct history_boot *boot,
		   const struct step_record *step, int64_t *ret_id, struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	int64_t id = 0;

	if (db_begin(store->db, &transaction, err) < 0 ||
	    store_link_kernel(store, step->case_id, kernel_id, 0, err) < 0 ||
	    put_boot(store, step->case_id, kernel_id, boot, &id, err) < 0 ||
	    put_samples(store, id, boot, 0, err) < 0 || store_put_step(store, step, err) < 0 ||
	    db_commit(&transaction, err) < 0)
		return error_wrap(err, "cannot store the boot of commit %.12s",
				  step->commit ? step->commit : "");
	*ret_id = id;
	return 0;
}

/* *ret_n is the number of its samples. */
static int update_boot(struct store *store, const struct history_boot *boot, size_t *ret_n,
		       struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	bool row = false;

	if (db_prepare(store->db,
		       "UPDATE boot SET detail = ?1, total_s = ?2 WHERE id = ?3 RETURNING "
		       "(SELECT count(*) FROM sample WHERE boot_id = ?3)",
		       &query, err) < 0)
		return -1;
	db_bind_text(query, 1, boot->detail);
	db_bind_real(query, 2, boot->total_s);
	db_bind_integer(query, 3, boot->id);
	if (db_step(query, &row, err) < 0)
		return -1;
	if (!row)
		return error_set(err, ERROR_USAGE, "there is no boot %lld", (long long)boot->id);
	*ret_n = (size_t)db_column_integer(query, 0);
	return 0;
}

int store_extend_boot(struct store *store, const struct history_boot *boot,
		      const struct step_record *step, struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	size_t n = 0;

	if (db_begin(store->db, &transaction, err) < 0 || update_boot(store, boot, &n, err) < 0 ||
	    put_samples(store, boot->id, boot, n, err) < 0 ||
	    store_put_step(store, step, err) < 0 || db_commit(&transaction, err) < 0)
		return error_wrap(err, "cannot store further samples of boot %lld",
				  (long long)boot->id);
	return 0;
}

int store_has_boot(struct store *store, const char *dir, bool *ret, struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;

	if (db_prepare(store->db, "SELECT 1 FROM boot WHERE dir = ? LIMIT 1", &query, err) < 0)
		return -1;
	db_bind_text(query, 1, dir);
	return db_step(query, ret, err);
}

/* Measurements compare only where all of this is the same. */
static int check_comparable(struct store *store, int64_t case_id, int64_t from_case_id,
			    struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	bool row = false;

	if (db_prepare(store->db,
		       "SELECT 1 FROM \"case\" a JOIN \"case\" b ON a.machine = b.machine "
		       "AND a.workload = b.workload AND a.cell = b.cell AND a.metric = b.metric "
		       "AND a.unit = b.unit AND a.better = b.better WHERE a.id = ? AND b.id = ?",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, case_id);
	db_bind_integer(query, 2, from_case_id);
	if (db_step(query, &row, err) < 0)
		return -1;
	if (!row)
		return error_set(err, ERROR_CONFIG,
				 "cannot use measurements of case %lld for case %lld: machine, "
				 "workload, cell or metric differ",
				 (long long)from_case_id, (long long)case_id);
	return 0;
}

int store_adopt_boots(struct store *store, int64_t case_id, int64_t from_case_id, size_t *ret_n,
		      struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	size_t n = 0;
	bool row = true;

	if (db_begin(store->db, &transaction, err) < 0 ||
	    check_comparable(store, case_id, from_case_id, err) < 0 ||
	    db_prepare(store->db,
		       "INSERT INTO case_boot(case_id, boot_id) "
		       "SELECT k.case_id, b.id FROM boot b "
		       "JOIN case_kernel k ON k.kernel_id = b.kernel_id AND k.case_id = ?1 "
		       "WHERE b.case_id = ?2 AND ?1 <> ?2 AND b.outcome = 'measured' "
		       "ON CONFLICT DO NOTHING RETURNING boot_id",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, case_id);
	db_bind_integer(query, 2, from_case_id);
	for (;;) {
		if (db_step(query, &row, err) < 0)
			return -1;
		if (!row)
			break;
		n++;
	}
	db_query_freep(&query);
	if (db_commit(&transaction, err) < 0)
		return -1;
	*ret_n = n;
	return 0;
}
