/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/catalog.h"

#include <string.h>

#include "base/defs.h"

static const struct workload_builtin *const CATALOG[] = {
	&sched_pipe,
	&hackbench,
	&hackbench_pipe,
	&perf_sched_pipe,
	&perf_sched_messaging,
	&perf_syscall,
	&perf_futex_hash,
	&perf_futex_wake,
	&perf_epoll_wait,
	&schbench,
	&cyclictest,
	&lmbench_latency,
	&lmbench_bandwidth,
	&will_it_scale,
	&unixbench,
	&stream,
	&stress_ng,
	&ebizzy,
	&kernel_build,
	&kernbench,
	&tbench,
	&netperf_tcp_rr,
	&netperf_tcp_stream,
	&netperf_udp_stream,
	&qperf_bw,
	&qperf_latency,
	&iperf3,
	&iperf3_udp,
	&sockperf_latency,
	&sockperf_throughput,
	&uperf,
	&dbench,
	&fio,
	&pgbench,
	&sysbench_oltp,
	&sysbench_oltp_mariadb,
	&sysbench_cpu,
	&sysbench_memory,
	&sysbench_threads,
	&sysbench_mutex,
	&redis_benchmark,
	&memtier,
	&wrk,
	&ab,
};

const struct workload_builtin *const *catalog_list(size_t *ret_n)
{
	*ret_n = ARRAY_LENGTH(CATALOG);
	return CATALOG;
}

const struct workload_builtin *catalog_find(const char *name)
{
	for (size_t i = 0; i < ARRAY_LENGTH(CATALOG); i++) {
		if (strcmp(CATALOG[i]->name, name) == 0)
			return CATALOG[i];
	}
	return NULL;
}
