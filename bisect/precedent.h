/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the newest case of a workspace with the same machine and workload says about time and noise. */
#ifndef BISECT_PRECEDENT_H
#define BISECT_PRECEDENT_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/search_problem.h"
#include "results/store.h"

#include <stdbool.h>
#include <stdint.h>

struct precedent {
	int64_t case_id;           /* 0: there is none */
	struct search_costs costs; /* as measured there; `guess` for what was not */
	bool has_noise;            /* it has ended with a finding */
	double sample_sd, boot_sd; /* log-percent */
};

/* Looks for one with a measured boot; without it *ret has the guess. */
int precedent_find(struct store *store, const char *machine, const char *workload,
		   struct search_costs guess, struct precedent *ret, struct error *err) MUST_CHECK;

#endif
