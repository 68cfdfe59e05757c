/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/ahead.h"

#include <stdlib.h>

#include "base/mem.h"

static void shift(struct forecast_quantity *quantity, double by)
{
	quantity->mean += by;
	quantity->low += by;
	quantity->high += by;
}

/* Simulates the stage on; what other stages need is added by the search's rule of thumb. */
static void look(struct ahead *ahead, const struct search_problem *problem, double others)
{
	struct forecast forecast;

	ahead->has_interval = ahead->verdict.next.reason != SEARCH_WHY_CALIBRATE;
	if (!ahead->has_interval) {
		ahead->minutes_left.mean = ahead->verdict.minutes_left + others;
		return;
	}
	forecast_rest(problem, &ahead->verdict, ahead->posterior, forecast_runs(problem->n),
		      &forecast);
	ahead->minutes_left = forecast.minutes;
	shift(&ahead->minutes_left, others);
}

void ahead_init(struct ahead *ahead, const struct outlook *outlook, const struct history *history,
		const struct evidence_options *options)
{
	CLEANUP(evidence_clear) struct evidence evidence = { 0 };
	const struct stage *stage = outlook->stage ? outlook->stage : outlook->mainline;

	*ahead = (struct ahead){
		.stage = stage,
		.posterior = mem_array((size_t)stage->chain.n + 1, sizeof(double)),
	};
	evidence_init(&evidence, stage, history, options);
	search_evaluate(&evidence.problem, &ahead->verdict, ahead->posterior);
	if (!outlook->stage)
		ahead->minutes_left.mean = outlook_minutes_left(outlook);
	else
		look(ahead, &evidence.problem,
		     outlook_minutes_left(outlook) - ahead->verdict.minutes_left);
}

void ahead_clear(struct ahead *ahead)
{
	free(ahead->posterior);
	*ahead = (struct ahead){ 0 };
}
