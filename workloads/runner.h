/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a boot's runs to samples, or to the reason why there are none. */
#ifndef WORKLOADS_RUNNER_H
#define WORKLOADS_RUNNER_H

#include "base/defs.h"
#include "results/sample.h"
#include "vm/machine.h"
#include "workloads/workload.h"

#include <stddef.h>

struct runner_samples {
	enum outcome outcome; /* MEASURED, or why not */
	char *detail;         /* one line; NULL when measured */
	double *values;       /* of the counted repetitions, in order; one or more of each */
	size_t n;
	size_t n_sound; /* of them, those before the first run that went wrong */
};
void runner_samples_clear(struct runner_samples *samples);

/*
 * Pure. One bad run makes the boot WORKLOAD_FAILED (or TIMED_OUT) with the run, its exit status and
 * the last line of its output in `detail`; values of the good runs are kept for the log.
 */
void runner_collect(const struct workload *workload, const struct boot_result *boot,
		    struct runner_samples *ret);

#endif
