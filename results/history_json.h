/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the store holds, as JSON for people's programs: docs/report.schema.json describes it. The
 * caller frees each value or hands it to a container.
 */
#ifndef RESULTS_HISTORY_JSON_H
#define RESULTS_HISTORY_JSON_H

#include "base/defs.h"
#include "base/json.h"
#include "results/history.h"
#include "results/store.h"

struct json *case_to_json(const struct case_record *record) MUST_CHECK;
/* Without its boots. */
struct json *history_kernel_to_json(const struct history_kernel *kernel) MUST_CHECK;
/* With its samples, and the row of its kernel as "kernel". */
struct json *history_boot_to_json(const struct history *history,
				  const struct history_boot *boot) MUST_CHECK;
/* The lines of a text as an array; of NULL, an empty one. */
struct json *lines_to_json(const char *text) MUST_CHECK;
struct json *step_to_json(const struct step_record *step) MUST_CHECK;

#endif
