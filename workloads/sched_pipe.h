/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two processes that hand a byte back and forth through pipes: the cost of waking and switching. */
#ifndef WORKLOADS_SCHED_PIPE_H
#define WORKLOADS_SCHED_PIPE_H

#include "workloads/workload.h"

extern const struct workload_builtin sched_pipe;

#endif
