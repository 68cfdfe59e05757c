/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/store_mail.h"

#include "results/db.h"
#include "results/store_private.h"

static void bind_key(struct db_query *query, const struct mail_record *record)
{
	db_bind_text(query, 1, record->good);
	db_bind_text(query, 2, record->bad);
	db_bind_text(query, 3, record->metric);
	db_bind_text(query, 4, record->culprit);
}

static int find(struct store *store, const struct mail_record *record, int64_t *ret_sent,
		struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	bool row = false;

	if (db_prepare(store->db,
		       "SELECT sent FROM mail WHERE good = ?1 AND bad = ?2 AND metric = ?3 "
		       "AND culprit = ?4",
		       &query, err) < 0)
		return -1;
	bind_key(query, record);
	if (db_step(query, &row, err) < 0)
		return -1;
	*ret_sent = row ? db_column_integer(query, 0) : 0;
	return 0;
}

int store_claim_mail(struct store *store, const struct mail_record *record, int64_t *ret_sent,
		     struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	CLEANUP(db_query_freep) struct db_query *query = NULL;

	if (db_begin(store->db, &transaction, err) < 0 || find(store, record, ret_sent, err) < 0)
		return -1;
	if (*ret_sent != 0)
		return 0;
	if (db_prepare(store->db,
		       "INSERT INTO mail(good, bad, metric, culprit, message_id, sent) "
		       "VALUES (?, ?, ?, ?, ?, ?)",
		       &query, err) < 0)
		return -1;
	bind_key(query, record);
	db_bind_text(query, 5, record->message_id);
	db_bind_integer(query, 6, record->sent);
	if (db_execute(query, err) < 0)
		return -1;
	db_query_freep(&query);
	return db_commit(&transaction, err);
}

int store_forget_mail(struct store *store, const struct mail_record *record, struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	CLEANUP(db_query_freep) struct db_query *query = NULL;

	if (db_begin(store->db, &transaction, err) < 0 ||
	    db_prepare(store->db,
		       "DELETE FROM mail WHERE good = ?1 AND bad = ?2 AND metric = ?3 "
		       "AND culprit = ?4",
		       &query, err) < 0)
		return -1;
	bind_key(query, record);
	if (db_execute(query, err) < 0)
		return -1;
	db_query_freep(&query);
	return db_commit(&transaction, err);
}
