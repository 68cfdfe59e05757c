/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A synthetic history with known changes, to be built, booted and measured like a real one, with a
 * meter that counts what that costs. Deterministic in its seed. Pure.
 *
 * The noise of a boot is that of rng_init_named() by the seed, the position in decimal and the number of
 * the position's boot, from 1 (0: of its build), so that it does not depend on what else was booted.
 */
#ifndef BISECT_SIMULATE_WORLD_H
#define BISECT_SIMULATE_WORLD_H

#include "base/defs.h"
#include "base/rng.h"
#include "bisect/replay.h"
#include "bisect/simulate_options.h"

#include <stdbool.h>
#include <stdint.h>

struct simulate_world {
	const struct simulate_options *options; /* borrowed */
	uint64_t seed;
	struct rng rng;                         /* of the history and of the drift */
	struct rng boot_rng;                    /* of the running boot */
	uint32_t changes[SIMULATE_CHANGES_MAX]; /* positions, ascending */
	double effects[SIMULATE_CHANGES_MAX];   /* of each */
	uint8_t *is_dead;                       /* n+1: untestable */
	uint32_t *boots_of;                     /* n+1: boots of each kernel so far */
	double *wander;                         /* n+1: sum of all small steps up to there */
	double drift, drift_minutes;            /* now, and when it was last moved */
	double boot_level;                      /* of the running boot */
	bool is_first_sample;
	struct replay_run replay; /* where options->replay is given */
	double minutes;
	uint32_t builds, boots, samples;
};

void simulate_world_init(struct simulate_world *world, const struct simulate_options *options,
			 uint64_t seed);
void simulate_world_clear(struct simulate_world *world);

/* Pays for a build of the position, in whatever layout. False when it does not build. */
bool simulate_world_build(struct simulate_world *world, uint32_t position);
/* Boots what has been built. */
void simulate_world_boot(struct simulate_world *world, uint32_t position, unsigned variant);
/* Log-percent, of the running boot. */
double simulate_world_sample(struct simulate_world *world);

/* What was paid until now is forgotten. */
void simulate_world_reset_meter(struct simulate_world *world);

/* (lo, hi] holds the change and nothing testable besides hi. */
bool simulate_world_is_right(const struct simulate_world *world, size_t change, uint32_t lo,
			     uint32_t hi);

#endif
