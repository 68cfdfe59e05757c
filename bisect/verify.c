/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/verify.h"

#include <assert.h>
#include <math.h>

#include "results/stats.h"

/* Nobody is contradicted by a single boot. */
#define PAIRS_TO_REFUTE 2
/* So much off the claim, as a part of it or in standard deviations, is still the same size. */
#define ALIKE_PART 0.5
#define ALIKE_SD 3.5
/* After so many pairs of another size there is nothing to wait for. */
#define PAIRS_TO_CONTRADICT 8
#define NORMAL_95 1.96
/* As everywhere, below it the model does not fit. */
#define DOUBTFUL_P 0.001

void verify_add_pair(struct verify_pairs *pairs, double difference, double var)
{
	double off = difference - pairs->mean;

	assert(var > 0);
	pairs->n++;
	pairs->precision += 1 / var;
	pairs->mean += off / var / pairs->precision;
	pairs->chi2 += fmax(0, off * (difference - pairs->mean) / var);
}

/* ln Λ of a mean difference d that is known to that precision: effects are drawn from N(0, k²). */
static double log_ratio(double precision, double d, double k)
{
	double spread = 1 + precision * k * k;

	return -0.5 * log(spread) + pow(precision * k * d, 2) / (2 * spread);
}

/* Half of the interval of all means that the same test would not reject. */
static double half_of_interval(double precision, double k)
{
	double spread = 1 + precision * k * k;

	return sqrt(2 * spread * (log(1 / VERIFY_ALPHA) + 0.5 * log(spread))) / (precision * k);
}

static double precision_of(const struct verify_pairs *pairs)
{
	double freedom = (double)pairs->n - 1;

	if (pairs->n < 2 || stats_chi2_upper(pairs->chi2, freedom) >= DOUBTFUL_P)
		return pairs->precision;
	return pairs->precision * freedom / pairs->chi2;
}

/* Differences of size that noise explains, or nobody minds, are none. */
static bool is_alike(const struct verify_pairs *pairs, const struct verify_claim *claim,
		     double precision)
{
	double off = fabs(pairs->mean - claim->effect);

	return off <= ALIKE_PART * fabs(claim->effect) ||
	       off <= ALIKE_SD * sqrt(1 / precision + claim->sd * claim->sd);
}

static enum finding_verdict judge(const struct verify_pairs *pairs,
				  const struct verify_claim *claim, double precision, double half)
{
	const double size = fabs(claim->effect);
	const double along = claim->effect < 0 ? -pairs->mean : pairs->mean;
	const size_t least = claim->pairs_least > 1 ? claim->pairs_least : 1;

	if (pairs->n < least)
		return FINDING_CHECKING;
	if (pairs->n >= PAIRS_TO_REFUTE && along + half < size / 2)
		return FINDING_REFUTED;
	if (along <= 0 || log_ratio(precision, pairs->mean, size) < log(1 / VERIFY_ALPHA))
		return FINDING_CHECKING;
	if (is_alike(pairs, claim, precision))
		return FINDING_CONFIRMED;
	return pairs->n >= PAIRS_TO_CONTRADICT ? FINDING_UNDECIDED : FINDING_CHECKING;
}

void verify_compare(const struct verify_pairs *pairs, const struct verify_claim *claim,
		    struct verify_comparison *ret)
{
	double precision = precision_of(pairs);
	double half =
		pairs->n > 0 ? half_of_interval(precision, fabs(claim->effect)) : (double)INFINITY;

	assert(claim->effect != 0);
	*ret = (struct verify_comparison){
		.verdict = judge(pairs, claim, precision, half),
		.n_pairs = pairs->n,
		.difference = pairs->mean,
		.low = pairs->mean - half,
		.high = pairs->mean + half,
	};
	if (ret->verdict == FINDING_CHECKING && pairs->n >= VERIFY_PAIRS_MAX)
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
