/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Samples that lie far from the others of their series, to be named, never left out: by the median and the
 * median deviation (the modified z-score of Iglewicz and Hoaglin above 3.5), and further than what all
 * series of the list usually spread.
 */
#ifndef RESULTS_OUTLIER_H
#define RESULTS_OUTLIER_H

#include "base/str.h"
#include "results/series.h"

/* A sentence for each; series of fewer than four samples have none. */
void outlier_name_all(const struct series_list *list, struct strlist *remarks);

#endif
