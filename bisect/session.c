/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The path of a bisect: history → outlook → one step → history, until nothing is left to do. All
 * thinking is in outlook and search, all doing in lab; here both are joined, and every step is stored.
 */
#include "bisect/session.h"

#include <string.h>

#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "bisect/conclude.h"
#include "bisect/session_private.h"

static enum case_state state_from_name(const char *name)
{
	for (enum case_state state = CASE_RUNNING; state <= CASE_STOPPED; state++)
		if (strcmp(case_state_name(state), name) == 0)
			return state;
	return CASE_RUNNING;
}

/* Stores the finding, unless the case only pauses. */
static int end_case(struct session *session, const struct finding *finding, struct error *err)
{
	CLEANUP(json_freep) struct json *json = finding_to_json(finding);
	CLEANUP(mem_freep) char *text = json_dump(json, true);
	enum case_state state = state_from_name(finding->state);

	if (state == CASE_RUNNING)
		return 0;
	session->casefile.record.state = state;
	return store_end_case(session->environment.workspace->store, session->casefile.record.id,
			      state, text, err);
}

/* Why the session must not take another step now, or NULL. */
static const char *must_pause(const struct session *session, const struct history *history)
{
	if (session->has_deadline && deadline_is_over(session->deadline))
		return "the deadline is over; 'perfsect resume' goes on where it stopped";
	if (history->n_boots >= session->max_boots)
		return "the limit search.max_boots is reached; raise it and 'perfsect resume'";
	return NULL;
}

/* The search goes first; what it names is verified when it has nothing left to ask. */
static bool find_task(const struct outlook *outlook, const struct verification *verification,
		      struct task *ret)
{
	if (outlook->stage)
		*ret = outlook_task(outlook);
	else if (verification->has_task)
		*ret = verification->task;
	return outlook->stage || verification->has_task;
}

/* Thinks, with the boot that still runs as long as it is to run on: it ends before anything else is done. */
static int think(struct session *session, const struct history *history, bool is_pause,
		 struct outlook *outlook, struct error *err)
{
	struct casefile *casefile = &session->casefile;

	if (is_pause && session_let_go(session, err) < 0)
		return -1;
	casefile->options.running = session_running(session);
	if (casefile_outlook(casefile, history, outlook, err) < 0)
		return -1;
	return outlook->next.kind == SEARCH_DO_SAMPLE ? 0 : session_let_go(session, err);
}

static int run_to_finding(struct session *session, struct finding **ret, struct error *err)
{
	struct casefile *casefile = &session->casefile;

	for (;;) {
		CLEANUP(history_freep) struct history *history = NULL;
		CLEANUP(outlook_clear) struct outlook outlook = { 0 };
		CLEANUP(verification_clear) struct verification verification = { 0 };
		struct task task;
		bool has_task;
		const char *pause;

		if (casefile_history(casefile, &history, err) < 0)
			return -1;
		pause = must_pause(session, history);
		if (think(session, history, pause, &outlook, err) < 0 ||
		    casefile_verification(casefile, history, &outlook, &verification, err) < 0)
			return -1;
		has_task = find_task(&outlook, &verification, &task);
		if (has_task && !pause) {
			if (session_step(session, &task, &outlook, history, err) < 0)
				return -1;
			continue;
		}
		if (conclude(casefile, history, &outlook, &verification, ret, err) < 0)
			return -1;
		if (has_task)
			finding_add_note(*ret, "%s", pause);
		return 0;
	}
}

static int run_to_end(struct session *session, struct finding **ret, struct error *err)
{
	CLEANUP(finding_freep) struct finding *finding = NULL;

	if (run_to_finding(session, &finding, err) < 0) {
		struct error later = { 0 }; /* the first error says more */

		if (session_let_go(session, &later) < 0)
			log_debug("%s", later.text);
		return -1;
	}
	if (end_case(session, finding, err) < 0)
		return -1;
	*ret = finding;
	finding = NULL;
	return 0;
}

int session_run(struct session *session, struct finding **ret, struct error *err)
{
	const struct workspace *workspace = session->environment.workspace;
	const int64_t id = session->casefile.record.id;
	int result;

	workspace_begin_case(workspace, id);
	result = run_to_end(session, ret, err);
	workspace_end_case(workspace, id);
	return result;
}
