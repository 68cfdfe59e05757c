/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a bisect has to say at its end (or so far): filled by the session, stored as JSON with the
 * case, and the input of every report together with the case and its history.
 */
#ifndef RESULTS_FINDING_H
#define RESULTS_FINDING_H

#include "base/defs.h"
#include "base/error.h"
#include "base/json.h"
#include "base/str.h"
#include "results/history.h"
#include "results/sample.h"

#include <stdbool.h>
#include <stddef.h>

/* One commit as reports show it. Strings owned. */
struct finding_commit {
	char hex[HISTORY_OID_SIZE];
	char *subject;
	char *author;
};

/* A change of level: one commit, or a run of commits that could not be told apart. */
struct finding_change {
	struct finding_commit *commits; /* oldest first; ≥ 1 */
	size_t n_commits;
	char merge[HISTORY_OID_SIZE];   /* the merge that brought it into the mainline, or "" */
	double effect_percent;          /* of throughput; negative: slower */
	double effect_low, effect_high; /* 95 % interval, percent */
	double probability;
	bool is_resolved; /* at the confidence asked for */
};

/* A commit that said nothing, and why. */
struct finding_untestable {
	struct finding_commit commit;
	enum outcome outcome;
	char *detail; /* first error line */
};

struct finding {
	char *state;                    /* case_state_name() of the end */
	struct finding_change *changes; /* in history order */
	size_t n_changes;
	struct finding_untestable *untestable;
	size_t n_untestable;
	double difference_percent, difference_low,
		difference_high; /* bad end against good end, 95 % */
	double confidence;       /* asked for */
	double sample_sd_percent, boot_sd_percent;
	double fit_p;                    /* residual check; below 0.001 the model is doubtful */
	unsigned n_commits;              /* in the range */
	unsigned builds, boots, samples; /* made by this case, failures included */
	double wall_s;                   /* of all steps */
	struct strlist notes; /* sentences worth reading: what was doubtful, skipped, reused */
};

void finding_free(struct finding *finding);
void finding_freep(struct finding **finding);
void finding_add_note(struct finding *finding, const char *format, ...) PRINTF_LIKE(2, 3);

/* The documented schema ("schema": 1); the caller frees the value. */
struct json *finding_to_json(const struct finding *finding) MUST_CHECK;
int finding_from_json(const struct json *json, struct finding **ret, struct error *err) MUST_CHECK;

#endif
