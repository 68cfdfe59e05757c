/* SPDX-License-Identifier: GPL-3.0-or-later */
/* struct finding as JSON and back. What is read was stored by us, but is checked all the same. */
#include "results/finding.h"

#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"

#define SCHEMA 1

static struct json *commit_to_json(const struct finding_commit *commit)
{
	struct json *json = json_new_object();

	json_set_string(json, "commit", commit->hex);
	json_set_string(json, "subject", commit->subject ? commit->subject : "");
	json_set_string(json, "author", commit->author ? commit->author : "");
	return json;
}

static struct json *comparison_to_json(const struct finding_comparison *comparison)
{
	struct json *json = json_new_object();

	json_set_string(json, "verdict", finding_verdict_name(comparison->verdict));
	json_set_integer(json, "pairs", comparison->pairs);
	json_set_real(json, "difference_percent", comparison->difference_percent);
	json_set_real(json, "difference_low", comparison->difference_low);
	json_set_real(json, "difference_high", comparison->difference_high);
	return json;
}

static struct json *explanation_to_json(const struct finding_explanation *explanation)
{
	struct json *json = json_new_object();

	json_set_string(json, "method", finding_method_name(explanation->method));
	json_set_string(json, "commit", explanation->commit[0] ? explanation->commit : NULL);
	json_set_string(json, "outcome", outcome_name(explanation->outcome));
	json_set_string(json, "detail", explanation->detail ? explanation->detail : "");
	json_set_real(json, "effect_percent", explanation->effect_percent);
	json_set_real(json, "effect_low", explanation->effect_low);
	json_set_real(json, "effect_high", explanation->effect_high);
	json_set_real(json, "share", explanation->share);
	json_set_real(json, "share_low", explanation->share_low);
	json_set_real(json, "share_high", explanation->share_high);
	return json;
}

/* Null for what was not done. */
static void set_checks(struct json *json, const struct finding_change *change)
{
	if (change->comparison.verdict != FINDING_UNCHECKED)
		json_set(json, "comparison", comparison_to_json(&change->comparison));
	else
		json_set_null(json, "comparison");
	if (change->explanation.method != FINDING_NO_METHOD)
		json_set(json, "explanation", explanation_to_json(&change->explanation));
	else
		json_set_null(json, "explanation");
}

static struct json *change_to_json(const struct finding_change *change)
{
	struct json *json = json_new_object();
	struct json *commits = json_new_array();

	for (size_t i = 0; i < change->n_commits; i++)
		json_push(commits, commit_to_json(&change->commits[i]));
	json_set(json, "commits", commits);
	if (change->merge[0])
		json_set_string(json, "merge", change->merge);
	else
		json_set_null(json, "merge");
	json_set_real(json, "effect_percent", change->effect_percent);
	json_set_real(json, "effect_low", change->effect_low);
	json_set_real(json, "effect_high", change->effect_high);
	json_set_real(json, "probability", change->probability);
	json_set_bool(json, "resolved", change->is_resolved);
	set_checks(json, change);
	return json;
}

static struct json *untestable_to_json(const struct finding_untestable *untestable)
{
	struct json *json = commit_to_json(&untestable->commit);

	json_set_string(json, "outcome", outcome_name(untestable->outcome));
	json_set_string(json, "detail", untestable->detail ? untestable->detail : "");
	return json;
}

static void set_numbers(struct json *json, const struct finding *finding)
{
	json_set_real(json, "difference_percent", finding->difference_percent);
	json_set_real(json, "difference_low", finding->difference_low);
	json_set_real(json, "difference_high", finding->difference_high);
	json_set_real(json, "confidence", finding->confidence);
	json_set_real(json, "sample_sd_percent", finding->sample_sd_percent);
	json_set_real(json, "boot_sd_percent", finding->boot_sd_percent);
	json_set_real(json, "build_sd_percent", finding->build_sd_percent);
	json_set_integer(json, "layouts", finding->layouts);
	json_set_real(json, "fit_p", finding->fit_p);
	json_set_integer(json, "commits_in_range", finding->n_commits);
	json_set_integer(json, "builds", finding->builds);
	json_set_integer(json, "boots", finding->boots);
	json_set_integer(json, "samples", finding->samples);
	json_set_real(json, "wall_s", finding->wall_s);
}

