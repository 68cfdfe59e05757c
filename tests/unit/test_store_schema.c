/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/db.h"
#include "results/store.h"
#include "results/store_schema.h"
#include "tests/support/near.h"
#include "tests/support/tempdir.h"

/* A file as version 1 made it. Never edited: it stands for the files that users have. */
static const char version_1[] =
	"CREATE TABLE meta("
	"	name TEXT PRIMARY KEY,"
	"	value INTEGER NOT NULL"
	") STRICT, WITHOUT ROWID;"
	"INSERT INTO meta VALUES ('next_number', 1);"
	"CREATE TABLE \"case\"("
	"	id INTEGER PRIMARY KEY,"
	"	state TEXT NOT NULL,"
	"	created INTEGER NOT NULL,"
	"	ended INTEGER NOT NULL,"
	"	good TEXT NOT NULL,"
	"	bad TEXT NOT NULL,"
	"	good_name TEXT NOT NULL,"
	"	bad_name TEXT NOT NULL,"
	"	repo TEXT NOT NULL,"
	"	machine TEXT NOT NULL,"
	"	workload TEXT NOT NULL,"
	"	cell TEXT NOT NULL,"
	"	metric TEXT NOT NULL,"
	"	unit TEXT NOT NULL,"
	"	better TEXT NOT NULL,"
	"	options TEXT NOT NULL,"
	"	settings TEXT NOT NULL,"
	"	finding TEXT NOT NULL"
	") STRICT;"
	"CREATE TABLE kernel("
	"	id INTEGER PRIMARY KEY,"
	"	commit_id TEXT NOT NULL,"
	"	onto TEXT NOT NULL,"
	"	variant INTEGER NOT NULL,"
	"	key TEXT NOT NULL UNIQUE,"
	"	outcome TEXT NOT NULL,"
	"	detail TEXT NOT NULL,"
	"	subject TEXT NOT NULL,"
	"	dir TEXT NOT NULL,"
	"	log TEXT NOT NULL,"
	"	release TEXT NOT NULL,"
	"	build_id TEXT NOT NULL,"
	"	build_s REAL NOT NULL"
	") STRICT;"
	"CREATE TABLE case_kernel("
	"	id INTEGER PRIMARY KEY,"
	"	case_id INTEGER NOT NULL REFERENCES \"case\"(id),"
	"	kernel_id INTEGER NOT NULL REFERENCES kernel(id),"
	"	build_s REAL NOT NULL,"
	"	UNIQUE (case_id, kernel_id)"
	") STRICT;"
	"CREATE TABLE boot("
	"	id INTEGER PRIMARY KEY,"
	"	case_id INTEGER NOT NULL REFERENCES \"case\"(id),"
	"	kernel_id INTEGER NOT NULL REFERENCES kernel(id),"
	"	machine TEXT NOT NULL,"
	"	cell TEXT NOT NULL,"
	"	outcome TEXT NOT NULL,"
	"	detail TEXT NOT NULL,"
	"	dir TEXT NOT NULL,"
	"	facts TEXT NOT NULL,"
	"	boot_s REAL NOT NULL,"
	"	total_s REAL NOT NULL,"
	"	started INTEGER NOT NULL"
	") STRICT;"
	"CREATE INDEX boot_case ON boot(case_id);"
	"CREATE INDEX boot_kernel ON boot(kernel_id);"
	"CREATE TABLE sample("
	"	boot_id INTEGER NOT NULL REFERENCES boot(id),"
	"	number INTEGER NOT NULL,"
	"	value REAL NOT NULL,"
	"	PRIMARY KEY (boot_id, number)"
	") STRICT, WITHOUT ROWID;"
	"CREATE TABLE step("
	"	id INTEGER PRIMARY KEY,"
	"	case_id INTEGER NOT NULL REFERENCES \"case\"(id),"
	"	kind TEXT NOT NULL,"
	"	commit_id TEXT NOT NULL,"
	"	why TEXT NOT NULL,"
	"	thought TEXT NOT NULL,"
	"	started INTEGER NOT NULL,"
	"	wall_s REAL NOT NULL"
	") STRICT;"
	"CREATE INDEX step_case ON step(case_id);"
	"INSERT INTO \"case\" VALUES (1, 'found', 10, 20, "
	"'1111111111111111111111111111111111111111', "
	"'2222222222222222222222222222222222222222', 'v1', 'v2', '/r', 'vm0', 'w', 'c', 'm', "
	"'ops/s', "
	"'higher', '{}', '{}', '{\"schema\":1}');"
	"INSERT INTO kernel VALUES (1, '1111111111111111111111111111111111111111', '', 0, 'k', "
	"'built', "
	"'', 'subject', 'd', 'l', 'r', 'b', 12.5);"
	"INSERT INTO case_kernel VALUES (1, 1, 1, 12.5);"
	"INSERT INTO boot VALUES (1, 1, 1, 'vm0', 'c', 'measured', '', 'dir', '{}', 0.5, 9.5, 11);"
	"INSERT INTO sample VALUES (1, 0, 101.25);"
	"INSERT INTO sample VALUES (1, 1, 102.5);"
	"INSERT INTO step VALUES (1, 1, 'build', '1111111111111111111111111111111111111111', 'w', "
	"'{}', "
	"11, 12.5);"
	"UPDATE meta SET value = 42 WHERE name = 'next_number';"
	"PRAGMA user_version = 1;";

