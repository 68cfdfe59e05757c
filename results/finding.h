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
#include "results/survey.h"

#include <stdbool.h>
#include <stddef.h>

/* One commit as reports show it. Strings owned. */
struct finding_commit {
	char hex[HISTORY_OID_SIZE];
	char *subject;
	char *author;
};

/* What came of booting the two sides of a change in turn. */
enum finding_verdict {
	FINDING_UNCHECKED, /* it was not asked for, or the change is not resolved */
	FINDING_CHECKING,  /* under way */
	FINDING_CONFIRMED,
	FINDING_REFUTED, /* the sides differ by less than half of what the search saw, if at all */
	FINDING_UNDECIDED, /* not known after as many boots as are worth it */
};
/* "unchecked", "checking", … */
const char *finding_verdict_name(enum finding_verdict verdict);
/* False when there is no such name. */
bool finding_verdict_from_name(const char *name, enum finding_verdict *ret);

struct finding_comparison {
	enum finding_verdict verdict;
	unsigned pairs;                         /* of boots, one of each side */
	double difference_percent;              /* of throughput, after against before */
	double difference_low, difference_high; /* 99 % interval, valid at any time */
};

/* How a change was tried on an end of the range. */
enum finding_method {
	FINDING_NO_METHOD,
	FINDING_REVERT,     /* taken out of the bad end */
	FINDING_TRANSPLANT, /* put on the good end, where taking it out conflicts */
};

/* "none", "revert", "transplant". */
const char *finding_method_name(enum finding_method method);
/* False when there is no such name. */
bool finding_method_from_name(const char *name, enum finding_method *ret);

/* How much of the whole difference the change is. */
struct finding_explanation {
	enum finding_method method; /* the last one tried; NO_METHOD: none was */
	char commit
		[HISTORY_OID_SIZE]; /* what was built, an object of the workspace; "": a conflict */
	enum outcome outcome;       /* MEASURED; why not; BUILT while under way */
	char *detail;               /* of why not */
	double effect_percent;      /* of throughput, against that end */
	double effect_low, effect_high; /* 95 % interval */
	double share; /* of the difference between the ends, 1: all; NaN: not known */
	double share_low, share_high; /* 95 % interval */
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
	struct finding_comparison comparison;
	struct finding_explanation explanation;
};

/* A commit that said nothing, and why. */
struct finding_untestable {
	struct finding_commit commit;
	enum outcome outcome;
	char *detail; /* first error line */
};

struct finding {
	char *state;    /* case_state_name() of the end */
	char *obstacle; /* why nothing could be searched for; "": nothing was in the way */
	struct finding_change *changes; /* in history order */
	size_t n_changes;
	struct finding_untestable *untestable;
	size_t n_untestable;
	double difference_percent, difference_low,
		difference_high; /* bad end against good end, 95 %; NaN: not measured */
	double confidence;       /* asked for */
	double sample_sd_percent, boot_sd_percent, build_sd_percent; /* NaN: nothing measured */
	unsigned layouts; /* kernels that are other layouts of a commit */
	double fit_p; /* residual check; NaN: nothing measured; below 0.001 the model is doubtful */
	unsigned n_commits;              /* in the range */
	unsigned builds, boots, samples; /* made by this case, failures included */
	double wall_s;                   /* of all steps */
	struct survey survey;            /* without positions: not known */
	struct strlist notes; /* sentences worth reading: what was doubtful, skipped, reused */
};

void finding_free(struct finding *finding);
void finding_freep(struct finding **finding);
void finding_add_note(struct finding *finding, const char *format, ...) PRINTF_LIKE(2, 3);

/* The documented schema ("schema": 1); the caller frees the value. */
struct json *finding_to_json(const struct finding *finding) MUST_CHECK;
int finding_from_json(const struct json *json, struct finding **ret, struct error *err) MUST_CHECK;

#endif
