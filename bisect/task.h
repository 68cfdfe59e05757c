/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One thing for the lab to do: build a kernel that is not there, boot one that is, or take further
 * samples in a boot that still runs.
 */
#ifndef BISECT_TASK_H
#define BISECT_TASK_H

#include "bisect/stage.h"
#include "results/history.h"

#include <stdbool.h>

struct task {
	struct candidate candidate;
	unsigned samples; /* of the boot, or further ones */
	bool extends;     /* the boot that still runs, which is one of this candidate */
	enum boot_purpose purpose;
	const char *why; /* in plain words; static */
};

#endif
