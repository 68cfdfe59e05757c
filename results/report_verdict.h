/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a case ended, in a sentence or two. Text as it is: the reports make it harmless. */
#ifndef RESULTS_REPORT_VERDICT_H
#define RESULTS_REPORT_VERDICT_H

#include "base/str.h"
#include "results/report_input.h"

/* "Found: commit 1a2b3c4d5e6f makes it slower. Throughput of the bad end against the good end: …" */
void report_verdict_append(const struct report_input *input, struct str *out);
/* "slower" or "faster". */
const char *report_verdict_speed(double percent);
/* An end of which nothing was measured leaves no difference, and no interval around it. */
bool report_verdict_has_difference(const struct finding *finding);
/* "above 0.999", since a probability near 1 must not be printed as 1. */
void report_verdict_append_probability(const struct finding_change *change, struct str *out);

#endif
