/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sysbench 0.4 to 1.0. */
#include "workloads/catalog.h"
#include "workloads/tools/database.h"

/* "avg: 7.12", in 0.4 "avg: 7.12ms". */
#define MILLISECONDS " +(?<value>[^\\sm]+)(?:ms)?$"
#define LATENCIES                                                                                  \
	{ "latency", "ms", LOWER_IS_BETTER, .pattern = "^ +avg:" MILLISECONDS },                   \
		{ "max_latency", "ms", LOWER_IS_BETTER, .pattern = "^ +max:" MILLISECONDS },       \
	{                                                                                          \
		"p95_latency", "ms", LOWER_IS_BETTER,                                              \
			.pattern = "^ +(?:95th percentile|approx\\. +95 percentile):" MILLISECONDS \
	}

/* What several tests have but their time and their number of events. */
#define EVENTS_PER_SECOND "^ +total time: +(?<per>[^\\s]+)s\\n +total number of events: +" VALUE "$"

static const struct refusal REFUSALS[] = {
	{ "^FATAL: .*$", .reason = "sysbench failed" },
	{ 0 },
};

static const struct field OLTP_FIELDS[] = {
	{ "throughput", "transactions/s", HIGHER_IS_BETTER,
	  .pattern = "^ +transactions: +\\d+ +\\(" VALUE " per sec\\.\\)$" },
	{ "queries", "queries/s", HIGHER_IS_BETTER,
	  .pattern = "^ +(?:queries|read/write requests): +\\d+ +\\(" VALUE " per sec\\.\\)$" },
	{ "errors", "errors/s", LOWER_IS_BETTER,
	  .pattern = "^ +(?:ignored errors|deadlocks): +\\d+ +\\(" VALUE " per sec\\.\\)$" },
	LATENCIES,
	{ 0 },
};

static const char *const OLTP_PARAMS[] = {
	"script=oltp_read_write", "threads=1", "tables=8", "size=100000", "time=60",
	"rand=special",           NULL,
};

#define OLTP(step, ...)                                                                         \
	{                                                                                       \
		__VA_ARGS__, "--threads={threads}", "--tables={tables}", "--table-size={size}", \
			"--rand-type={rand}", "--time={time}", step, NULL,                      \
	}

#define SYSBENCH "sysbench", "{script}"
#define POSTGRESQL                                                                       \
	"--db-driver=pgsql", ("--pgsql-host=" POSTGRESQL_HOST),                          \
		("--pgsql-port=" DATABASE_PORT_TEXT), ("--pgsql-user=" POSTGRESQL_USER), \
		"--pgsql-db=postgres"
#define MARIADB                                                                       \
	"--db-driver=mysql", ("--mysql-socket=" MARIADB_SOCKET), "--mysql-user=root", \
		("--mysql-db=" MARIADB_DATABASE)

static const char *const POSTGRESQL_ARGV[] = OLTP("run", SYSBENCH, POSTGRESQL);
static const char *const POSTGRESQL_PREPARE[] =
	OLTP("prepare", POSTGRESQL_WAIT, SYSBENCH, POSTGRESQL);
static const char *const MARIADB_ARGV[] = OLTP("run", SYSBENCH, MARIADB);
static const char *const MARIADB_PREPARE[] = OLTP("prepare", SYSBENCH, MARIADB);

const struct workload_builtin sysbench_oltp = {
	.name = "sysbench-oltp",
	.help = "Transactions per second of PostgreSQL.",
	.params = OLTP_PARAMS,
	.server = "PostgreSQL",
	.server_argv = postgresql_argv,
	.server_port = DATABASE_PORT,
	.prepare_argv = POSTGRESQL_PREPARE,
	.packages = "sysbench " POSTGRESQL_PACKAGES,
	.argv = POSTGRESQL_ARGV,
	.warmups = 1,
	.timeout_s = 900,
	.fields = OLTP_FIELDS,
	.refusals = REFUSALS,
};

const struct workload_builtin sysbench_oltp_mariadb = {
	.name = "sysbench-oltp-mariadb",
	.help = "Transactions per second of MariaDB.",
	.params = OLTP_PARAMS,
	.server = "MariaDB",
	.server_argv = mariadb_argv,
	.server_port = DATABASE_PORT,
	.prepare_argv = MARIADB_PREPARE,
	.packages = "sysbench " MARIADB_PACKAGES,
	.argv = MARIADB_ARGV,
	.warmups = 1,
	.timeout_s = 900,
	.fields = OLTP_FIELDS,
	.refusals = REFUSALS,
};

