/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which differences from the base are real: on the logarithms, by Welch's test where both have a spread, by
 * the pooled spread of the metric where only others have, by Lenth's where no cell was measured twice; all
 * of them corrected together by Holm's rule. docs/compare.md has the formulas and where they come from.
 */
#ifndef RESULTS_COMPARE_JUDGE_H
#define RESULTS_COMPARE_JUDGE_H

#include "results/compare.h"

/* Cells that Lenth's rule needs: of fewer, "most" says nothing. */
#define COMPARE_LENTH_MIN 8

/* Sets verdicts, methods, intervals and p-values, and says in remarks what could not be judged and why. */
void compare_judge(struct compare *compare, double confidence);

#endif
