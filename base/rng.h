/* SPDX-License-Identifier: GPL-3.0-or-later */
/* xoshiro256** (Blackman and Vigna, 2018), seeded by splitmix64: the same numbers everywhere. */
#ifndef BASE_RNG_H
#define BASE_RNG_H

#include <stdint.h>

struct rng {
	uint64_t state[4];
	double spare; /* the second value of the last Box-Muller pair */
	int has_spare;
};

void rng_init(struct rng *rng, uint64_t seed);
/* Under one seed, a sequence of its own for each name and number. */
void rng_init_named(struct rng *rng, uint64_t seed, const char *name, uint64_t number);
uint64_t rng_next(struct rng *rng);
double rng_uniform(struct rng *rng);             /* [0, 1) with 53 bits */
uint64_t rng_below(struct rng *rng, uint64_t n); /* [0, n), unbiased; n > 0 */
double rng_normal(struct rng *rng);              /* standard normal, Box-Muller */

#endif
