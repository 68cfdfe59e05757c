/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each tool's real outputs, and those of old versions, with what they say. */
#include "tests/support/test.h"

#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "tests/support/catalog_samples.h"
#include "tests/support/near.h"
#include "workloads/catalog.h"

/* clang-format off */
static const struct {
	const char *file;
	const char *metric;
	double value;
} VALUES[] = {
	{ "ab", "throughput", 8082.24 },
	{ "ab", "latency", 0.495 },
	{ "ab", "percentile[50%]", 0 },
	{ "ab", "percentile[66%]", 0 },
	{ "cyclictest", "mean_latency", 113.5 },
	{ "cyclictest", "max_latency", 8402 },
	{ "cyclictest", "min_latency", 23.5 },
	{ "cyclictest-live", "mean_latency", 301 },
	{ "cyclictest-live", "max_latency", 4820 },
	{ "cyclictest-live", "min_latency", 104 },
	{ "cyclictest.json", "mean_latency", 169.39499999999998 },
	{ "cyclictest.json", "max_latency", 9397 },
	{ "cyclictest.json", "min_latency", 41.5 },
	{ "dbench", "throughput", 187.147 },
	{ "dbench", "max_latency", 13.137 },
	{ "dbench", "mean_latency[NTCreateX]", 0.024 },
	{ "dbench", "mean_latency[Close]", 0.004 },
	{ "dbench", "max_latency[NTCreateX]", 8.11 },
	{ "dbench", "max_latency[Close]", 7.237 },
	{ "dbench-old", "throughput", 261.018 },
	{ "dbench-sync", "throughput", 109.635 },
	{ "dbench-sync", "max_latency", 24.388 },
	{ "dbench-sync", "mean_latency[NTCreateX]", 0.069 },
	{ "dbench-sync", "mean_latency[Close]", 0.009 },
	{ "dbench-sync", "max_latency[NTCreateX]", 23.73 },
	{ "dbench-sync", "max_latency[Close]", 16.189 },
	{ "ebizzy", "throughput", 36245 },
	{ "ebizzy", "system_time", 0.17 },
	{ "ebizzy", "user_time", 9.83 },
	{ "fio-jobs.json", "throughput", 27927.272727999996 },
	{ "fio-jobs.json", "bandwidth", 114390107 },
	{ "fio-jobs.json", "read", 13384.415584999999 },
	{ "fio-jobs.json", "write", 14542.857143000001 },
	{ "fio-jobs.json", "read_latency", 49252.3463135 },
	{ "fio-jobs.json", "write_latency", 31267.401871000002 },
	{ "fio-jobs.json", "p99_read_latency", 58112 },
	{ "fio-jobs.json", "p99_write_latency", 50944 },
	{ "fio.json", "throughput", 4422.577423 },
	{ "fio.json", "bandwidth", 18114877 },
	{ "fio.json", "read", 4422.577423 },
	{ "fio.json", "write", 0 },
	{ "fio.json", "read_latency", 218893.417213 },
	{ "fio.json", "write_latency", 0 },
	{ "fio.json", "p99_read_latency", 2703360 },
	{ "hackbench", "time", 0.766 },
	{ "hackbench-pipe", "time", 0.206 },
	{ "hackbench-runs", "time", 0.148 },
	{ "hackbench-runs", "time", 0.496 },
	{ "hackbench-runs", "time", 0.444 },
	{ "iperf3", "throughput", 4450000000 },
	{ "iperf3", "retransmits", 13 },
	{ "iperf3-streams", "throughput", 4510000000 },
	{ "iperf3-streams", "retransmits", 9 },
	{ "iperf3-udp", "throughput", 495000000 },
	{ "iperf3-udp", "jitter", 0.018 },
	{ "iperf3-udp", "lost", 0.79 },
	{ "iperf3-udp.json", "throughput", 479900353.87059045 },
	{ "iperf3-udp.json", "jitter", 0.0074549501125763945 },
	{ "iperf3-udp.json", "lost", 3.470031545741325 },
	{ "iperf3.json", "throughput", 1861604513.5077891 },
	{ "iperf3.json", "retransmits", 5 },
	{ "iperf3.json", "mean_rtt", 45 },
	{ "iperf3.json", "cpu", 8.022404068928395 },
	{ "kernbench", "time", 28.094 },
	{ "kernbench", "user_time", 48.33 },
	{ "kernbench", "system_time", 6.454 },
	{ "kernbench", "context_switches", 5327.8 },
	{ "kernbench", "sleeps", 8563.2 },
	{ "lmbench-bandwidth", "bandwidth", 1748.95 },
	{ "lmbench-bandwidth", "bandwidth_of[Pipe]", 1748.95 },
	{ "lmbench-ctx", "latency", 1.7997499826364773 },
	{ "lmbench-ctx", "latency_of[2]", 0.61 },
	{ "lmbench-ctx", "latency_of[8]", 5.31 },
	{ "lmbench-select", "latency", 2.1938 },
	{ "lmbench-select", "latency_of[Select on 100 fd's]", 2.1938 },
	{ "lmbench-syscall", "latency", 3.5953 },
	{ "lmbench-syscall", "latency_of[Simple syscall]", 3.5953 },
	{ "memtier", "throughput", 11004.79 },
	{ "memtier", "latency", 0.18127 },
	{ "memtier", "p50_latency", 0.079 },
	{ "memtier", "p99_latency", 3.295 },
	{ "memtier", "p99.9_latency", 11.263 },
	{ "memtier-old", "throughput", 133135.87 },
	{ "memtier-old", "latency", 1.499 },
	{ "memtier.json", "throughput", 11004.79 },
	{ "memtier.json", "p50_latency", 0.079 },
	{ "memtier.json", "p99_latency", 3.295 },
	{ "memtier.json", "p99.9_latency", 11.263 },
	{ "netperf-tcp-rr", "throughput", 35408.41 },
	{ "netperf-tcp-rr-cpu", "throughput", 33774.51 },
	{ "netperf-tcp-rr-csv", "throughput", 25188.98 },
	{ "netperf-tcp-rr-k", "throughput", 31040.06 },
	{ "netperf-tcp-rr-k", "latency[MEAN]", 32.13 },
	{ "netperf-tcp-rr-k", "latency[P99]", 90 },
	{ "netperf-tcp-rr-unsure", "throughput", 11806.72 },
	{ "netperf-tcp-stream", "throughput", 7081.89 },
	{ "netperf-tcp-stream-bare", "throughput", 8453.35 },
	{ "netperf-udp-stream", "throughput", 13803.74 },
	{ "netperf-udp-stream", "sent", 36974.67 },
	{ "perf-epoll-wait", "throughput", 21719 },
	{ "perf-epoll-wait", "thread[0]", 21719 },
	{ "perf-futex-hash", "throughput", 406016 },
	{ "perf-futex-hash", "thread[0]", 380928 },
	{ "perf-futex-hash", "thread[1]", 431104 },
	{ "perf-futex-wake", "time", 0.016 },
	{ "perf-futex-wake", "time", 0.018 },
	{ "perf-futex-wake", "time", 0.018 },
	{ "perf-futex-wake", "time", 0.202 },
	{ "perf-futex-wake", "time", 0.016 },
	{ "perf-futex-wake", "time", 0.016 },
	{ "perf-futex-wake", "time", 0.013 },
	{ "perf-futex-wake", "time", 0.012 },
	{ "perf-futex-wake", "time", 0.02 },
	{ "perf-futex-wake", "time", 0.015 },
	{ "perf-futex-wake", "mean_time", 0.0346 },
	{ "perf-sched-messaging", "time", 2.283 },
	{ "perf-sched-messaging-simple", "time", 1.245 },
	{ "perf-sched-pipe", "throughput", 31017 },
	{ "perf-sched-pipe", "time", 32.240333 },
	{ "perf-syscall", "throughput", 206939 },
	{ "perf-syscall", "time", 4.83234 },
	{ "pgbench", "throughput", 192.837435 },
	{ "pgbench", "latency", 10.371 },
	{ "pgbench", "connecting", 196.495 },
	{ "pgbench-connecting", "throughput", 9.031196 },
	{ "pgbench-connecting", "latency", 221.455 },
	{ "pgbench-connecting", "connecting", 107.82 },
	{ "pgbench-old", "throughput", 898.549126 },
	{ "pgbench-old", "throughput_with_connecting", 896.967014 },
	{ "pgbench-old", "latency", 11.013 },
	{ "pgbench-old", "latency_stddev", 7.351 },
	{ "pgbench-progress", "throughput", 341.988281 },
	{ "pgbench-progress", "latency", 11.566 },
	{ "pgbench-progress", "latency_stddev", 8.309 },
	{ "pgbench-progress", "connecting", 92.95 },
	{ "qperf-bw", "bandwidth", 1580000000 },
	{ "qperf-bw", "bandwidth_of[tcp_bw]", 1580000000 },
	{ "qperf-latency", "latency", 9.597499674394369 },
	{ "qperf-latency", "latency_of[tcp_lat]", 10.1 },
	{ "qperf-latency", "latency_of[udp_lat]", 9.12 },
	{ "qperf-uu", "bandwidth", 175950771.59643835 },
	{ "qperf-uu", "bandwidth_of[tcp_bw]", 562036736 },
	{ "qperf-uu", "bandwidth_of[udp_bw]", 55083008 },
	{ "qperf-uu", "sent", 681285271 },
	{ "redis-benchmark", "throughput", 3605.77 },
	{ "redis-benchmark", "latency", 6.933 },
	{ "redis-benchmark", "p50_latency", 5.511 },
	{ "redis-benchmark", "p99_latency", 21.599 },
	{ "redis-benchmark-old", "throughput", 80192.46 },
	{ "redis-benchmark-old.csv", "throughput", 31201.25 },
	{ "redis-benchmark-old.csv", "throughput_of[GET]", 31201.25 },
	{ "redis-benchmark-q", "throughput", 2876.32 },
	{ "redis-benchmark-q", "throughput_of[GET]", 2876.32 },
	{ "redis-benchmark-q", "p50_latency[GET]", 6.623 },
	{ "redis-benchmark-two.csv", "throughput", 31323.654898095763 },
	{ "redis-benchmark-two.csv", "throughput_of[SET]", 31446.54 },
	{ "redis-benchmark-two.csv", "throughput_of[GET]", 31201.25 },
	{ "redis-benchmark-two.csv", "latency[SET]", 0.192 },
	{ "redis-benchmark-two.csv", "latency[GET]", 0.194 },
	{ "redis-benchmark-two.csv", "p50_latency[SET]", 0.175 },
	{ "redis-benchmark-two.csv", "p50_latency[GET]", 0.167 },
	{ "redis-benchmark-two.csv", "p99_latency[SET]", 0.471 },
	{ "redis-benchmark-two.csv", "p99_latency[GET]", 0.647 },
	{ "redis-benchmark-two.csv", "max_latency[SET]", 4.287 },
	{ "redis-benchmark-two.csv", "max_latency[GET]", 4.575 },
	{ "redis-benchmark.csv", "throughput", 12765.96 },
	{ "redis-benchmark.csv", "throughput_of[GET]", 12765.96 },
	{ "redis-benchmark.csv", "latency[GET]", 2.843 },
	{ "redis-benchmark.csv", "p50_latency[GET]", 0.983 },
	{ "redis-benchmark.csv", "p99_latency[GET]", 81.919 },
	{ "redis-benchmark.csv", "max_latency[GET]", 82.623 },
	{ "sched-pipe", "throughput", 118202.5 },
	{ "schbench", "p99_wakeup_latency", 11984 },
	{ "schbench", "p50_wakeup_latency", 9 },
	{ "schbench", "p99.9_wakeup_latency", 20000 },
	{ "schbench", "p50_request_latency", 6232 },
	{ "schbench", "p99_request_latency", 24416 },
	{ "schbench", "p99.9_request_latency", 34752 },
	{ "schbench", "requests", 84.92 },
	{ "schbench-old", "p99_wakeup_latency", 45 },
	{ "schbench-old", "p50_wakeup_latency", 21 },
	{ "schbench-old", "p99.9_wakeup_latency", 57 },
	{ "sockperf-latency", "latency", 11.079 },
	{ "sockperf-latency", "percentile[99.999]", 2772.303 },
	{ "sockperf-latency", "percentile[99.990]", 352.044 },
	{ "sockperf-latency", "max_latency", 2772.303 },
	{ "sockperf-latency", "dropped", 0 },
	{ "sockperf-throughput", "throughput", 12859 },
	{ "sockperf-throughput", "bandwidth", 0.172 },
	{ "stream", "triad", 34385.4 },
	{ "stream", "copy", 36995 },
	{ "stream", "scale", 36452.4 },
	{ "stream", "add", 32477.3 },
	{ "stress-ng", "throughput", 26326.08 },
	{ "stress-ng", "throughput_of[pipe]", 26326.08 },
	{ "stress-ng-old", "throughput", 26326.08 },
	{ "stress-ng-old", "throughput_of[pipe]", 26326.08 },
	{ "stress-ng-two", "throughput", 3535.479929274104 },
	{ "stress-ng-two", "throughput_of[switch]", 55364.39 },
	{ "stress-ng-two", "throughput_of[context]", 225.77 },
	{ "stress-ng-two", "duration[switch]", 17732.42 },
	{ "stress-ng.yaml", "throughput", 137327.856525 },
	{ "stress-ng.yaml", "throughput_of[pipe]", 137327.856525 },
	{ "sysbench-cpu", "throughput", 4064.94 },
	{ "sysbench-cpu", "latency", 0.48 },
	{ "sysbench-cpu", "max_latency", 12.38 },
	{ "sysbench-cpu", "p95_latency", 4.33 },
	{ "sysbench-cpu-old", "throughput", 500 },
	{ "sysbench-cpu-old", "latency", 2 },
	{ "sysbench-cpu-old", "max_latency", 5.8 },
	{ "sysbench-cpu-old", "p95_latency", 2.11 },
	{ "sysbench-memory", "throughput", 5045.85 },
	{ "sysbench-memory", "operations", 5166950.36 },
	{ "sysbench-memory", "latency", 0 },
	{ "sysbench-memory", "max_latency", 11.92 },
	{ "sysbench-memory", "p95_latency", 0 },
	{ "sysbench-memory-old", "throughput", 1897.86 },
	{ "sysbench-memory-old", "operations", 1943411.27 },
	{ "sysbench-memory-old", "latency", 0 },
	{ "sysbench-memory-old", "max_latency", 0.11 },
	{ "sysbench-memory-old", "p95_latency", 0 },
	{ "sysbench-mutex", "time", 0.4079 },
	{ "sysbench-mutex", "latency", 355.63 },
	{ "sysbench-mutex", "max_latency", 407.66 },
	{ "sysbench-mutex", "p95_latency", 404.61 },
	{ "sysbench-oltp", "throughput", 278.62 },
	{ "sysbench-oltp", "queries", 5590.29 },
	{ "sysbench-oltp", "errors", 0.99 },
	{ "sysbench-oltp", "latency", 7.12 },
	{ "sysbench-oltp", "max_latency", 21.82 },
	{ "sysbench-oltp", "p95_latency", 12.08 },
	{ "sysbench-oltp-mariadb", "throughput", 2157.60 },
	{ "sysbench-oltp-mariadb", "queries", 43155.23 },
	{ "sysbench-oltp-mariadb", "errors", 0.20 },
	{ "sysbench-oltp-mariadb", "latency", 0.93 },
	{ "sysbench-oltp-mariadb", "max_latency", 14.86 },
	{ "sysbench-oltp-mariadb", "p95_latency", 1.79 },
	{ "sysbench-oltp-old", "throughput", 861.41 },
	{ "sysbench-oltp-old", "queries", 16366.82 },
	{ "sysbench-oltp-old", "errors", 0 },
	{ "sysbench-oltp-old", "latency", 9.28 },
	{ "sysbench-oltp-old", "max_latency", 110.71 },
	{ "sysbench-oltp-old", "p95_latency", 17.04 },
	{ "sysbench-threads", "throughput", 57.866906115933354 },
	{ "sysbench-threads", "latency", 33.74 },
	{ "sysbench-threads", "max_latency", 58.54 },
	{ "sysbench-threads", "p95_latency", 56.84 },
	{ "tbench", "throughput", 451.06 },
	{ "tbench", "max_latency", 4.622 },
	{ "tbench", "mean_latency[NTCreateX]", 0.022 },
	{ "tbench", "mean_latency[Close]", 0.022 },
	{ "tbench", "max_latency[NTCreateX]", 0.577 },
	{ "tbench", "max_latency[Close]", 0.981 },
	{ "time-p", "time", 0.59 },
	{ "time-p", "user_time", 0 },
	{ "time-p", "system_time", 0 },
	{ "time-wrapped", "time", 33.544 },
	{ "time-wrapped", "user_time", 58.1 },
	{ "time-wrapped", "system_time", 6.02 },
	{ "unixbench", "score", 56.6 },
	{ "unixbench", "score_of[Pipe Throughput]", 90.4 },
	{ "unixbench", "score_of[System Call Overhead]", 35.5 },
	{ "uperf", "throughput", 23490 },
	{ "uperf", "bandwidth", 16910000 },
	{ "will-it-scale", "throughput", 42697 },
	{ "will-it-scale.csv", "throughput", 24444.79974350373 },
	{ "will-it-scale.csv", "process[1]", 23591 },
	{ "will-it-scale.csv", "process[2]", 25329.5 },
	{ "will-it-scale.csv", "thread[1]", 20245 },
	{ "will-it-scale.csv", "thread[2]", 39530.5 },
	{ "wrk", "throughput", 7597.35 },
	{ "wrk", "latency", 6.61 },
	{ "wrk", "max_latency", 178.4 },
	{ "wrk", "percentile[50%]", 0.118 },
	{ "wrk", "percentile[75%]", 0.737 },
};

