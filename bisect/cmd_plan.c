/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "base/fs.h"
#include "base/quantity.h"
#include "bisect/casefile.h"
#include "bisect/commands.h"
#include "bisect/imported_ends.h"
#include "bisect/forecast.h"
#include "bisect/graph.h"
#include "bisect/limits.h"
#include "bisect/preflight.h"
#include "bisect/precedent.h"
#include "bisect/repo.h"
#include "bisect/stage.h"
#include "bisect/workspace.h"

/* What is assumed where nothing is known, in units of the smallest effect that is looked for. */
#define ASSUMED_EFFECT 2.0
#define ASSUMED_SAMPLE_SD (2.0 / 3)
#define ASSUMED_BOOT_SD (1.0 / 3)
#define SEED 1

#define OPTION_FIRST_PARENT 0x100

struct plan {
	unsigned n_commits, n_suspects;
	uint32_t n_mainline;
	char first[HISTORY_OID_SIZE]; /* the commit that halves the range */
	struct precedent precedent;
	struct simulate_options world; /* assumed */
	struct forecast forecast;
	double disk_low, disk_high; /* bytes: of the work tree with its objects, and the kernels */
	int64_t disk_free;
};

/* Answers that the search can give: the commits that are not ruled out, or the mainline's. */
static unsigned count_answers(const struct stage *stage, const struct limits *limits)
{
	double n = 0;

	for (uint32_t i = 1; i <= stage->chain.n; i++)
		if (!stage->is_outside[i])
			n += limits->first_parent ? 1 : stage->chain.mass[i];
	return (unsigned)n;
}

static void measure_range(const struct graph *graph, const struct limits *limits, struct plan *plan)
{
	struct stage stage;
	double half = 0, sum = 0;
	uint32_t middle = 0;

	stage_init_mainline(&stage, graph);
	plan->n_commits = graph->n - 1;
	plan->n_suspects = count_answers(&stage, limits);
	(void)stage_commits(&stage, 0, stage.chain.n, &plan->n_mainline); /* how many */
	for (uint32_t i = 1; i <= stage.chain.n; i++)
		half += stage.chain.mass[i] / 2;
	while (middle < stage.chain.n && sum < half)
		sum += stage.chain.mass[++middle];
	stage_commit(&stage, middle, plan->first);
	stage_clear(&stage);
}

/* A world of all suspects in a row: inside a merge costs as many builds as beside it. */
static void assume_world(const struct settings *settings, struct plan *plan)
{
	const struct search_settings *search = &settings->search;
	const struct precedent *precedent = &plan->precedent;
	const double smallest = search->smallest_effect;

	plan->world = (struct simulate_options){
		.commits = plan->n_suspects > 0 ? plan->n_suspects : 1,
		.n_changes = 1,
		.effects = { ASSUMED_EFFECT * smallest },
		.sample_sd =
			precedent->has_noise ? precedent->sample_sd : ASSUMED_SAMPLE_SD * smallest,
		.boot_sd = precedent->has_noise ? precedent->boot_sd : ASSUMED_BOOT_SD * smallest,
		.costs = precedent->costs,
		.search = { .confidence = search->confidence,
			    .smallest_effect = smallest,
			    .min_samples = search->samples,
			    .max_samples = casefile_max_samples(search->samples),
			    .variants = casefile_layouts(search, settings_machine(settings, NULL)),
			    .holds = casefile_holds(search, settings_machine(settings, NULL)) },
		.runs = forecast_runs(plan->n_suspects),
		.seed = SEED,
	};
}

static int make_plan(const struct workspace *workspace, const struct graph *graph,
		     const struct limits *limits, struct plan *plan, struct error *err)
{
	const struct settings *settings = workspace->settings;

	measure_range(graph, limits, plan);
	if (precedent_find(workspace->store, settings_machine(settings, NULL)->name,
			   settings_workload(settings, NULL)->name, casefile_guessed_costs,
			   &plan->precedent, err) < 0)
		return -1;
	assume_world(settings, plan);
	forecast_bisect(&plan->world, &plan->forecast);
	plan->disk_low =
		PREFLIGHT_TREE_MIN_BYTES + plan->forecast.builds.low * PREFLIGHT_KERNEL_BYTES;
	plan->disk_high =
		PREFLIGHT_TREE_MAX_BYTES + plan->forecast.builds.high * PREFLIGHT_KERNEL_BYTES;
	return fs_free_bytes(workspace->dir, &plan->disk_free, err);
}

