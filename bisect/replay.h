/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A world made of what a case has measured, for the search to be run on once more with other settings.
 *
 * A boot of a kernel is the next one that the case made of it, in the order in which they were made, and
 * its samples are those of that boot. What the case has not is drawn from what it has, and counted:
 *
 *   a further sample   the mean of that boot, and how far a sample of the case lay off its boot's mean
 *   a further boot     the mean of that kernel, and how far a boot of the case lay off its kernel's mean,
 *                      with that boot's samples
 *   another kernel     the mean of a kernel on the same side of the changes, then as a further boot; the
 *                      same one throughout a run
 *
 * Deviations are raised by the root of n/(n−1), since n values lie too close to their own mean. Without a
 * kernel of two boots or a boot of two samples there are none to draw, and what is drawn is the mean.
 *
 * What is untestable is what the case found to be so: what it did not try builds. Changes are those that
 * are believed when all that was measured is taken together, each somewhere in its gap, drawn from the
 * posterior; a kernel that was never measured is before it or behind it accordingly. Pure.
 */
#ifndef BISECT_REPLAY_H
#define BISECT_REPLAY_H

#include "base/defs.h"
#include "base/rng.h"
#include "bisect/search.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is played from. Both ends have been measured. */
struct replay {
	const struct search_problem *problem; /* borrowed, as the next two */
	const struct search_verdict *verdict; /* of the problem */
	const double *posterior;
	double *boot_means;
	double *kernel_means; /* of its boots' means; of those that were booted */
	unsigned *n_boots_of; /* each kernel */
	size_t *pairs;        /* boots of kernels that have several */
	size_t n_pairs;
	double *deviations; /* of the samples of boots that have several */
	size_t n_deviations;
};

/* One run. Zero-initialised until it is begun. */
struct replay_run {
	const struct replay *replay; /* borrowed */
	uint64_t seed;
	struct rng rng;
	const uint32_t *changes; /* borrowed; positions, ascending; as many as the verdict has */
	unsigned *n_spent;       /* boots of each kernel of the problem */
	const struct search_boot *boot; /* that is running: the one whose samples are taken */
	double shift;                   /* added to them */
	double mean;                    /* of the samples, shifted */
	size_t n_taken;
	/* Boots that the case did not make: of kernels that it measured, and of others. */
	uint32_t boots_drawn, boots_elsewhere;
	uint32_t samples_drawn; /* beyond those of the boot that is played */
};

/* Has the case measured both ends? */
bool replay_is_possible(const struct search_problem *problem);
void replay_init(struct replay *replay, const struct search_problem *problem,
		 const struct search_verdict *verdict, const double *posterior);
void replay_clear(struct replay *replay);

/* Where the changes are in a run. */
void replay_draw_changes(const struct replay *replay, struct rng *rng, uint32_t *ret);

void replay_run_init(struct replay_run *run, const struct replay *replay, const uint32_t *changes,
		     uint64_t seed);
void replay_run_clear(struct replay_run *run);
/* Boots the position, then takes a sample of the boot that is running. */
void replay_run_boot(struct replay_run *run, uint32_t position, unsigned variant);
double replay_run_sample(struct replay_run *run);

#endif
