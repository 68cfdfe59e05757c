/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>

#include "bisect/commands.h"
#include "bisect/graph.h"
#include "bisect/limits.h"
#include "bisect/repo.h"
#include "bisect/stage.h"
#include "bisect/workspace.h"

/* What SEARCH's tables say a search costs beyond the halvings: both ends, and doubts. */
#define BUILDS_BEYOND_HALVING 3.5
#define BOOTS_PER_BUILD 2.0

#define OPTION_FIRST_PARENT 0x100

struct plan {
	unsigned n_commits, n_suspects;
	uint32_t n_mainline;
	double builds, boots, samples;
	char first[HISTORY_OID_SIZE]; /* the commit that halves the range */
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

static void make_plan(const struct graph *graph, const struct settings *settings,
		      const struct limits *limits, struct plan *plan)
{
	struct stage stage;
	double half = 0, sum = 0;
	uint32_t middle = 0;

	stage_init_mainline(&stage, graph);
	plan->n_commits = graph->n - 1;
	plan->n_suspects = count_answers(&stage, limits);
	(void)stage_commits(&stage, 0, stage.chain.n, &plan->n_mainline); /* how many */
	plan->builds = ceil(log2(plan->n_suspects + 1)) + BUILDS_BEYOND_HALVING;
	plan->boots = ceil(plan->builds * BOOTS_PER_BUILD);
	plan->samples = plan->boots * settings->search.samples;
	for (uint32_t i = 1; i <= stage.chain.n; i++)
		half += stage.chain.mass[i] / 2;
	while (middle < stage.chain.n && sum < half)
		sum += stage.chain.mass[++middle];
	stage_commit(&stage, middle, plan->first);
	stage_clear(&stage);
}

static void print_plan(const struct cli *cli, const struct plan *plan, const struct limits *limits)
{
	CLEANUP(str_clear) struct str line = { 0 };
	struct json *json;

	limits_append(limits, &line);
	if (!cli->wants_json && line.length > 0)
		(void)printf("%u suspects: %s\n", plan->n_suspects, str_text(&line));
	if (!cli->wants_json) {
		(void)printf("%u commits, %u of them on the mainline\n"
			     "about %.0f builds, %.0f boots and %.0f samples, the ends included\n"
			     "first candidate after the ends: %s\n",
			     plan->n_commits, plan->n_mainline, plan->builds, plan->boots,
			     plan->samples, plan->first);
		return;
	}
	json = json_new_object();
	json_set_integer(json, "schema", 1);
	json_set_integer(json, "commits", plan->n_commits);
	json_set_integer(json, "mainline", plan->n_mainline);
	json_set_integer(json, "suspects", plan->n_suspects);
	limits_to_json(limits, json);
	json_set_real(json, "builds", plan->builds);
	json_set_real(json, "boots", plan->boots);
	json_set_real(json, "samples", plan->samples);
	json_set_string(json, "first", plan->first);
	cli_print_json(json);
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
	const struct cli_parse parse = { &cmd_plan, cli, take_option, &limits, &words, 2, 2 };
	char good[REPO_HEX_SIZE], bad[REPO_HEX_SIZE];
	struct plan plan = { 0 };

	argc = cli_take_paths(argc, argv, &paths);
	if (cli_parse(&parse, argc, argv, err) < 0 || limits_add_paths(&limits, &paths, err) < 0 ||
	    workspace_open(cli->dir, WORKSPACE_READ, &workspace, err) < 0 ||
	    repo_open(workspace->settings->repo, NULL, &repo, err) < 0 ||
	    repo_resolve(repo, words.items[0], good, err) < 0 ||
	    repo_resolve(repo, words.items[1], bad, err) < 0 ||
	    repo_load_range(repo, good, bad, cli->cancel, &graph, err) < 0 ||
	    (limits.paths.n > 0 &&
	     repo_limit_range(repo, &limits.paths, cli->cancel, graph, err) < 0))
		return -1;
	make_plan(graph, workspace->settings, &limits, &plan);
	print_plan(cli, &plan, &limits);
	return EXIT_FOUND;
}

static const struct argp_option plan_options[] = {
	{ "first-parent", OPTION_FIRST_PARENT, NULL, 0,
	  "as for a run that does not look into merges", 0 },
	{ 0 },
};

const struct command cmd_plan = {
	.name = "plan",
	.arguments = "GOOD BAD [-- PATH...]",
	.summary = "say what a bisect would cost, without doing it",
	.description =
		"Commits in the range, builds, boots and samples to expect, and the first "
		"candidate, with the limits that 'perfsect run' would be given. A rule of thumb; "
		"changes nothing.",
	.options = plan_options,
	.run = plan,
};
