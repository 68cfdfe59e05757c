/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/conclude.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/conclude_builds.h"
#include "bisect/conclude_checks.h"
#include "bisect/conclude_doubts.h"
#include "bisect/conclude_merges.h"
#include "bisect/culprit.h"
#include "bisect/survey_outlook.h"

/* Commits of an unresolved run that are listed by name. */
#define COMMITS_LISTED_MAX 200
#define NORMAL_95 1.96

static int describe_commit(struct casefile *casefile, const char *hex, struct finding_commit *ret,
			   struct error *err)
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };

	if (repo_read_commit(casefile->repo, hex, &commit, err) < 0)
		return -1;
	memcpy(ret->hex, hex, HISTORY_OID_SIZE);
	ret->subject = mem_strdup(commit.subject);
	ret->author = mem_strdup(commit.author);
	return 0;
}

static struct finding_change *add_change(struct finding *finding)
{
	finding->changes =
		mem_resize(finding->changes, finding->n_changes + 1, sizeof(*finding->changes));
	finding->changes[finding->n_changes] = (struct finding_change){ 0 };
	return &finding->changes[finding->n_changes++];
}

/* The commits (lo, hi] of a stage, with the effect of `found`. */
static int conclude_change(struct casefile *casefile, const struct stage *stage,
			   const struct search_change *found, struct finding *finding,
			   struct error *err)
{
	struct finding_change *change = add_change(finding);
	uint32_t n = 0;
	const uint32_t *nodes = stage_commits(stage, found->lo, found->hi, &n);
	const uint32_t n_listed = n < COMMITS_LISTED_MAX ? n : COMMITS_LISTED_MAX;

	change->effect_percent = log_percent_to_percent(found->effect);
	change->effect_low = log_percent_to_percent(found->effect - NORMAL_95 * found->effect_sd);
	change->effect_high = log_percent_to_percent(found->effect + NORMAL_95 * found->effect_sd);
	change->is_resolved = found->is_resolved;
	if (n_listed < n)
		finding_add_note(finding,
				 "a change lies among %u commits; the newest %u are listed", n,
				 n_listed);
	change->commits = mem_array(n_listed, sizeof(*change->commits));
	for (uint32_t i = n - n_listed; i < n; i++) {
		char hex[HISTORY_OID_SIZE];

		stage_node_hex(stage->graph, nodes[i], hex);
		if (describe_commit(casefile, hex, &change->commits[change->n_commits], err) < 0)
			return -1;
		change->n_commits++;
	}
	return 0;
}

/* Made by the verification: a change put on an end or taken out of it. */
static bool is_ours(const struct casefile *casefile, const struct history_kernel *kernel)
{
	char hex[HISTORY_OID_SIZE];

	if (kernel->onto[0] == '\0')
		return false;
	for (uint32_t node = 0; node < casefile->graph->n; node++) {
		stage_node_hex(casefile->graph, node, hex);
		if (strcmp(hex, kernel->commit) == 0)
			return false;
	}
	return true;
}

static int conclude_untestable(struct casefile *casefile, const struct history *history,
			       struct finding *finding, struct error *err)
{
	finding->untestable = mem_array(history->n_kernels, sizeof(*finding->untestable));
	for (size_t i = 0; i < history->n_kernels; i++) {
		struct finding_untestable *item = &finding->untestable[finding->n_untestable];
		const char *detail = "";

		if (evidence_standing(history, i, &item->outcome, &detail) != STANDING_UNTESTABLE ||
		    history->kernels[i].variant > 0 || is_ours(casefile, &history->kernels[i]))
			continue;
		if (describe_commit(casefile, history->kernels[i].commit, &item->commit, err) < 0)
			return -1;
		item->detail = mem_dup(detail, strcspn(detail, "\n")); /* its first line */
		finding->n_untestable++;
	}
	return 0;
}

/* An end that cannot be measured ends the case: it says which, and why. */
static bool has_dead_end(struct casefile *casefile, const struct history *history,
			 struct finding *finding)
{
	bool is_dead = false;

	for (size_t i = 0; i < history->n_kernels; i++) {
		const char *detail = "";
		enum outcome why;
		uint32_t position;

		if (history->kernels[i].variant > 0 ||
		    !stage_find(&casefile->mainline, &history->kernels[i], &position) ||
		    (position != 0 && position != casefile->mainline.chain.n) ||
		    evidence_standing(history, i, &why, &detail) != STANDING_UNTESTABLE)
			continue;
		mem_freep(&finding->obstacle);
		finding->obstacle = mem_printf(
			"the %s end %s cannot be tested (%s%s%s); choose another commit "
			"near it",
			position == 0 ? "good" : "bad",
			position == 0 ? casefile->record.good_name : casefile->record.bad_name,
			outcome_name(why), detail[0] ? ": " : "", detail);
		is_dead = true;
	}
	return is_dead;
}

