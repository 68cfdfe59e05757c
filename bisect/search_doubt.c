/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_doubt.h"

#include "bisect/search_action.h"

#define BOOTS_CONFIRM 2
/* Samples of a boot that show which of them is off. */
#define SAMPLES_TELL 3
/* Standard deviations from its level at which a kernel's only boot is repeated. */
#define ODD 3.5

/* The only boot that a segment between two changes rests on. NULL when there is no such segment. */
static const struct search_build *find_only_witness(const struct search_chain *chain,
						    const struct search_segments *segments)
{
	for (size_t i = 1; i < segments->n; i++) {
		size_t first = search_segments_first(segments, i);

		if (first != search_segments_last(segments, chain, i) ||
		    chain->points[first].n_looks > 1)
			continue;
		return chain->points[first].builds;
	}
	return NULL;
}

/*
 * Another boot of the build, with samples enough to tell one that is off; where its last boot is still
 * running and has fewer, that has them first: is it the sample that is off, or the boot?
 */
static struct search_action repeat(const struct search_chain *chain,
				   const struct search_noise *noise,
				   const struct search_build *build, enum search_reason reason)
{
	struct search_action action = search_action_boot(chain, noise, build, reason);
	const unsigned most = chain->problem->options.max_samples;
	const unsigned enough = most < SAMPLES_TELL ? most : SAMPLES_TELL;
	const size_t n = build->looks[build->n_looks - 1].n;

	if (n < enough && search_action_is_running(chain->problem, build))
		return search_action_samples(chain->problem, build, enough - (unsigned)n, reason);
	if (action.samples < enough)
		return search_action_boot_with(chain->problem, build, enough, reason);
	return action;
}

bool search_doubt_repeat(const struct search_chain *chain, const struct search_noise *noise,
			 const struct search_segments *segments, struct search_action *ret)
{
	const struct search_build *witness;

	for (size_t i = 0; i < chain->n_builds; i++) {
		const struct search_build *build = &chain->builds[i];

		/* Two boots of a quiet machine differ by less than anyone cares about. */
		if (!search_noise_boots_disagree(noise, build, search_segments_least_sd(chain)))
			continue;
		*ret = repeat(chain, noise, build, SEARCH_WHY_DISAGREE);
		return true;
	}
	witness = find_only_witness(chain, segments);
	if (witness) {
		*ret = repeat(chain, noise, witness, SEARCH_WHY_AGAIN);
		return true;
	}
	if (segments->odd_deviation < ODD)
		return false;
	*ret = repeat(chain, noise, chain->points[segments->odd].builds, SEARCH_WHY_AGAIN);
	return true;
}

bool search_doubt_confirm(const struct search_chain *chain, const struct search_noise *noise,
			  size_t gap, struct search_action *ret)
{
	for (size_t i = gap; i <= gap + 1; i++) {
		const struct search_point *point = &chain->points[i];

		if (point->n_looks >= BOOTS_CONFIRM)
			continue;
		*ret = search_action_boot_with(
			chain->problem, search_chain_weakest(point),
			chain->problem->options.holds
				? noise->min_samples
				: search_noise_best_samples(noise, chain->problem),
			SEARCH_WHY_CONFIRM);
		return true;
	}
	return false;
}

bool search_doubt_firm(const struct search_chain *chain, const struct search_noise *noise,
		       double build_var, const struct search_change *changes, size_t n,
		       struct search_action *ret)
{
	const struct search_build *weakest = NULL;

	for (size_t i = 0; i < n; i++) {
		size_t gap = 0;

		while (chain->points[gap].position != changes[i].lo)
			gap++;
		if (changes[i].is_resolved || !search_chain_is_settled(chain, gap))
			continue;
		for (size_t j = gap; j <= gap + 1; j++) {
			const struct search_build *build = search_chain_weakest(&chain->points[j]);

			if (search_action_may_boot(build, build_var) &&
			    (!weakest || build->precision < weakest->precision))
				weakest = build;
		}
	}
	if (!weakest)
		return false;
	*ret = search_action_boot(chain, noise, weakest, SEARCH_WHY_AGAIN);
	return true;
}