static void append_count(struct str *str, const char *name,
			 const struct forecast_quantity *quantity)
{
	str_appendf(str, "%-10s about %.0f (%.0f to %.0f)\n", name, quantity->mean, quantity->low,
		    quantity->high);
}

static void append_time(struct str *str, const struct forecast_quantity *minutes)
{
	str_append(str, "Time       about ");
	quantity_append_duration(str, minutes->mean * 60);
	str_append(str, " (");
	quantity_append_duration(str, minutes->low * 60);
	str_append(str, " to ");
	quantity_append_duration(str, minutes->high * 60);
	str_append(str, ")\n");
}

static void append_disk(struct str *str, const struct plan *plan)
{
	str_append(str, "Disk       ");
	quantity_append_size(str, (int64_t)plan->disk_low);
	str_append(str, " to ");
	quantity_append_size(str, (int64_t)plan->disk_high);
	str_append(str, ", by the kernel's configuration; ");
	quantity_append_size(str, plan->disk_free);
	str_append(str, " are free\n");
}

static void append_assumptions(struct str *str, const struct plan *plan)
{
	const struct simulate_options *world = &plan->world;
	const struct search_costs *costs = &world->costs;
	const char *how = plan->precedent.case_id ? "as measured" : "a guess";

	str_appendf(
		str,
		"Assumed    one change of %.3g %%; samples of a boot deviate by %.3g %%, boots by "
		"%.3g %% (%s)\n           a build takes ",
		world->effects[0], world->sample_sd, world->boot_sd,
		plan->precedent.has_noise ? "as measured" : "a guess");
	quantity_append_duration(str, costs->build * 60);
	str_append(str, ", a boot ");
	quantity_append_duration(str, costs->boot * 60);
	str_append(str, ", a sample ");
	quantity_append_duration(str, costs->sample * 60);
	str_appendf(str, " (%s", how);
	if (plan->precedent.case_id)
		str_appendf(str, " in case %lld", (long long)plan->precedent.case_id);
	str_append(str, ")\n");
}

static void print_text(const struct plan *plan, const struct limits *limits)
{
	CLEANUP(str_clear) struct str text = { 0 };
	CLEANUP(str_clear) struct str line = { 0 };

	str_appendf(&text, "Range      %u commits, %u of them on the mainline\n", plan->n_commits,
		    plan->n_mainline);
	limits_append(limits, &line);
	if (line.length > 0)
		str_appendf(&text, "Suspects   %u: %s\n", plan->n_suspects, str_text(&line));
	append_count(&text, "Builds", &plan->forecast.builds);
	append_count(&text, "Boots", &plan->forecast.boots);
	append_count(&text, "Samples", &plan->forecast.samples);
	append_time(&text, &plan->forecast.minutes);
	append_disk(&text, plan);
	append_assumptions(&text, plan);
	str_appendf(&text, "First      %s, after the ends\n", plan->first);
	(void)fputs(str_text(&text), stdout);
}

static struct json *quantity_json(const struct forecast_quantity *quantity)
{
	struct json *json = json_new_object();

	json_set_real(json, "mean", quantity->mean);
	json_set_real(json, "low", quantity->low);
	json_set_real(json, "high", quantity->high);
	return json;
}

static struct json *assumed_json(const struct plan *plan)
{
	const struct simulate_options *world = &plan->world;
	struct json *json = json_new_object();

	json_set_real(json, "effect_percent", world->effects[0]);
	json_set_real(json, "sample_sd_percent", world->sample_sd);
	json_set_real(json, "boot_sd_percent", world->boot_sd);
	json_set_real(json, "build_minutes", world->costs.build);
	json_set_real(json, "boot_minutes", world->costs.boot);
	json_set_real(json, "sample_minutes", world->costs.sample);
	json_set_bool(json, "noise_is_measured", plan->precedent.has_noise);
	if (plan->precedent.case_id)
		json_set_integer(json, "measured_in_case", plan->precedent.case_id);
	else
		json_set_null(json, "measured_in_case");
	return json;
}

