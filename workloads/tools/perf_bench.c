/* SPDX-License-Identifier: GPL-3.0-or-later */
/* perf bench: each collection has its own way to tell. */
#include "workloads/catalog.h"

static const char *const LOOPS[] = { "loops=1000000", NULL };

static const struct field OPS_FIELDS[] = {
	{ "throughput", "ops/s", HIGHER_IS_BETTER, TAKE_EACH,
	  .pattern = "^ +(?<value>\\S*) ops/sec$" },
	{ "time", "us/op", LOWER_IS_BETTER, .pattern = "^ +" VALUE " usecs/op$" },
	{ 0 },
};

static const char *const PIPE_ARGV[] = { "perf", "bench", "sched", "pipe", "-l", "{loops}", NULL };

const struct workload_builtin perf_sched_pipe = {
	.name = "perf-sched-pipe",
	.help = "perf bench sched pipe: round trips per second through pipes.",
	.params = LOOPS,
	.packages = "linux-perf",
	.argv = PIPE_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = OPS_FIELDS,
};

static const char *const SYSCALL_ARGV[] = {
	"perf", "bench", "syscall", "basic", "-l", "{loops}", NULL,
};

const struct workload_builtin perf_syscall = {
	.name = "perf-syscall",
	.help = "perf bench syscall basic: getppid() calls per second.",
	.params = LOOPS,
	.packages = "linux-perf",
	.argv = SYSCALL_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = OPS_FIELDS,
};

/* With --format=simple the time stands alone. */
static const struct field MESSAGING_FIELDS[] = {
	{ "time", "s", LOWER_IS_BETTER, TAKE_EACH,
	  .pattern = "^ +Total time: (?<value>.*) \\[sec\\]$" },
	{ "time", "s", LOWER_IS_BETTER, TAKE_EACH, .pattern = "^(?<value>[\\d.]+)$" },
	{ 0 },
};

static const char *const MESSAGING_PARAMS[] = { "groups=10", "loops=100", NULL };
static const char *const MESSAGING_ARGV[] = {
	"perf", "bench", "sched", "messaging", "-g", "{groups}", "-l", "{loops}", NULL,
};

const struct workload_builtin perf_sched_messaging = {
	.name = "perf-sched-messaging",
	.help = "perf bench sched messaging: time for messages between many tasks.",
	.params = MESSAGING_PARAMS,
	.packages = "linux-perf",
	.argv = MESSAGING_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = MESSAGING_FIELDS,
};

static const struct field AVERAGED_FIELDS[] = {
	{ "throughput", "ops/s", HIGHER_IS_BETTER,
	  .pattern = "^Averaged " VALUE " operations/sec " },
	{ "thread", "ops/s", HIGHER_IS_BETTER,
	  .pattern = "^\\[thread +(?<label>\\d+)\\] .*\\[ " VALUE " ops/sec +\\]$" },
	{ 0 },
};

static const char *const THREAD_PARAMS[] = { "threads=1", "time=10", NULL };
static const char *const HASH_ARGV[] = {
	"perf", "bench", "futex", "hash", "-t", "{threads}", "-r", "{time}", NULL,
};

const struct workload_builtin perf_futex_hash = {
	.name = "perf-futex-hash",
	.help = "perf bench futex hash: futex calls per second and thread.",
	.params = THREAD_PARAMS,
	.packages = "linux-perf",
	.argv = HASH_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = AVERAGED_FIELDS,
};

static const char *const EPOLL_ARGV[] = {
	"perf", "bench", "epoll", "wait", "-t", "{threads}", "-r", "{time}", NULL,
};

const struct workload_builtin perf_epoll_wait = {
	.name = "perf-epoll-wait",
	.help = "perf bench epoll wait: epoll_wait() calls per second and thread.",
	.params = THREAD_PARAMS,
	.packages = "linux-perf",
	.argv = EPOLL_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = AVERAGED_FIELDS,
};

/* Each of its runs is a sample; the mean at the end is another view of them. */
static const struct field WAKE_FIELDS[] = {
	{ "time", "ms", LOWER_IS_BETTER, TAKE_EACH,
	  .pattern = "^\\[Run \\d+\\]: Wokeup \\d+ of \\d+ threads in (?<value>.*) ms$" },
	{ "time", "ms", LOWER_IS_BETTER, TAKE_EACH,
	  .pattern = "^Wokeup \\d+ of \\d+ threads in " VALUE " ms" },
	{ "mean_time", "ms", LOWER_IS_BETTER,
	  .pattern = "^Wokeup \\d+ of \\d+ threads in " VALUE " ms" },
	{ 0 },
};

static const char *const WAKE_PARAMS[] = { "threads=64", NULL };
static const char *const WAKE_ARGV[] = {
	"perf", "bench", "futex", "wake", "-t", "{threads}", NULL
};

const struct workload_builtin perf_futex_wake = {
	.name = "perf-futex-wake",
	.help = "perf bench futex wake: time to wake threads that wait on a futex.",
	.params = WAKE_PARAMS,
	.packages = "linux-perf",
	.argv = WAKE_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = WAKE_FIELDS,
};
