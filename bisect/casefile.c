/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/casefile.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/mem.h"

const struct search_costs casefile_guessed_costs = { .build = 5, .boot = 0.5, .sample = 0.2 };

unsigned casefile_max_samples(unsigned min_samples)
{
	const unsigned max = min_samples * CASEFILE_MAX_SAMPLES_FACTOR;

	return max > CASEFILE_MAX_SAMPLES_LEAST ? max : CASEFILE_MAX_SAMPLES_LEAST;
}

int casefile_init(struct casefile *casefile, struct workspace *workspace, struct error *err)
{
	CLEANUP(mem_freep) char *scratch = workspace_path(workspace, "objects");

	*casefile = (struct casefile){ .workspace = workspace, .mainline.merge = GRAPH_NONE };
	if (fs_make_dirs(scratch, err) < 0)
		return -1;
	if (repo_open(workspace->settings->repo, scratch, &casefile->repo, err) < 0)
		return -1;
	casefile->lineage.repo = casefile->repo;
	casefile->carry.repo = casefile->repo;
	return 0;
}

void casefile_clear(struct casefile *casefile)
{
	stage_clear(&casefile->mainline);
	graph_free(casefile->graph);
	case_record_clear(&casefile->record);
	strlist_clear(&casefile->skip);
	limits_clear(&casefile->limits);
	carry_clear(&casefile->carry);
	free(casefile->note);
	recipes_close(casefile->recipes);
	repo_close(casefile->repo);
	lineage_clear(&casefile->lineage);
	*casefile = (struct casefile){ 0 };
}

int casefile_open_recipes(struct casefile *casefile, struct error *err)
{
	const struct recipes_source source = {
		.repo = casefile->repo,
		.settings = &casefile->workspace->settings->kernel,
		.good = casefile->record.good,
		.bad = casefile->record.bad,
		.as_configured = casefile->as_configured,
	};

	return recipes_open(&source, &casefile->recipes, err);
}

unsigned casefile_layouts(const struct search_settings *search,
			  const struct machine_settings *machine)
{
	return machine->timing == TIMING_ICOUNT ? 0 : search->layouts;
}

bool casefile_holds(const struct search_settings *search, const struct machine_settings *machine)
{
	return search->hold && machine && machine->timing == TIMING_WALL;
}

char *casefile_options_text(const struct casefile *casefile)
{
	const struct search_options *search = &casefile->options.search;
	CLEANUP(json_freep) struct json *options = json_new_object();
	struct json *skip = json_new_array();

	json_set_string(options, "kernel_fingerprint", casefile->fingerprint);
	json_set_real(options, "confidence", search->confidence);
	json_set_real(options, "smallest_effect_percent", search->smallest_effect);
	json_set_integer(options, "samples", search->min_samples);
	json_set_integer(options, "layouts", search->variants);
	for (size_t i = 0; i < casefile->skip.n; i++)
		json_push_string(skip, casefile->skip.items[i]);
	json_set(options, "skip", skip);
	limits_to_json(&casefile->limits, options);
	json_set_bool(options, "verify", casefile->verifies);
	json_set_bool(options, "as_configured", casefile->as_configured);
	json_set_string(options, "guest_root", casefile->guest_root);
	json_set_string(options, "toolchain_note", casefile->note ? casefile->note : "");
	return json_dump(options, true);
}

/* A case from before these has none of them. */
static void read_build_options(struct casefile *casefile, const struct json *json)
{
	const char *note = json_text(json_member(json, "toolchain_note"));
	const char *root = json_text(json_member(json, "guest_root"));

	if (!json_flag(json_member(json, "as_configured"), &casefile->as_configured))
		casefile->as_configured = false;
	if (root && strlen(root) < sizeof(casefile->guest_root))
		strcpy(casefile->guest_root, root);
	if (note && !casefile->note)
		casefile->note = mem_strdup(note);
}

/* Search options from the record's frozen text. */
static int read_options(struct casefile *casefile, struct error *err)
{
	const struct case_record *record = &casefile->record;
	struct evidence_options *options = &casefile->options;
	CLEANUP(json_freep) struct json *json = NULL;
	const struct json *skip;
	const char *fingerprint;
	double samples = 0, layouts = 0;

	if (json_parse(record->options, strlen(record->options), &json, err) < 0)
		return -1;
	fingerprint = json_text(json_member(json, "kernel_fingerprint"));
	if (!fingerprint || strlen(fingerprint) >= sizeof(casefile->fingerprint) ||
	    !json_number(json_member(json, "confidence"), &options->search.confidence) ||
	    !json_number(json_member(json, "smallest_effect_percent"),
			 &options->search.smallest_effect) ||
	    !json_number(json_member(json, "samples"), &samples) || samples < 1)
		return error_set(err, ERROR_HOST, "its options are not in the store");
	strcpy(casefile->fingerprint, fingerprint);
	/* A case from before there were layouts, or verification, goes on without. */
	if (!json_number(json_member(json, "layouts"), &layouts) || layouts < 0)
		layouts = 0;
	if (!json_flag(json_member(json, "verify"), &casefile->verifies))
		casefile->verifies = false;
	read_build_options(casefile, json);
	skip = json_member(json, "skip");
	strlist_clear(&casefile->skip);
	for (size_t i = 0; i < json_length(skip); i++) {
		const char *hex = json_text(json_element(skip, i));

		if (hex)
			strlist_add(&casefile->skip, hex);
	}
	limits_from_json(&casefile->limits, json);
	options->better = record->better;
	options->guess = casefile_guessed_costs;
	options->skip = &casefile->skip;
	options->search.min_samples = (unsigned)samples;
	options->search.max_samples = casefile_max_samples((unsigned)samples);
	options->search.variants = (unsigned)layouts;
	return 0;
}