static const struct field CPU_FIELDS[] = {
	{ "throughput", "events/s", HIGHER_IS_BETTER,
	  .pattern = "^ +events per second: *(?<value>\\S*)$" },
	{ "throughput", "events/s", HIGHER_IS_BETTER, .pattern = EVENTS_PER_SECOND },
	LATENCIES,
	{ 0 },
};

static const char *const CPU_PARAMS[] = { "threads=1", "time=30", "max_prime=20000", NULL };
static const char *const CPU_ARGV[] = {
	"sysbench", "cpu", "--threads={threads}", "--time={time}", "--cpu-max-prime={max_prime}",
	"run",      NULL,
};

const struct workload_builtin sysbench_cpu = {
	.name = "sysbench-cpu",
	.help = "Searches for prime numbers per second.",
	.params = CPU_PARAMS,
	.packages = "sysbench",
	.argv = CPU_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = CPU_FIELDS,
	.refusals = REFUSALS,
};

/* The "MB" of 0.4 were 2^20 bytes too. */
static const struct field MEMORY_FIELDS[] = {
	{ "throughput", "MiB/s", HIGHER_IS_BETTER,
	  .pattern = "^[\\d.]+ Mi?B transferred \\(" VALUE " Mi?B/sec\\)$" },
	{ "operations", "ops/s", HIGHER_IS_BETTER,
	  .pattern = "^(?:Total operations|Operations performed): \\d+ \\( *" VALUE
		     " (?:per second|ops/sec)\\)$" },
	LATENCIES,
	{ 0 },
};

static const char *const MEMORY_PARAMS[] = {
	"threads=1", "time=30", "block=1K", "operation=write", NULL,
};
static const char *const MEMORY_ARGV[] = {
	"sysbench",
	"memory",
	"--threads={threads}",
	"--time={time}",
	"--memory-block-size={block}",
	"--memory-oper={operation}",
	"--memory-total-size=100T",
	"run",
	NULL,
};

const struct workload_builtin sysbench_memory = {
	.name = "sysbench-memory",
	.help = "Bandwidth of reading or writing memory.",
	.params = MEMORY_PARAMS,
	.packages = "sysbench",
	.argv = MEMORY_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = MEMORY_FIELDS,
	.refusals = REFUSALS,
};

static const struct field THREADS_FIELDS[] = {
	{ "throughput", "events/s", HIGHER_IS_BETTER, .pattern = EVENTS_PER_SECOND },
	LATENCIES,
	{ 0 },
};

static const char *const THREADS_PARAMS[] = { "threads=16", "time=30", "locks=8", "yields=1000",
					      NULL };
static const char *const THREADS_ARGV[] = {
	"sysbench",
	"threads",
	"--threads={threads}",
	"--time={time}",
	"--thread-locks={locks}",
	"--thread-yields={yields}",
	"run",
	NULL,
};

const struct workload_builtin sysbench_threads = {
	.name = "sysbench-threads",
	.help = "Rounds per second of threads that yield and take locks.",
	.params = THREADS_PARAMS,
	.packages = "sysbench",
	.argv = THREADS_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = THREADS_FIELDS,
	.refusals = REFUSALS,
};

/* A fixed amount of work, so that its time is what is measured. */
static const struct field MUTEX_FIELDS[] = {
	{ "time", "s", LOWER_IS_BETTER, .pattern = "^ +total time: +(?<value>[^\\s]+)s$" },
	LATENCIES,
	{ 0 },
};

static const char *const MUTEX_PARAMS[] = { "threads=16", "mutexes=4096", "locks=50000", NULL };
static const char *const MUTEX_ARGV[] = {
	"sysbench",
	"mutex",
	"--threads={threads}",
	"--mutex-num={mutexes}",
	"--mutex-locks={locks}",
	"run",
	NULL,
};

const struct workload_builtin sysbench_mutex = {
	.name = "sysbench-mutex",
	.help = "Time for threads to take a number of mutexes.",
	.params = MUTEX_PARAMS,
	.packages = "sysbench",
	.argv = MUTEX_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = MUTEX_FIELDS,
	.refusals = REFUSALS,
};
