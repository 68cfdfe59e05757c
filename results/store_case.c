/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/db.h"
#include "results/store_private.h"

static const char *const state_names[] = {
	[CASE_RUNNING] = "running",     [CASE_FOUND] = "found",
	[CASE_UNDECIDED] = "undecided", [CASE_NOT_REPRODUCED] = "not-reproduced",
	[CASE_STOPPED] = "stopped",     [CASE_PAUSED] = "paused",
};

#define CASE_COLUMNS                                                                             \
	"state, created, ended, good, bad, good_name, bad_name, repo, machine, workload, cell, " \
	"metric, unit, better, options, settings, finding"

const char *case_state_name(enum case_state state)
{
	assert((size_t)state < ARRAY_LENGTH(state_names));
	return state_names[state];
}

bool case_state_from_name(const char *name, enum case_state *ret)
{
	for (size_t i = 0; i < ARRAY_LENGTH(state_names); i++) {
		if (strcmp(state_names[i], name) == 0) {
			*ret = (enum case_state)i;
			return true;
		}
	}
	return false;
}

void case_record_clear(struct case_record *record)
{
	free(record->good_name);
	free(record->bad_name);
	free(record->repo);
	free(record->machine);
	free(record->workload);
	free(record->cell);
	free(record->metric);
	free(record->unit);
	free(record->options);
	free(record->settings);
	free(record->finding);
	memset(record, 0, sizeof(*record));
}

static void bind_case(struct db_query *query, const struct case_record *record)
{
	db_bind_text(query, 1, case_state_name(record->state));
	db_bind_integer(query, 2, record->created);
	db_bind_integer(query, 3, record->ended);
	db_bind_text(query, 4, record->good);
	db_bind_text(query, 5, record->bad);
	db_bind_text(query, 6, record->good_name);
	db_bind_text(query, 7, record->bad_name);
	db_bind_text(query, 8, record->repo);
	db_bind_text(query, 9, record->machine);
	db_bind_text(query, 10, record->workload);
	db_bind_text(query, 11, record->cell);
	db_bind_text(query, 12, record->metric);
	db_bind_text(query, 13, record->unit);
	db_bind_text(query, 14, direction_name(record->better));
	db_bind_text(query, 15, record->options);
	db_bind_text(query, 16, record->settings);
	db_bind_text(query, 17, record->finding);
}

int store_add_case(struct store *store, const struct case_record *record, int64_t *ret_id,
		   struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	bool row = false;
	int64_t id;

	if (db_begin(store->db, &transaction, err) < 0 ||
	    db_prepare(store->db,
		       "INSERT INTO \"case\"(" CASE_COLUMNS ") "
		       "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
		       &query, err) < 0)
		return -1;
	bind_case(query, record);
	if (db_step(query, &row, err) < 0)
		return -1;
	id = db_column_integer(query, 0);
	db_query_freep(&query);
	if (db_commit(&transaction, err) < 0)
		return -1;
	*ret_id = id;
	return 0;
}

/* The named columns: state, commits and direction are checked, since the file is from outside. */
static int read_case_names(struct store *store, struct db_query *query, struct case_record *record,
			   struct error *err)
{
	CLEANUP(mem_freep) char *state = db_column_text(query, 1);
	CLEANUP(mem_freep) char *better = db_column_text(query, 14);

	if (!case_state_from_name(state, &record->state))
		return error_set(err, ERROR_CONFIG, "cannot use '%s': it has an unknown state '%s'",
				 db_path(store->db), state);
	if (!direction_from_name(better, &record->better))
		return error_set(err, ERROR_CONFIG,
				 "cannot use '%s': it has an unknown direction '%s'",
				 db_path(store->db), better);
	if (store_column_oid(store, query, 4, record->good, err) < 0)
		return -1;
	return store_column_oid(store, query, 5, record->bad, err);
}

/* Leaves *record for the caller to clear, also on failure. */
static int read_case(struct store *store, struct db_query *query, struct case_record *record,
		     struct error *err)
{
	if (read_case_names(store, query, record, err) < 0)
		return -1;
	record->id = db_column_integer(query, 0);
	record->created = db_column_integer(query, 2);
	record->ended = db_column_integer(query, 3);
	record->good_name = db_column_text(query, 6);
	record->bad_name = db_column_text(query, 7);
	record->repo = db_column_text(query, 8);
	record->machine = db_column_text(query, 9);
	record->workload = db_column_text(query, 10);
	record->cell = db_column_text(query, 11);
	record->metric = db_column_text(query, 12);
	record->unit = db_column_text(query, 13);
	record->options = db_column_text(query, 15);
	record->settings = db_column_text(query, 16);
	record->finding = db_column_text(query, 17);
	return 0;
}

int store_load_case(struct store *store, int64_t id, struct case_record *ret, struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	CLEANUP(case_record_clear) struct case_record record = { 0 };
	bool row = false;

	if (db_prepare(store->db,
		       "SELECT id, " CASE_COLUMNS " FROM \"case\" WHERE ?1 IN (0, id) "
		       "ORDER BY id DESC LIMIT 1",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, id);
	if (db_step(query, &row, err) < 0)
		return -1;
	if (!row && id == 0)
		return error_set(err, ERROR_USAGE,
				 "there is no case yet: 'perfsect run GOOD BAD' begins one");
	if (!row)
		return error_set(err, ERROR_USAGE, "there is no case %lld", (long long)id);
	if (read_case(store, query, &record, err) < 0)
		return -1;
	*ret = record;
	memset(&record, 0, sizeof(record));
	return 0;
}

struct case_list {
	struct case_record *records;
	size_t n;
	size_t capacity;
};

static void case_list_clear(struct case_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		case_record_clear(&list->records[i]);
	free(list->records);
	memset(list, 0, sizeof(*list));
}

int store_list_cases(struct store *store, struct case_record **ret, size_t *ret_n,
		     struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	CLEANUP(case_list_clear) struct case_list list = { 0 };
	bool row = false;

	if (db_prepare(store->db, "SELECT id, " CASE_COLUMNS " FROM \"case\" ORDER BY id", &query,
		       err) < 0)
		return -1;
	for (;;) {
		if (db_step(query, &row, err) < 0)
			return -1;
		if (!row)
			break;
		mem_grow(&list.records, &list.capacity, list.n, sizeof(*list.records));
		memset(&list.records[list.n], 0, sizeof(*list.records));
		if (read_case(store, query, &list.records[list.n++], err) < 0)
			return -1;
	}
	*ret = list.records;
	*ret_n = list.n;
	memset(&list, 0, sizeof(list));
	return 0;
}

int store_end_case(struct store *store, int64_t id, enum case_state state, const char *finding,
		   struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	bool row = false;

	if (db_begin(store->db, &transaction, err) < 0 ||
	    db_prepare(store->db,
		       "UPDATE \"case\" SET state = ?2, finding = ?3, "
		       "ended = iif(?2 = 'running', 0, unixepoch()) WHERE id = ?1 RETURNING id",
		       &query, err) < 0)
		return -1;
	db_bind_integer(query, 1, id);
	db_bind_text(query, 2, case_state_name(state));
	db_bind_text(query, 3, finding);
	if (db_step(query, &row, err) < 0)
		return -1;
	if (!row)
		return error_set(err, ERROR_USAGE, "there is no case %lld", (long long)id);
	db_query_freep(&query);
	return db_commit(&transaction, err);
}
