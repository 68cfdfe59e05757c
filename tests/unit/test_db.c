/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "results/db.h"
#include "tests/support/near.h"
#include "tests/support/tempdir.h"

static struct db *open_db(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "t.db");
	struct error err = { 0 };
	struct db *db = NULL;

	if (db_open(path, &db, &err) < 0)
		fail_msg("%s", err.text);
	return db;
}

static void run(struct db *db, const char *script)
{
	struct error err = { 0 };

	if (db_run(db, script, &err) < 0)
		fail_msg("%s", err.text);
}

static char *ask(struct db *db, const char *sql)
{
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	struct error err = { 0 };
	bool row = false;

	if (db_prepare(db, sql, &query, &err) < 0 || db_step(query, &row, &err) < 0)
		fail_msg("%s", err.text);
	return row ? db_column_text(query, 0) : NULL;
}

static void assert_answer(struct db *db, const char *sql, const char *expected)
{
	CLEANUP(mem_freep) char *answer = ask(db, sql);

	assert_non_null(answer);
	assert_string_equal(answer, expected);
}

static void a_database_is_durable_and_checks_references(void **state)
{
	CLEANUP(db_closep) struct db *db = open_db(state);

	assert_answer(db, "PRAGMA journal_mode", "wal");
	assert_answer(db, "PRAGMA synchronous", "2");
	assert_answer(db, "PRAGMA foreign_keys", "1");
	assert_answer(db, "PRAGMA busy_timeout", "10000");
}

static void bound_values_come_back_as_they_were(void **state)
{
	static const char text[] = "x'); DROP TABLE t; -- \xe2\x80\xae\x1b[31m";
	CLEANUP(db_closep) struct db *db = open_db(state);
	CLEANUP(db_query_freep) struct db_query *add = NULL;
	CLEANUP(db_query_freep) struct db_query *get = NULL;
	CLEANUP(mem_freep) char *back = NULL;
	struct error err = { 0 };
	bool row = false;

	run(db, "CREATE TABLE t(a TEXT, b INTEGER, c REAL, d TEXT) STRICT");
	assert_int_equal(db_prepare(db, "INSERT INTO t VALUES (?, ?, ?, ?)", &add, &err), 0);
	db_bind_text(add, 1, text);
	db_bind_integer(add, 2, INT64_MIN);
	db_bind_real(add, 3, 0.1);
	db_bind_null(add, 4);
	assert_int_equal(db_execute(add, &err), 0);
	assert_int_equal(db_prepare(db, "SELECT a, b, c, d IS NULL FROM t", &get, &err), 0);
	assert_int_equal(db_step(get, &row, &err), 0);
	assert_true(row);
	back = db_column_text(get, 0);
	assert_string_equal(back, text);
	assert_true(db_column_integer(get, 1) == INT64_MIN);
	assert_near(db_column_real(get, 2), 0.1, 0);
	assert_int_equal(db_column_integer(get, 3), 1);
	assert_int_equal(db_step(get, &row, &err), 0);
	assert_false(row);
}

static void what_is_not_committed_is_undone(void **state)
{
	CLEANUP(db_closep) struct db *db = open_db(state);
	struct db_transaction *transaction = NULL;
	struct error err = { 0 };

	run(db, "CREATE TABLE t(a INTEGER) STRICT");
	assert_int_equal(db_begin(db, &transaction, &err), 0);
	run(db, "INSERT INTO t VALUES (1)");
	db_rollbackp(&transaction);
	assert_null(transaction);
	assert_answer(db, "SELECT count(*) FROM t", "0");
	assert_int_equal(db_begin(db, &transaction, &err), 0);
	run(db, "INSERT INTO t VALUES (1)");
	assert_int_equal(db_commit(&transaction, &err), 0);
	assert_null(transaction);
	assert_answer(db, "SELECT count(*) FROM t", "1");
}

static void what_is_committed_is_seen_by_the_next_process(void **state)
{
	struct db *db = open_db(state);

	run(db, "CREATE TABLE t(a INTEGER) STRICT; INSERT INTO t VALUES (7)");
	db_close(db);
	db = open_db(state);
	assert_answer(db, "SELECT a FROM t", "7");
	db_close(db);
}

static void an_error_names_the_file_and_carries_the_text_of_sqlite(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "t.db");
	CLEANUP(mem_freep)
	char *expected = mem_printf("cannot use '%s': no such table: nowhere", path);
	CLEANUP(db_closep) struct db *db = open_db(state);
	struct error err = { 0 };

	assert_int_equal(db_run(db, "DELETE FROM nowhere", &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_HOST);
}

static void a_path_too_long_for_sqlite_is_refused(void **state)
{
	CLEANUP(mem_freep) char *dir = tempdir_path(state, "");
	CLEANUP(mem_freep) char *folder = NULL;
	CLEANUP(mem_freep) char *path = NULL;
	struct error err = { 0 };
	struct db *db = NULL;

	folder = mem_printf("%s%0200d/%0200d/%0*d", dir, 0, 0,
			    504 - 402 - (int)strlen("/t.db") - (int)strlen(dir), 0);
	path = mem_printf("%s/t.db", folder);
	assert_int_equal(strlen(path), 504);
	assert_int_equal(fs_make_dirs(folder, &err), 0);
	if (db_open(path, &db, &err) < 0)
		fail_msg("%s", err.text);
	db_closep(&db);
	mem_freep(&path);
	path = mem_printf("%s/tt.db", folder);
	assert_int_equal(db_open(path, &db, &err), -1);
	assert_non_null(strstr(err.text, "its path has 505 bytes, and SQLite takes 504 at most"));
}

