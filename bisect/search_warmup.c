/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_warmup.h"

#include <math.h>

#include "base/mem.h"

/* Boots that are compared, at least. */
#define BOOTS_MIN 3
/* In standard deviations of a normal variable. */
#define CERTAIN 4.0
/* Smaller offsets, in σ_w or in the smallest effect, are left alone. */
#define NOTABLE 0.5
#define HARMFUL 0.1

/* What first samples are off by: weighted sums over the boots, and squares to judge them by. */
struct sums {
	size_t boots;
	double weight, offset, squares; /* Σ w, Σ w·d, Σ w·d² */
	double within, within_dof;      /* of the later samples around their boots' means */
};

static void add_look(struct sums *sums, const struct search_look *look)
{
	size_t later = look->n - 1;
	double mean = 0, weight = (double)later / (double)look->n,
	       offset; /* var(d) = σ_w²/weight */

	for (size_t i = 1; i < look->n; i++)
		mean += look->values[i] / (double)later;
	for (size_t i = 1; i < look->n; i++)
		sums->within += pow(look->values[i] - mean, 2);
	sums->within_dof += (double)later - 1;
	offset = look->values[0] - mean;
	sums->boots++;
	sums->weight += weight;
	sums->offset += weight * offset;
	sums->squares += weight * offset * offset;
}

/*
 * The normal deviate that is as improbable as Student's t (D. L. Wallace, Bounds on normal approximations
 * to Student's and the chi-square distributions, 1959).
 */
static double normal_of_t(double t, double dof)
{
	return sqrt(dof * log1p(t * t / dof)) * (8 * dof + 1) / (8 * dof + 3);
}

struct search_warmup search_warmup_find(const struct search_chain *chain)
{
	struct sums sums = { 0 };
	double offset, scatter, dof, var, t;

	for (size_t i = 0; i < chain->n_looks; i++)
		if (chain->looks[i].n > 1)
			add_look(&sums, &chain->looks[i]);
	if (sums.boots < BOOTS_MIN)
		return (struct search_warmup){ 0 };
	offset = sums.offset / sums.weight;
	scatter = fmax(0, sums.squares - sums.weight * offset * offset);
	dof = (double)sums.boots - 1 + sums.within_dof;
	var = (scatter + sums.within) / dof;
	t = var > 0 ? fabs(offset) * sqrt(sums.weight / var) : INFINITY;
	if (normal_of_t(t, dof) < CERTAIN || fabs(offset) < NOTABLE * sqrt(var) ||
	    fabs(offset) < HARMFUL * chain->smallest_effect)
		return (struct search_warmup){ 0 };
	return (struct search_warmup){
		.offset = offset,
		/* First samples may scatter more than later ones do. */
		.var = var / sums.weight + fmax(0, scatter / ((double)sums.boots - 1) - var),
	};
}

void search_warmup_remove(struct search_chain *chain, const struct search_warmup *warmup)
{
	if (warmup->offset == 0)
		return;
	chain->lone = mem_array(chain->n_looks, sizeof(*chain->lone));
	chain->n_cold = 1;
	for (size_t i = 0; i < chain->n_looks; i++) {
		struct search_look *look = &chain->looks[i];

		if (look->n > 1) {
			look->values++;
			look->n--;
			continue;
		}
		chain->lone[i] = look->values[0] - warmup->offset;
		look->values = &chain->lone[i];
		look->warmup_var = warmup->var;
	}
}
