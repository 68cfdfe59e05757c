/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fio 3, as JSON. What its jobs do, reading, writing and trimming, adds up. */
#include "workloads/catalog.h"

static const struct field FIELDS[] = {
	{ "throughput", "I/O ops/s", HIGHER_IS_BETTER, TAKE_SUM,
	  .pointer = "/jobs/*/read/iops /jobs/*/write/iops /jobs/*/trim/iops" },
	{ "bandwidth", "B/s", HIGHER_IS_BETTER, TAKE_SUM,
	  .pointer = "/jobs/*/read/bw_bytes /jobs/*/write/bw_bytes /jobs/*/trim/bw_bytes" },
	{ "read", "I/O ops/s", HIGHER_IS_BETTER, TAKE_SUM, .pointer = "/jobs/*/read/iops" },
	{ "write", "I/O ops/s", HIGHER_IS_BETTER, TAKE_SUM, .pointer = "/jobs/*/write/iops" },
	{ "read_latency", "ns", LOWER_IS_BETTER, TAKE_MEAN, .pointer = "/jobs/*/read/lat_ns/mean" },
	{ "write_latency", "ns", LOWER_IS_BETTER, TAKE_MEAN,
	  .pointer = "/jobs/*/write/lat_ns/mean" },
	{ "p99_read_latency", "ns", LOWER_IS_BETTER, TAKE_MAX,
	  .pointer = "/jobs/*/read/clat_ns/percentile/99.000000" },
	{ "p99_write_latency", "ns", LOWER_IS_BETTER, TAKE_MAX,
	  .pointer = "/jobs/*/write/clat_ns/percentile/99.000000" },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "\"error\" : [1-9]\\d*", .reason = "a job failed" },
	{ "^fio: (?!terminating).*$", .reason = "fio failed" },
	{ 0 },
};

static const char *const PARAMS[] = {
	"rw=randread", "bs=4k",  "engine=psync", "iodepth=1", "jobs=1", "size=64M",
	"time=30",     "ramp=2", "direct=0",     "dir=/tmp",  NULL,
};
static const char *const ARGV[] = {
	"fio",
	"--output-format=json",
	"--name=perfsect",
	"--directory={dir}",
	"--rw={rw}",
	"--bs={bs}",
	"--ioengine={engine}",
	"--iodepth={iodepth}",
	"--numjobs={jobs}",
	"--size={size}",
	"--runtime={time}",
	"--time_based",
	"--ramp_time={ramp}",
	"--direct={direct}",
	"--group_reporting",
	NULL,
};

const struct workload_builtin fio = {
	.name = "fio",
	.help = "Reads and writes of files or disks per second.",
	.params = PARAMS,
	.packages = "fio",
	.argv = ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
