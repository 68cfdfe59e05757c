/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of the store and how older files become newer ones. */
#ifndef RESULTS_STORE_SCHEMA_H
#define RESULTS_STORE_SCHEMA_H

#include "base/defs.h"
#include "base/error.h"
#include "results/db.h"

/* What PRAGMA user_version is in a file of this program. */
#define STORE_SCHEMA_VERSION 8

/*
 * Brings a file of any older version, or a new one, to STORE_SCHEMA_VERSION: one transaction a
 * version. A newer file is ERROR_CONFIG and stays untouched.
 */
int store_schema_migrate(struct db *db, struct error *err) MUST_CHECK;

#endif
