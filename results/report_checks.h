/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a change was verified, as sentences for the reports: without a full stop, nothing where it was not. */
#ifndef RESULTS_REPORT_CHECKS_H
#define RESULTS_REPORT_CHECKS_H

#include "base/str.h"
#include "results/finding.h"

/* "confirmed: booted in turn with what was before it, …" */
void report_checks_comparison(const struct finding_change *change, struct str *out);
/* "without it the bad end makes +3.2 % (…): 92 % (…) of the whole difference" */
void report_checks_explanation(const struct finding_change *change, struct str *out);

#endif
