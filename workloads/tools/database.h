/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How a database is made and started in the guest: by a few lines of its shell, below /tmp, which is
 * memory. Both databases take connections at the same port, which says that they are there, and at a
 * socket of their own, which is what the benchmarks use.
 */
#ifndef WORKLOADS_TOOLS_DATABASE_H
#define WORKLOADS_TOOLS_DATABASE_H

#define DATABASE_PORT 7432
#define DATABASE_PORT_TEXT "7432"

#define POSTGRESQL_HOST "/tmp" /* the folder of its socket */
#define POSTGRESQL_USER "postgres"
#define POSTGRESQL_PACKAGES "postgresql dash coreutils util-linux"
extern const char *const postgresql_argv[];
/* Before a command: it takes connections a little before it serves them. */
#define POSTGRESQL_WAIT                                                             \
	"sh", "-c",                                                                 \
		"until pg_isready -q -h " POSTGRESQL_HOST " -p " DATABASE_PORT_TEXT \
		"; do sleep 0.1; done; exec \"$0\" \"$@\""

#define MARIADB_SOCKET "/tmp/mariadb.sock"
#define MARIADB_DATABASE "sbtest"
#define MARIADB_PACKAGES "mariadb-server dash coreutils sed grep hostname"
extern const char *const mariadb_argv[];

#endif
