/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_segments.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/search_levels.h"

/*
 * Standard deviations between builds that are weighed, in smallest effects, and their prior. The
 * first is a floor: builds of commits that change nothing are laid out differently all the same, and
 * a machine that repeats exactly would show each such difference as a change.
 */
static const struct {
	double sd;
	double prior[2]; /* by search_builds */
} layouts[SEARCH_LAYOUTS] = {
	{ 0.125, { 0.80, 0.20 } },  { 0.2, { 0.12, 0.02 } },   { 1.0 / 3, { 0.05, 0.05 } },
	{ 0.5, { 0.02, 0.127 } },   { 0.7, { 0.007, 0.450 } }, { 1, { 0.0028, 0.149 } },
	{ 1.4, { 0.0002, 0.010 } }, { 2, { 0.0001, 0.005 } },
};

/*
 * Spreads of more than a smallest effect count only where the measurements speak for them, by so much of
 * the most probable one: a thousandth of so large a variance would weigh on every search without need.
 */
#define WIDE_SD 1.0
#define WIDE_MIN 0.05

/* Less probable variances between builds do not count. */
#define LAYOUT_MIN 1e-3

/* Standard deviations of noise by which a change must be below the smallest effect to be left out. */
#define SMALL_SD 2.0

size_t search_segments_first(const struct search_segments *segments, size_t i)
{
	return i == 0 ? 0 : segments->cuts[i - 1] + 1;
}

size_t search_segments_last(const struct search_segments *segments,
			    const struct search_chain *chain, size_t i)
{
	return i == segments->n ? chain->n_points - 1 : segments->cuts[i];
}

struct search_level search_segments_level(const struct search_chain *chain, size_t first,
					  size_t last)
{
	double weight = 0, sum = 0, noise = 0, least = search_segments_least_sd(chain);

	for (size_t i = first; i <= last; i++) {
		const struct search_point *point = &chain->points[i];

		weight += point->weight;
		sum += point->weight * (point->mean - chain->points[first].mean);
		noise += point->weight *
			 fmax(0, 1 - point->weight * least * least / (double)point->n_builds);
	}
	return (struct search_level){
		.mean = chain->points[first].mean + sum / weight,
		.var = 1 / weight,
		.noise_var = noise / (weight * weight),
	};
}

bool search_segments_builds_differ(const struct search_segments *segments)
{
	return segments->layouts[0].p < layouts[0].prior[segments->builds];
}

double search_segments_least_sd(const struct search_chain *chain)
{
	return layouts[0].sd * chain->smallest_effect;
}

/* A dynamic programme over the points: best[t] is the evidence of points 0…t, with a segment ending. */
struct viterbi {
	struct search_sums sums[SEARCH_KERNELS_MAX + 1]; /* [i]: of the first i points */
	double log_change[SEARCH_KERNELS_MAX];           /* prior of a change just before point i */
	double best[SEARCH_KERNELS_MAX];
	size_t start[SEARCH_KERNELS_MAX]; /* of the segment that ends here */
	double level_var;                 /* prior variance of a level */
};

static void viterbi_init(struct viterbi *viterbi, const struct search_chain *chain)
{
	double mean = 0, low = INFINITY, high = -INFINITY, total = 0;

	for (size_t i = 0; i < chain->n_points; i++) {
		mean += chain->points[i].mean / (double)chain->n_points;
		low = fmin(low, chain->points[i].mean);
		high = fmax(high, chain->points[i].mean);
	}
	viterbi->level_var = pow(fmax(chain->smallest_effect, high - low), 2);
	total = search_chain_mass(chain, 0, chain->problem->n);
	viterbi->sums[0] = (struct search_sums){ 0 };
	for (size_t i = 0; i < chain->n_points; i++) {
		const struct search_point *point = &chain->points[i];

		viterbi->sums[i + 1] = viterbi->sums[i];
		search_sums_add(&viterbi->sums[i + 1], point->weight, point->mean - mean);
		if (i > 0) {
			double share = search_chain_gap_mass(chain, i - 1) / total;

			viterbi->log_change[i] = log(-expm1(-SEARCH_CHANGE_RATE * share));
		}
	}
}

/* Evidence of points s…t having one level, drawn from the prior. */
static double segment_evidence(const struct viterbi *viterbi, size_t s, size_t t)
{
	struct search_sums sums = search_sums_minus(viterbi->sums[t + 1], viterbi->sums[s]);
	double var = viterbi->level_var;

	return -0.5 * (sums.s2 - sums.s1 * sums.s1 / (sums.s0 + 1 / var)) -
	       0.5 * log1p(var * sums.s0);
}