static enum case_state decide_state(const struct outlook *outlook,
				    const struct verification *verification,
				    const struct finding *finding)
{
	bool is_single = finding->n_changes > 0;

	if (outlook->stage || verification->has_task)
		return CASE_RUNNING;
	if (outlook->verdict.next.kind == SEARCH_END_NO_CHANGE)
		return CASE_NOT_REPRODUCED;
	for (size_t i = 0; i < finding->n_changes; i++)
		is_single = is_single && finding->changes[i].is_resolved &&
			    finding->changes[i].n_commits == 1 &&
			    conclude_is_believed(finding, &finding->changes[i]);
	return is_single && outlook->verdict.next.kind == SEARCH_END_FOUND ? CASE_FOUND
									   : CASE_UNDECIDED;
}

static int count_costs(struct store *store, int64_t case_id, const struct history *history,
		       struct finding *finding, struct error *err)
{
	struct step_record *steps = NULL;
	size_t n_steps = 0;

	if (store_list_steps(store, case_id, &steps, &n_steps, err) < 0)
		return -1;
	for (size_t i = 0; i < n_steps; i++) {
		finding->wall_s += steps[i].wall_s;
		step_record_clear(&steps[i]);
	}
	mem_freep(&steps);
	for (size_t i = 0; i < history->n_kernels; i++)
		finding->builds += history->kernels[i].build_s > 0;
	for (size_t i = 0; i < history->n_boots; i++)
		finding->samples += (unsigned)history->boots[i].n;
	finding->boots = (unsigned)history->n_boots;
	return 0;
}

/* A layout of ours that could not be measured says nothing about its commit. */
static void note_layouts(const struct history *history, struct finding *finding)
{
	for (size_t i = 0; i < history->n_kernels; i++) {
		const struct history_kernel *kernel = &history->kernels[i];
		const char *detail = "";
		enum outcome why;

		if (kernel->variant == 0)
			continue;
		finding->layouts++;
		if (evidence_standing(history, i, &why, &detail) != STANDING_UNTESTABLE)
			continue;
		finding_add_note(
			finding,
			"layout %u of commit %.12s could not be measured (%s: %.*s): it and "
			"those behind it were given up",
			kernel->variant, kernel->commit, outcome_name(why),
			(int)strcspn(detail, "\n"), detail);
	}
}

static void add_notes(const struct outlook *outlook, struct finding *finding)
{
	const struct search_verdict *verdict = &outlook->verdict;

	if (finding->n_changes > 0 && verdict->difference > 0 &&
	    verdict->difference > 4 * verdict->difference_sd)
		finding_add_note(finding,
				 "the bad end is faster than the good end: this range is an "
				 "improvement as a whole");
	if (finding->n_changes > 0 && finding->fit_p < CONCLUDE_DOUBTFUL_P)
		finding_add_note(
			finding,
			"the measurements scatter more than the model explains (p = %.2g): "
			"look at the log before trusting the finding",
			verdict->fit_p);
	if (verdict->warmup != 0)
		finding_add_note(
			finding,
			"the first sample of a boot is %.2g %% %s than those after it, whatever "
			"the commit: it was left out of all boots. A workload with another "
			"warm-up run (warmups) would not need this",
			fabs(verdict->warmup), verdict->warmup < 0 ? "slower" : "faster");
	if (verdict->mode_apart > 0)
		finding_add_note(finding,
				 "boots come in two modes: %.0f %% of them are slower by %.2g %%, "
				 "whatever the commit; something is decided anew at each boot "
				 "(placement, huge pages, a clock source), and each kernel takes "
				 "more boots for it",
				 100 * verdict->mode_slow, verdict->mode_apart);
	if (verdict->drift_sd > 0)
		finding_add_note(finding,
				 "the machine wandered by %.2g %% an hour, which was taken off the "
				 "measurements",
				 verdict->drift_sd);
}

/* The mainline's merge that the stage of `merge` is inside of, however deep. */
static void name_merge(const struct outlook *outlook, const struct outlook_merge *merge,
		       char ret[HISTORY_OID_SIZE])
{
	while (merge->outer != OUTLOOK_NONE)
		merge = &outlook->merges[merge->outer];
	stage_node_hex(outlook->mainline->graph, merge->stage.merge, ret);
}

/* The change is where the limits of the case said that it could not be. */
static void note_outside(const struct limits *limits, const struct culprit *culprit,
			 struct finding *finding)
{
	CLEANUP(str_clear) struct str text = { 0 };
	struct candidate before, after;

