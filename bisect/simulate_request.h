/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of `perfsect simulate`: a synthetic world, and how to search it. */
#ifndef BISECT_SIMULATE_REQUEST_H
#define BISECT_SIMULATE_REQUEST_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/simulate_options.h"

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

struct simulate_request {
	struct simulate_options world;
	size_t n_effects; /* given */
	bool has_changes, has_smallest_effect;
};

extern const struct argp_option simulate_request_options[];

void simulate_request_init(struct simulate_request *request);
/* For struct cli_parse; `context` is a struct simulate_request. */
int simulate_request_take(void *context, int key, const char *value, struct error *err) MUST_CHECK;
/* What follows from several options together; ERROR_USAGE where they contradict each other. */
int simulate_request_finish(struct simulate_request *request, struct error *err) MUST_CHECK;

#endif
