/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * From the log of a case to the search's question about one stage. Here it is decided what counts: a
 * boot that was measured is evidence, a kernel that failed often enough is untestable, and what
 * happened to this host is neither. Pure.
 */
#ifndef BISECT_EVIDENCE_H
#define BISECT_EVIDENCE_H

#include "base/defs.h"
#include "base/str.h"
#include "bisect/search.h"
#include "bisect/stage.h"
#include "results/history.h"

#include <stddef.h>

enum standing {
	STANDING_OPEN, /* to be booted (again): not measured yet, and not failed for good */
	STANDING_MEASURED,
	STANDING_UNTESTABLE,
};

/* Failed boots after which a kernel is given up: a flaky boot gets a second chance (SEARCH §2.6). */
#define EVIDENCE_BOOTS_FAILED_MAX 2
#define EVIDENCE_RUNS_FAILED_MAX 3

/*
 * What the boots of history->kernels[kernel] amount to. *ret_why (may
 * be NULL) is the outcome behind STANDING_UNTESTABLE, *ret_detail its text, borrowed.
 */
enum standing evidence_standing(const struct history *history, size_t kernel, enum outcome *ret_why,
				const char **ret_detail);

struct evidence_options {
	enum direction better;
	struct search_options search; /* `variants`: as the user has it */
	struct search_costs guess;    /* minutes, for what the case has not measured yet */
	const struct strlist *skip;   /* commits the user left out, full hex; may be NULL */
	int64_t running;              /* id of the boot that can still take samples; 0: none */
};

/*
 * Layouts of a commit that may still be built. One that could not be measured is to blame for that
 * itself, for its commit could: it and those behind it are given up for the whole case.
 */
unsigned evidence_variants(const struct history *history, const struct evidence_options *options);

/*
 * Minutes of a build, of one in another layout, a boot and a sample: means over what the case has done,
 * else the guess.
 */
struct search_costs evidence_measured_costs(const struct history *history,
					    struct search_costs guess);

/* The problem with the arrays it borrows. */
struct evidence {
	struct search_problem problem;
	struct search_kernel *kernels;
	struct search_boot *boots;
	double *values;
	uint8_t *is_cheap;
};
void evidence_init(struct evidence *evidence, const struct stage *stage,
		   const struct history *history, const struct evidence_options *options);
void evidence_clear(struct evidence *evidence);

#endif
