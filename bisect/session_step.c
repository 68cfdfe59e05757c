/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step of a session: a build, a boot, or further samples in a boot that is still running. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "bisect/build_alike.h"
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
	json_set_integer(thought, "variant", outlook->next.variant);
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
		.variant = task->candidate.variant,
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

/* What the user reads of a build that has ended. */
static char *describe_build(const struct history_kernel *kernel, const struct history *history)
{
	const size_t n_alike = kernel->outcome == OUTCOME_NOT_BUILDABLE
				       ? build_alike_count(history, kernel->detail) + 1
				       : 0;
	CLEANUP(str_clear) struct str text = { 0 };

	str_append(&text, outcome_name(kernel->outcome));
	if (kernel->detail[0])
		str_appendf(&text, ": %.*s", (int)strcspn(kernel->detail, "\n"), kernel->detail);
	if (kernel->mends[0])
		str_append(&text, ", mended");
	if (n_alike >= BUILD_ALIKE_MIN)
		str_appendf(&text,
			    "; %zu commits fail by this error: it may be the toolchain, the "
			    "configuration, or one commit that broke those behind it",
			    n_alike);
	return str_steal(&text);
}

/* Builds and stores; a host that could not build is an error, after it was stored. */
static int build_step(struct session *session, const struct task *task,
		      const struct outlook *outlook, const struct history *history,
		      struct error *err)
{
	const struct candidate *candidate = &task->candidate;
	CLEANUP(str_clear) struct str name = { 0 };
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
	result = describe_build(&kernel, history);
	tell_done(session, result);
	if (kernel.outcome == OUTCOME_BUILT || outcome_is_evidence(kernel.outcome))
		return 0;
	stage_append_candidate(candidate, &name);
	return error_set(err, kernel.outcome == OUTCOME_DISK_FULL ? ERROR_DISK_FULL : ERROR_HOST,
			 "cannot build commit %s on this host: %s: %s; the log is %s",
			 str_text(&name), outcome_name(kernel.outcome), kernel.detail, kernel.log);
}

static double mean_of(const struct history_boot *boot)
{
	double sum = 0;

	for (size_t i = 0; i < boot->n; i++)
		sum += boot->values[i];
	return sum / (double)boot->n;
}

static char *describe_boot(const struct session *session, const struct history_boot *boot)
{
	if (boot->outcome != OUTCOME_MEASURED || boot->n == 0)
		return mem_printf("%s%s%s", outcome_name(boot->outcome),
				  boot->detail[0] ? ": " : "", boot->detail);
	return mem_printf("%zu sample%s, mean %.6g %s", boot->n, boot->n == 1 ? "" : "s",
			  mean_of(boot), session->casefile.record.unit);
}

/* After an error of the lab: 0 when it is worth another try. */
static int forgive(struct session *session, struct error *err)
{
	if (err->kind != ERROR_HOST || ++session->host_failures >= HOST_FAILURES_MAX)
		return -1;
	log_debug("trying again: %s", err->text);
	error_clear(err);
	return 0;
}

/* Counts outcomes that are the host's fault, and gives up when there are too many of them. */
static int judge(struct session *session, const struct history_boot *boot, enum outcome outcome,
		 struct error *err)
{
	if (outcome == OUTCOME_MEASURED || outcome_is_evidence(outcome)) {
		session->host_failures = 0;
		return 0;
	}
	if (++session->host_failures < HOST_FAILURES_MAX)
		return 0;
	return error_set(
		err, ERROR_HOST,
		"%u boots in a row failed on machine '%s' for reasons of its own, the last "
		"one: %s: %s; see %s",
		session->host_failures, session->casefile.record.machine, outcome_name(outcome),
		boot->detail, boot->dir);
}

/* Boots and stores. What is verified has its number of samples from the start, and is not held. */
static int boot_step(struct session *session, const struct task *task,
		     const struct outlook *outlook, const struct history_kernel *kernel,
		     struct error *err)
{
	CLEANUP(history_boot_clear) struct history_boot boot = { 0 };
	CLEANUP(step_record_clear) struct step_record step = { 0 };
	CLEANUP(mem_freep) char *result = NULL;
	int64_t start_ns = deadline_now_ns();

