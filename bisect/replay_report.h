/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What replaying a case gave, for people and as JSON (docs/replay.schema.json). Pure. */
#ifndef BISECT_REPLAY_REPORT_H
#define BISECT_REPLAY_REPORT_H

#include "base/defs.h"
#include "base/json.h"
#include "base/str.h"
#include "bisect/replay.h"
#include "bisect/simulate.h"
#include "bisect/stage.h"

#include <stdint.h>

struct replay_report {
	int64_t case_id;
	const struct stage *stage;              /* that was replayed: the case's mainline */
	const struct simulate_options *options; /* with the replay */
	const struct simulate_result *result;
};

void replay_report_append(struct str *str, const struct replay_report *report);
/* The caller frees it. */
struct json *replay_report_json(const struct replay_report *report) MUST_CHECK;

#endif
