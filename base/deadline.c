/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/deadline.h"

#include <limits.h>
#include <time.h>

#define NS_PER_S 1000000000LL
#define NS_PER_MS 1000000LL
#define TEN_YEARS_S (3652.5 * 86400)

int64_t deadline_now_ns(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail: the clock exists since 2.6 */
	return (int64_t)now.tv_sec * NS_PER_S + now.tv_nsec;
}

struct deadline deadline_in(double seconds)
{
	double bounded_s = 0;

	if (seconds > TEN_YEARS_S)
		bounded_s = TEN_YEARS_S;
	else if (seconds > 0) /* false for NaN */
		bounded_s = seconds;
	return (struct deadline){ deadline_now_ns() + (int64_t)(bounded_s * (double)NS_PER_S) };
}

struct deadline deadline_earlier(struct deadline a, struct deadline b)
{
	return a.at_ns <= b.at_ns ? a : b;
}

static int64_t left_ns(struct deadline deadline)
{
	int64_t now_ns = deadline_now_ns();

	return deadline.at_ns > now_ns ? deadline.at_ns - now_ns : 0;
}

bool deadline_is_over(struct deadline deadline)
{
	return left_ns(deadline) == 0;
}

int deadline_left_ms(struct deadline deadline)
{
	int64_t ns = left_ns(deadline);
	int64_t ms = ns / NS_PER_MS + (ns % NS_PER_MS != 0);

	return ms > INT_MAX ? INT_MAX : (int)ms;
}

double deadline_left_s(struct deadline deadline)
{
	return (double)left_ns(deadline) / (double)NS_PER_S;
}