static struct json *plan_json(const struct plan *plan, const struct limits *limits)
{
	struct json *json = json_new_object();

	json_set_integer(json, "schema", 1);
	json_set_integer(json, "commits", plan->n_commits);
	json_set_integer(json, "mainline", plan->n_mainline);
	json_set_integer(json, "suspects", plan->n_suspects);
	limits_to_json(limits, json);
	json_set(json, "builds", quantity_json(&plan->forecast.builds));
	json_set(json, "boots", quantity_json(&plan->forecast.boots));
	json_set(json, "samples", quantity_json(&plan->forecast.samples));
	json_set(json, "minutes", quantity_json(&plan->forecast.minutes));
	json_set_integer(json, "disk_bytes_low", (int64_t)plan->disk_low);
	json_set_integer(json, "disk_bytes_high", (int64_t)plan->disk_high);
	json_set_integer(json, "disk_bytes_free", plan->disk_free);
	json_set(json, "assumed", assumed_json(plan));
	json_set_string(json, "first", plan->first);
	return json;
}

static int take_option(void *context, int key, const char *value, struct error *err)
{
	struct limits *limits = context;

	(void)value;
	(void)err;
	if (key == OPTION_FIRST_PARENT)
		limits->first_parent = true;
	return 0;
}

static int plan(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(repo_closep) struct repo *repo = NULL;
	CLEANUP(graph_freep) struct graph *graph = NULL;
	CLEANUP(strlist_clear) struct strlist paths = { 0 };
	CLEANUP(limits_clear) struct limits limits = { 0 };
	const struct cli_parse parse = { &cmd_plan, cli, take_option, &limits, &words, 1, 2 };
	char good[REPO_HEX_SIZE], bad[REPO_HEX_SIZE];
	struct plan plan = { 0 };
	CLEANUP(str_clear) struct str ignored = { 0 };

	argc = cli_take_paths(argc, argv, &paths);
	if (cli_parse(&parse, argc, argv, err) < 0 || cli_take_range(&words, err) < 0 ||
	    limits_add_paths(&limits, &paths, err) < 0 ||
	    workspace_open(cli->dir, WORKSPACE_READ, &workspace, err) < 0 ||
	    imported_ends_take(workspace, &words, &ignored, err) < 0 ||
	    repo_open(workspace->settings->repo, NULL, &repo, err) < 0 ||
	    repo_resolve(repo, words.items[0], good, err) < 0 ||
	    repo_resolve(repo, words.items[1], bad, err) < 0 ||
	    repo_load_range(repo, good, bad, cli->cancel, &graph, err) < 0 ||
	    (limits.paths.n > 0 &&
	     repo_limit_range(repo, &limits.paths, cli->cancel, graph, err) < 0))
		return -1;
	if (make_plan(workspace, graph, &limits, &plan, err) < 0)
		return -1;
	if (cli->wants_json)
		cli_print_json(plan_json(&plan, &limits));
	else
		print_text(&plan, &limits);
	return EXIT_FOUND;
}

static const struct argp_option plan_options[] = {
	{ "first-parent", OPTION_FIRST_PARENT, NULL, 0,
	  "as for a run that does not look into merges", 0 },
	{ 0 },
};

const struct command cmd_plan = {
	.name = "plan",
	.arguments = "GOOD BAD [-- PATH...]\nGOOD..BAD [-- PATH...]",
	.summary = "say what a bisect would cost, without doing it",
	.description =
		"Commits in the range, the builds, boots, samples and time to expect (the mean, "
		"and what one bisect in ten stays below and above), and the first candidate, with "
		"the limits that 'perfsect run' would be given, and the disk that it takes. The "
		"search is simulated on a range "
		"of that length, with the times and the noise that the newest case of the same "
		"machine and workload measured, else with a guess that is printed. Changes "
		"nothing.",
	.options = plan_options,
	.run = plan,
};
