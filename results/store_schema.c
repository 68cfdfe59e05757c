/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/store_schema.h"

#include <stdint.h>

/*
 * Script i turns version i into version i+1. A script that was released is never edited again: a
 * change is a new script at the end.
 */
static const char *const scripts[STORE_SCHEMA_VERSION] = {
	/* 1: cases, kernels, boots with their samples, steps */
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
	"	id INTEGER PRIMARY KEY," /* the order in which the case tried them */
	"	case_id INTEGER NOT NULL REFERENCES \"case\"(id),"
	"	kernel_id INTEGER NOT NULL REFERENCES kernel(id),"
	"	build_s REAL NOT NULL," /* what the case paid: 0 when it was in the cache */
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
	"CREATE INDEX step_case ON step(case_id);",

	/* 2: a case may use the boots of an earlier one */
	"CREATE TABLE case_boot("
	"	case_id INTEGER NOT NULL REFERENCES \"case\"(id),"
	"	boot_id INTEGER NOT NULL REFERENCES boot(id),"
	"	PRIMARY KEY (case_id, boot_id)"
	") STRICT, WITHOUT ROWID;",

	/* 3: a boot knows what it was made for */
	"ALTER TABLE boot ADD COLUMN purpose TEXT NOT NULL DEFAULT 'search';",

	/* 4: a boot knows when its first run that counts began; 0: it does not */
	"ALTER TABLE boot ADD COLUMN ready_s REAL NOT NULL DEFAULT 0;",

	/* 5: a step knows the layout of its commit */
	"ALTER TABLE step ADD COLUMN variant INTEGER NOT NULL DEFAULT 0;",

	/* 6: what was measured elsewhere; which findings were mailed */
	"CREATE TABLE import("
	"	id INTEGER PRIMARY KEY,"
	"	created INTEGER NOT NULL,"
	"	source TEXT NOT NULL,"
	"	format TEXT NOT NULL"
	") STRICT;"
	"CREATE TABLE series("
	"	id INTEGER PRIMARY KEY,"
	"	import_id INTEGER NOT NULL REFERENCES import(id),"
	"	kernel TEXT NOT NULL,"
	"	variant TEXT NOT NULL,"
	"	machine TEXT NOT NULL,"
	"	workload TEXT NOT NULL,"
	"	cell TEXT NOT NULL,"
	"	metric TEXT NOT NULL,"
	"	unit TEXT NOT NULL,"
	"	better TEXT NOT NULL,"
	"	stated TEXT NOT NULL,"
	"	spread REAL," /* percent; NULL: the source states none */
	"	line INTEGER NOT NULL"
	") STRICT;"
	"CREATE INDEX series_import ON series(import_id);"
	"CREATE TABLE series_sample("
	"	series_id INTEGER NOT NULL REFERENCES series(id),"
	"	number INTEGER NOT NULL,"
	"	boot INTEGER NOT NULL," /* 0: not known */
	"	value REAL NOT NULL,"
	"	PRIMARY KEY (series_id, number)"
	") STRICT, WITHOUT ROWID;"
	"CREATE TABLE mail("
	"	good TEXT NOT NULL,"
	"	bad TEXT NOT NULL,"
	"	metric TEXT NOT NULL," /* with workload and cell */
	"	culprit TEXT NOT NULL,"
	"	message_id TEXT NOT NULL,"
	"	sent INTEGER NOT NULL,"
	"	PRIMARY KEY (good, bad, metric, culprit)"
	") STRICT, WITHOUT ROWID;",

	/* 7: a kernel knows how it was built */
	"ALTER TABLE kernel ADD COLUMN artefacts TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE kernel ADD COLUMN toolchain TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE kernel ADD COLUMN mends TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE kernel ADD COLUMN without TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE kernel ADD COLUMN not_granted TEXT NOT NULL DEFAULT '';"
	"ALTER TABLE kernel ADD COLUMN config TEXT NOT NULL DEFAULT '';"
	"CREATE INDEX kernel_artefacts ON kernel(artefacts);",

	/* 8: what of a kernel decides how it runs: builds of the same content are the same kernel */
	"ALTER TABLE kernel ADD COLUMN content TEXT NOT NULL DEFAULT '';",
};

static int refuse_newer(struct db *db, int64_t version, struct error *err)
{
	return error_set(err, ERROR_CONFIG,
			 "cannot use '%s': it has version %lld, made by a newer perfsect; this one "
			 "reads up to version %d",
			 db_path(db), (long long)version, STORE_SCHEMA_VERSION);
}

/* Reads the version inside the transaction: another process may have migrated since. */
static int migrate_once(struct db *db, struct error *err)
{
	CLEANUP(db_rollbackp) struct db_transaction *transaction = NULL;
	int64_t version = 0;

	if (db_begin(db, &transaction, err) < 0 || db_version(db, &version, err) < 0)
		return -1;
	if (version >= STORE_SCHEMA_VERSION)
		return 0;
	if (db_run(db, scripts[version], err) < 0 || db_set_version(db, version + 1, err) < 0)
		return error_wrap(err, "cannot migrate from version %lld", (long long)version);
	return db_commit(&transaction, err);
}

int store_schema_migrate(struct db *db, struct error *err)
{
	for (;;) {
		int64_t version = 0;

		if (db_version(db, &version, err) < 0)
			return -1;
		if (version < 0 || version > STORE_SCHEMA_VERSION)
			return refuse_newer(db, version, err);
		if (version == STORE_SCHEMA_VERSION)
			return 0;
		if (migrate_once(db, err) < 0)
			return -1;
	}
}
