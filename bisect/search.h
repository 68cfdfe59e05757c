/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The search: from everything measured so far to what is believed about each commit, and to the next
 * action. Pure: no I/O, no clock, no state of its own; every call starts from the measurements, so
 * that resume and undo come free. The model is docs/search.md.
 *
 * It works on a chain: position 0 is the good end, position n the bad end, and the commit at position
 * i turns the state at i−1 into the state at i. All values are on the log-percent scale of
 * results/sample.h, larger is faster.
 */
#ifndef BISECT_SEARCH_H
#define BISECT_SEARCH_H

#include "base/defs.h"
#include "bisect/search_change.h"
#include "bisect/search_problem.h"
#include "bisect/search_scatter.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SEARCH_CHANGES_MAX 16

struct search_verdict {
	struct search_action next;
	/* What `next` was preferred to for its bits a minute; gain_bits 0: it was not chosen for them. */
	struct search_action other;
	struct search_change changes[SEARCH_CHANGES_MAX]; /* by position */
	size_t n_changes;
	double difference, difference_sd; /* level at the bad end minus level at the good end */
	double sample_sd; /* σ_w, within a boot, log-percent; 0 when not known yet */
	double boot_sd;   /* σ_b, between boots of a kernel */
	struct search_scatter
		scatter;            /* of samples in a boot; scale 0 when nothing is measured yet */
	bool has_too_many_outliers; /* nothing is claimed: next is END_RANGE */
	double build_sd;            /* τ, between builds */
	double drift_sd;            /* of the machine's wandering, after an hour; 0: none is seen */
	double warmup;     /* that first samples of boots are off by, and is not counted; 0: none */
	double mode_apart; /* between two modes that boots come in; 0: they come in one */
	double mode_slow;  /* share of boots in the slower of the two */
	double fit_p;      /* χ² of the levels; small: the model does not fit */
	double minutes_left;     /* rough estimate to the end */
	double best_probability; /* of the least certain change's best gap; 0 before calibration */
};

/*
 * Evaluates the problem. Deterministic. `posterior` may be NULL, else n+1 numbers are written to it:
 * the probability that the commit at each position is a (the) change, [0] unused.
 */
void search_evaluate(const struct search_problem *problem, struct search_verdict *ret,
		     double *posterior);

const char *search_action_name(enum search_action_kind kind);
const char *search_reason_text(enum search_reason reason); /* a sentence in plain words */

#endif
