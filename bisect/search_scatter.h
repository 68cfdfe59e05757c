/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How samples scatter within a boot, as learnt from all boots. */
#ifndef BISECT_SEARCH_SCATTER_H
#define BISECT_SEARCH_SCATTER_H

#include <stddef.h>

struct search_scatter {
	double scale; /* σ_w from the median distance of successive samples, without outliers' part; > 0 */
	double reach;            /* from the middle of its boot, beyond which a sample is off */
	double outlier_rate;     /* share of samples that are */
	double outlier_var;      /* variance that they add to a sample of which nobody knows */
	size_t n_off, n_samples; /* that the rate is from */
};

#endif
