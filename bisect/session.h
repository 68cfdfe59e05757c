/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A bisect from its first step to its finding. One step is one build, one boot, or further samples in
 * the boot of the step before, which waits for them; each is stored in one transaction when it has
 * happened, so that a session killed at any instant is resumed from the last finished step. Steps block for minutes to hours, within the time-outs of the settings; a
 * request to cancel ends them within seconds, with nothing left running.
 */
#ifndef BISECT_SESSION_H
#define BISECT_SESSION_H

#include "base/cancel.h"
#include "base/defs.h"
#include "base/error.h"
#include "base/str.h"
#include "bisect/limits.h"
#include "bisect/workspace.h"
#include "results/finding.h"
#include "results/store.h"

#include <stdbool.h>
#include <stdint.h>

struct session;

/* What to bisect. Strings are borrowed while session_start runs. */
struct session_request {
	const char *good, *bad;      /* revisions */
	const char *machine;         /* name; NULL: the first of the settings */
	const char *workload;        /* name; NULL: the first of the settings */
	const struct strlist *skip;  /* revisions never to be tested; may be NULL */
	const struct limits *limits; /* may be NULL */
	bool as_configured;          /* kernels: nothing is set that was not asked for */
	bool no_verify; /* whatever the settings say, leave out what follows the search */
};

enum session_phase {
	SESSION_CHECKOUT,
	SESSION_BUILD,
	SESSION_BOOT,
	SESSION_RUN,
	SESSION_STEP_DONE,
};

/* Told while a step runs and when it has ended. Everything is borrowed for the call. */
struct session_event {
	enum session_phase phase;
	const char *commit; /* short id; NULL before the first step */
	unsigned layout;    /* of the commit's code; 0: its own */
	const char *subject;
	const char *why;                 /* this step, in plain words */
	const char *result;              /* of SESSION_STEP_DONE: one line */
	unsigned builds, boots, samples; /* of the case so far */
	uint32_t suspects;               /* outlook_suspects() before the step */
	double minutes_left;
};

struct session_observer {
	void (*notify)(void *context, const struct session_event *event);
	void *context;
};

struct session_environment {
	struct workspace *workspace;      /* opened for writing; outlives the session */
	struct cancel *cancel;            /* may be NULL */
	struct session_observer observer; /* notify may be NULL */
	double deadline_s;                /* stop (resumable) after so many seconds; 0: none */
};

/* Opens a new case. ERROR_USAGE or ERROR_CONFIG before anything is built. */
int session_start(const struct session_environment *environment,
		  const struct session_request *request, struct session **ret,
		  struct error *err) MUST_CHECK;
/*
 * Opens a case again (0: the newest), also one that has ended, for session_test(). ERROR_CONFIG when
 * the configuration has changed in a way that would make old and new kernels incomparable.
 */
int session_resume(const struct session_environment *environment, int64_t case_id,
		   struct session **ret, struct error *err) MUST_CHECK;
void session_close(struct session *session);
void session_closep(struct session **session);

const struct case_record *session_case(const struct session *session); /* borrowed */

/*
 * Steps until the search says finished and what it found is verified, and stores the finding. When the deadline is over the finding
 * so far is returned with state "running", and the case can be resumed.
 */
int session_run(struct session *session, struct finding **ret, struct error *err) MUST_CHECK;
enum test_verdict { TEST_LIKE_GOOD, TEST_LIKE_BAD, TEST_LIKE_NEITHER, TEST_UNTESTABLE };
/*
 * Builds, boots and measures one commit of the range until it is like one of the ends. *ret_probability
 * is that of the answer, NAN where none was weighed: for an end, and for the last two verdicts.
 */
int session_test(struct session *session, const char *revision, enum test_verdict *ret,
		 double *ret_probability, struct error *err) MUST_CHECK;

#endif
