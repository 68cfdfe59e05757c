/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a finding says about how its kernels were built. */
#ifndef BISECT_CONCLUDE_BUILDS_H
#define BISECT_CONCLUDE_BUILDS_H

#include "bisect/casefile.h"
#include "results/finding.h"
#include "results/history.h"

/* Adds notes: compilers, mends, and failures that are not the commits'. */
void conclude_builds(const struct casefile *casefile, const struct history *history,
		     struct finding *finding);

#endif
