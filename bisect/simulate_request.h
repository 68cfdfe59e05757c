/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of `perfsect simulate`: a synthetic world or a case, and how to search it. */
#ifndef BISECT_SIMULATE_REQUEST_H
#define BISECT_SIMULATE_REQUEST_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/simulate_options.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct simulate_request {
	struct simulate_options world;
	size_t n_effects; /* given */
	int64_t replay;   /* the case to replay; 0: none, a synthetic world */
	uint32_t given;   /* a bit for each option that was */
};

extern const struct argp_option simulate_request_options[];

void simulate_request_init(struct simulate_request *request);
/* For struct cli_parse; `context` is a struct simulate_request. */
int simulate_request_take(void *context, int key, const char *value, struct error *err) MUST_CHECK;
/* What follows from several options together; ERROR_USAGE where they contradict each other. */
int simulate_request_finish(struct simulate_request *request, struct error *err) MUST_CHECK;

/* Sets what was not given to what the case had; of a request to replay. */
void simulate_request_follow(struct simulate_request *request,
			     const struct search_problem *problem);

#endif
