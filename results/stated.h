/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The ratios (".868") and changes ("+24.57%") that a source states against its first kernel: do they
 * follow from its own samples?
 */
#ifndef RESULTS_STATED_H
#define RESULTS_STATED_H

#include "base/str.h"
#include "results/series.h"

#include <stdbool.h>

/* True when the text is a ratio or a change. */
bool stated_is_valid(const char *text);
/* True when the ratio is what the text says, rounded or cut to its digits. */
bool stated_agrees(const char *text, double ratio);
/* Adds a sentence for each that does not follow. The first series of a column is its base. */
void stated_check(const struct series_list *list, struct strlist *remarks);

#endif
