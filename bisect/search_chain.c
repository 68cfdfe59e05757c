/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_chain.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* A smaller wish than this (log-percent) is below what a double and a clock can tell. */
#define EFFECT_MIN 1e-3

static int compare_positions(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static int compare_builds(const void *a, const void *b)
{
	const struct search_build *x = a, *y = b;
	int order = compare_positions(&x->position, &y->position);

	return order ? order : (x->variant > y->variant) - (x->variant < y->variant);
}

static void sum_mass(struct search_chain *chain)
{
	const struct search_problem *problem = chain->problem;
	double total = 0, floor;

	if (!problem->mass)
		return;
	chain->mass = mem_array((size_t)problem->n + 1, sizeof(*chain->mass));
	for (uint32_t i = 1; i <= problem->n; i++)
		total += problem->mass[i];
	/* Nothing is ruled out beforehand. */
	floor = total > 0 ? 1e-6 * total / problem->n : 1;
	for (uint32_t i = 1; i <= problem->n; i++)
		chain->mass[i] = chain->mass[i - 1] + fmax(problem->mass[i], floor);
}

/* Sorts the looks by kernel (in time order within one) and makes a build of each measured kernel. */
static void group_looks(struct search_chain *chain)
{
	const struct search_problem *problem = chain->problem;
	size_t *start = mem_array(problem->n_kernels + 1, sizeof(*start));

	for (size_t i = 0; i < problem->n_boots; i++) {
		assert(problem->boots[i].kernel < problem->n_kernels && problem->boots[i].n > 0);
		start[problem->boots[i].kernel + 1]++;
	}
	for (size_t i = 0; i < problem->n_kernels; i++) {
		const struct search_kernel *kernel = &problem->kernels[i];
		size_t n = start[i + 1];

		start[i + 1] += start[i];
		if (n == 0 || kernel->state != SEARCH_BUILT)
			continue;
		chain->builds[chain->n_builds++] = (struct search_build){
			.position = kernel->position,
			.variant = kernel->variant,
			.looks = &chain->looks[start[i]],
			.n_looks = n,
		};
	}
	for (size_t i = 0; i < problem->n_boots; i++) {
		const struct search_boot *boot = &problem->boots[i];

		chain->looks[start[boot->kernel]++] = (struct search_look){
			.values = boot->values, .n = boot->n, .minute = boot->minute
		};
	}
	chain->n_looks = problem->n_boots;
	free(start);
}

/* Makes a point of each measured commit. */
static void group_builds(struct search_chain *chain)
{
	struct search_point *point = NULL;

	qsort(chain->builds, chain->n_builds, sizeof(*chain->builds), compare_builds);
	for (size_t i = 0; i < chain->n_builds; i++) {
		struct search_build *build = &chain->builds[i];

		if (!point || point->position != build->position) {
			point = &chain->points[chain->n_points++];
			*point = (struct search_point){ .position = build->position,
							.builds = build };
		}
		point->n_builds++;
		point->n_looks += build->n_looks;
	}
}

double search_chain_weigh(struct search_chain *chain, double build_var)
{
	double density = 0;

	for (size_t i = 0; i < chain->n_points; i++) {
		struct search_point *point = &chain->points[i];
		double origin = point->builds[0].mean, sum = 0, squares = 0, noise = 0;

		point->weight = 0;
		for (size_t j = 0; j < point->n_builds; j++) {
			const struct search_build *build = &point->builds[j];
			double weight = 1 / (build_var + 1 / build->precision);

			point->weight += weight;
			sum += weight * (build->mean - origin);
			squares += weight * pow(build->mean - origin, 2);
			noise += weight * weight / build->precision;
			density += 0.5 * log(weight);
		}
		density -= 0.5 * (squares - sum * sum / point->weight);
		point->mean = origin + sum / point->weight;
		point->precision = point->weight * point->weight / noise;
	}
	return density;
}

void search_chain_init(struct search_chain *chain, const struct search_problem *problem)
{
	assert(problem->n >= 1 && problem->n_kernels <= SEARCH_KERNELS_MAX);
	*chain = (struct search_chain){
		.problem = problem,
		.smallest_effect = fmax(problem->options.smallest_effect, EFFECT_MIN),
		.points = mem_array(problem->n_kernels + 1, sizeof(*chain->points)),
		.builds = mem_array(problem->n_kernels + 1, sizeof(*chain->builds)),
		.looks = mem_array(problem->n_boots + 1, sizeof(*chain->looks)),
		.dead = mem_array(problem->n_kernels + 1, sizeof(*chain->dead)),
		.built = mem_array(problem->n_kernels + 1, sizeof(*chain->built)),
	};
	for (size_t i = 0; i < problem->n_kernels; i++) {
		uint32_t position = problem->kernels[i].position;

		assert(position <= problem->n);
		if (problem->kernels[i].state == SEARCH_BUILT)
			chain->built[chain->n_built++] = position;
		else
			chain->dead[chain->n_dead++] = position;
	}
	qsort(chain->dead, chain->n_dead, sizeof(*chain->dead), compare_positions);
	qsort(chain->built, chain->n_built, sizeof(*chain->built), compare_positions);
	sum_mass(chain);
	group_looks(chain);
	group_builds(chain);
}

void search_chain_clear(struct search_chain *chain)
{
	free(chain->points);
	free(chain->builds);
	free(chain->looks);
	free(chain->lone);
	free(chain->dead);
	free(chain->built);
	free(chain->mass);
	*chain = (struct search_chain){ 0 };
}

const struct search_build *search_chain_weakest(const struct search_point *point)
{
	const struct search_build *weakest = &point->builds[0];

	for (size_t i = 1; i < point->n_builds; i++) {
		if (point->builds[i].precision < weakest->precision)
			weakest = &point->builds[i];
	}
	return weakest;
}

double search_chain_mass(const struct search_chain *chain, uint32_t lo, uint32_t hi)
{
	return chain->mass ? chain->mass[hi] - chain->mass[lo] : hi - lo;
}

double search_chain_gap_mass(const struct search_chain *chain, size_t gap)
{
	return search_chain_mass(chain, chain->points[gap].position,
				 chain->points[gap + 1].position);
}

/* How many of the sorted positions are < position. */
static size_t count_before(const uint32_t *positions, size_t n, uint32_t position)
{
	size_t lo = 0, hi = n;

	while (lo < hi) {
		size_t middle = (lo + hi) / 2;

		if (positions[middle] < position)
			lo = middle + 1;
		else
			hi = middle;
	}
	return lo;
}

static size_t dead_before(const struct search_chain *chain, uint32_t position)
{
	return count_before(chain->dead, chain->n_dead, position);
}

bool search_chain_is_built(const struct search_chain *chain, uint32_t position)
{
	size_t i = count_before(chain->built, chain->n_built, position);

	return i < chain->n_built && chain->built[i] == position;
}

bool search_chain_is_dead(const struct search_chain *chain, uint32_t position)
{
	size_t i = dead_before(chain, position);

	return i < chain->n_dead && chain->dead[i] == position;
}

bool search_chain_is_settled(const struct search_chain *chain, size_t gap)
{
	uint32_t lo = chain->points[gap].position, hi = chain->points[gap + 1].position;

	return dead_before(chain, hi) - dead_before(chain, lo + 1) == hi - lo - 1;
}

bool search_chain_is_open(const struct search_chain *chain, size_t gap)
{
	return chain->problem->n_kernels < SEARCH_KERNELS_MAX &&
	       !search_chain_is_settled(chain, gap);
}

uint32_t search_chain_quantile(const struct search_chain *chain, size_t gap, double share)
{
	uint32_t lo = chain->points[gap].position, hi = chain->points[gap + 1].position;
	double target = share * search_chain_mass(chain, lo, hi);
	uint32_t low = lo + 1, high = hi - 1;

	assert(hi - lo >= 2);
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (search_chain_mass(chain, lo, middle) < target)
			low = middle + 1;
		else
			high = middle;
	}
	/* The one before it may be nearer. */
	if (low > lo + 1 && target - search_chain_mass(chain, lo, low - 1) <=
				    search_chain_mass(chain, lo, low) - target)
		low--;
	return low;
}

