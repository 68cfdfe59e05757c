/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include "tests/support/catalog_samples.h"

#include "base/fs.h"
#include "base/mem.h"
#include "workloads/catalog.h"

#define SAMPLE_BYTES_MAX (1 << 20)

/* clang-format off */
const struct catalog_sample CATALOG_SAMPLES[] = {
	{ "ab", "ab", "8082.24", false },
	{ "cyclictest", "cyclictest", NULL, true },
	{ "cyclictest", "cyclictest-live", "301", true },
	{ "cyclictest", "cyclictest.json", NULL, false },
	{ "dbench", "dbench", "187.147", false },
	{ "dbench", "dbench-old", "261.018", false },
	{ "dbench", "dbench-sync", "109.635", false },
	{ "ebizzy", "ebizzy", "36245", false },
	{ "fio", "fio-jobs.json", NULL, false },
	{ "fio", "fio.json", "4422.577423", false },
	{ "hackbench", "hackbench", "0.766", false },
	{ "hackbench-pipe", "hackbench-pipe", "0.206", false },
	{ "hackbench", "hackbench-runs", "0.148", false },
	{ "iperf3", "iperf3", "4.45", false },
	{ "iperf3", "iperf3-streams", "4.51", false },
	{ "iperf3-udp", "iperf3-udp", "495", false },
	{ "iperf3-udp", "iperf3-udp.json", "479900353.87059045", false },
	{ "iperf3", "iperf3.json", "1861604513.5077891", false },
	{ "kernbench", "kernbench", "28.094", false },
	{ "lmbench-bandwidth", "lmbench-bandwidth", "1748.95", false },
	{ "lmbench-latency", "lmbench-ctx", NULL, true },
	{ "lmbench-latency", "lmbench-select", "2.1938", false },
	{ "lmbench-latency", "lmbench-syscall", "3.5953", false },
	{ "memtier", "memtier", "11004.79", false },
	{ "memtier", "memtier-old", "133135.87", false },
	{ "memtier", "memtier.json", "11004.79", false },
	{ "netperf-tcp-rr", "netperf-tcp-rr", "35408.41", false },
	{ "netperf-tcp-rr", "netperf-tcp-rr-cpu", "33774.51", false },
	{ "netperf-tcp-rr", "netperf-tcp-rr-csv", "25188.98", false },
	{ "netperf-tcp-rr", "netperf-tcp-rr-k", "31040.06", false },
	{ "netperf-tcp-rr", "netperf-tcp-rr-unsure", "11806.72", false },
	{ "netperf-tcp-stream", "netperf-tcp-stream", "7081.89", false },
	{ "netperf-tcp-stream", "netperf-tcp-stream-bare", "8453.35", false },
	{ "netperf-udp-stream", "netperf-udp-stream", "13803.74", false },
	{ "perf-epoll-wait", "perf-epoll-wait", "21719", false },
	{ "perf-futex-hash", "perf-futex-hash", "406016", false },
	{ "perf-futex-wake", "perf-futex-wake", "0.2020", false },
	{ "perf-sched-messaging", "perf-sched-messaging", "2.283", false },
	{ "perf-sched-messaging", "perf-sched-messaging-simple", "1.245", false },
	{ "perf-sched-pipe", "perf-sched-pipe", "31017", false },
	{ "perf-syscall", "perf-syscall", "206939", false },
	{ "pgbench", "pgbench", "192.837435", false },
	{ "pgbench", "pgbench-connecting", "9.031196", false },
	{ "pgbench", "pgbench-old", "898.549126", false },
	{ "pgbench", "pgbench-progress", "341.988281", false },
	{ "qperf-bw", "qperf-bw", "1.58", false },
	{ "qperf-latency", "qperf-latency", NULL, true },
	{ "qperf-bw", "qperf-uu", NULL, true },
	{ "redis-benchmark", "redis-benchmark", "3605.77", false },
	{ "redis-benchmark", "redis-benchmark-old", "80192.46", false },
	{ "redis-benchmark", "redis-benchmark-old.csv", "31201.25", false },
	{ "redis-benchmark", "redis-benchmark-q", "2876.32", false },
	{ "redis-benchmark", "redis-benchmark-two.csv", NULL, true },
	{ "redis-benchmark", "redis-benchmark.csv", "12765.96", false },
	{ "sched-pipe", "sched-pipe", "118202.5", false },
	{ "schbench", "schbench", "11984", false },
	{ "schbench", "schbench-old", "45", false },
	{ "sockperf-latency", "sockperf-latency", "11.079", false },
	{ "sockperf-throughput", "sockperf-throughput", "12859", false },
	{ "stream", "stream", "34385.4", false },
	{ "stress-ng", "stress-ng", "26326.08", false },
	{ "stress-ng", "stress-ng-old", "26326.08", false },
	{ "stress-ng", "stress-ng-two", NULL, false },
	{ "stress-ng", "stress-ng.yaml", "137327.856525", false },
	{ "sysbench-cpu", "sysbench-cpu", "4064.94", false },
	{ "sysbench-cpu", "sysbench-cpu-old", "20.0000", false },
	{ "sysbench-memory", "sysbench-memory", "5045.85", false },
	{ "sysbench-memory", "sysbench-memory-old", "1897.86", false },
	{ "sysbench-mutex", "sysbench-mutex", "0.4079", false },
	{ "sysbench-oltp", "sysbench-oltp", "278.62", false },
	{ "sysbench-oltp", "sysbench-oltp-old", "861.41", false },
	{ "sysbench-oltp-mariadb", "sysbench-oltp-mariadb", "2157.60", false },
	{ "sysbench-threads", "sysbench-threads", "58", false },
	{ "tbench", "tbench", "451.06", false },
	{ "kernel-build", "time-p", "0.59", false },
	{ "kernel-build", "time-wrapped", "33.544", false },
	{ "unixbench", "unixbench", "56.6", false },
	{ "uperf", "uperf", "23490", false },
	{ "will-it-scale", "will-it-scale", "42697", false },
	{ "will-it-scale", "will-it-scale.csv", NULL, true },
	{ "wrk", "wrk", "7597.35", false },
	{ NULL, NULL, NULL, false },
};
/* clang-format on */

char *catalog_sample_text(const char *file, size_t *ret_n)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s/%s", SAMPLES_DIR, file);
	struct error err = { 0 };
	char *text = NULL;

	if (fs_read_file(path, SAMPLE_BYTES_MAX, &text, ret_n, &err) < 0)
		fail_msg("%s", err.text);
	return text;
}

int catalog_sample_parse(const char *name, const char *output, size_t n, struct readings *ret,
			 struct error *err)
{
	const struct workload_builtin *builtin = catalog_find(name);

	assert_non_null(builtin);
	return field_read(builtin->fields, builtin->refusals, output, n, ret, err);
}
