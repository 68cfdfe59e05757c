/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is worth saying of the merges that a case has looked into. */
#ifndef BISECT_CONCLUDE_MERGES_H
#define BISECT_CONCLUDE_MERGES_H

#include "bisect/casefile.h"
#include "results/finding.h"

/* Adds notes: merges that change something only as a whole, and commits measured on their own base. */
void conclude_merges(const struct casefile *casefile, const struct outlook *outlook,
		     struct finding *finding);

#endif
