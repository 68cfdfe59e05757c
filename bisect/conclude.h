/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From an outlook and its verification to a finding: what is said to people. */
#ifndef BISECT_CONCLUDE_H
#define BISECT_CONCLUDE_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/casefile.h"
#include "results/finding.h"

/*
 * State "running" while the outlook or the verification has a next step. Reads commit texts from the repository and the
 * steps' times from the store; the caller frees *ret with finding_free.
 */
int conclude(struct casefile *casefile, const struct history *history,
	     const struct outlook *outlook, const struct verification *verification,
	     struct finding **ret, struct error *err) MUST_CHECK;

/*
 * Of a case whose range cannot be read any more: what it has cost, and `why` as the obstacle. Its kernels and
 * samples are in the history.
 */
int conclude_without_range(struct store *store, const struct case_record *record,
			   const struct history *history, const char *why, struct finding **ret,
			   struct error *err) MUST_CHECK;

#endif