struct json *finding_to_json(const struct finding *finding)
{
	struct json *json = json_new_object();
	struct json *changes = json_new_array();
	struct json *untestable = json_new_array();
	struct json *notes = json_new_array();

	for (size_t i = 0; i < finding->n_changes; i++)
		json_push(changes, change_to_json(&finding->changes[i]));
	for (size_t i = 0; i < finding->n_untestable; i++)
		json_push(untestable, untestable_to_json(&finding->untestable[i]));
	for (size_t i = 0; i < finding->notes.n; i++)
		json_push_string(notes, finding->notes.items[i]);
	json_set_integer(json, "schema", SCHEMA);
	json_set_string(json, "state", finding->state ? finding->state : "");
	json_set_string(json, "obstacle",
			finding->obstacle && finding->obstacle[0] ? finding->obstacle : NULL);
	json_set(json, "changes", changes);
	json_set(json, "untestable", untestable);
	set_numbers(json, finding);
	json_set(json, "notes", notes);
	if (finding->survey.n_positions > 0)
		json_set(json, "survey", survey_to_json(&finding->survey));
	return json;
}

static int read_text(const struct json *object, const char *key, char **ret, struct error *err)
{
	const char *text = json_text(json_member(object, key));

	if (!text)
		return error_set(err, ERROR_CONFIG, "'%s' is missing or not a string", key);
	*ret = mem_strdup(text);
	return 0;
}

/* A missing number is an error; null, which NaN was written as, reads as NaN. */
static int read_real(const struct json *object, const char *key, double *ret, struct error *err)
{
	const struct json *value = json_member(object, key);

	if (!value)
		return error_set(err, ERROR_CONFIG, "'%s' is missing", key);
	if (json_is_null(value))
		*ret = (double)NAN;
	else if (!json_number(value, ret))
		return error_set(err, ERROR_CONFIG, "'%s' is not a number", key);
	return 0;
}

struct real_member {
	const char *key;
	double *ret;
};

static int read_reals(const struct json *object, const struct real_member *reals, size_t n,
		      struct error *err)
{
	for (size_t i = 0; i < n; i++)
		if (read_real(object, reals[i].key, reals[i].ret, err) < 0)
			return -1;
	return 0;
}

static int read_count(const struct json *object, const char *key, unsigned *ret, struct error *err)
{
	double value = 0;

	if (!json_number(json_member(object, key), &value) || !(value >= 0) || value > UINT_MAX ||
	    fabs(value - floor(value)) > 0)
		return error_set(err, ERROR_CONFIG, "'%s' is missing or not a count", key);
	*ret = (unsigned)value;
	return 0;
}

/* "" is allowed where `optional`, for null too. */
static int read_oid(const struct json *object, const char *key, bool optional, char *ret,
		    struct error *err)
{
	const char *text = json_text(json_member(object, key));

	if (!text && optional)
		return 0; /* all zero from the start */
	if (!text || strlen(text) != HISTORY_OID_SIZE - 1 ||
	    strspn(text, "0123456789abcdef") != HISTORY_OID_SIZE - 1)
		return error_set(err, ERROR_CONFIG, "'%s' is not a commit", key);
	memcpy(ret, text, HISTORY_OID_SIZE);
	return 0;
}

static int read_commit(const struct json *json, struct finding_commit *commit, struct error *err)
{
	if (read_oid(json, "commit", false, commit->hex, err) < 0 ||
	    read_text(json, "subject", &commit->subject, err) < 0)
		return -1;
	return read_text(json, "author", &commit->author, err);
}

static int read_comparison(const struct json *json, struct finding_comparison *comparison,
			   struct error *err)
{
	const char *verdict = json_text(json_member(json, "verdict"));

