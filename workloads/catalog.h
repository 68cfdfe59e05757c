/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in workloads, one file in tools/ for each program. */
#ifndef WORKLOADS_CATALOG_H
#define WORKLOADS_CATALOG_H

#include "workloads/builtin.h"

#include <stddef.h>

extern const struct workload_builtin sched_pipe;
extern const struct workload_builtin hackbench;
extern const struct workload_builtin hackbench_pipe;
extern const struct workload_builtin perf_sched_pipe;
extern const struct workload_builtin perf_sched_messaging;
extern const struct workload_builtin perf_syscall;
extern const struct workload_builtin perf_futex_hash;
extern const struct workload_builtin perf_futex_wake;
extern const struct workload_builtin perf_epoll_wait;
extern const struct workload_builtin schbench;
extern const struct workload_builtin cyclictest;
extern const struct workload_builtin lmbench_latency;
extern const struct workload_builtin lmbench_bandwidth;
extern const struct workload_builtin will_it_scale;
extern const struct workload_builtin unixbench;
extern const struct workload_builtin stream;
extern const struct workload_builtin stress_ng;
extern const struct workload_builtin ebizzy;
extern const struct workload_builtin kernel_build;
extern const struct workload_builtin kernbench;
extern const struct workload_builtin tbench;
extern const struct workload_builtin netperf_tcp_rr;
extern const struct workload_builtin netperf_tcp_stream;
extern const struct workload_builtin netperf_udp_stream;
extern const struct workload_builtin qperf_bw;
extern const struct workload_builtin qperf_latency;
extern const struct workload_builtin iperf3;
extern const struct workload_builtin iperf3_udp;
extern const struct workload_builtin sockperf_latency;
extern const struct workload_builtin sockperf_throughput;
extern const struct workload_builtin uperf;
extern const struct workload_builtin dbench;
extern const struct workload_builtin fio;
extern const struct workload_builtin pgbench;
extern const struct workload_builtin sysbench_oltp;
extern const struct workload_builtin sysbench_oltp_mariadb;
extern const struct workload_builtin sysbench_cpu;
extern const struct workload_builtin sysbench_memory;
extern const struct workload_builtin sysbench_threads;
extern const struct workload_builtin sysbench_mutex;
extern const struct workload_builtin redis_benchmark;
extern const struct workload_builtin memtier;
extern const struct workload_builtin wrk;
extern const struct workload_builtin ab;

/* All of them; *ret_n entries in the order they are listed. */
const struct workload_builtin *const *catalog_list(size_t *ret_n);
const struct workload_builtin *catalog_find(const char *name); /* NULL when there is none */

#endif
