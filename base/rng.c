/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/rng.h"

#include <assert.h>
#include <math.h>

#define TWO_PI 6.28318530717958647692

static uint64_t rotate_left(uint64_t value, int bits)
{
	return value << bits | value >> (64 - bits);
}

static uint64_t splitmix64(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

void rng_init(struct rng *rng, uint64_t seed)
{
	for (int i = 0; i < 4; i++)
		rng->state[i] = splitmix64(&seed);
	rng->spare = 0;
	rng->has_spare = 0;
}

void rng_init_named(struct rng *rng, uint64_t seed, const char *name, uint64_t number)
{
	for (; *name; name++)
		seed = (seed ^ (unsigned char)*name) * UINT64_C(0x100000001b3);
	rng_init(rng, seed * 1000003 + number);
}

uint64_t rng_next(struct rng *rng)
{
	uint64_t *s = rng->state;
	uint64_t result = rotate_left(s[1] * 5, 7) * 9;
	uint64_t shifted = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= shifted;
	s[3] = rotate_left(s[3], 45);
	return result;
}

double rng_uniform(struct rng *rng)
{
	return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

uint64_t rng_below(struct rng *rng, uint64_t n)
{
	uint64_t too_small; /* 2^64 mod n: without the values below it, each rest is as likely */
	uint64_t value;

	assert(n > 0);
	too_small = (0 - n) % n;
	do {
		value = rng_next(rng);
	} while (value < too_small);
	return value % n;
}

double rng_normal(struct rng *rng)
{
	double radius;
	double angle;

	if (rng->has_spare) {
		rng->has_spare = 0;
		return rng->spare;
	}
	radius = sqrt(-2 * log(1 - rng_uniform(rng))); /* 1 - u is never 0 */
	angle = TWO_PI * rng_uniform(rng);
	rng->spare = radius * sin(angle);
	rng->has_spare = 1;
	return radius * cos(angle);
}
