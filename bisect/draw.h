/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Worlds drawn from what is believed. Pure. */
#ifndef BISECT_DRAW_H
#define BISECT_DRAW_H

#include "base/rng.h"

#include <stdint.h>

/* A position of (lo, hi], as probable as the posterior of search_evaluate() has it; lo < hi. */
uint32_t draw_position(const double *posterior, uint32_t lo, uint32_t hi, struct rng *rng);

#endif
