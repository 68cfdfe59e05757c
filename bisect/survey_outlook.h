/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the kernels of a case lie in its range, and what is believed over it, for people to see. Pure. */
#ifndef BISECT_SURVEY_OUTLOOK_H
#define BISECT_SURVEY_OUTLOOK_H

#include "bisect/evidence.h"
#include "bisect/outlook.h"
#include "results/survey.h"

/*
 * Of all kernels of the history that `outlook` was made from; those that belong to no stage come last.
 * Evaluates the stages inside merges once more. The caller clears *ret.
 */
void survey_outlook(const struct outlook *outlook, const struct history *history,
		    const struct evidence_options *options, struct survey *ret);

#endif
