/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The path of a bisect: history → outlook → one step → history, until nothing is left to do. All
 * thinking is in outlook and search, all doing in lab; here both are joined, and every step is stored.
 */
#include "bisect/session.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "bisect/conclude.h"
#include "bisect/session_private.h"

/* Host failures in a row after which the session stops, resumable. */
#define HOST_FAILURES_MAX 3

static void notify(struct session *session, enum session_phase phase)
{
	const struct session_observer *observer = &session->environment.observer;

	session->event.phase = phase;
	if (observer->notify)
		observer->notify(observer->context, &session->event);
}

/* What the search believed before a step, for `show`. */
static char *describe_thought(const struct outlook *outlook)
{
	CLEANUP(json_freep) struct json *thought = json_new_object();
	struct json *changes = json_new_array();

	for (size_t i = 0; i < outlook->verdict.n_changes; i++) {
		const struct search_change *change = &outlook->verdict.changes[i];
		struct json *item = json_new_object();

		json_set_integer(item, "after", change->lo);
		json_set_integer(item, "up_to", change->hi);
		json_set_real(item, "effect_percent", log_percent_to_percent(change->effect));
		json_set_real(item, "probability", change->probability);
		json_push(changes, item);
	}
	json_set(thought, "changes", changes);
	json_set_string(thought, "action", search_action_name(outlook->next.kind));
	json_set_real(thought, "gain_bits", outlook->next.gain_bits);
	json_set_real(thought, "cost_minutes", outlook->next.cost_min);
	json_set_real(thought, "sample_sd_percent", outlook->verdict.sample_sd);
	json_set_real(thought, "boot_sd_percent", outlook->verdict.boot_sd);
	json_set_real(thought, "build_sd_percent", outlook->verdict.build_sd);
	return json_dump(thought, true);
}

/* A step under way: what is stored with its result. */
static void step_begin(struct session *session, const struct task *task,
		       const struct outlook *outlook, const char *kind, struct step_record *step)
{
	*step = (struct step_record){
		.case_id = session->casefile.record.id,
		.kind = mem_strdup(kind),
		.commit = mem_strdup(task->candidate.commit),
		.why = mem_strdup(task->why),
		.thought = describe_thought(outlook),
		.started = (int64_t)time(NULL),
	};
	session->event.why = task->why;
}

static double seconds_since(int64_t start_ns)
{
	return (double)(deadline_now_ns() - start_ns) / 1e9;
}

static void tell_done(struct session *session, const char *result)
{
	session->event.result = result;
	notify(session, SESSION_STEP_DONE);
	session->event.result = NULL;
}

/* Builds and stores; a host that could not build is an error, after it was stored. */
static int build_step(struct session *session, const struct task *task,
		      const struct outlook *outlook, struct error *err)
{
	const struct candidate *candidate = &task->candidate;
	CLEANUP(history_kernel_clear) struct history_kernel kernel = { 0 };
	CLEANUP(step_record_clear) struct step_record step = { 0 };
	CLEANUP(mem_freep) char *result = NULL;
	int64_t start_ns = deadline_now_ns();

	step_begin(session, task, outlook, "build", &step);
	if (lab_build(session->lab, candidate, &kernel, err) < 0)
		return -1;
	step.wall_s = seconds_since(start_ns);
	if (store_add_kernel(session->environment.workspace->store, &kernel, &step, &kernel.id,
			     err) < 0)
		return -1;
	result = mem_printf("%s%s%s", outcome_name(kernel.outcome), kernel.detail[0] ? ": " : "",
			    kernel.detail);
	tell_done(session, result);
	if (kernel.outcome == OUTCOME_BUILT || outcome_is_evidence(kernel.outcome))
		return 0;
	return error_set(err, kernel.outcome == OUTCOME_DISK_FULL ? ERROR_DISK_FULL : ERROR_HOST,
			 "cannot build commit %.12s on this host: %s: %s; the log is %s",
			 candidate->commit, outcome_name(kernel.outcome), kernel.detail,
			 kernel.log);
}

static char *describe_boot(const struct session *session, const struct history_boot *boot)
{
	double sum = 0;

	if (boot->outcome != OUTCOME_MEASURED || boot->n == 0)
		return mem_printf("%s%s%s", outcome_name(boot->outcome),
				  boot->detail[0] ? ": " : "", boot->detail);
	for (size_t i = 0; i < boot->n; i++)
		sum += boot->values[i];
	return mem_printf("%zu sample%s, mean %.6g %s", boot->n, boot->n == 1 ? "" : "s",
			  sum / (double)boot->n, session->casefile.record.unit);
}

