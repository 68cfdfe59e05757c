/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * pgbench. Until PostgreSQL 13 it gave the rate with and without the time to connect; since 14 that
 * without, and with -C that with.
 */
#include "workloads/catalog.h"
#include "workloads/tools/database.h"

static const struct field FIELDS[] = {
	{ "throughput", "transactions/s", HIGHER_IS_BETTER,
	  .pattern = "^tps = " VALUE " \\((?:without initial connection time|excluding connections "
		     "establishing|including reconnection times)\\)" },
	{ "throughput_with_connecting", "transactions/s", HIGHER_IS_BETTER,
	  .pattern = "^tps = " VALUE " \\(including connections establishing\\)" },
	{ "latency", "ms", LOWER_IS_BETTER, .pattern = "^latency average[ =:]+" VALUE " ms" },
	{ "latency_stddev", "ms", LOWER_IS_BETTER, .pattern = "^latency stddev[ =:]+" VALUE " ms" },
	{ "connecting", "ms", LOWER_IS_BETTER,
	  .pattern = "^(?:initial|average) connection time = " VALUE " ms" },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "^number of failed transactions: [1-9].*$", .reason = "transactions failed" },
	{ "^Run was aborted.*$", .reason = "pgbench gave up" },
	{ "^pgbench: (?:error|fatal): .*$", .reason = "pgbench failed" },
	{ 0 },
};

static const char *const PARAMS[] = {
	"script=tpcb-like", "scale=10",        "clients=1", "threads=1",
	"time=60",          "protocol=simple", NULL,
};
static const char *const PREPARE[] = {
	POSTGRESQL_WAIT,
	"pgbench",
	"-i",
	"-q",
	"-s",
	"{scale}",
	"-h",
	POSTGRESQL_HOST,
	"-p",
	DATABASE_PORT_TEXT,
	"-U",
	POSTGRESQL_USER,
	"postgres",
	NULL,
};
static const char *const ARGV[] = {
	"pgbench",  "-n",
	"-b",       "{script}",
	"-c",       "{clients}",
	"-j",       "{threads}",
	"-T",       "{time}",
	"-M",       "{protocol}",
	"-h",       POSTGRESQL_HOST,
	"-p",       DATABASE_PORT_TEXT,
	"-U",       POSTGRESQL_USER,
	"postgres", NULL,
};

const struct workload_builtin pgbench = {
	.name = "pgbench",
	.help = "Transactions per second of PostgreSQL; script=select-only reads.",
	.params = PARAMS,
	.server = "PostgreSQL",
	.server_argv = postgresql_argv,
	.server_port = DATABASE_PORT,
	.prepare_argv = PREPARE,
	.packages = POSTGRESQL_PACKAGES,
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 900,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