	if (!verdict || !finding_verdict_from_name(verdict, &comparison->verdict))
		return error_set(err, ERROR_CONFIG, "'verdict' is missing or unknown");
	if (read_count(json, "pairs", &comparison->pairs, err) < 0 ||
	    read_real(json, "difference_percent", &comparison->difference_percent, err) < 0 ||
	    read_real(json, "difference_low", &comparison->difference_low, err) < 0)
		return -1;
	return read_real(json, "difference_high", &comparison->difference_high, err);
}

static int read_explanation(const struct json *json, struct finding_explanation *explanation,
			    struct error *err)
{
	const struct real_member reals[] = {
		{ "effect_percent", &explanation->effect_percent },
		{ "effect_low", &explanation->effect_low },
		{ "effect_high", &explanation->effect_high },
		{ "share", &explanation->share },
		{ "share_low", &explanation->share_low },
		{ "share_high", &explanation->share_high },
	};
	const char *method = json_text(json_member(json, "method"));
	const char *outcome = json_text(json_member(json, "outcome"));

	if (!method || !finding_method_from_name(method, &explanation->method))
		return error_set(err, ERROR_CONFIG, "'method' is missing or unknown");
	if (!outcome || !outcome_from_name(outcome, &explanation->outcome))
		return error_set(err, ERROR_CONFIG, "'outcome' is missing or unknown");
	if (read_oid(json, "commit", true, explanation->commit, err) < 0 ||
	    read_text(json, "detail", &explanation->detail, err) < 0)
		return -1;
	return read_reals(json, reals, ARRAY_LENGTH(reals), err);
}

/* Findings of before there were checks have none. */
static int read_checks(const struct json *json, struct finding_change *change, struct error *err)
{
	const struct json *comparison = json_member(json, "comparison");
	const struct json *explanation = json_member(json, "explanation");

	if (comparison && !json_is_null(comparison) &&
	    read_comparison(comparison, &change->comparison, err) < 0)
		return error_wrap(err, "comparison");
	if (explanation && !json_is_null(explanation) &&
	    read_explanation(explanation, &change->explanation, err) < 0)
		return error_wrap(err, "explanation");
	return 0;
}

static int read_change(const struct json *json, struct finding_change *change, struct error *err)
{
	const struct json *commits = json_member(json, "commits");
	size_t n = json_length(commits);

	if (!json_is_array(commits) || n == 0)
		return error_set(err, ERROR_CONFIG, "'commits' is missing or empty");
	change->commits = mem_array(n, sizeof(*change->commits));
	for (size_t i = 0; i < n; i++) {
		change->n_commits = i + 1;
		if (read_commit(json_element(commits, i), &change->commits[i], err) < 0)
			return -1;
	}
	if (read_oid(json, "merge", true, change->merge, err) < 0 ||
	    read_real(json, "effect_percent", &change->effect_percent, err) < 0 ||
	    read_real(json, "effect_low", &change->effect_low, err) < 0 ||
	    read_real(json, "effect_high", &change->effect_high, err) < 0 ||
	    read_real(json, "probability", &change->probability, err) < 0)
		return -1;
	if (!json_flag(json_member(json, "resolved"), &change->is_resolved))
		return error_set(err, ERROR_CONFIG, "'resolved' is missing or not a boolean");
	return read_checks(json, change, err);
}

static int read_untestable(const struct json *json, struct finding_untestable *untestable,
			   struct error *err)
{
	const char *name = json_text(json_member(json, "outcome"));

	if (read_commit(json, &untestable->commit, err) < 0 ||
	    read_text(json, "detail", &untestable->detail, err) < 0)
		return -1;
	if (!name || !outcome_from_name(name, &untestable->outcome))
		return error_set(err, ERROR_CONFIG, "'outcome' is missing or unknown");
	return 0;
}