static void write_file(void **state, const char *script)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "store.db");
	CLEANUP(db_closep) struct db *db = NULL;
	struct error err = { 0 };

	if (db_open(path, &db, &err) < 0 || db_run(db, script, &err) < 0)
		fail_msg("%s", err.text);
}

static void a_file_of_version_1_is_brought_up_with_all_it_holds(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "store.db");
	CLEANUP(store_closep) struct store *store = NULL;
	CLEANUP(case_record_clear) struct case_record record = { 0 };
	CLEANUP(history_freep) struct history *history = NULL;
	struct step_record *steps = NULL;
	struct error err = { 0 };
	int64_t number = 0;
	size_t n = 9;

	write_file(state, version_1);
	if (store_open(path, &store, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(store_load_case(store, 0, &record, &err), 0);
	assert_int_equal(record.state, CASE_FOUND);
	assert_string_equal(record.finding, "{\"schema\":1}");
	assert_int_equal(store_load_history(store, 1, &history, &err), 0);
	assert_int_equal(history->n_boots, 1);
	assert_near(history->boots[0].values[1], 102.5, 0);
	assert_int_equal(history->boots[0].purpose, BOOT_SEARCH);
	assert_int_equal(store_list_steps(store, 1, &steps, &n, &err), 0);
	assert_int_equal(n, 1);
	assert_int_equal(steps[0].variant, 0);
	assert_string_equal(steps[0].kind, "build");
	step_record_clear(&steps[0]);
	free(steps);
	assert_int_equal(store_next_number(store, &number, &err), 0);
	assert_int_equal(number, 42);
	/* what version 2 brought works on the old rows */
	assert_int_equal(store_adopt_boots(store, 1, 1, &n, &err), 0);
	assert_int_equal(n, 0);
}

static char *shape_of(const char *path)
{
	CLEANUP(db_closep) struct db *db = NULL;
	CLEANUP(db_query_freep) struct db_query *query = NULL;
	struct error err = { 0 };
	bool row = false;

	if (db_open(path, &db, &err) < 0 ||
	    db_prepare(db,
		       "SELECT group_concat(sql, ';') FROM (SELECT sql FROM sqlite_schema ORDER BY "
		       "name)",
		       &query, &err) < 0 ||
	    db_step(query, &row, &err) < 0)
		fail_msg("%s", err.text);
	return db_column_text(query, 0);
}

static void an_old_file_ends_up_with_the_tables_of_a_new_one(void **state)
{
	CLEANUP(mem_freep) char *old_path = tempdir_path(state, "store.db");
	CLEANUP(mem_freep) char *new_path = tempdir_path(state, "new.db");
	CLEANUP(mem_freep) char *old_shape = NULL;
	CLEANUP(mem_freep) char *new_shape = NULL;
	struct store *store = NULL;
	struct error err = { 0 };

	write_file(state, version_1);
	assert_int_equal(store_open(old_path, &store, &err), 0);
	store_close(store);
	assert_int_equal(store_open(new_path, &store, &err), 0);
	store_close(store);
	old_shape = shape_of(old_path);
	new_shape = shape_of(new_path);
	assert_string_equal(old_shape, new_shape);
}

static void a_newer_file_is_refused_and_stays_as_it_is(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "store.db");
	CLEANUP(mem_freep)
	char *expected =
		mem_printf("cannot open the store: cannot use '%s': it has version 99, made by a "
			   "newer perfsect; this one reads up to version %d",
			   path, STORE_SCHEMA_VERSION);
	CLEANUP(db_closep) struct db *db = NULL;
	struct store *store = NULL;
	struct error err = { 0 };
	int64_t version = 0;

	write_file(state, "CREATE TABLE future(x); PRAGMA user_version = 99");
	assert_int_equal(store_open(path, &store, &err), -1);
	assert_null(store);
	assert_string_equal(err.text, expected);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_int_equal(db_open(path, &db, &err), 0);
	assert_int_equal(db_version(db, &version, &err), 0);
	assert_int_equal(version, 99);
}

static void a_migration_that_fails_leaves_the_old_version(void **state)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "store.db");
	CLEANUP(db_closep) struct db *db = NULL;
	struct store *store = NULL;
	struct error err = { 0 };
	int64_t version = 0;

	write_file(state, version_1);
	write_file(state, "CREATE TABLE case_boot(x)"); /* in the way of version 2 */
	assert_int_equal(store_open(path, &store, &err), -1);
	assert_non_null(strstr(err.text, "cannot migrate from version 1: "));
	assert_non_null(strstr(err.text, "table case_boot already exists"));
	assert_int_equal(db_open(path, &db, &err), 0);
	assert_int_equal(db_version(db, &version, &err), 0);
	assert_int_equal(version, 1);
}

#define IN_TEMPDIR(test) cmocka_unit_test_setup_teardown(test, tempdir_setup, tempdir_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		IN_TEMPDIR(a_file_of_version_1_is_brought_up_with_all_it_holds),
		IN_TEMPDIR(an_old_file_ends_up_with_the_tables_of_a_new_one),
		IN_TEMPDIR(a_newer_file_is_refused_and_stays_as_it_is),
		IN_TEMPDIR(a_migration_that_fails_leaves_the_old_version),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
