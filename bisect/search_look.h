/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A boot by itself: what its samples say of its mean, when a sample may be off by any amount
 * (docs/search.md). Pure.
 */
#ifndef BISECT_SEARCH_LOOK_H
#define BISECT_SEARCH_LOOK_H

#include "base/defs.h"
#include "bisect/search_chain.h"

#include <stdbool.h>
#include <stddef.h>

/* How samples scatter within a boot, as far as outliers do not spoil it. */
struct search_scatter {
	double scale;        /* σ_w from the median distance of successive samples; > 0 */
	double reach;        /* from the middle of its boot, beyond which a sample is off */
	double outlier_rate; /* share of samples that are */
	double outlier_var;  /* variance that they add to a sample of which nobody knows */
};

/* From all boots of the chain; scale is `floor` or more. */
struct search_scatter search_look_scatter(const struct search_chain *chain, double floor);

/*
 * Fills the look's mean, squares and excess. From three samples on, those far from the middle count as
 * if they were nearer. Two that contradict each other say next to nothing: either may be off.
 */
void search_look_fit(struct search_look *look, const struct search_scatter *scatter);

double search_look_median(double *values, size_t n); /* sorts the values; n ≥ 1 */

#endif
