/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The statistics behind verifying a change (docs/search.md): a sequential test of its two sides booted
 * in turn, and its share of the whole difference. Pure; on the log-percent scale, larger is faster.
 */
#ifndef BISECT_VERIFY_H
#define BISECT_VERIFY_H

#include "base/defs.h"
#include "results/finding.h"

#include <stdbool.h>
#include <stddef.h>

/* A change that is none is confirmed at most so often, however long one looks. */
#define VERIFY_ALPHA 0.01
/* Pairs after which the comparison ends undecided. */
#define VERIFY_PAIRS_MAX 32

/* Pairs of boots, one of each side, the one directly after the other. All 0 before the first. */
struct verify_pairs {
	size_t n;
	double precision; /* sum of 1/variance of the differences, by the noise of the model */
	double mean;      /* of them, after minus before the change, each by its own precision */
	double chi2;      /* their squares around it, in their variances */
};
void verify_add_pair(struct verify_pairs *pairs, double difference, double var); /* var > 0 */

/* What the search found without these boots. */
struct verify_claim {
	double effect; /* not 0 */
	double sd;
	size_t pairs_least; /* before a verdict; 0 and 1: a single one can confirm */
};

struct verify_comparison {
	enum finding_verdict verdict; /* CHECKING while more pairs are needed */
	size_t n_pairs;
	double difference; /* low and high are infinite before the first pair */
	double low, high;  /* valid with probability 1 − α at all numbers of pairs at once */
};

/*
 * Is the difference as the search claims? The mixture sequential probability ratio test with
 * effects N(0, claim²): confirmed when Λ ≥ 1/α in the claim's direction; refuted when the interval
 * holds nothing of half the claim or more. One pair can confirm, on a quiet machine; to contradict what
 * several boots said takes two. Pairs that scatter more than the model explains (χ² below 0.001) count by
 * their own variance. A difference of quite another size than the claim, both known better than that,
 * confirms nothing: one of the two is wrong, and it is undecided when further pairs do not bring them
 * together.
 */
void verify_compare(const struct verify_pairs *pairs, const struct verify_claim *claim,
		    struct verify_comparison *ret);

/* Two estimates, and how they vary together. */
struct verify_ratio {
	double numerator, numerator_var;
	double denominator, denominator_var;
	double covariance;
};
struct verify_share {
	double share, low, high; /* 95 % */
};
/* Fieller's interval. False when it is unbounded: the denominator may be 0. */
bool verify_share(const struct verify_ratio *ratio, struct verify_share *ret) MUST_CHECK;

#endif
