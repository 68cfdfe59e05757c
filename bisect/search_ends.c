/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_ends.h"

#include <math.h>

#include "bisect/search_action.h"

/* Boots of each end after which the noise counts as known, and how many do on a quiet machine. */
#define BOOTS 3
#define BOOTS_QUIET 2
/* Standard errors between ends that differ beyond doubt; with few boots the error is itself unsure. */
#define DIFFERENT 3.0
#define DIFFERENT_QUIET 12.0
/* Ends known to this part of the smallest effect need no more boots. */
#define KNOWN 0.25
#define KNOWN_QUIET 0.0625

bool search_ends_are_testable(const struct search_chain *chain)
{
	return !search_chain_is_dead(chain, 0) && !search_chain_is_dead(chain, chain->problem->n);
}

bool search_ends_are_measured(const struct search_chain *chain)
{
	return chain->n_points >= 2 && chain->points[0].position == 0 &&
	       chain->points[chain->n_points - 1].position == chain->problem->n;
}

/* Boots of the kernel at the position. */
static size_t boots_at(const struct search_chain *chain, uint32_t position)
{
	for (size_t i = 0; i < chain->n_points; i++) {
		if (chain->points[i].position == position)
			return chain->points[i].n_looks;
	}
	return 0;
}

static bool are_known(const struct search_chain *chain)
{
	const struct search_point *good = &chain->points[0];
	const struct search_point *bad = &chain->points[chain->n_points - 1];
	size_t boots = good->n_looks < bad->n_looks ? good->n_looks : bad->n_looks;
	double difference = fabs(bad->mean - good->mean);
	double error = sqrt(1 / good->precision + 1 / bad->precision);

	if (boots < BOOTS_QUIET)
		return false;
	if (boots < BOOTS)
		return difference >= DIFFERENT_QUIET * error ||
		       error < KNOWN_QUIET * chain->smallest_effect;
	return difference >= DIFFERENT * error || error < KNOWN * chain->smallest_effect;
}

/* The first boots must show the noise within a boot, so they have two samples at least. */
static unsigned first_samples(const struct search_options *options,
			      const struct search_noise *noise)
{
	unsigned samples = 2 + noise->n_cold;

	if (samples < noise->min_samples)
		samples = noise->min_samples;

	return samples < options->max_samples ? samples : options->max_samples;
}

bool search_ends_need(const struct search_chain *chain, const struct search_noise *noise,
		      struct search_action *ret)
{
	uint32_t n = chain->problem->n;
	size_t good = boots_at(chain, 0), bad = boots_at(chain, n), weaker;

	if (good < BOOTS_QUIET || bad < BOOTS_QUIET) {
		*ret = search_action_build(chain, good <= bad ? 0 : n,
					   first_samples(&chain->problem->options, noise),
					   SEARCH_WHY_CALIBRATE);
		return true;
	}
	if (chain->n_points > 2 || are_known(chain))
		return false;
	if (good < BOOTS || bad < BOOTS) {
		*ret = search_action_build(chain, good <= bad ? 0 : n,
					   first_samples(&chain->problem->options, noise),
					   SEARCH_WHY_CALIBRATE);
		return true;
	}
	weaker = chain->points[0].precision <= chain->points[1].precision ? 0 : 1;
	*ret = search_action_boot(chain, noise, search_chain_weakest(&chain->points[weaker]),
				  SEARCH_WHY_CALIBRATE);
	return true;
}
