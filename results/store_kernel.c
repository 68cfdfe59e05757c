/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/store.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/db.h"
#include "results/store_kernel.h"
#include "results/store_private.h"

/* A cached build comes with build_s 0 and must not hide what it once cost. */
#define UPSERT                                                                                    \
	"INSERT INTO kernel(commit_id, onto, variant, key, outcome, detail, subject, dir, log, "  \
	"release, build_id, artefacts, toolchain, mends, without, not_granted, config, build_s, " \
	"content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "              \
	"ON CONFLICT(key) DO UPDATE SET commit_id = excluded.commit_id, onto = excluded.onto, "   \
	"variant = excluded.variant, outcome = excluded.outcome, detail = excluded.detail, "      \
	"subject = excluded.subject, dir = excluded.dir, log = excluded.log, "                    \
	"release = excluded.release, build_id = excluded.build_id, "                              \
	"artefacts = excluded.artefacts, toolchain = excluded.toolchain, "                        \
	"mends = excluded.mends, without = excluded.without, "                                    \
	"not_granted = excluded.not_granted, config = excluded.config, "                          \
	"content = excluded.content, "                                                            \
	"build_s = iif(excluded.build_s > 0, excluded.build_s, build_s) RETURNING id"

static void bind_kernel(struct db_query *query, const struct history_kernel *kernel)
{
	db_bind_text(query, 1, kernel->commit);
	db_bind_text(query, 2, kernel->onto);
	db_bind_integer(query, 3, kernel->variant);
	db_bind_text(query, 4, kernel->key);
	db_bind_text(query, 5, outcome_name(kernel->outcome));
	db_bind_text(query, 6, kernel->detail);
	db_bind_text(query, 7, kernel->subject);
	db_bind_text(query, 8, kernel->dir);
	db_bind_text(query, 9, kernel->log);
	db_bind_text(query, 10, kernel->release);
	db_bind_text(query, 11, kernel->build_id);
	db_bind_text(query, 12, kernel->artefacts);
	db_bind_text(query, 13, kernel->toolchain);
	db_bind_text(query, 14, kernel->mends);
	db_bind_text(query, 15, kernel->without);
	db_bind_text(query, 16, kernel->not_granted);
	db_bind_text(query, 17, kernel->config);
	db_bind_real(query, 18, kernel->build_s);
	db_bind_text(query, 19, kernel->content ? kernel->content : "");
}

static int put_kernel(struct store *store, const struct history_kernel *kernel, int64_t *ret_id,
		      struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	bool row = false;

	if (db_prepare(store->db, UPSERT, &query, err) < 0)
		return -1;
	bind_kernel(query, kernel);
	if (db_step(query, &row, err) < 0)
		return -1;
	*ret_id = db_column_integer(query, 0);
	return 0;
}