static double viterbi_run(struct viterbi *viterbi, size_t n)
{
	for (size_t t = 0; t < n; t++) {
		viterbi->best[t] = -INFINITY;
		for (size_t s = 0; s <= t; s++) {
			double evidence = segment_evidence(viterbi, s, t);

			if (s > 0)
				evidence += viterbi->best[s - 1] + viterbi->log_change[s];
			if (evidence > viterbi->best[t]) {
				viterbi->best[t] = evidence;
				viterbi->start[t] = s;
			}
		}
	}
	return viterbi->best[n - 1];
}

static void viterbi_read(const struct viterbi *viterbi, size_t n, struct search_segments *segments)
{
	size_t n_cuts = 0, t = n - 1;

	for (size_t end = n - 1; viterbi->start[end] > 0; end = viterbi->start[end] - 1)
		n_cuts++;
	segments->n = n_cuts;
	while (viterbi->start[t] > 0) {
		t = viterbi->start[t] - 1;
		segments->cuts[--n_cuts] = t;
	}
}

/*
 * Where a change certainly is, but each single gap is improbable, the best cuts have none. Compares
 * each segment with the sum over all its gaps, and cuts it at the best of them. True when it did.
 */
static bool grow_cuts(const struct viterbi *viterbi, size_t n, struct search_segments *segments)
{
	for (size_t i = 0; i <= segments->n; i++) {
		size_t first = search_segments_first(segments, i);
		size_t last = i == segments->n ? n - 1 : segments->cuts[i], best = first;
		double whole = segment_evidence(viterbi, first, last);
		double sum = 0, top = -INFINITY;

		for (size_t gap = first; gap < last; gap++) {
			double evidence = segment_evidence(viterbi, first, gap) +
					  segment_evidence(viterbi, gap + 1, last) +
					  viterbi->log_change[gap + 1];

			sum += exp(fmin(evidence - whole, 700));
			if (evidence > top) {
				top = evidence;
				best = gap;
			}
		}
		if (sum <= 1)
			continue;
		memmove(&segments->cuts[i + 1], &segments->cuts[i],
			(segments->n - i) * sizeof(segments->cuts[0]));
		segments->cuts[i] = best;
		segments->n++;
		return true;
	}
	return false;
}

/* The best cuts under the current weights; returns their log evidence, without the points' density. */
static double find_cuts(const struct search_chain *chain, struct search_segments *ret)
{
	double evidence;

	if (chain->problem->options.single) {
		struct search_window *window = mem_zalloc(sizeof(*window));

		search_window_fit(window, chain, 0, chain->n_points - 1);
		ret->cuts[0] = window->best;
		ret->n = 1;
		evidence = window->log_evidence;
		free(window);
	} else {
		struct viterbi *viterbi = mem_zalloc(sizeof(*viterbi));

		viterbi_init(viterbi, chain);
		evidence = viterbi_run(viterbi, chain->n_points);
		viterbi_read(viterbi, chain->n_points, ret);
		while (grow_cuts(viterbi, chain->n_points, ret))
			;
		free(viterbi);
	}
	return evidence;
}

/* Deviation of a point from the level of the others in its segment; 0 when it is alone there. */
static double deviation_of(const struct search_chain *chain, size_t first, size_t last, size_t i)
{
	const struct search_point *point = &chain->points[i];
	struct search_level level;
	double rest, mean;

	if (first == last)
		return 0;
	level = search_segments_level(chain, first, last);
	rest = 1 / level.var - point->weight;
	mean = (level.mean / level.var - point->weight * point->mean) / rest;
	return fabs(point->mean - mean) / sqrt(1 / rest + 1 / point->weight);
}

static void find_odd(const struct search_chain *chain, struct search_segments *segments)
{
	segments->odd_deviation = 0;
	for (size_t i = 0; i <= segments->n; i++) {
		size_t first = search_segments_first(segments, i);
		size_t last = search_segments_last(segments, chain, i);

		for (size_t j = first; j <= last; j++) {
			double deviation = deviation_of(chain, first, last, j);

			if (chain->points[j].n_looks > 1 || deviation <= segments->odd_deviation)
				continue;
			segments->odd = j;
			segments->odd_deviation = deviation;
		}
	}
}

