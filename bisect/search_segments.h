/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The most probable set of changes among the measured kernels (docs/search.md), together with the
 * variance between builds of the same speed that goes with it. Pure.
 */
#ifndef BISECT_SEARCH_SEGMENTS_H
#define BISECT_SEARCH_SEGMENTS_H

#include "base/defs.h"
#include "bisect/search_chain.h"
#include "bisect/search_levels.h"

#include <stdbool.h>
#include <stddef.h>

/* Expected number of changes in a range. */
#define SEARCH_CHANGE_RATE 1.5

/* How builds of one commit may differ. */
#define SEARCH_LAYOUTS 8
struct search_layout {
	double var; /* τ² */
	double p;   /* that it is this one */
};

/* How much builds of one speed are expected to differ: as they usually do, or by more than that. */
enum search_builds { SEARCH_BUILDS_ALIKE, SEARCH_BUILDS_DIFFER };

struct search_segments {
	enum search_builds builds;       /* set by the caller */
	size_t cuts[SEARCH_KERNELS_MAX]; /* gaps that hold a change, by chain */
	size_t n;
	struct search_layout layouts[SEARCH_LAYOUTS];
	double build_var;     /* their mean; never 0: neutral commits differ by code layout */
	double fit_p;         /* χ² of the kernels around their segments' levels */
	size_t odd;           /* the point with one boot that fits worst, if builds differ least */
	double odd_deviation; /* of it from its level without it, in standard deviations; 0: none */
};

struct search_level {
	double mean;
	double var;       /* with the variance between builds */
	double noise_var; /* without the least of that: what further boots and builds can still reduce */
};

/*
 * Sets the points' weights and finds the cuts: as many as the data ask for, those clearly smaller than
 * the smallest effect left out; or exactly one when the problem's options say so. Needs two points or
 * more, and their means and precisions.
 */
void search_segments_fit(struct search_chain *chain, struct search_segments *ret);

/* Builds are seen to differ: the least deviation is less probable than it was beforehand. */
bool search_segments_builds_differ(const struct search_segments *segments);

/* The least standard deviation between builds that is believed in, log-percent. */
double search_segments_least_sd(const struct search_chain *chain);

/* Segment i of 0 … n: its first and last points. */
size_t search_segments_first(const struct search_segments *segments, size_t i);
size_t search_segments_last(const struct search_segments *segments,
			    const struct search_chain *chain, size_t i);

/* The common level of points first … last. */
struct search_level search_segments_level(const struct search_chain *chain, size_t first,
					  size_t last);

/*
 * The window of change i, from just after the change before to just before the change after. Its
 * probabilities are means over τ² where builds are seen to differ. Leaves the points' weights as they were.
 */
void search_segments_window(struct search_chain *chain, const struct search_segments *segments,
			    size_t i, struct search_window *window);

#endif
