/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a person sees while a session works, on stderr: one live line on a terminal, else a line an
 * event. Part of the commands: the only module besides them that prints.
 */
#ifndef BISECT_PROGRESS_H
#define BISECT_PROGRESS_H

#include "base/str.h"
#include "bisect/session.h"

#include <stdbool.h>
#include <stdint.h>

struct progress {
	bool is_live; /* a terminal: rewrite one line */
	unsigned width;
	int64_t start_ns;         /* of the session */
	int64_t step_ns;          /* of the step */
	enum session_phase phase; /* last told */
};

void progress_init(struct progress *progress, int fd);
/* For session_observer.notify; `context` is a struct progress. */
void progress_notify(void *context, const struct session_event *event);
/* Removes a live line before other output. */
void progress_end(struct progress *progress);

/* Pure: the text of an event, without newline. */
void progress_append(struct str *str, const struct session_event *event, double session_s,
		     double step_s);

#endif
