/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a case asks the repository about states and descent. Merging two kernels in memory, or finding
 * their merge base, can take a second, and the same is asked before every step: each answer is kept.
 */
#ifndef BISECT_LINEAGE_H
#define BISECT_LINEAGE_H

#include "base/defs.h"
#include "bisect/outlook.h"
#include "bisect/repo.h"

#include <stddef.h>

struct lineage_answer {
	char *question;
	struct outlook_state state; /* of other questions, state.commit is the answer */
};

/* Zero-initialised but for the repository, it knows nothing yet. */
struct lineage {
	struct repo *repo; /* borrowed */
	struct lineage_answer *answers;
	size_t n, capacity;
};
void lineage_clear(struct lineage *lineage);

/* With a struct lineage as the context. */
extern const struct outlook_questions lineage_questions;

#endif
