/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the verification share; nobody else includes it. */
#ifndef BISECT_VERIFICATION_PRIVATE_H
#define BISECT_VERIFICATION_PRIVATE_H

#include "bisect/verification.h"

/* The kernel of the candidate, or history->n_kernels. */
size_t verification_kernel(const struct history *history, const struct candidate *candidate);

/* By the noise that a search has learnt: variance of one boot's mean. */
double verification_boot_var(const struct search_verdict *noise, size_t samples);
/* Mean of one boot, as the search takes it. */
double verification_boot_mean(const struct history_boot *boot, enum direction better,
			      double sample_sd);

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
