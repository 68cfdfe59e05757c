/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BISECT_LAB_PRIVATE_H
#define BISECT_LAB_PRIVATE_H

#include "bisect/guest_root.h"
#include "bisect/lab.h"
#include "bisect/slots.h"
#include "vm/machine.h"

struct lab_stand;

struct lab {
	struct lab_options options;
	struct slots *slots;
	struct machine *machine;
	struct workload *workload;
	struct lab_stand *stand; /* the last boot; NULL: there was none */
	struct guest_root root;  /* what the guest has besides the workload's files */
};

void lab_stand_free(struct lab_stand *stand);

static inline void lab_tell(const struct lab *lab, enum lab_phase phase)
{
	if (lab->options.progress)
		lab->options.progress(lab->options.progress_context, phase);
}

#endif