/* As the case built it; "" where it did not. The caller frees *ret. */
static int recall_subject(struct casefile *casefile, const char *hex, char **ret, struct error *err)
{
	CLEANUP(history_freep) struct history *history = NULL;

	if (casefile_history(casefile, &history, err) < 0)
		return -1;
	*ret = NULL;
	for (size_t i = 0; i < history->n_kernels && !*ret; i++)
		if (strcmp(history->kernels[i].commit, hex) == 0)
			*ret = mem_strdup(history->kernels[i].subject);
	if (!*ret)
		*ret = mem_strdup("");
	return 0;
}

/* An end may have vanished since: its branch was rebased, and git has cleared away what was before. */
static int check_end(struct casefile *casefile, const char *hex, const char *name,
		     struct error *err)
{
	const struct case_record *record = &casefile->record;
	const char *repo = casefile->workspace->settings->repo;
	CLEANUP(mem_freep) char *subject = NULL;
	CLEANUP(mem_freep) char *instead = NULL;
	char found[REPO_HEX_SIZE];

	if (repo_has(casefile->repo, hex))
		return 0;
	if (recall_subject(casefile, hex, &subject, err) < 0 ||
	    repo_find_subject(casefile->repo, subject, found, err) < 0)
		return -1;
	if (strcmp(repo, record->repo) != 0)
		return error_set(
			err, ERROR_CONFIG,
			"commit %.12s ('%s'), an end of case %lld, is not in '%s', which "
			"the configuration names; the case was begun in '%s'. Name that in "
			"perfsect.conf, or fetch the commit from it",
			hex, name, (long long)record->id, repo, record->repo);
	instead = found[0] ? mem_printf("; %.12s has its subject, '%s'", found, subject)
			   : mem_strdup("");
	return error_set(err, ERROR_CONFIG,
			 "commit %.12s ('%s'), an end of case %lld, is no longer in '%s': it was "
			 "rebased, or its branch was removed%s. Fetch it again (git -C '%s' fetch "
			 "REMOTE %s), or begin a new case, which takes over what is built "
			 "of equal trees",
			 hex, name, (long long)record->id, record->repo, instead, record->repo,
			 hex);
}

int casefile_load(struct casefile *casefile, struct cancel *cancel, struct error *err)
{
	const struct case_record *record = &casefile->record;
	/* What is wrong with a new case's ends is said in the user's words; later these may have moved. */
	const char *good = record->id ? record->good : record->good_name;
	const char *bad = record->id ? record->bad : record->bad_name;

	if (read_options(casefile, err) < 0)
		return error_wrap(err, "cannot read case %lld", (long long)record->id);
	casefile->options.search.holds =
		casefile_holds(&casefile->workspace->settings->search,
			       settings_machine(casefile->workspace->settings, record->machine));
	if (record->id && (check_end(casefile, record->good, record->good_name, err) < 0 ||
			   check_end(casefile, record->bad, record->bad_name, err) < 0))
		return -1;
	if (repo_load_range(casefile->repo, good, bad, cancel, &casefile->graph, err) < 0)
		return -1;
	if (casefile->limits.paths.n > 0 &&
	    repo_limit_range(casefile->repo, &casefile->limits.paths, cancel, casefile->graph,
			     err) < 0)
		return -1;
	stage_init_mainline(&casefile->mainline, casefile->graph);
	return 0;
}

int casefile_open(struct casefile *casefile, struct workspace *workspace, int64_t id,
		  struct error *err)
{
	if (casefile_init(casefile, workspace, err) < 0 ||
	    store_load_case(workspace->store, id, &casefile->record, err) < 0)
		return -1;
	return casefile_load(casefile, NULL, err);
}

int casefile_history(struct casefile *casefile, struct history **ret, struct error *err)
{
	return store_load_history(casefile->workspace->store, casefile->record.id, ret, err);
}

int casefile_outlook(struct casefile *casefile, const struct history *history, struct outlook *ret,
		     struct error *err)
{
	const struct outlook_source source = {
		.mainline = &casefile->mainline,
		.history = history,
		.options = &casefile->options,
		.stops_at_merges = casefile->limits.first_parent,
		.questions = &lineage_questions,
		.context = &casefile->lineage,
	};

	return outlook_init(ret, &source, err);
}

int casefile_verification(struct casefile *casefile, const struct history *history,
			  const struct outlook *outlook, struct verification *ret,
			  struct error *err)
{
	const struct verification_source source = {
		.outlook = outlook,
		.history = history,
		.options = &casefile->options,
		.carry = carry_patch,
		.context = &casefile->carry,
	};

	*ret = (struct verification){ 0 };
	if (!casefile->verifies || outlook->stage)
		return 0;
	return verification_init(ret, &source, err);
}