	limits_append(limits, &text);
	stage_candidate(culprit->stage, culprit->change->lo, &before);
	stage_candidate(culprit->stage, culprit->change->hi, &after);
	finding_add_note(finding,
			 "a change lies between %.12s and %.12s, where no commit is within the "
			 "limits (%s): bisect these two without limits",
			 before.commit, after.commit, str_text(&text));
}

/* The change as found where it was narrowed down, with the merge that brought it in. */
static int conclude_culprit(struct casefile *casefile, const struct outlook *outlook,
			    const struct culprit *culprit, struct finding *finding,
			    struct error *err)
{
	struct finding_change *change;

	if (conclude_change(casefile, culprit->stage, culprit->change, finding, err) < 0)
		return -1;
	if (culprit->stage->is_outside[culprit->change->hi] &&
	    culprit->change->hi == culprit->change->lo + 1)
		note_outside(&casefile->limits, culprit, finding);
	change = &finding->changes[finding->n_changes - 1];
	change->probability = culprit->probability;
	if (culprit->merge)
		name_merge(outlook, culprit->merge, change->merge);
	return 0;
}

static int conclude_changes(struct casefile *casefile, const struct outlook *outlook,
			    struct finding *finding, struct error *err)
{
	CLEANUP(culprits_clear) struct culprits culprits = { 0 };

	culprits_init(&culprits, outlook);
	for (size_t i = 0; i < culprits.n; i++)
		if (conclude_culprit(casefile, outlook, &culprits.of[i], finding, err) < 0)
			return -1;
	conclude_merges(casefile, outlook, finding);
	return 0;
}

/* Not known before both ends were measured. */
static void conclude_numbers(const struct search_verdict *verdict, struct finding *finding)
{
	bool is_known = verdict->difference_sd > 0;
	double half = is_known ? NORMAL_95 * verdict->difference_sd : (double)NAN;

	finding->difference_percent =
		is_known ? log_percent_to_percent(verdict->difference) : (double)NAN;
	finding->difference_low = log_percent_to_percent(verdict->difference - half);
	finding->difference_high = log_percent_to_percent(verdict->difference + half);
	finding->sample_sd_percent = is_known ? verdict->sample_sd : (double)NAN;
	finding->boot_sd_percent = is_known ? verdict->boot_sd : (double)NAN;
	finding->build_sd_percent = is_known ? verdict->build_sd : (double)NAN;
	finding->fit_p = is_known ? verdict->fit_p : (double)NAN;
}

int conclude(struct casefile *casefile, const struct history *history,
	     const struct outlook *outlook, const struct verification *verification,
	     struct finding **ret, struct error *err)
{
	CLEANUP(finding_freep) struct finding *finding = mem_zalloc(sizeof(*finding));
	const struct search_verdict *verdict = &outlook->verdict;

	conclude_numbers(verdict, finding);
	finding->confidence = casefile->options.search.confidence;
	finding->obstacle = mem_strdup("");
	finding->n_commits = casefile->graph->n - 1; /* without the good end */
	if (count_costs(casefile->workspace->store, casefile->record.id, history, finding, err) <
		    0 ||
	    conclude_untestable(casefile, history, finding, err) < 0 ||
	    conclude_changes(casefile, outlook, finding, err) < 0)
		return error_wrap(err, "cannot write the finding of case %lld",
				  (long long)casefile->record.id);
	conclude_checks(verification, finding);
	add_notes(outlook, finding);
	note_layouts(history, finding);
	conclude_builds(casefile, history, finding);
	conclude_doubts(casefile, history, verdict, finding);
	survey_outlook(outlook, history, &casefile->options, &finding->survey);
	finding->state =
		mem_strdup(case_state_name(has_dead_end(casefile, history, finding)
						   ? CASE_UNDECIDED
						   : decide_state(outlook, verification, finding)));
	*ret = finding;
	finding = NULL;
	return 0;
}

/* What was asked for when the case was begun. */
static double confidence_of(const struct case_record *record)
{
	struct error ignored = { 0 };
	CLEANUP(json_freep) struct json *json = NULL;
	double confidence = 0;

	if (json_parse(record->options, strlen(record->options), &json, &ignored) < 0 ||
	    !json_number(json_member(json, "confidence"), &confidence))
		return 0;
	return confidence;
}

int conclude_without_range(struct store *store, const struct case_record *record,
			   const struct history *history, const char *why, struct finding **ret,
			   struct error *err)
{
	static const struct search_verdict nothing_known;
	CLEANUP(finding_freep) struct finding *finding = mem_zalloc(sizeof(*finding));

	conclude_numbers(&nothing_known, finding);
	finding->confidence = confidence_of(record);
	finding->obstacle = mem_strdup(why);
	finding->state = mem_strdup(case_state_name(record->state));
	if (count_costs(store, record->id, history, finding, err) < 0)
		return -1;
	*ret = finding;
	finding = NULL;
	return 0;
}
