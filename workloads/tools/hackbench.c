/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hackbench of rt-tests: groups of senders and receivers. Each of its runs is a sample. */
#include "workloads/catalog.h"

static const struct field FIELDS[] = {
	{ "time", "s", LOWER_IS_BETTER, TAKE_EACH, .pattern = "^Time: (?<value>.*)$" },
	{ 0 },
};

static const struct refusal REFUSALS[] = {
	{ "^(?:Creating |SENDER: |CLIENT: |READ|fork|SERVER: ).*\\(error: .*$",
	  .reason = "hackbench failed" },
	{ 0 },
};

/* mode: process or threads */
static const char *const PARAMS[] = { "groups=10", "loops=1000", "size=100", "mode=process", NULL };
static const char *const SOCKET_ARGV[] = {
	"hackbench", "-g", "{groups}", "-l", "{loops}", "-s", "{size}", "--{mode}", NULL,
};

const struct workload_builtin hackbench = {
	.name = "hackbench",
	.help = "Time for messages between many tasks through UNIX sockets.",
	.params = PARAMS,
	.packages = "rt-tests",
	.argv = SOCKET_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};

static const char *const PIPE_ARGV[] = {
	"hackbench", "-g", "{groups}", "-l", "{loops}", "-s", "{size}", "--{mode}", "--pipe", NULL,
};

const struct workload_builtin hackbench_pipe = {
	.name = "hackbench-pipe",
	.help = "Time for messages between many tasks through pipes.",
	.params = PARAMS,
	.packages = "rt-tests",
	.argv = PIPE_ARGV,
	.warmups = 1,
	.timeout_s = 600,
	.fields = FIELDS,
	.refusals = REFUSALS,
};
