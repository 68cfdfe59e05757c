/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One bisect of a synthetic world, step by step: the loop of a real one, evaluate, build, boot, sample.
 * Pure, and deterministic in the seed.
 */
#ifndef BISECT_SIMULATION_H
#define BISECT_SIMULATION_H

#include "base/defs.h"
#include "bisect/search.h"
#include "bisect/simulate_options.h"
#include "bisect/simulate_world.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct simulation {
	struct search_problem problem; /* what has been measured so far */
	struct simulate_world world;
	struct search_kernel *kernels;
	struct search_boot *boots;
	double **values; /* of each boot */
	size_t kernels_capacity, boots_capacity, values_capacity;
};

/* `options` is borrowed until the end. */
void simulation_init(struct simulation *simulation, const struct simulate_options *options,
		     uint64_t seed);
void simulation_clear(struct simulation *simulation);

/*
 * Goes on from what was measured elsewhere, at no cost: its kernels are as they were found, and the level
 * of the world is that of its good end, which has been booted.
 */
void simulation_take(struct simulation *simulation, const struct search_problem *problem);

/* Does one action of the search: builds and boots, or boots. */
void simulation_act(struct simulation *simulation, const struct search_action *action);
/* Evaluates and acts; false when the search has ended, or took 400 times what one kernel takes. */
bool simulation_step(struct simulation *simulation, struct search_verdict *ret);

#endif
