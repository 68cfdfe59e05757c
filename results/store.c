/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/store.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/db.h"
#include "results/store_private.h"
#include "results/store_schema.h"

int store_open(const char *path, struct store **ret, struct error *err)
{
	CLEANUP(store_closep) struct store *store = mem_zalloc(sizeof(*store));

	if (db_open(path, &store->db, err) < 0 || store_schema_migrate(store->db, err) < 0)
		return error_wrap(err, "cannot open the store");
	*ret = store;
	store = NULL;
	return 0;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	db_close(store->db);
	free(store);
}

void store_closep(struct store **store)
{
	store_close(*store);
	*store = NULL;
}

int store_next_number(struct store *store, int64_t *ret, struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	int64_t number;
	bool row = false;

	if (db_begin(store->db, &transaction, err) < 0 ||
	    db_prepare(store->db,
		       "UPDATE meta SET value = value + 1 WHERE name = 'next_number' "
		       "RETURNING value - 1",
		       &query, err) < 0 ||
	    db_step(query, &row, err) < 0)
		return -1;
	if (!row)
		return error_set(err, ERROR_CONFIG, "cannot use '%s': its number is missing",
				 db_path(store->db));
	number = db_column_integer(query, 0);
	db_query_freep(&query);
	if (db_commit(&transaction, err) < 0)
		return -1;
	*ret = number;
	return 0;
}

int store_column_outcome(struct store *store, struct db_query *query, int column, enum outcome *ret,
			 struct error *err)
{
	CLEANUP(mem_freep) char *name = db_column_text(query, column);

	if (!outcome_from_name(name, ret))
		return error_set(err, ERROR_CONFIG,
				 "cannot use '%s': it has an unknown outcome '%s'",
				 db_path(store->db), name);
	return 0;
}

int store_column_variant(struct store *store, struct db_query *query, int column, unsigned *ret,
			 struct error *err)
{
	const int64_t variant = db_column_integer(query, column);

	if (variant < 0 || variant > UINT_MAX)
		return error_set(err, ERROR_CONFIG, "cannot use '%s': it has a variant %lld",
				 db_path(store->db), (long long)variant);
	*ret = (unsigned)variant;
	return 0;
}

int store_column_oid(struct store *store, struct db_query *query, int column, char *ret,
		     struct error *err)
{
	CLEANUP(mem_freep) char *text = db_column_text(query, column);
	size_t n = strlen(text);

	if (n >= HISTORY_OID_SIZE || strspn(text, "0123456789abcdef") != n)
		return error_set(err, ERROR_CONFIG, "cannot use '%s': '%.60s' is no commit",
				 db_path(store->db), text);
	memcpy(ret, text, n + 1);
	return 0;
}
