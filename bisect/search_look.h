/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A boot by itself: what its samples say of its mean, when a sample may be off by any amount
 * (docs/search.md). Pure.
 */
#ifndef BISECT_SEARCH_LOOK_H
#define BISECT_SEARCH_LOOK_H

#include "base/defs.h"
#include "bisect/search_chain.h"
#include "bisect/search_scatter.h"

#include <stdbool.h>
#include <stddef.h>

/* From all boots of the chain; scale is `floor` or more. */
struct search_scatter search_look_scatter(const struct search_chain *chain, double floor);

/*
 * Fills the look's mean, squares and excess. From three samples on, those far from the middle count as
 * if they were nearer. Two that contradict each other say next to nothing: either may be off.
 */
void search_look_fit(struct search_look *look, const struct search_scatter *scatter);

/*
 * What it adds to the variance of a boot's mean that all its n samples, which agree, may be off alike: the
 * probability of that by what outliers are usually off, squared. Of one sample it is outlier_var.
 */
double search_look_all_off_var(const struct search_scatter *scatter, size_t n);

double search_look_median(double *values, size_t n); /* sorts the values; n ≥ 1 */

#endif
