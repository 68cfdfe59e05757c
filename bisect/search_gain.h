/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expected information, in bits, of a look that has not been taken. Pure. */
#ifndef BISECT_SEARCH_GAIN_H
#define BISECT_SEARCH_GAIN_H

#include <stddef.h>

/* Entropy of a coin with probability p. */
double search_gain_entropy(double p);

/*
 * What one look tells about a label that is true with probability q, when the two labels' means lie
 * `distance` standard deviations apart. Interpolated from a table; within 1 % of the integral.
 */
double search_gain_label(double q, double distance);

/* A hypothesis and what it predicts for one kernel: mean, and the variance of that prediction. */
struct search_prediction {
	double probability; /* need not add up to 1 */
	double mean;
	double var;
};

/* Variance between the hypotheses' means. */
double search_gain_spread(const struct search_prediction *predictions, size_t n);

/* What a look with the given noise variance (> 0) tells about which hypothesis holds. */
double search_gain_mixture(const struct search_prediction *predictions, size_t n, double noise_var);

#endif