/* Commits between the position and the nearest dead one. */
static uint32_t distance_to_dead(const struct search_chain *chain, uint32_t position)
{
	size_t i = dead_before(chain, position);
	uint32_t nearest = UINT32_MAX;

	if (i < chain->n_dead)
		nearest = chain->dead[i] - position;
	if (i > 0 && position - chain->dead[i - 1] < nearest)
		nearest = position - chain->dead[i - 1];
	return nearest;
}

bool search_chain_pick(const struct search_chain *chain, size_t gap, uint32_t target, uint32_t *ret)
{
	uint32_t lo = chain->points[gap].position, hi = chain->points[gap + 1].position;
	uint32_t length = hi - lo, keep_off = length / 8 < 6 ? length / 8 : 6;
	bool found = false;

	for (uint32_t step = 0; step < length; step++) {
		for (int side = 0; side < 2; side++) {
			uint32_t position = side == 0 ? target + step : target - step;
			uint32_t distance;

			/* Unsigned: what falls off the low side is above hi. */
			if (position <= lo || position >= hi)
				continue;
			distance = distance_to_dead(chain, position);
			if (distance == 0)
				continue;
			if (!found || distance >= keep_off)
				*ret = position;
			found = true;
			if (distance >= keep_off)
				return true;
		}
		/* Far from the target a doubtful neighbourhood is the lesser evil. */
		if (found && step > length / 3)
			break;
	}
	return found;
}

bool search_chain_pick_cheap(const struct search_chain *chain, size_t gap, uint32_t target,
			     uint32_t *ret)
{
	uint32_t lo = chain->points[gap].position, hi = chain->points[gap + 1].position;

	for (uint32_t step = 0; step < hi - lo; step++) {
		for (int side = 0; side < 2; side++) {
			uint32_t position = side == 0 ? target + step : target - step;

			if (position <= lo || position >= hi ||
			    search_chain_build_cost(chain, position) > 0 ||
			    search_chain_is_dead(chain, position))
				continue;
			*ret = position;
			return true;
		}
	}
	return false;
}

double search_chain_p_ok(const struct search_chain *chain, uint32_t position)
{
	unsigned n_dead = 0;

	if (search_chain_is_built(chain, position))
		return 1;
	n_dead += position > 0 && search_chain_is_dead(chain, position - 1);
	n_dead += search_chain_is_dead(chain, position + 1);
	return n_dead == 0 ? 0.97 : n_dead == 1 ? 0.35 : 0.15;
}

double search_chain_build_cost(const struct search_chain *chain, uint32_t position)
{
	const struct search_problem *problem = chain->problem;

	if (search_chain_is_built(chain, position) ||
	    (problem->is_cheap && problem->is_cheap[position]))
		return 0;
	return problem->costs.build;
}
