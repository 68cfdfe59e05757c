/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What keeps a finding from being believed, and what it could not have seen. */
#ifndef BISECT_CONCLUDE_DOUBTS_H
#define BISECT_CONCLUDE_DOUBTS_H

#include "base/defs.h"
#include "bisect/casefile.h"
#include "bisect/search.h"
#include "results/finding.h"
#include "results/history.h"

#include <stdbool.h>

/* Of a finding's fit_p: below it the model does not fit. */
#define CONCLUDE_DOUBTFUL_P 0.001

/* What the model does not explain is no finding, unless boots made for it have confirmed it. */
bool conclude_is_believed(const struct finding *finding, const struct finding_change *change);

/* Fills the obstacle, "" where there is none, and adds notes. The changes and their checks are filled. */
void conclude_doubts(const struct casefile *casefile, const struct history *history,
		     const struct search_verdict *verdict, struct finding *finding);

#endif
