/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/db.h"

#include <assert.h>
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define BUSY_TIMEOUT_MS 10000
#define PATH_MAX_BYTES 504 /* SQLite's 512, less the "-journal" that it appends */

struct db {
	sqlite3 *handle;
	char *path;
};

struct db_transaction {
	struct db *db;
};

struct db_query {
	struct db *db;
	sqlite3_stmt *statement;
	int bind_failure; /* the first one; SQLITE_OK when there is none */
};

static enum error_kind kind_of(struct db *db, int code)
{
	int system = db->handle ? sqlite3_system_errno(db->handle) : 0;

	switch (code & 0xff) {
	case SQLITE_FULL:
		return ERROR_DISK_FULL;
	case SQLITE_IOERR: /* the shared-memory file cannot grow: not SQLITE_FULL */
		return system == ENOSPC || system == EDQUOT ? ERROR_DISK_FULL : ERROR_HOST;
	case SQLITE_NOTADB:
	case SQLITE_CORRUPT:
		return ERROR_CONFIG;
	default:
		return ERROR_HOST;
	}
}

static const char *remedy_of(int code)
{
	switch (code & 0xff) {
	case SQLITE_NOTADB:
	case SQLITE_CORRUPT:
		return "; it is damaged: put a copy of it back, or move it away to begin with an "
		       "empty one";
	default:
		return "";
	}
}

static int error_sqlite(struct error *err, struct db *db, int code)
{
	/* SQLite says that it cannot, but not why: a full disk, a read-only one, no permission. */
	const int cause =
		db->handle && ((code & 0xff) == SQLITE_CANTOPEN || (code & 0xff) == SQLITE_IOERR)
			? sqlite3_system_errno(db->handle)
			: 0;
	/* The handle's text says more, but only when it is about this code. */
	const char *text =
		db->handle && (sqlite3_extended_errcode(db->handle) & 0xff) == (code & 0xff)
			? sqlite3_errmsg(db->handle)
			: sqlite3_errstr(code);

	return error_set(err, kind_of(db, code), "cannot use '%s': %s%s%s%s", db->path, text,
			 cause ? ": " : "", cause ? strerror(cause) : "", remedy_of(code));
}

/* The journal mode is asked for and read back: a file system without shared memory refuses WAL. */
static int use_wal(struct db *db, struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	CLEANUP(mem_freep) char *mode = NULL;
	bool row = false;

	if (db_prepare(db, "PRAGMA journal_mode = WAL", &query, err) < 0 ||
	    db_step(query, &row, err) < 0)
		return -1;
	mode = row ? db_column_text(query, 0) : mem_strdup("");
	if (sqlite3_stricmp(mode, "wal") != 0)
		return error_set(err, ERROR_HOST,
				 "cannot use '%s': its file system allows journal mode '%s' only, "
				 "and a write-ahead log is needed",
				 db->path, mode);
	return 0;
}

static int set_up(struct db *db, struct error *err)
{
	int code = sqlite3_busy_timeout(db->handle, BUSY_TIMEOUT_MS);

	if (code != SQLITE_OK)
		return error_sqlite(err, db, code);
	(void)sqlite3_extended_result_codes(db->handle, 1); /* fails for a NULL handle only */
	if (use_wal(db, err) < 0)
		return -1;
	return db_run(db,
		      "PRAGMA synchronous = FULL;"
		      "PRAGMA foreign_keys = ON;"
		      "PRAGMA trusted_schema = OFF;",
		      err);
}

int db_open(const char *path, struct db **ret, struct error *err)
{
	CLEANUP(db_closep) struct db *db = mem_zalloc(sizeof(*db));
	int code;

	if (strlen(path) > PATH_MAX_BYTES)
		return error_set(err, ERROR_HOST,
				 "cannot use '%s': its path has %zu bytes, and SQLite takes %d at "
				 "most; a link to the workspace does not make it shorter",
				 path, strlen(path), PATH_MAX_BYTES);
	db->path = mem_strdup(path);
	code = sqlite3_open_v2(path, &db->handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
	if (code != SQLITE_OK)
		return error_sqlite(err, db, code);
	if (set_up(db, err) < 0)
		return -1;
	*ret = db;
	db = NULL;
	return 0;
}

void db_close(struct db *db)
{
	int code;

	if (!db)
		return;
	code = sqlite3_close(db->handle);
	assert(code == SQLITE_OK); /* else a query outlived its database */
	(void)code;
	free(db->path);
	free(db);
}

void db_closep(struct db **db)
{
	db_close(*db);
	*db = NULL;
}

const char *db_path(const struct db *db)
{
	return db->path;
}

int db_run(struct db *db, const char *script, struct error *err)
{
	int code = sqlite3_exec(db->handle, script, NULL, NULL, NULL);

	return code == SQLITE_OK ? 0 : error_sqlite(err, db, code);
}

int db_version(struct db *db, int64_t *ret, struct error *err)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	bool row = false;

	if (db_prepare(db, "PRAGMA user_version", &query, err) < 0 || db_step(query, &row, err) < 0)
		return -1;
	*ret = db_column_integer(query, 0);
	return 0;
}