/* Weighs the variances between builds. Finds the odd point on the way, and leaves other cuts behind. */
static void weigh_layouts(struct search_chain *chain, struct search_segments *segments)
{
	double top = -INFINITY, total = 0;

	for (size_t i = 0; i < SEARCH_LAYOUTS; i++) {
		struct search_layout *layout = &segments->layouts[i];

		layout->var = pow(layouts[i].sd * chain->smallest_effect, 2);
		layout->p = search_chain_weigh(chain, layout->var) + find_cuts(chain, segments) +
			    log(layouts[i].prior[segments->builds]);
		if (i == 0)
			find_odd(chain, segments);
		top = fmax(top, layout->p);
	}
	for (size_t i = 0; i < SEARCH_LAYOUTS; i++)
		segments->layouts[i].p = exp(segments->layouts[i].p - top);
	for (size_t i = 0; i < SEARCH_LAYOUTS; i++) {
		if (layouts[i].sd > WIDE_SD && segments->layouts[i].p < WIDE_MIN)
			segments->layouts[i].p = 0;
		total += segments->layouts[i].p;
	}
	segments->build_var = 0;
	for (size_t i = 0; i < SEARCH_LAYOUTS; i++) {
		segments->layouts[i].p /= total;
		segments->build_var += segments->layouts[i].p * segments->layouts[i].var;
	}
}

static double fit_of(const struct search_chain *chain, const struct search_segments *segments)
{
	double sum = 0;

	for (size_t i = 0; i <= segments->n; i++) {
		size_t first = search_segments_first(segments, i);
		size_t last = search_segments_last(segments, chain, i);
		struct search_level level = search_segments_level(chain, first, last);

		for (size_t j = first; j <= last; j++)
			sum += chain->points[j].weight * pow(chain->points[j].mean - level.mean, 2);
	}
	return search_chi_square_tail(sum, chain->n_points - segments->n - 1);
}

/* An upper bound of the difference between two levels, up or down. */
static double largest_difference(struct search_level before, struct search_level after)
{
	return fabs(after.mean - before.mean) + SMALL_SD * sqrt(before.noise_var + after.noise_var);
}

/* Nor do the ends by themselves differ by as much as the smallest effect. */
static bool ends_are_alike(const struct search_chain *chain)
{
	size_t last = chain->n_points - 1;

	return largest_difference(search_segments_level(chain, 0, 0),
				  search_segments_level(chain, last, last)) <
	       chain->smallest_effect;
}

/*
 * Takes out the cuts that are clearly smaller than the smallest effect, one at a time, smallest first:
 * two of them may be the halves of one that is not.
 */
static void drop_small(const struct search_chain *chain, struct search_segments *segments)
{
	while (segments->n > 0) {
		double smallest = INFINITY;
		size_t at = 0;

		for (size_t i = 0; i < segments->n; i++) {
			double size = largest_difference(
				search_segments_level(chain, search_segments_first(segments, i),
						      segments->cuts[i]),
				search_segments_level(
					chain, segments->cuts[i] + 1,
					search_segments_last(segments, chain, i + 1)));

			if (size < smallest) {
				smallest = size;
				at = i;
			}
		}
		if (smallest >= chain->smallest_effect ||
		    (chain->problem->options.single && !ends_are_alike(chain)))
			return;
		segments->n--;
		memmove(&segments->cuts[at], &segments->cuts[at + 1],
			(segments->n - at) * sizeof(segments->cuts[0]));
	}
}

void search_segments_fit(struct search_chain *chain, struct search_segments *ret)
{
	assert(chain->n_points >= 2);
	weigh_layouts(chain, ret);
	(void)search_chain_weigh(chain, ret->build_var);
	(void)find_cuts(chain, ret); /* only the cuts are wanted now */
	ret->fit_p = fit_of(chain, ret);
	drop_small(chain, ret);
}

void search_segments_window(struct search_chain *chain, const struct search_segments *segments,
			    size_t i, struct search_window *window)
{
	size_t first = search_segments_first(segments, i);
	size_t last = search_segments_last(segments, chain, i + 1);
	double p[SEARCH_KERNELS_MAX] = { 0 };

	/* Where builds do not seem to differ, the mean of τ² does for all of its values. */
	if (search_segments_builds_differ(segments)) {
		for (size_t j = 0; j < SEARCH_LAYOUTS; j++) {
			if (segments->layouts[j].p < LAYOUT_MIN)
				continue;
			(void)search_chain_weigh(chain, segments->layouts[j].var);
			search_window_fit(window, chain, first, last);
			for (size_t k = 0; k < window->n; k++)
				p[k] += segments->layouts[j].p * window->splits[k].p;
		}
		(void)search_chain_weigh(chain, segments->build_var);
	}
	search_window_fit(window, chain, first, last);
	if (search_segments_builds_differ(segments))
		search_window_believe(window, p);
}