int store_link_kernel(struct store *store, int64_t case_id, int64_t kernel_id, double build_s,
		      struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;

	if (db_prepare(store->db,
		       "INSERT INTO case_kernel(case_id, kernel_id, build_s) VALUES (?, ?, ?) "
		       "ON CONFLICT(case_id, kernel_id) DO UPDATE "
		       "SET build_s = max(build_s, excluded.build_s)",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, case_id);
	db_bind_integer(query, 2, kernel_id);
	db_bind_real(query, 3, build_s);
	return db_execute(query, err);
}

int store_add_kernel(struct store *store, const struct history_kernel *kernel,
		     const struct step_record *step, int64_t *ret_id, struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	int64_t id = 0;

	if (db_begin(store->db, &transaction, err) < 0 || put_kernel(store, kernel, &id, err) < 0 ||
	    store_link_kernel(store, step->case_id, id, kernel->build_s, err) < 0 ||
	    store_put_step(store, step, err) < 0 || db_commit(&transaction, err) < 0)
		return error_wrap(err, "cannot store the build of commit %.12s", kernel->commit);
	*ret_id = id;
	return 0;
}

int store_read_kernel(struct store *store, struct db_query *query, struct history_kernel *kernel,
		      struct error *err)
{
	if (store_column_oid(store, query, 1, kernel->commit, err) < 0 ||
	    store_column_oid(store, query, 2, kernel->onto, err) < 0 ||
	    store_column_variant(store, query, 3, &kernel->variant, err) < 0 ||
	    store_column_outcome(store, query, 5, &kernel->outcome, err) < 0)
		return -1;
	kernel->id = db_column_integer(query, 0);
	kernel->key = db_column_text(query, 4);
	kernel->detail = db_column_text(query, 6);
	kernel->subject = db_column_text(query, 7);
	kernel->dir = db_column_text(query, 8);
	kernel->log = db_column_text(query, 9);
	kernel->release = db_column_text(query, 10);
	kernel->build_id = db_column_text(query, 11);
	kernel->artefacts = db_column_text(query, 12);
	kernel->toolchain = db_column_text(query, 13);
	kernel->mends = db_column_text(query, 14);
	kernel->without = db_column_text(query, 15);
	kernel->not_granted = db_column_text(query, 16);
	kernel->config = db_column_text(query, 17);
	kernel->content = db_column_text(query, 18);
	kernel->build_s = db_column_real(query, 19);
	return 0;
}

/* The first row of a query, if there is one. */
static int take_kernel(struct store *store, struct db_query *query, struct history_kernel *ret,
		       bool *ret_found, struct error *err)
{
	CLEANUP(history_kernel_clear) struct history_kernel kernel = { 0 };
	bool row = false;

	if (db_step(query, &row, err) < 0)
		return -1;
	if (row && store_read_kernel(store, query, &kernel, err) < 0)
		return -1;
	if (row)
		*ret = kernel;
	*ret_found = row;
	memset(&kernel, 0, sizeof(kernel));
	return 0;
}

int store_find_kernel(struct store *store, const char *key, struct history_kernel *ret,
		      int *ret_found, struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	bool is_found = false;

	if (db_prepare(store->db,
		       "SELECT " STORE_KERNEL_COLUMNS ", build_s FROM kernel WHERE key = ?", &query,
		       err) < 0)
		return -1;
	db_bind_text(query, 1, key);
	if (take_kernel(store, query, ret, &is_found, err) < 0)
		return -1;
	*ret_found = is_found;
	return 0;
}

int store_find_failure(struct store *store, const char *artefacts, struct history_kernel *ret,
		       bool *ret_found, struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;

	if (db_prepare(
		    store->db,
		    "SELECT " STORE_KERNEL_COLUMNS ", build_s FROM kernel "
		    "WHERE artefacts = ? AND artefacts <> '' AND outcome = ? ORDER BY id LIMIT 1",
		    &query, err) < 0)
		return -1;
	db_bind_text(query, 1, artefacts);
	db_bind_text(query, 2, outcome_name(OUTCOME_NOT_BUILDABLE));
	return take_kernel(store, query, ret, ret_found, err);
}

struct kernel_list {
	struct history_kernel *kernels;
	size_t n;
	size_t capacity;
};

static void kernel_list_clear(struct kernel_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		history_kernel_clear(&list->kernels[i]);
	free(list->kernels);
	memset(list, 0, sizeof(*list));
}

int store_read_kernels(struct store *store, struct db_query *query, struct history_kernel **ret,
		       size_t *ret_n, struct error *err)
{
	CLEANUP(kernel_list_clear) struct kernel_list list = { 0 };
	bool row = false;

	for (;;) {
		if (db_step(query, &row, err) < 0)
			return -1;
		if (!row)
			break;
		mem_grow(&list.kernels, &list.capacity, list.n, sizeof(*list.kernels));
		memset(&list.kernels[list.n], 0, sizeof(*list.kernels));
		if (store_read_kernel(store, query, &list.kernels[list.n++], err) < 0)
			return -1;
	}
	*ret = list.kernels;
	*ret_n = list.n;
	memset(&list, 0, sizeof(list));
	return 0;
}

int store_list_kernels(struct store *store, struct history_kernel **ret, size_t *ret_n,
		       struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;

	if (db_prepare(store->db,
		       "SELECT " STORE_KERNEL_COLUMNS ", build_s FROM kernel ORDER BY kernel.id",
		       &query, err) < 0)
		return -1;
	return store_read_kernels(store, query, ret, ret_n, err);
}

int store_forget_artefacts(struct store *store, int64_t kernel_id, struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	CLEANUP(db_query_freep) struct db_query *query = NULL;

	if (db_begin(store->db, &transaction, err) < 0 ||
	    db_prepare(store->db,
		       "UPDATE kernel SET dir = '' "
		       "WHERE dir = (SELECT dir FROM kernel WHERE id = ?)",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, kernel_id);
	if (db_execute(query, err) < 0)
		return -1;
	return db_commit(&transaction, err);
}
