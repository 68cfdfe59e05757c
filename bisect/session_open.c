/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening a case: a new one from a request, or one of the store again. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/mem.h"
#include "bisect/session_private.h"
#include "bisect/sweep.h"

#define CONFIG_MAX_BYTES (1024 * 1024)

static int find_settings(const struct workspace *workspace, const char *machine,
			 const char *workload, struct lab_options *ret, struct error *err)
{
	ret->machine = settings_machine(workspace->settings, machine);
	if (!ret->machine)
		return error_set(err, ERROR_USAGE, "no machine '%s' in '%s'",
				 machine ? machine : "", workspace->settings->path);
	ret->workload = settings_workload(workspace->settings, workload);
	if (!ret->workload)
		return error_set(err, ERROR_USAGE, "no workload '%s' in '%s'",
				 workload ? workload : "", workspace->settings->path);
	return 0;
}

static void tell_lab_phase(void *context, enum lab_phase phase)
{
	static const enum session_phase phases[] = {
		[LAB_CHECKOUT] = SESSION_CHECKOUT,
		[LAB_BUILD] = SESSION_BUILD,
		[LAB_BOOT] = SESSION_BOOT,
		[LAB_RUN] = SESSION_RUN,
	};
	struct session *session = context;
	const struct session_observer *observer = &session->environment.observer;

	session->event.phase = phases[phase];
	if (observer->notify)
		observer->notify(observer->context, &session->event);
}

static int open_lab(struct session *session, const char *machine, const char *workload,
		    struct error *err)
{
	struct lab_options options = {
		.workspace = session->environment.workspace,
		.repo = session->casefile.repo,
		.recipes = session->casefile.recipes,
		.cancel = session->environment.cancel,
		.progress = tell_lab_phase,
		.progress_context = session,
	};

	if (find_settings(session->environment.workspace, machine, workload, &options, err) < 0)
		return -1;
	if (lab_open(&options, &session->lab, err) < 0)
		return -1;
	return sweep(options.workspace,
		     err); /* behind the lab: a boot left running uses its folder */
}

/* The ends of a case are what everything else is compared with. */
static int check_is_no_end(const struct casefile *casefile, const char *revision, const char *hex,
			   struct error *err)
{
	const bool is_good = strcmp(hex, casefile->record.good) == 0;

	if (!is_good && strcmp(hex, casefile->record.bad) != 0)
		return 0;
	return error_set(err, ERROR_USAGE,
			 "cannot skip '%s': it is the %s end, which must be measured; begin with "
			 "another commit near it",
			 revision, is_good ? "good" : "bad");
}

static int resolve_skipped(struct casefile *casefile, const struct strlist *skip, struct error *err)
{
	for (size_t i = 0; skip && i < skip->n; i++) {
		char hex[REPO_HEX_SIZE];

		if (repo_resolve(casefile->repo, skip->items[i], hex, err) < 0)
			return error_wrap(err, "cannot skip '%s'", skip->items[i]);
		if (check_is_no_end(casefile, skip->items[i], hex, err) < 0)
			return -1;
		strlist_add(&casefile->skip, hex);
	}
	return 0;
}

static void copy_limits(struct limits *limits, const struct limits *given)
{
	if (!given)
		return;
	limits->first_parent = given->first_parent;
	for (size_t i = 0; i < given->paths.n; i++)
		strlist_add(&limits->paths, given->paths.items[i]);
}

static int settings_text(const struct session *session, char **ret, struct error *err)
{
	CLEANUP(json_freep) struct json *settings = json_new_object();
	CLEANUP(mem_freep) char *text = NULL;
	size_t n;

	if (fs_read_file(session->environment.workspace->settings->path, CONFIG_MAX_BYTES, &text,
			 &n, err) < 0)
		return -1;
	json_set_string(settings, WORKSPACE_CONFIG, text);
	*ret = json_dump(settings, true);
	return 0;
}

static int fill_record(struct session *session, const struct session_request *request,
		       struct error *err)
{
	const struct settings *settings = session->environment.workspace->settings;
	const struct workload *workload = lab_workload(session->lab);
	struct casefile *casefile = &session->casefile;
	struct case_record *record = &casefile->record;

