/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BISECT_SESSION_PRIVATE_H
#define BISECT_SESSION_PRIVATE_H

#include "base/deadline.h"
#include "bisect/casefile.h"
#include "bisect/lab.h"
#include "bisect/session.h"

#include <stdbool.h>
#include <stdint.h>

struct session {
	struct session_environment environment;
	struct casefile casefile;
	struct lab *lab;
	unsigned max_boots;
	struct deadline deadline;
	bool has_deadline;
	unsigned host_failures;     /* in a row */
	bool holds;                 /* boots of the search, so that they can take further samples */
	int64_t running;            /* id of the last boot; see session_running() */
	struct session_event event; /* of the step under way */
};

/* The boot that still runs, 0 when none does. */
int64_t session_running(const struct session *session);
/* Ends the boot that still runs, if there is one. */
int session_let_go(struct session *session, struct error *err) MUST_CHECK;

/* Does the task, and stores what came of it with what the search believed before. */
int session_step(struct session *session, const struct task *task, const struct outlook *outlook,
		 const struct history *history, struct error *err) MUST_CHECK;

#endif
