/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the search believed before a boot and after it, found out once more from what had been measured by
 * then. Pure. Of the mainline alone: what was asked inside a merge is not told.
 */
#ifndef BISECT_HINDSIGHT_H
#define BISECT_HINDSIGHT_H

#include "base/defs.h"
#include "bisect/evidence.h"
#include "results/report_input.h"

/*
 * The thoughts of history->kernels[kernel]'s boots: one for each boot of the history, of which those of
 * other kernels are zero. NULL where the kernel is not in the stage. The caller frees them. Takes some
 * milliseconds a boot.
 */
struct report_thought *hindsight_of(const struct stage *stage, const struct history *history,
				    const struct evidence_options *options,
				    size_t kernel) MUST_CHECK;

#endif
