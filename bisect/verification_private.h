/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the verification share; nobody else includes it. */
#ifndef BISECT_VERIFICATION_PRIVATE_H
#define BISECT_VERIFICATION_PRIVATE_H

#include "bisect/verification.h"

/* The kernel of the candidate, or history->n_kernels. */
size_t verification_kernel(const struct history *history, const struct candidate *candidate);

/* What one boot says of its kernel. */
struct verification_boot {
	double mean;
	double var; /* of it, by the noise that a search has learnt; outliers among its samples add to it */
};
/* As the search takes the boot; it has been measured. */
struct verification_boot verification_boot(const struct history_boot *boot, enum direction better,
					   const struct search_verdict *noise);

/* Fills claim and comparison; *ret_next is the side to boot while it is CHECKING. */
void comparison_evaluate(const struct verification_source *source, const struct culprit *culprit,
			 struct check *check, struct candidate *ret_next);

/* Fills the explanation. *ret_why is NULL when it has ended, else why *ret_next is to be booted. */
int explanation_evaluate(const struct verification_source *source, const struct culprit *culprit,
			 struct check *check, struct candidate *ret_next, const char **ret_why,
			 struct error *err) MUST_CHECK;
/* The share of all changes together; false unless each was measured. */
bool explanation_total(const struct verification_source *source,
		       const struct verification *verification, struct verify_share *ret);

#endif
