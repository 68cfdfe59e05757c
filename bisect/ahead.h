/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What is ahead of a running case, in more detail than a session needs: what is believed in the stage of
 * the next action, what that was chosen before, and how long it will take. Pure.
 */
#ifndef BISECT_AHEAD_H
#define BISECT_AHEAD_H

#include "base/defs.h"
#include "bisect/evidence.h"
#include "bisect/forecast.h"
#include "bisect/outlook.h"

#include <stdbool.h>

struct ahead {
	const struct stage
		*stage; /* of the next action, borrowed; the mainline when there is none */
	struct search_verdict verdict; /* of that stage */
	double *posterior;             /* of its positions */
	bool has_interval; /* the ends are known, so that the search could be simulated on */
	struct forecast_quantity minutes_left; /* of the whole case; only `mean` without interval */
};

/* Takes some tenths of a second. `outlook` was made from the history. */
void ahead_init(struct ahead *ahead, const struct outlook *outlook, const struct history *history,
		const struct evidence_options *options);
void ahead_clear(struct ahead *ahead);

#endif