int db_set_version(struct db *db, int64_t version, struct error *err)
{
	/* A pragma takes no parameters; %lld is all that gets in. */
	CLEANUP(mem_freep)
	char *sql = mem_printf("PRAGMA user_version = %lld", (long long)version);

	return db_run(db, sql, err);
}

static int begin(struct db *db, const char *statement, struct db_transaction **ret,
		 struct error *err)
{
	struct db_transaction *transaction;

	if (db_run(db, statement, err) < 0)
		return -1;
	transaction = mem_zalloc(sizeof(*transaction));
	transaction->db = db;
	*ret = transaction;
	return 0;
}

int db_begin_read(struct db *db, struct db_transaction **ret, struct error *err)
{
	return begin(db, "BEGIN DEFERRED", ret, err);
}

/* With a write-ahead log, SQLite would go on writing into a file that has no name any more. */
static int refuse_moved(struct db *db, struct error *err)
{
	int has_moved = 0;

	if (sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved) ==
		    SQLITE_OK &&
	    has_moved)
		return error_set(err, ERROR_HOST,
				 "cannot use '%s': it was removed or replaced while in use",
				 db->path);
	return 0;
}

int db_begin(struct db *db, struct db_transaction **ret, struct error *err)
{
	return refuse_moved(db, err) < 0 ? -1 : begin(db, "BEGIN IMMEDIATE", ret, err);
}

int db_commit(struct db_transaction **transaction, struct error *err)
{
	if (db_run((*transaction)->db, "COMMIT", err) < 0) {
		db_rollbackp(transaction);
		return -1;
	}
	free(*transaction);
	*transaction = NULL;
	return 0;
}

void db_rollbackp(struct db_transaction **transaction)
{
	sqlite3 *handle;

	if (!*transaction)
		return;
	handle = (*transaction)->db->handle;
	/* A full disk or an I/O error may have rolled back by itself. */
	if (!sqlite3_get_autocommit(handle))
		(void)sqlite3_exec(handle, "ROLLBACK", NULL, NULL, NULL); /* nothing else to do */
	free(*transaction);
	*transaction = NULL;
}

int db_prepare(struct db *db, const char *sql, struct db_query **ret, struct error *err)
{
	sqlite3_stmt *statement = NULL;
	int code = sqlite3_prepare_v2(db->handle, sql, -1, &statement, NULL);

	if (code != SQLITE_OK)
		return error_sqlite(err, db, code);
	*ret = mem_zalloc(sizeof(**ret));
	(*ret)->db = db;
	(*ret)->statement = statement;
	return 0;
}

void db_query_free(struct db_query *query)
{
	if (!query)
		return;
	(void)sqlite3_finalize(query->statement); /* repeats the error of the last step */
	free(query);
}

void db_query_freep(struct db_query **query)
{
	db_query_free(*query);
	*query = NULL;
}

static void note_bind(struct db_query *query, int code)
{
	assert(code != SQLITE_RANGE && code != SQLITE_MISUSE);
	if (query->bind_failure == SQLITE_OK)
		query->bind_failure = code;
}

void db_bind_text(struct db_query *query, int i, const char *text)
{
	note_bind(query,
		  sqlite3_bind_text(query->statement, i, text ? text : "", -1, SQLITE_TRANSIENT));
}

void db_bind_integer(struct db_query *query, int i, int64_t value)
{
	note_bind(query, sqlite3_bind_int64(query->statement, i, value));
}

void db_bind_real(struct db_query *query, int i, double value)
{
	note_bind(query, sqlite3_bind_double(query->statement, i, value));
}

void db_bind_null(struct db_query *query, int i)
{
	note_bind(query, sqlite3_bind_null(query->statement, i));
}

int db_step(struct db_query *query, bool *ret_row, struct error *err)
{
	int code = query->bind_failure;

	if (code == SQLITE_OK)
		code = sqlite3_step(query->statement);
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		return error_sqlite(err, query->db, code);
	*ret_row = code == SQLITE_ROW;
	return 0;
}

int db_execute(struct db_query *query, struct error *err)
{
	bool row = true;

	while (row)
		if (db_step(query, &row, err) < 0)
			return -1;
	db_reset(query);
	return 0;
}

void db_reset(struct db_query *query)
{
	(void)sqlite3_reset(query->statement);          /* repeats the error of the last step */
	(void)sqlite3_clear_bindings(query->statement); /* always SQLITE_OK */
	query->bind_failure = SQLITE_OK;
}

char *db_column_text(struct db_query *query, int column)
{
	const char *text = (const char *)sqlite3_column_text(query->statement, column);

	return mem_strdup(text ? text : "");
}

int64_t db_column_integer(struct db_query *query, int column)
{
	return sqlite3_column_int64(query->statement, column);
}

double db_column_real(struct db_query *query, int column)
{
	return sqlite3_column_double(query->statement, column);
}