static const struct {
	const char *workload;
	const char *file;
	const char *text;
} VOID_RUNS[] = {
	{ "ab", "ab-404", "the server answered with errors: 'Non-2xx responses:      2000'" },
	{ "fio", "fio-failed.json", "a job failed: '\"error\" : 28'" },
	{ "iperf3", "iperf3-error.json", "iperf3 failed: '\"error\":\\x09\"unable to connect to server: Connection refused\"'" },
	{ "pgbench", "pgbench-failed", "transactions failed: 'number of failed transactions: 3 (0.855%)'" },
	{ "uperf", "uperf-failed", "operations failed: 'master              4.31s     8.69MB    16.91Mb/s       101211        3.00'" },
	{ "wrk", "wrk-404", "the server answered with errors: '  Non-2xx or 3xx responses: 1826'" },
};
/* clang-format on */

static void read_sample(const struct catalog_sample *sample, struct readings *ret)
{
	struct error err = { 0 };
	size_t n;
	CLEANUP(mem_freep) char *text = catalog_sample_text(sample->file, &n);

	if (catalog_sample_parse(sample->workload, text, n, ret, &err) < 0)
		fail_msg("%s: %s", sample->file, err.text);
}

/* The next reading of the metric at or behind *at. */
static const struct reading *find_next(const struct readings *readings, const char *metric,
				       size_t *at)
{
	while (*at < readings->n) {
		const struct reading *reading = &readings->items[(*at)++];

		if (strcmp(reading->metric, metric) == 0)
			return reading;
	}
	return NULL;
}

