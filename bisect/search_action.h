/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may be done next, and what it costs. Pure. */
#ifndef BISECT_SEARCH_ACTION_H
#define BISECT_SEARCH_ACTION_H

#include "base/defs.h"
#include "bisect/search_chain.h"
#include "bisect/search_noise.h"

#include <stdbool.h>

/* Bits per minute. */
double search_action_rate(const struct search_action *action);

/* Minutes of a boot with so many samples. */
double search_action_look_cost(const struct search_problem *problem, unsigned samples);

/* A boot of a kernel that is there, with the number of samples that pays best. */
struct search_action search_action_boot(const struct search_chain *chain,
					const struct search_noise *noise,
					const struct search_build *build,
					enum search_reason reason);

/* The same, with so many samples. */
struct search_action search_action_boot_with(const struct search_problem *problem,
					     const struct search_build *build, unsigned samples,
					     enum search_reason reason);

/* The last boot is one of the build's and is not over yet. */
bool search_action_is_running(const struct search_problem *problem,
			      const struct search_build *build);

/* Further samples in the boot of the build that is running. */
struct search_action search_action_samples(const struct search_problem *problem,
					   const struct search_build *build, unsigned samples,
					   enum search_reason reason);

/* Builds the position, or boots it where it has been built already. */
struct search_action search_action_build(const struct search_chain *chain, uint32_t position,
					 unsigned samples, enum search_reason reason);

/* The point's commit in a layout that it has not had yet. False when there is none. */
bool search_action_layout(const struct search_chain *chain, const struct search_point *point,
			  unsigned samples, enum search_reason reason,
			  struct search_action *ret) MUST_CHECK;

/* Is a further boot of the build worth thinking of? Not when its own noise is far below τ. */
bool search_action_may_boot(const struct search_build *build, double build_var);

/* Of a build as a measure of its commit, when builds have the variance build_var. */
double search_action_weight(double precision, double build_var);

/* How much a further boot adds to the weight of the build's point; build_var is τ². */
double search_action_added_weight(const struct search_build *build,
				  const struct search_noise *noise, double build_var,
				  unsigned samples);

#endif
