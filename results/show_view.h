/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What `perfsect show` prints: the whole story of one kernel of a case. Pure. */
#ifndef RESULTS_SHOW_VIEW_H
#define RESULTS_SHOW_VIEW_H

#include "base/defs.h"
#include "base/json.h"
#include "base/str.h"
#include "results/report_input.h"

#include <stddef.h>

/* `kernel` is its index in the history. */
void show_view_append(const struct report_input *input, size_t kernel, struct str *out);
/* docs/show.schema.json; the caller frees it. */
struct json *show_view_to_json(const struct report_input *input, size_t kernel) MUST_CHECK;

#endif
