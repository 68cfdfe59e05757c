/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What follows the search: each change is confirmed by booting the kernels on its two sides in turn,
 * then taken out of the bad end, or where that conflicts put on the good one, to see how much of the
 * whole difference it explains (docs/search.md). Recomputed from the history before every step, as the
 * outlook is. Pure but for `carry`, which asks the repository.
 */
#ifndef BISECT_VERIFICATION_H
#define BISECT_VERIFICATION_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/culprit.h"
#include "bisect/task.h"
#include "bisect/verify.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A change carried to an end of the range. */
struct verification_patch {
	const struct candidate *from, *to; /* what leads from one of its sides to the other */
	const char *onto;                  /* the end */
	enum finding_method method;
	const char *commit; /* the change; the newest one of a run */
	uint32_t n_commits; /* of the run */
};

struct verification_source {
	const struct outlook *outlook; /* outlives the verification */
	const struct history *history; /* the same */
	const struct evidence_options *options;
	/* Makes the commit that has the patch on its end; `ret` is "" where that conflicts. */
	int (*carry)(void *context, const struct verification_patch *patch,
		     char ret[HISTORY_OID_SIZE], struct error *err);
	void *context;
};

/* How a change was tried on an end, on the log-percent scale. */
struct explanation {
	enum finding_method method; /* the last one tried */
	struct candidate candidate; /* what is built for it; commit "": it conflicts */
	enum outcome outcome;       /* MEASURED, why not, or BUILT while under way */
	const char *detail;         /* borrowed from the history; "" */
	double effect, effect_sd;   /* against its end, once it is measured */
	bool has_share;
	struct verify_share share;
};

/* One change; those that are not resolved are left unchecked. */
struct check {
	struct candidate before, after; /* its two sides */
	struct verify_claim claim;      /* what the search found without the boots made here */
	struct verify_comparison comparison;
	struct explanation explanation;
};

struct verification {
	struct check *checks; /* as culprits_init() lists the changes */
	size_t n;
	bool has_task;
	struct task task; /* the next one */
	bool has_total;
	struct verify_share total; /* of all changes together, when each was measured */
};

/* The outlook's search must have ended. */
int verification_init(struct verification *verification, const struct verification_source *source,
		      struct error *err) MUST_CHECK;
void verification_clear(struct verification *verification);

#endif
