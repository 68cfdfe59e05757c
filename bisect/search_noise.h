/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The noise of samples within a boot and of boots of one kernel, learnt from all boots together, and
 * what each kernel's boots say about its mean. Pure.
 */
#ifndef BISECT_SEARCH_NOISE_H
#define BISECT_SEARCH_NOISE_H

#include "base/defs.h"
#include "bisect/search_chain.h"
#include "bisect/search_look.h"

#include <stdbool.h>

/* Sums of squares within and between boots, with their degrees of freedom. */
struct search_squares {
	double within, within_dof;
	double between, between_dof;
	double inverse; /* Σ (B−1)·average of 1/r */
};

struct search_noise {
	struct search_squares squares; /* that it was learnt from */
	double floor;                  /* least σ_w² that is believed in */
	double sample_var;             /* σ_w², within a boot; > 0 */
	double ratio;                  /* ρ = σ_b²/σ_w² */
	struct search_scatter scatter;
	unsigned n_cold;      /* samples at the start of a boot that do not count */
	unsigned min_samples; /* of a boot: those of the options, or more where outliers are met */
	bool is_robust;       /* means of boots too are clipped */
};

/*
 * Fills the looks' means, learns the noise, then fills the builds' and points' means and precisions. With no
 * repetition at all the noise is unknown and comes out as next to nothing: the ends are calibrated
 * with repetitions first.
 */
void search_noise_fit(struct search_chain *chain, struct search_noise *ret);

/* The last part of it: the builds' and points' means and precisions, from looks and noise as they are. */
void search_noise_fit_builds(struct search_chain *chain, const struct search_noise *noise);

/* Variance of the mean of one boot with so many samples that count. */
double search_noise_look_var(const struct search_noise *noise, unsigned samples);

/* The same of a boot that is going to take so many, of which the first may not count. */
double search_noise_plan_var(const struct search_noise *noise, unsigned samples);

/* How many samples a further boot should have: cheap boots few, quiet boots many. */
unsigned search_noise_best_samples(const struct search_noise *noise,
				   const struct search_problem *problem);

/*
 * More samples are off than can be told from those that are not: certainly more than one in ten, so that
 * whole boots are off alike.
 */
bool search_noise_has_too_many_outliers(const struct search_noise *noise);

/*
 * Two boots of the build contradict each other: only two are there, and they lie further apart than
 * the noise, and `tolerance` as a further standard deviation, let expect.
 */
bool search_noise_boots_disagree(const struct search_noise *noise, const struct search_build *build,
				 double tolerance);

#endif
