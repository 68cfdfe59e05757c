/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * SQLite, used here only: a file that survives a power cut (WAL, synchronous=FULL, foreign keys on),
 * prepared statements with bound parameters, and transactions that roll back unless committed.
 * Errors name the file and carry SQLite's own text; a full disk is ERROR_DISK_FULL. A call waits at
 * most 10 s for another process that writes.
 */
#ifndef RESULTS_DB_H
#define RESULTS_DB_H

#include "base/defs.h"
#include "base/error.h"

#include <stdbool.h>
#include <stdint.h>

struct db;

/* Opens, creating when missing. What is not a database is ERROR_CONFIG. */
int db_open(const char *path, struct db **ret, struct error *err) MUST_CHECK;
void db_close(struct db *db);
void db_closep(struct db **db);

/* The path as given to db_open. Borrowed from db. */
const char *db_path(const struct db *db);

/* Runs statements that are constants of the program and return nothing. */
int db_run(struct db *db, const char *script, struct error *err) MUST_CHECK;

/*
 * PRAGMA user_version: 0 in a new file. Setting it is part of the transaction that is open.
 */
int db_version(struct db *db, int64_t *ret, struct error *err) MUST_CHECK;
int db_set_version(struct db *db, int64_t version, struct error *err) MUST_CHECK;

/* One at a time. */
struct db_transaction;

/* To read: everything is seen as of the first query. Never committed, only rolled back. */
int db_begin_read(struct db *db, struct db_transaction **ret, struct error *err) MUST_CHECK;
/* To write: waits for other writers now, so that nothing later can. */
int db_begin(struct db *db, struct db_transaction **ret, struct error *err) MUST_CHECK;
/* Durable when it returns 0; the transaction is gone and *transaction NULL in any case. */
int db_commit(struct db_transaction **transaction, struct error *err) MUST_CHECK;
/* For CLEANUP: undoes what was not committed. */
void db_rollbackp(struct db_transaction **transaction);

/* A prepared statement. */
struct db_query;

int db_prepare(struct db *db, const char *sql, struct db_query **ret, struct error *err) MUST_CHECK;
void db_query_free(struct db_query *query);
void db_query_freep(struct db_query **query);

/*
 * Bind parameter `?i` (from 1); text is copied, NULL text is bound as "". A failure shows up in the
 * next db_step().
 */
void db_bind_text(struct db_query *query, int i, const char *text);
void db_bind_integer(struct db_query *query, int i, int64_t value);
void db_bind_real(struct db_query *query, int i, double value);
void db_bind_null(struct db_query *query, int i);

/* *ret_row is true when a row is there to be read, false when the statement has ended. */
int db_step(struct db_query *query, bool *ret_row, struct error *err) MUST_CHECK;
/* Runs a statement to its end and makes it ready for the next binding. */
int db_execute(struct db_query *query, struct error *err) MUST_CHECK;
/* Makes the statement ready to be bound and stepped again; bindings are forgotten. */
void db_reset(struct db_query *query);

/* Columns of the current row, from 0. Text is a copy that the caller frees, "" for NULL. */
char *db_column_text(struct db_query *query, int column) MUST_CHECK;
int64_t db_column_integer(struct db_query *query, int column);
double db_column_real(struct db_query *query, int column);

#endif
