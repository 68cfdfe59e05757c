/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/tools/database.h"

#include <stddef.h>

/*
 * PostgreSQL refuses to run as root. Debian has its programs outside the PATH and wrappers for them in it,
 * which want a cluster of Debian's; links in /usr/local/bin come before those. Vacuuming by itself would
 * come at another moment in every run.
 */
static const char POSTGRESQL[] =
	"set -e; dir=/tmp/postgresql; mkdir -p /usr/local/bin $dir; "
	"for program in /usr/lib/postgresql/*/bin/*; do "
	"if [ -x $program ]; then ln -sf $program /usr/local/bin/; fi; done; "
	"chown 65534:65534 $dir; chmod 700 $dir; "
	"exec setpriv --reuid=65534 --regid=65534 --clear-groups sh -c \"set -e; "
	"initdb -D $dir -U " POSTGRESQL_USER " -A trust -E UTF8 --locale=C --no-sync; "
	"exec postgres -D $dir -p " DATABASE_PORT_TEXT " -k " POSTGRESQL_HOST
	" -h 127.0.0.1 -c max_connections=1000 -c autovacuum=off\"";

const char *const postgresql_argv[] = { "sh", "-c", POSTGRESQL, NULL };

/* The database's name is given as a command of its start, which it takes before it takes connections. */
static const char MARIADB[] =
	"set -e; dir=/tmp/mariadb; mkdir -p $dir /run/mysqld; "
	"mariadb-install-db --no-defaults --user=root --datadir=$dir --skip-test-db "
	"--auth-root-authentication-method=normal; "
	"echo 'create database if not exists " MARIADB_DATABASE ";' > /tmp/mariadb.sql; "
	"exec mariadbd --no-defaults --user=root --datadir=$dir --port=" DATABASE_PORT_TEXT
	" --bind-address=127.0.0.1 --socket=" MARIADB_SOCKET
	" --max-connections=1000 --init-file=/tmp/mariadb.sql";

const char *const mariadb_argv[] = { "sh", "-c", MARIADB, NULL };
