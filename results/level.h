/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the kernels of a history measure, for people to read: robust boot means on the log-percent
 * scale, and how well each kernel's mean is known. Boots are what is repeated, so the interval comes
 * from what boots of one kernel differ, pooled over all kernels with two boots or more.
 */
#ifndef RESULTS_LEVEL_H
#define RESULTS_LEVEL_H

#include "results/history.h"
#include "results/sample.h"

#include <stdbool.h>
#include <stddef.h>

struct level {
	size_t n_boots;     /* measured ones; with 0 the rest is meaningless */
	size_t n_samples;   /* in them */
	double log_percent; /* mean of the boots */
	double value;       /* the same in the metric's unit */
	double half; /* half of the 95 % interval, log-percent; NAN when no kernel has two boots */
};

struct levels {
	struct level *of; /* one a kernel of the history */
	size_t n;
	double low, high; /* of all samples, log-percent; low > high when there is none */
};

/* Samples that are no positive finite number have no logarithm and are left out. */
void levels_init(struct levels *levels, const struct history *history, enum direction better);
void levels_clear(struct levels *levels);

/* Throughput of a level in percent of a reference: 96.8 is 3.2 % slower, in both directions. */
double level_share(const struct level *level, const struct level *reference);
/* Half of its interval, in the same percent; the reference is taken as exact. */
double level_share_half(const struct level *level, const struct level *reference);

/*
 * The index of the measured kernel of that commit, not a transplant and of the lowest variant, or
 * `n` when there is none.
 */
size_t levels_find(const struct levels *levels, const struct history *history, const char *commit);

#endif