	if (resolve_skipped(casefile, request->skip, err) < 0 ||
	    settings_text(session, &record->settings, err) < 0)
		return -1;
	copy_limits(&casefile->limits, request->limits);
	strcpy(casefile->fingerprint, recipes_fingerprint(casefile->recipes));
	strcpy(casefile->guest_root, lab_root_key(session->lab));
	casefile->note = mem_strdup(recipes_note(casefile->recipes));
	casefile->options.search = (struct search_options){
		.confidence = settings->search.confidence,
		.smallest_effect = settings->search.smallest_effect,
		.min_samples = settings->search.samples,
		.variants = casefile_layouts(&settings->search,
					     settings_machine(settings, request->machine)),
	};
	casefile->verifies = settings->search.verify && !request->no_verify;
	record->state = CASE_RUNNING;
	record->created = (int64_t)time(NULL);
	record->good_name = mem_strdup(request->good);
	record->bad_name = mem_strdup(request->bad);
	record->repo = mem_strdup(settings->repo);
	record->machine = mem_strdup(settings_machine(settings, request->machine)->name);
	record->workload = mem_strdup(settings_workload(settings, request->workload)->name);
	record->cell = mem_strdup(workload->cell);
	record->metric = mem_strdup(workload->metric);
	record->unit = mem_strdup(workload->unit);
	record->better = workload->better;
	record->options = casefile_options_text(casefile);
	record->finding = mem_strdup("");
	return 0;
}

/* For a new case, whose ends are found with it. */
static int open_recipes(struct casefile *casefile, const struct session_request *request,
			struct error *err)
{
	casefile->as_configured = request->as_configured;
	if (repo_resolve(casefile->repo, request->good, casefile->record.good, err) < 0 ||
	    repo_resolve(casefile->repo, request->bad, casefile->record.bad, err) < 0)
		return -1;
	return casefile_open_recipes(casefile, err);
}

static void set_limits(struct session *session)
{
	const struct session_environment *environment = &session->environment;
	const struct search_settings *search = &environment->workspace->settings->search;
	double deadline_s =
		environment->deadline_s > 0 ? environment->deadline_s : search->deadline_s;

	session->has_deadline = deadline_s > 0;
	session->deadline = deadline_in(deadline_s);
	session->max_boots = search->max_boots;
	session->holds = search->hold;
}

int session_start(const struct session_environment *environment,
		  const struct session_request *request, struct session **ret, struct error *err)
{
	CLEANUP(session_closep) struct session *session = mem_zalloc(sizeof(*session));
	struct casefile *casefile = &session->casefile;

	session->environment = *environment;
	set_limits(session);
	if (casefile_init(casefile, environment->workspace, err) < 0 ||
	    open_recipes(casefile, request, err) < 0 ||
	    open_lab(session, request->machine, request->workload, err) < 0 ||
	    fill_record(session, request, err) < 0 ||
	    casefile_load(casefile, environment->cancel, err) < 0 ||
	    store_add_case(environment->workspace->store, &casefile->record, &casefile->record.id,
			   err) < 0)
		return -1;
	*ret = session;
	session = NULL;
	return 0;
}

/* Can new measurements be compared with those of the case? */
static int check_unchanged(const struct session *session, struct error *err)
{
	const struct case_record *record = &session->casefile.record;
	const char *cell = lab_workload(session->lab)->cell;

	if (strcmp(session->casefile.fingerprint, recipes_fingerprint(session->casefile.recipes)) !=
	    0)
		return error_set(
			err, ERROR_CONFIG,
			"case %lld was begun with another kernel configuration, compiler, mend or "
			"make arguments, and its kernels cannot be compared with new ones; "
			"undo the change, or begin a new case with 'perfsect run'",
			(long long)record->id);
	if (strcmp(session->casefile.guest_root, lab_root_key(session->lab)) != 0)
		return error_set(
			err, ERROR_CONFIG,
			"case %lld was measured with another root of the guest, and new samples "
			"cannot be compared with its own; undo the change, or begin a new case "
			"with 'perfsect run'",
			(long long)record->id);
	if (strcmp(record->cell, cell) != 0)
		return error_set(err, ERROR_CONFIG,
				 "case %lld measured %s with '%s', and the configuration now says "
				 "'%s'; undo the change, or begin a new case with 'perfsect run'",
				 (long long)record->id, record->workload, record->cell, cell);
	return 0;
}

int session_resume(const struct session_environment *environment, int64_t case_id,
		   struct session **ret, struct error *err)
{
	CLEANUP(session_closep) struct session *session = mem_zalloc(sizeof(*session));
	const struct case_record *record = &session->casefile.record;

	session->environment = *environment;
	set_limits(session);
	if (casefile_open(&session->casefile, environment->workspace, case_id, err) < 0 ||
	    casefile_open_recipes(&session->casefile, err) < 0 ||
	    open_lab(session, record->machine, record->workload, err) < 0 ||
	    check_unchanged(session, err) < 0)
		return -1;
	*ret = session;
	session = NULL;
	return 0;
}

void session_close(struct session *session)
{
	if (!session)
		return;
	lab_close(session->lab);
	casefile_clear(&session->casefile);
	free(session);
}

void session_closep(struct session **session)
{
	session_close(*session);
	*session = NULL;
}

const struct case_record *session_case(const struct session *session)
{
	return &session->casefile.record;
}
