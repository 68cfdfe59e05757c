/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/simulate_world.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

#define UNTESTABLE_RUN 5.0
/* Share of boots in the higher mode. */
#define HIGH_MODE 0.3

/*
 * TCP_RR of 2.6.22, 2.6.24 and 2.6.27 in four runs each, in percent of their kernel's mean (the first
 * without its second run): twelve numbers, one of them an outlier.
 */
static const double tcp_rr_2008[] = {
	0.320, -5.615, -0.167, -0.153, -0.314, -0.197, -0.033, 0.544, 0.534, -0.496, 0.338, -0.376,
};

static void place_changes(struct simulate_world *world)
{
	const struct simulate_options *options = world->options;

	for (size_t i = 0; i < options->n_changes; i++) {
		uint32_t position;
		bool is_taken;

		do {
			position = 1 + (uint32_t)rng_below(&world->rng, options->commits);
			is_taken = false;
			for (size_t j = 0; j < i; j++)
				is_taken |= world->changes[j] == position;
		} while (is_taken);
		size_t at = i;

		for (; at > 0 && world->changes[at - 1] > position; at--)
			world->changes[at] = world->changes[at - 1];
		world->changes[at] = position;
	}
	for (size_t i = 0; i < options->n_changes; i++)
		world->effects[i] = options->effects[i];
}

/* Runs of untestable commits; the ends are always testable. */
static void place_dead(struct simulate_world *world)
{
	const struct simulate_options *options = world->options;
	double mean = options->untestable_run > 0 ? options->untestable_run : UNTESTABLE_RUN;
	uint32_t n = options->commits;
	uint32_t left = (uint32_t)(options->untestable * n);

	if (left > n - 1)
		left = n - 1;
	while (left > 0) {
		uint32_t position = 1 + (uint32_t)rng_below(&world->rng, n - 1);
		uint32_t length = 1;

		while (rng_uniform(&world->rng) > 1 / mean)
			length++;
		for (; length > 0 && position < n && left > 0; length--, position++) {
			left -= !world->is_dead[position];
			world->is_dead[position] = 1;
		}
	}
}

static void place_small_steps(struct simulate_world *world)
{
	uint32_t n = world->options->commits;
	double step = world->options->wander / sqrt(n);

	if (world->options->wander <= 0)
		return;
	for (uint32_t i = 1; i <= n; i++)
		world->wander[i] = world->wander[i - 1] + step * rng_normal(&world->rng);
}

/* The changes and the untestable commits of a case. */
static void place_replay(struct simulate_world *world)
{
	const struct replay *replay = world->options->replay;
	const struct search_problem *problem = replay->problem;

	replay_draw_changes(replay, &world->rng, world->changes);
	for (size_t i = 0; i < world->options->n_changes; i++)
		world->effects[i] = replay->verdict->changes[i].effect;
	for (size_t i = 0; i < problem->n_kernels; i++)
		if (problem->kernels[i].state == SEARCH_UNTESTABLE)
			world->is_dead[problem->kernels[i].position] = 1;
	replay_run_init(&world->replay, replay, world->changes, world->seed);
}

void simulate_world_init(struct simulate_world *world, const struct simulate_options *options,
			 uint64_t seed)
{
	*world = (struct simulate_world){
		.options = options,
		.seed = seed,
		.is_dead = mem_zalloc((size_t)options->commits + 1),
		.boots_of = mem_array((size_t)options->commits + 1, sizeof(*world->boots_of)),
		.wander = mem_array((size_t)options->commits + 1, sizeof(*world->wander)),
	};
	rng_init(&world->rng, seed);
	if (options->replay) {
		place_replay(world);
		return;
	}
	place_changes(world);
	place_dead(world);
	place_small_steps(world);
}

void simulate_world_clear(struct simulate_world *world)
{
	free(world->is_dead);
	free(world->boots_of);
	free(world->wander);
	replay_run_clear(&world->replay);
	*world = (struct simulate_world){ 0 };
}

/* Noise of a kernel: of its layout (number 0), or of one of its boots. */
static void begin_noise(const struct simulate_world *world, uint32_t position, unsigned variant,
			uint32_t number, struct rng *rng)
{
	char name[32];

	(void)snprintf(name, sizeof(name), "%" PRIu32, position);
	if (variant > 0)
		(void)snprintf(name, sizeof(name), "%" PRIu32 ".%u", position, variant);
	rng_init_named(rng, world->seed, name, number);
}

bool simulate_world_build(struct simulate_world *world, uint32_t position)
{
	world->builds++;
	world->minutes += world->options->costs.build;
	return !world->is_dead[position];
}

/* Deviation of the kernel from its commit's level. */
static double layout_of(const struct simulate_world *world, uint32_t position, unsigned variant)
{
	struct rng rng;

	begin_noise(world, position, variant, 0, &rng);
	return world->options->layout_sd * rng_normal(&rng);
}

void simulate_world_boot(struct simulate_world *world, uint32_t position, unsigned variant)
{
	const struct simulate_options *options = world->options;

	world->boots++;
	world->minutes += options->costs.boot;
	if (options->replay) {
		replay_run_boot(&world->replay, position, variant);
		return;
	}
	begin_noise(world, position, variant, ++world->boots_of[position], &world->boot_rng);
	world->boot_level = layout_of(world, position, variant) + world->wander[position] +
			    options->boot_sd * rng_normal(&world->boot_rng);
	for (size_t i = 0; i < options->n_changes; i++) {
		if (world->changes[i] <= position)
			world->boot_level += world->effects[i];
	}
	if (options->bimodal != 0 && rng_uniform(&world->boot_rng) < HIGH_MODE)
		world->boot_level += options->bimodal;
	world->is_first_sample = true;
}

/* Moves the machine's speed on to now. */
static void drift_on(struct simulate_world *world)
{
	double hours = (world->minutes - world->drift_minutes) / 60;

	if (world->options->drift > 0 && hours > 0)
		world->drift += world->options->drift * sqrt(hours) * rng_normal(&world->rng);
	world->drift_minutes = world->minutes;
}

double simulate_world_sample(struct simulate_world *world)
{
	const struct simulate_options *options = world->options;
	double value = world->boot_level;

	world->samples++;
	world->minutes += options->costs.sample;
	if (options->replay)
		return replay_run_sample(&world->replay);
	drift_on(world);
	value += world->drift;
	if (options->historical)
		value += tcp_rr_2008[rng_below(&world->boot_rng, ARRAY_LENGTH(tcp_rr_2008))];
	else
		value += options->sample_sd * rng_normal(&world->boot_rng);
	if (rng_uniform(&world->boot_rng) < options->outliers)
		value += options->outlier_shift;
	if (world->is_first_sample)
		value += options->first_shift;
	world->is_first_sample = false;
	return value;
}

void simulate_world_reset_meter(struct simulate_world *world)
{
	world->minutes = world->drift_minutes = 0;
	world->builds = world->boots = world->samples = 0;
}

bool simulate_world_is_right(const struct simulate_world *world, size_t change, uint32_t lo,
			     uint32_t hi)
{
	if (world->changes[change] <= lo || world->changes[change] > hi)
		return false;
	for (uint32_t x = lo + 1; x < hi; x++) {
		if (!world->is_dead[x])
			return false;
	}
	return true;
}
