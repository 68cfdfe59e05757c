/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Carries changes to the ends of the range, for the verification: makes the commits that have them put
 * on or taken out, among the workspace's objects. A merge in memory can take a second, and the same is
 * asked before every step: each answer is kept.
 */
#ifndef BISECT_CARRY_H
#define BISECT_CARRY_H

#include "base/defs.h"
#include "bisect/repo.h"
#include "bisect/verification.h"

#include <stddef.h>

struct carry_answer {
	char *question;
	char commit[REPO_HEX_SIZE]; /* "": a conflict */
};

/* Zero-initialised but for the repository, it knows nothing yet. */
struct carry {
	struct repo *repo; /* borrowed */
	struct carry_answer *answers;
	size_t n, capacity;
};
void carry_clear(struct carry *carry);

/* For verification_source.carry; `context` is a struct carry. */
int carry_patch(void *context, const struct verification_patch *patch, char ret[HISTORY_OID_SIZE],
		struct error *err) MUST_CHECK;

#endif
