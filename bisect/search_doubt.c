/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_doubt.h"

#include "bisect/search_action.h"

#define BOOTS_CONFIRM 2
/* Standard deviations from its level at which a kernel's only boot is repeated. */
#define ODD 3.5

bool search_doubt_repeat(const struct search_chain *chain, const struct search_noise *noise,
			 const struct search_segments *segments, struct search_action *ret)
{
	for (size_t i = 0; i < chain->n_points; i++) {
		const struct search_point *point = &chain->points[i];

		/* Two boots of a quiet machine differ by less than anyone cares about. */
		if (!search_noise_boots_disagree(noise, point, search_segments_least_sd(chain)))
			continue;
		*ret = search_action_boot(chain, noise, point->position, SEARCH_WHY_DISAGREE);
		return true;
	}
	if (segments->odd_deviation < ODD)
		return false;
	*ret = search_action_boot(chain, noise, chain->points[segments->odd].position,
				  SEARCH_WHY_AGAIN);
	return true;
}

bool search_doubt_confirm(const struct search_chain *chain, const struct search_noise *noise,
			  size_t gap, struct search_action *ret)
{
	for (size_t i = gap; i <= gap + 1; i++) {
		const struct search_point *point = &chain->points[i];

		if (point->n_looks >= BOOTS_CONFIRM)
			continue;
		*ret = search_action_boot(chain, noise, point->position, SEARCH_WHY_CONFIRM);
		return true;
	}
	return false;
}
