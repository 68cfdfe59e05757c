/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/verify.h"

#include <assert.h>
#include <math.h>

#include "results/stats.h"

/* Nobody is contradicted by a single boot. */
#define PAIRS_TO_REFUTE 2
#define NORMAL_95 1.96
/* As everywhere, below it the model does not fit. */
#define DOUBTFUL_P 0.001

/* ln Λ of n pairs with the mean difference d: effects are drawn from N(0, k²). */
static double log_ratio(double n, double d, double v, double k)
{
	double spread = v + n * k * k;

	return 0.5 * log(v / spread) + n * n * k * k * d * d / (2 * v * spread);
}

/* Half of the interval of all means that the same test would not reject. */
static double half_of_interval(double n, double v, double k)
{
	double spread = v + n * k * k;

	return sqrt(2 * v * spread / (n * n * k * k) *
		    (log(1 / VERIFY_ALPHA) + 0.5 * log(spread / v)));
}

static double variance(const struct verify_pairs *pairs)
{
	double freedom = (double)pairs->n - 1;

	if (pairs->n < 2 || stats_chi2_upper(pairs->squares / pairs->var, freedom) >= DOUBTFUL_P)
		return pairs->var;
	return pairs->squares / freedom;
}

void verify_compare(const struct verify_pairs *pairs, double claim, struct verify_comparison *ret)
{
	double n = (double)pairs->n, size = fabs(claim);
	double along = claim < 0 ? -pairs->mean : pairs->mean; /* in the claim's direction */
	double var, half;

	assert(size > 0 && pairs->var > 0);
	var = variance(pairs);
	half = pairs->n > 0 ? half_of_interval(n, var, size) : (double)INFINITY;
	*ret = (struct verify_comparison){
		.verdict = FINDING_CHECKING,
		.n_pairs = pairs->n,
		.difference = pairs->mean,
		.low = pairs->mean - half,
		.high = pairs->mean + half,
	};
	if (pairs->n >= PAIRS_TO_REFUTE && along + half < size / 2)
		ret->verdict = FINDING_REFUTED;
	else if (pairs->n > 0 && along > 0 &&
		 log_ratio(n, pairs->mean, var, size) >= log(1 / VERIFY_ALPHA))
		ret->verdict = FINDING_CONFIRMED;
	else if (pairs->n >= VERIFY_PAIRS_MAX)
		ret->verdict = FINDING_UNDECIDED;
}

bool verify_share(const struct verify_ratio *ratio, struct verify_share *ret)
{
	double d = ratio->denominator, share = ratio->numerator / d;
	double g = NORMAL_95 * NORMAL_95 * ratio->denominator_var / (d * d);
	double regressed, rest, centre, half;

	if (!(g < 1)) /* or d is 0 */
		return false;
	/* What of the numerator varies with the denominator, and what does not. */
	regressed = ratio->denominator_var > 0 ? ratio->covariance / ratio->denominator_var : 0;
	rest = ratio->numerator_var - regressed * ratio->covariance;
	centre = (share - g * regressed) / (1 - g);
	half = NORMAL_95 / fabs(d) / (1 - g) *
	       sqrt(fmax(ratio->numerator_var - 2 * share * ratio->covariance +
				 share * share * ratio->denominator_var - g * rest,
			 0));
	*ret = (struct verify_share){ share, centre - half, centre + half };
	return true;
}