static int read_numbers(const struct json *json, struct finding *finding, struct error *err)
{
	const struct real_member reals[] = {
		{ "difference_percent", &finding->difference_percent },
		{ "difference_low", &finding->difference_low },
		{ "difference_high", &finding->difference_high },
		{ "confidence", &finding->confidence },
		{ "sample_sd_percent", &finding->sample_sd_percent },
		{ "boot_sd_percent", &finding->boot_sd_percent },
		{ "fit_p", &finding->fit_p },
		{ "wall_s", &finding->wall_s },
	};

	/* Findings of before there were layouts have none. */
	if (json_member(json, "layouts") &&
	    (read_count(json, "layouts", &finding->layouts, err) < 0 ||
	     read_real(json, "build_sd_percent", &finding->build_sd_percent, err) < 0))
		return -1;
	if (read_reals(json, reals, ARRAY_LENGTH(reals), err) < 0 ||
	    read_count(json, "commits_in_range", &finding->n_commits, err) < 0 ||
	    read_count(json, "builds", &finding->builds, err) < 0 ||
	    read_count(json, "boots", &finding->boots, err) < 0)
		return -1;
	return read_count(json, "samples", &finding->samples, err);
}

static int read_lists(const struct json *json, struct finding *finding, struct error *err)
{
	const struct json *changes = json_member(json, "changes");
	const struct json *untestable = json_member(json, "untestable");
	const struct json *notes = json_member(json, "notes");

	if (!json_is_array(changes) || !json_is_array(untestable) || !json_is_array(notes))
		return error_set(err, ERROR_CONFIG,
				 "'changes', 'untestable' or 'notes' is missing or not a list");
	finding->changes = mem_array(json_length(changes), sizeof(*finding->changes));
	while (finding->n_changes < json_length(changes)) {
		size_t i = finding->n_changes++;

		if (read_change(json_element(changes, i), &finding->changes[i], err) < 0)
			return error_wrap(err, "change %zu", i + 1);
	}
	finding->untestable = mem_array(json_length(untestable), sizeof(*finding->untestable));
	while (finding->n_untestable < json_length(untestable)) {
		size_t i = finding->n_untestable++;

		if (read_untestable(json_element(untestable, i), &finding->untestable[i], err) < 0)
			return error_wrap(err, "untestable commit %zu", i + 1);
	}
	for (size_t i = 0; i < json_length(notes); i++) {
		const char *note = json_text(json_element(notes, i));

		if (!note)
			return error_set(err, ERROR_CONFIG, "note %zu is not a string", i + 1);
		strlist_add(&finding->notes, note);
	}
	return 0;
}

/* Findings of cases from before there were obstacles have them among the notes. */
static void read_obstacle(const struct json *json, struct finding *finding)
{
	const char *obstacle = json_text(json_member(json, "obstacle"));

	finding->obstacle = mem_strdup(obstacle ? obstacle : "");
}

/* Cases that ended before there were surveys have none. */
static int read_survey(const struct json *json, struct finding *finding, struct error *err)
{
	const struct json *survey = json_member(json, "survey");

	return survey ? survey_from_json(survey, &finding->survey, err) : 0;
}

int finding_from_json(const struct json *json, struct finding **ret, struct error *err)
{
	CLEANUP(finding_freep) struct finding *finding = mem_zalloc(sizeof(*finding));
	unsigned schema = 0;

	if (read_count(json, "schema", &schema, err) < 0)
		return error_wrap(err, "cannot read the finding");
	if (schema != SCHEMA)
		return error_set(
			err, ERROR_CONFIG,
			"cannot read the finding: its schema is %u, this perfsect reads %d", schema,
			SCHEMA);
	if (read_text(json, "state", &finding->state, err) < 0 ||
	    read_numbers(json, finding, err) < 0 || read_lists(json, finding, err) < 0 ||
	    read_survey(json, finding, err) < 0)
		return error_wrap(err, "cannot read the finding");
	read_obstacle(json, finding);
	*ret = finding;
	finding = NULL;
	return 0;
}
