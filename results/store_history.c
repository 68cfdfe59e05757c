/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/db.h"
#include "results/store_kernel.h"
#include "results/store_private.h"

static int load_kernels(struct store *store, int64_t case_id, struct history *history,
			struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;

	if (db_prepare(store->db,
		       "SELECT " STORE_KERNEL_COLUMNS ", case_kernel.build_s FROM case_kernel "
		       "JOIN kernel ON kernel.id = kernel_id WHERE case_id = ? "
		       "ORDER BY case_kernel.id",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, case_id);
	return store_read_kernels(store, query, &history->kernels, &history->n_kernels, err);
}

/* A boot's kernel is part of its case, because store_add_boot and store_adopt_boots see to it. */
static int find_kernel(struct store *store, const struct history *history, int64_t id, size_t *ret,
		       struct error *err)
{
	for (size_t i = 0; i < history->n_kernels; i++) {
		if (history->kernels[i].id == id) {
			*ret = i;
			return 0;
		}
	}
	return error_set(err, ERROR_CONFIG,
			 "cannot use '%s': it has a boot of kernel %lld, which is not of its case",
			 db_path(store->db), (long long)id);
}

static int read_purpose(struct store *store, struct db_query *query, int column,
			enum boot_purpose *ret, struct error *err)
{
	CLEANUP(mem_freep) char *name = db_column_text(query, column);

	if (!boot_purpose_from_name(name, ret))
		return error_set(err, ERROR_CONFIG,
				 "cannot use '%s': it has a boot for an unknown purpose '%s'",
				 db_path(store->db), name);
	return 0;
}

static int read_boot(struct store *store, struct db_query *query, struct history *history,
		     struct error *err)
{
	struct history_boot *boot = &history->boots[history->n_boots++];

	memset(boot, 0, sizeof(*boot));
	if (find_kernel(store, history, db_column_integer(query, 1), &boot->kernel, err) < 0 ||
	    store_column_outcome(store, query, 4, &boot->outcome, err) < 0 ||
	    read_purpose(store, query, 11, &boot->purpose, err) < 0)
		return -1;
	boot->id = db_column_integer(query, 0);
	boot->machine = db_column_text(query, 2);
	boot->cell = db_column_text(query, 3);
	boot->detail = db_column_text(query, 5);
	boot->dir = db_column_text(query, 6);
	boot->facts = db_column_text(query, 7);
	boot->boot_s = db_column_real(query, 8);
	boot->total_s = db_column_real(query, 9);
	boot->started = db_column_integer(query, 10);
	boot->ready_s = db_column_real(query, 12);
	return 0;
}

static int load_boots(struct store *store, int64_t case_id, struct history *history,
		      struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	size_t capacity = 0;
	bool row = false;

	if (db_prepare(store->db,
		       "SELECT id, kernel_id, machine, cell, outcome, detail, dir, facts, boot_s, "
		       "total_s, started, iif(case_id = ?1, purpose, 'search'), ready_s "
		       "FROM boot WHERE case_id = ?1 OR id IN "
		       "(SELECT boot_id FROM case_boot WHERE case_id = ?1) ORDER BY id",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, case_id);
	for (;;) {
		if (db_step(query, &row, err) < 0)
			return -1;
		if (!row)
			return 0;
		mem_grow(&history->boots, &capacity, history->n_boots, sizeof(*history->boots));
		if (read_boot(store, query, history, err) < 0)
			return -1;
	}
}

static int load_samples(struct db_query *query, struct history_boot *boot, struct error *err)
{
	size_t capacity = 0;
	bool row = false;

	db_bind_integer(query, 1, boot->id);
	for (;;) {
		if (db_step(query, &row, err) < 0)
			return -1;
		if (!row)
			break;
		mem_grow(&boot->values, &capacity, boot->n, sizeof(*boot->values));
		boot->values[boot->n++] = db_column_real(query, 0);
	}
	db_reset(query);
	return 0;
}

/* One read transaction: kernels, boots and samples are of the same moment. */
static int load_all(struct store *store, int64_t case_id, struct history *history,
		    struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;

	if (load_kernels(store, case_id, history, err) < 0 ||
	    load_boots(store, case_id, history, err) < 0 ||
	    db_prepare(store->db, "SELECT value FROM sample WHERE boot_id = ? ORDER BY number",
		       &query, err) < 0)
		return -1;
	for (size_t i = 0; i < history->n_boots; i++)
		if (load_samples(query, &history->boots[i], err) < 0)
			return -1;
	return 0;
}

int store_load_history(struct store *store, int64_t case_id, struct history **ret,
		       struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	CLEANUP(history_freep) struct history *history = mem_zalloc(sizeof(*history));

	if (db_begin_read(store->db, &transaction, err) < 0 ||
	    load_all(store, case_id, history, err) < 0)
		return error_wrap(err, "cannot load the history of case %lld", (long long)case_id);
	*ret = history;
	history = NULL;
	return 0;
}
