/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a kernel measures, as JSON. */
#ifndef RESULTS_LEVEL_JSON_H
#define RESULTS_LEVEL_JSON_H

#include "base/defs.h"
#include "base/json.h"
#include "results/level.h"

#include <stddef.h>

/*
 * Numbers of a kernel that was not measured are null. `good` is the index of the good end, or
 * levels->n when it was not measured: then the shares of it are null. The caller frees the value.
 */
struct json *level_to_json(const struct levels *levels, size_t good, size_t kernel) MUST_CHECK;

#endif