static void each_value_of_each_sample_is_read(void **state)
{
	(void)state;
	for (const struct catalog_sample *sample = CATALOG_SAMPLES; sample->file; sample++) {
		CLEANUP(readings_clear) struct readings readings = { 0 };
		size_t at = 0;

		read_sample(sample, &readings);
		for (size_t i = 0; i < ARRAY_LENGTH(VALUES); i++) {
			const struct reading *reading;

			if (strcmp(VALUES[i].file, sample->file) != 0)
				continue;
			reading = find_next(&readings, VALUES[i].metric, &at);
			if (!reading)
				fail_msg("%s: no %s", sample->file, VALUES[i].metric);
			assert_near(reading->value, VALUES[i].value, 1e-12 * VALUES[i].value);
		}
		assert_true(at > 0);
	}
}

static bool has_sample(const char *name)
{
	for (const struct catalog_sample *sample = CATALOG_SAMPLES; sample->file; sample++) {
		if (strcmp(sample->workload, name) == 0)
			return true;
	}
	return false;
}

static void each_workload_has_a_sample(void **state)
{
	const struct workload_builtin *const *catalog;
	size_t n;

	(void)state;
	catalog = catalog_list(&n);
	for (size_t i = 0; i < n; i++) {
		if (!has_sample(catalog[i]->name))
			fail_msg("there is no output of %s", catalog[i]->name);
	}
}

static void a_run_that_failed_is_void_whatever_it_measured(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(VOID_RUNS); i++) {
		CLEANUP(readings_clear) struct readings readings = { 0 };
		struct error err = { 0 };
		size_t n;
		CLEANUP(mem_freep) char *text = catalog_sample_text(VOID_RUNS[i].file, &n);
		CLEANUP(mem_freep)
		char *expected = mem_printf("the run is void, since %s", VOID_RUNS[i].text);

		assert_int_equal(
			catalog_sample_parse(VOID_RUNS[i].workload, text, n, &readings, &err), -1);
		assert_string_equal(err.text, expected);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_value_of_each_sample_is_read),
		cmocka_unit_test(each_workload_has_a_sample),
		cmocka_unit_test(a_run_that_failed_is_void_whatever_it_measured),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