/* Boots and stores; counts what is the host's fault, and gives up when there is too much of it. */
static int boot_step(struct session *session, const struct task *task,
		     const struct outlook *outlook, const struct history_kernel *kernel,
		     struct error *err)
{
	CLEANUP(history_boot_clear) struct history_boot boot = { 0 };
	CLEANUP(step_record_clear) struct step_record step = { 0 };
	CLEANUP(mem_freep) char *result = NULL;
	int64_t start_ns = deadline_now_ns();

	step_begin(session, task, outlook, "boot", &step);
	if (lab_boot(session->lab, kernel, task->samples, &boot, err) < 0) {
		if (err->kind != ERROR_HOST || ++session->host_failures >= HOST_FAILURES_MAX)
			return -1;
		log_debug("trying again: %s", err->text);
		error_clear(err);
		return 0;
	}
	step.wall_s = seconds_since(start_ns);
	boot.purpose = task->purpose;
	if (store_add_boot(session->environment.workspace->store, kernel->id, &boot, &step,
			   &boot.id, err) < 0)
		return -1;
	result = describe_boot(session, &boot);
	tell_done(session, result);
	if (boot.outcome == OUTCOME_MEASURED || outcome_is_evidence(boot.outcome)) {
		session->host_failures = 0;
		return 0;
	}
	if (++session->host_failures < HOST_FAILURES_MAX)
		return 0;
	return error_set(
		err, ERROR_HOST,
		"%u boots in a row failed on machine '%s' for reasons of its own, the last "
		"one: %s: %s; see %s",
		session->host_failures, session->casefile.record.machine,
		outcome_name(boot.outcome), boot.detail, boot.dir);
}

/* The kernel of that candidate that can be booted, or NULL. Borrowed. */
static const struct history_kernel *find_built(const struct history *history,
					       const struct candidate *candidate)
{
	for (size_t i = 0; i < history->n_kernels; i++) {
		const struct history_kernel *kernel = &history->kernels[i];

		if (kernel->outcome == OUTCOME_BUILT && kernel->variant == 0 &&
		    kernel->dir[0] != '\0' && strcmp(kernel->commit, candidate->commit) == 0 &&
		    strcmp(kernel->onto, candidate->onto) == 0)
			return kernel;
	}
	return NULL;
}

static void count_so_far(struct session *session, const struct outlook *outlook,
			 const struct history *history)
{
	struct session_event *event = &session->event;

	event->builds = event->boots = event->samples = 0;
	for (size_t i = 0; i < history->n_kernels; i++)
		event->builds += history->kernels[i].build_s > 0;
	event->boots = (unsigned)history->n_boots;
	for (size_t i = 0; i < history->n_boots; i++)
		event->samples += (unsigned)history->boots[i].n;
	event->probability = outlook_probability(outlook);
	event->minutes_left = outlook_minutes_left(outlook);
}

int session_step(struct session *session, const struct task *task, const struct outlook *outlook,
		 const struct history *history, struct error *err)
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	const struct history_kernel *kernel;
	char short_id[REPO_HEX_SIZE];
	int result;

	if (cancel_check(session->environment.cancel, err) < 0)
		return -1;
	if (repo_read_commit(session->casefile.repo, task->candidate.commit, &commit, err) < 0 ||
	    repo_short_id(session->casefile.repo, task->candidate.commit, short_id, err) < 0)
		return -1;
	session->event.commit = short_id;
	session->event.subject = commit.subject;
	count_so_far(session, outlook, history);
	kernel = find_built(history, &task->candidate);
	result = kernel ? boot_step(session, task, outlook, kernel, err)
			: build_step(session, task, outlook, err);
	session->event.commit = session->event.subject = session->event.why = NULL;
	return result;
}

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

int session_run(struct session *session, struct finding **ret, struct error *err)
{
	struct casefile *casefile = &session->casefile;
	CLEANUP(finding_freep) struct finding *finding = NULL;

	while (!finding) {
		CLEANUP(history_freep) struct history *history = NULL;
		CLEANUP(outlook_clear) struct outlook outlook = { 0 };
		CLEANUP(verification_clear) struct verification verification = { 0 };
		struct task task;
		bool has_task;
		const char *pause;

		if (casefile_history(casefile, &history, err) < 0 ||
		    casefile_outlook(casefile, history, &outlook, err) < 0 ||
		    casefile_verification(casefile, history, &outlook, &verification, err) < 0)
			return -1;
		has_task = find_task(&outlook, &verification, &task);
		pause = must_pause(session, history);
		if (has_task && !pause) {
			if (session_step(session, &task, &outlook, history, err) < 0)
				return -1;
			continue;
		}
		if (conclude(casefile, history, &outlook, &verification, &finding, err) < 0)
			return -1;
		if (has_task)
			finding_add_note(finding, "%s", pause);
	}
	if (end_case(session, finding, err) < 0)
		return -1;
	*ret = finding;
	finding = NULL;
	return 0;
}
