/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef BISECT_SESSION_PRIVATE_H
#define BISECT_SESSION_PRIVATE_H

#include "base/deadline.h"
#include "bisect/casefile.h"
#include "bisect/lab.h"
#include "bisect/session.h"

struct session {
	struct session_environment environment;
	struct casefile casefile;
	struct lab *lab;
	unsigned max_boots;
	struct deadline deadline;
	bool has_deadline;
	unsigned host_failures;     /* in a row */
	struct session_event event; /* of the step under way */
};

/* Does the task, and stores what came of it with what the search believed before. */
int session_step(struct session *session, const struct task *task, const struct outlook *outlook,
		 const struct history *history, struct error *err) MUST_CHECK;

#endif
