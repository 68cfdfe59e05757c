/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/draw.h"

uint32_t draw_position(const double *posterior, uint32_t lo, uint32_t hi, struct rng *rng)
{
	uint32_t position = lo;
	double left = 0;

	for (uint32_t i = lo + 1; i <= hi; i++)
		left += posterior[i];
	left *= rng_uniform(rng);
	while (position < hi && left >= 0)
		left -= posterior[++position];
	return position;
}
