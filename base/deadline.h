/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points in time (CLOCK_MONOTONIC) after which an operation gives up. There is no infinite wait. */
#ifndef BASE_DEADLINE_H
#define BASE_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

struct deadline {
	int64_t at_ns; /* CLOCK_MONOTONIC */
};

/* Now, in nanoseconds of CLOCK_MONOTONIC. */
int64_t deadline_now_ns(void);
/* The point `seconds` from now; negative counts as 0, more than ten years as ten years. */
struct deadline deadline_in(double seconds);
struct deadline deadline_earlier(struct deadline a, struct deadline b);
bool deadline_is_over(struct deadline deadline);
/* Milliseconds left, rounded up, for poll(): 0 when over, at most INT_MAX. */
int deadline_left_ms(struct deadline deadline);
double deadline_left_s(struct deadline deadline);

#endif
