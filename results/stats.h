/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Numbers from samples, the only user of the GNU Scientific Library. Pure. Values are finite and
 * confidences lie inside (0, 1): callers have refused everything else at the door.
 */
#ifndef RESULTS_STATS_H
#define RESULTS_STATS_H

#include "base/defs.h"

#include <stdbool.h>
#include <stddef.h>

/* n values that belong together, e.g. the samples of one boot. Borrowed. */
struct stats_series {
	const double *values;
	size_t n;
};

double stats_mean(const double *values, size_t n);   /* n ≥ 1 */
double stats_median(const double *values, size_t n); /* n ≥ 1 */
/* Sample standard deviation (divided by n − 1); NAN for n < 2: one value has no spread. */
double stats_sd(const double *values, size_t n);

/* A mean with Student's interval. */
struct stats_estimate {
	size_t n;
	double mean;
	bool has_spread;  /* false for one value: then sd, low and high are NAN */
	double sd;        /* of the values */
	double low, high; /* of the mean */
};
void stats_estimate(const double *values, size_t n, double confidence, struct stats_estimate *ret);

/*
 * The spread of one value, judged by what neighbours differ: median |yᵢ − yᵢ₊₁| / (0.6745·√2) over
 * all neighbours inside the series (SEARCH §2.1). Neither drift nor one outlier moves it much. 0 when
 * no series has two values.
 */
double stats_successive_sd(const struct stats_series *series, size_t n_series);

/*
 * Huber's mean as SEARCH §2.1 has it: from the median, three passes with values clipped to ± 2 sd of
 * the current mean. `sd` is the spread of one value; where it is 0 the result is the median. n ≥ 1;
 * one value and two values are averaged.
 */
double stats_huber_mean(const double *values, size_t n, double sd);

double stats_normal_quantile(double p);            /* p in (0, 1) */
double stats_t_quantile(double p, double freedom); /* freedom > 0, may be fractional */
/* P(|T| ≥ |t|) of Student's distribution; t may be infinite; freedom > 0. */
double stats_t_two_sided(double t, double freedom);
double stats_chi2_upper(double chi2, double freedom); /* P(X ≥ chi2); chi2 ≥ 0, freedom > 0 */

/*
 * The interval of Clopper and Pearson for a probability of which `hits` of n ≥ 1 trials are known: it
 * covers at least with that confidence.
 */
void stats_share_interval(size_t hits, size_t n, double confidence, double *ret_low,
			  double *ret_high);

/* P(hits or more of n trials) of something of that probability; hits ≤ n, share in (0, 1). */
double stats_share_upper(size_t hits, size_t n, double share);

/*
 * Holm's step-down correction, in place: the i-th smallest of n p-values becomes the largest (n − j)·pⱼ of
 * those up to it, at most 1. What is then below α holds with a chance of at most α that any of them is wrong.
 */
void stats_holm(double *p, size_t n);
/*
 * Lenth's pseudo standard error of n ≥ 1 differences that were measured once each, most of which are
 * nothing: 1.5 times the median of |d|, again without those above 2.5 times that. n/3 degrees of freedom.
 */
double stats_lenth(const double *differences, size_t n);

/* Welch's comparison of the means of two sets whose spreads may differ. */
struct stats_comparison {
	double difference; /* mean of b minus mean of a */
	double low, high;  /* its interval */
	double t;          /* 0 when both means agree, ± infinity when nothing varies */
	double freedom;    /* Welch–Satterthwaite */
	double p;          /* two-sided */
};
/* False, and *ret unwritten, when one of the sets has fewer than two values. */
bool stats_compare(const struct stats_series *a, const struct stats_series *b, double confidence,
		   struct stats_comparison *ret) MUST_CHECK;

#endif
