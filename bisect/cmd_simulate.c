/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate: the search against synthetic worlds, or what a case has measured. */
#include <stdio.h>

#include "base/mem.h"
#include "bisect/casefile.h"
#include "bisect/commands.h"
#include "bisect/replay_report.h"
#include "bisect/simulate_report.h"
#include "bisect/simulate_request.h"

/* Searches the mainline of a case once more, with what it has measured. */
static int replay_case(struct simulate_request *request, const struct casefile *casefile,
		       const struct history *history, struct json **ret, struct str *ret_text,
		       struct error *err)
{
	CLEANUP(evidence_clear) struct evidence evidence = { 0 };
	CLEANUP(replay_clear) struct replay replay = { 0 };
	CLEANUP(mem_freep)
	double *posterior = mem_array((size_t)casefile->mainline.chain.n + 1, sizeof(double));
	struct simulate_options *options = &request->world;
	struct search_verdict verdict;
	struct simulate_result result;
	const struct replay_report report = { casefile->record.id, &casefile->mainline, options,
					      &result };

	evidence_init(&evidence, &casefile->mainline, history, &casefile->options);
	if (!replay_is_possible(&evidence.problem))
		return error_set(err, ERROR_USAGE, "case %lld has not measured both of its ends",
				 (long long)casefile->record.id);
	search_evaluate(&evidence.problem, &verdict, posterior);
	if (verdict.n_changes > SIMULATE_CHANGES_MAX)
		return error_set(err, ERROR_USAGE, "case %lld has %zu changes, more than %d",
				 (long long)casefile->record.id, verdict.n_changes,
				 SIMULATE_CHANGES_MAX);
	replay_init(&replay, &evidence.problem, &verdict, posterior);
	simulate_request_follow(request, &evidence.problem);
	options->n_changes = verdict.n_changes;
	options->replay = &replay;
	simulate(options, &result);
	*ret = replay_report_json(&report);
	replay_report_append(ret_text, &report);
	return 0;
}

static int replay(struct cli *cli, struct simulate_request *request, struct error *err)
{
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(casefile_clear) struct casefile casefile = { 0 };
	CLEANUP(history_freep) struct history *history = NULL;
	CLEANUP(str_clear) struct str text = { 0 };
	struct json *json = NULL;

	if (workspace_open(cli->dir, WORKSPACE_READ, &workspace, err) < 0 ||
	    casefile_open(&casefile, workspace, request->replay, err) < 0 ||
	    casefile_history(&casefile, &history, err) < 0 ||
	    replay_case(request, &casefile, history, &json, &text, err) < 0)
		return -1;
	if (cli->wants_json) {
		cli_print_json(json);
	} else {
		json_free(json);
		(void)fputs(str_text(&text), stdout);
	}
	return EXIT_FOUND;
}

static int simulate_command(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(str_clear) struct str text = { 0 };
	struct simulate_request request;
	const struct cli_parse parse = {
		&cmd_simulate, cli, simulate_request_take, &request, &words, 0, 0
	};
	struct simulate_result result;

	simulate_request_init(&request);
	if (cli_parse(&parse, argc, argv, err) < 0 || simulate_request_finish(&request, err) < 0)
		return -1;
	if (request.replay != 0)
		return replay(cli, &request, err);
	simulate(&request.world, &result);
	if (cli->wants_json) {
		cli_print_json(simulate_report_json(&request.world, &result));
		return EXIT_FOUND;
	}
	simulate_report_append(&text, &request.world, &result);
	(void)fputs(str_text(&text), stdout);
	return EXIT_FOUND;
}

const struct command cmd_simulate = {
	.name = "simulate",
	.arguments = "",
	.summary = "try the search on synthetic histories or a case: how often right, at what cost",
	.description =
		"Bisects histories with known changes and normal noise, with the code that "
		"bisects real ones, and prints how often all changes and nothing else was named "
		"(with its 95 % interval), the mean builds, boots, samples and minutes (± their "
		"standard error), and the least minutes that information theory allows, where "
		"that is known. Calibration is the mean probability claimed minus the share of "
		"right answers. Percent are log-percent: 100 times the natural logarithm of the "
		"ratio. Needs no workspace. With --replay the search is run on what a case has "
		"measured: what would another confidence, smallest effect or number of samples "
		"have cost, and named? A boot of a kernel is the next one that the case made of "
		"it; what the case has not is drawn from what it has, and counted. The answers "
		"are held against that of all the case's looks; where that is wrong, so are they. "
		"Merges are not looked into, and commits that the case did not try build.",
	.options = simulate_request_options,
	.run = simulate_command,
};