static void a_file_that_is_no_database_is_refused(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "t.db");
	CLEANUP(mem_freep)
	char *expected = mem_printf("cannot use '%s': file is not a database; it is damaged: put a "
				    "copy of it back, or move it away to begin with an empty one",
				    path);
	struct error err = { 0 };
	struct db *db = NULL;
	char junk[4096];
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

	memset(junk, 'x', sizeof(junk));
	assert_int_equal(write(fd, junk, sizeof(junk)), sizeof(junk));
	(void)close(fd);
	assert_int_equal(db_open(path, &db, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_null(db);
}

static void a_missing_folder_is_an_error_that_names_the_file(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "none/t.db");
	CLEANUP(mem_freep)
	char *expected = mem_printf("cannot use '%s': unable to open database file: %s", path,
				    strerror(ENOENT));
	struct error err = { 0 };
	struct db *db = NULL;

	assert_int_equal(db_open(path, &db, &err), -1);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_HOST);
}

static void a_full_file_system_has_a_kind_of_its_own(void **state)
{
	CLEANUP(db_closep) struct db *db = open_db(state);
	struct db_transaction *transaction = NULL;
	struct error err = { 0 };

	run(db, "CREATE TABLE t(a BLOB) STRICT; PRAGMA max_page_count = 8");
	assert_int_equal(db_begin(db, &transaction, &err), 0);
	assert_int_equal(db_run(db, "INSERT INTO t VALUES (zeroblob(100000))", &err), -1);
	assert_int_equal(err.kind, ERROR_DISK_FULL);
	assert_non_null(strstr(err.text, "database or disk is full"));
	db_rollbackp(&transaction); /* SQLite may have rolled back itself; this is no error */
	assert_answer(db, "SELECT count(*) FROM t", "0");
}

static void a_number_that_is_not_one_is_refused(void **state)
{
	CLEANUP(db_closep) struct db *db = open_db(state);
	CLEANUP(db_query_freep) struct db_query *add = NULL;
	struct error err = { 0 };

	run(db, "CREATE TABLE t(a REAL NOT NULL) STRICT");
	assert_int_equal(db_prepare(db, "INSERT INTO t VALUES (?)", &add, &err), 0);
	db_bind_real(add, 1, (double)NAN);
	assert_int_equal(db_execute(add, &err), -1);
	assert_non_null(strstr(err.text, "NOT NULL constraint failed: t.a"));
}

static void the_version_is_kept_with_its_transaction(void **state)
{
	CLEANUP(db_closep) struct db *db = open_db(state);
	struct db_transaction *transaction = NULL;
	struct error err = { 0 };
	int64_t version = -1;

	assert_int_equal(db_version(db, &version, &err), 0);
	assert_int_equal(version, 0);
	assert_int_equal(db_begin(db, &transaction, &err), 0);
	assert_int_equal(db_set_version(db, 3, &err), 0);
	db_rollbackp(&transaction);
	assert_int_equal(db_version(db, &version, &err), 0);
	assert_int_equal(version, 0);
	assert_int_equal(db_set_version(db, 4, &err), 0);
	assert_int_equal(db_version(db, &version, &err), 0);
	assert_int_equal(version, 4);
}

static void a_file_that_was_removed_takes_no_more_transactions(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "t.db");
	CLEANUP(db_closep) struct db *db = open_db(state);
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	struct error err = { 0 };

	run(db, "CREATE TABLE t(a INTEGER) STRICT");
	assert_int_equal(unlink(path), 0);
	assert_int_equal(db_begin(db, &transaction, &err), -1);
	assert_int_equal(err.kind, ERROR_HOST);
	assert_non_null(strstr(err.text, "/t.db': it was removed or replaced while in use"));
}

#define IN_TEMPDIR(test) cmocka_unit_test_setup_teardown(test, tempdir_setup, tempdir_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TEMPDIR(a_database_is_durable_and_checks_references),
		IN_TEMPDIR(bound_values_come_back_as_they_were),
		IN_TEMPDIR(what_is_not_committed_is_undone),
		IN_TEMPDIR(what_is_committed_is_seen_by_the_next_process),
		IN_TEMPDIR(an_error_names_the_file_and_carries_the_text_of_sqlite),
		IN_TEMPDIR(a_path_too_long_for_sqlite_is_refused),
		IN_TEMPDIR(a_file_that_is_no_database_is_refused),
		IN_TEMPDIR(a_missing_folder_is_an_error_that_names_the_file),
		IN_TEMPDIR(a_full_file_system_has_a_kind_of_its_own),
		IN_TEMPDIR(a_number_that_is_not_one_is_refused),
		IN_TEMPDIR(the_version_is_kept_with_its_transaction),
		IN_TEMPDIR(a_file_that_was_removed_takes_no_more_transactions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
