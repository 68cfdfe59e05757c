/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One thing for the lab to do: build a kernel that is not there, or boot one that is. */
#ifndef BISECT_TASK_H
#define BISECT_TASK_H

#include "bisect/stage.h"
#include "results/history.h"

struct task {
	struct candidate candidate;
	unsigned samples; /* of the boot */
	enum boot_purpose purpose;
	const char *why; /* in plain words; static */
};

#endif
