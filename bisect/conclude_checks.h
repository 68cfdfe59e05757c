/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a verification to what the finding says of it. Pure. */
#ifndef BISECT_CONCLUDE_CHECKS_H
#define BISECT_CONCLUDE_CHECKS_H

#include "bisect/verification.h"
#include "results/finding.h"

/* Fills in how the finding's changes were verified, one check each, and adds notes about it. */
void conclude_checks(const struct verification *verification, struct finding *finding);

#endif
