/* SPDX-License-Identifier: GPL-3.0-or-later */
/* simulate: the search against synthetic worlds, before it is trusted with real ones. */
#include <stdio.h>

#include "bisect/commands.h"
#include "bisect/simulate_report.h"
#include "bisect/simulate_request.h"

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
	.summary = "try the search on synthetic histories: how often it is right, at what cost",
	.description =
		"Bisects histories with known changes and normal noise, with the code that "
		"bisects real ones, and prints how often all changes and nothing else was named "
		"(with its 95 % interval), the mean builds, boots, samples and minutes (± their "
		"standard error), and the least minutes that information theory allows, where "
		"that is known. Calibration is the mean probability claimed minus the share of "
		"right answers. Percent are log-percent: 100 times the natural logarithm of the "
		"ratio. Needs no workspace.",
	.options = simulate_request_options,
	.run = simulate_command,
};