	step_begin(session, task, outlook, "boot", &step);
	if (lab_boot(session->lab, kernel, task->samples,
		     session->holds && task->purpose == BOOT_SEARCH, &boot, err) < 0)
		return forgive(session, err);
	step.wall_s = seconds_since(start_ns);
	boot.purpose = task->purpose;
	if (store_add_boot(session->environment.workspace->store, kernel->id, &boot, &step,
			   &boot.id, err) < 0)
		return -1;
	result = describe_boot(session, &boot);
	tell_done(session, result);
	session->running = boot.id;
	return judge(session, &boot, boot.outcome, err);
}

static char *describe_extension(const struct session *session,
				const struct lab_extension *extension, size_t n_new)
{
	const struct history_boot *boot = &extension->boot;

	if (extension->outcome != OUTCOME_MEASURED)
		return mem_strdup(boot->detail);
	return mem_printf("%zu further sample%s, mean of all %zu %.6g %s", n_new,
			  n_new == 1 ? "" : "s", boot->n, mean_of(boot),
			  session->casefile.record.unit);
}

static size_t count_samples(const struct history *history, int64_t boot_id)
{
	for (size_t i = 0; i < history->n_boots; i++)
		if (history->boots[i].id == boot_id)
			return history->boots[i].n;
	return 0;
}

/* Takes further samples in the boot that is running, and stores them with it. */
static int sample_step(struct session *session, const struct task *task,
		       const struct outlook *outlook, const struct history *history,
		       struct error *err)
{
	CLEANUP(lab_extension_clear) struct lab_extension extension = { 0 };
	CLEANUP(step_record_clear) struct step_record step = { 0 };
	CLEANUP(mem_freep) char *result = NULL;
	int64_t start_ns = deadline_now_ns();
	size_t n_new;

	step_begin(session, task, outlook, "sample", &step);
	if (lab_extend(session->lab, task->samples, &extension, err) < 0)
		return forgive(session, err);
	n_new = extension.boot.n - count_samples(history, session->running);
	if (n_new == 0 && extension.outcome == OUTCOME_MEASURED)
		return 0; /* it had given up waiting: just another boot that is over */
	step.wall_s = seconds_since(start_ns);
	extension.boot.id = session->running;
	if (store_extend_boot(session->environment.workspace->store, &extension.boot, &step, err) <
	    0)
		return -1;
	result = describe_extension(session, &extension, n_new);
	tell_done(session, result);
	return judge(session, &extension.boot, extension.outcome, err);
}

/* The kernel of that candidate that can be booted, or NULL. Borrowed. */
static const struct history_kernel *find_built(const struct history *history,
					       const struct candidate *candidate)
{
	for (size_t i = 0; i < history->n_kernels; i++) {
		const struct history_kernel *kernel = &history->kernels[i];

		if (kernel->outcome == OUTCOME_BUILT && kernel->variant == candidate->variant &&
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
	event->suspects = outlook_suspects(outlook);
	event->minutes_left = outlook_minutes_left(outlook);
}

int64_t session_running(const struct session *session)
{
	return lab_is_running(session->lab) ? session->running : 0;
}

int session_let_go(struct session *session, struct error *err)
{
	session->casefile.options.running = 0;
	return lab_release(session->lab, err);
}

int session_step(struct session *session, const struct task *task, const struct outlook *outlook,
		 const struct history *history, struct error *err)
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	const struct history_kernel *kernel;
	char short_id[REPO_HEX_SIZE];
	int result;

	if (cancel_check(session->environment.cancel, err) < 0 ||
	    (!task->extends && session_let_go(session, err) < 0))
		return -1;
	if (repo_read_commit(session->casefile.repo, task->candidate.commit, &commit, err) < 0 ||
	    repo_short_id(session->casefile.repo, task->candidate.commit, short_id, err) < 0)
		return -1;
	session->event.commit = short_id;
	session->event.subject = commit.subject;
	session->event.layout = task->candidate.variant;
	count_so_far(session, outlook, history);
	kernel = find_built(history, &task->candidate);
	if (task->extends)
		result = sample_step(session, task, outlook, history, err);
	else if (kernel)
		result = boot_step(session, task, outlook, kernel, err);
	else
		result = build_step(session, task, outlook, history, err);
	session->event.commit = session->event.subject = session->event.why = NULL;
	session->event.layout = 0;
	return result;
}
