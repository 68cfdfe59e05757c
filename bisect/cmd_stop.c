/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>

#include "base/json.h"
#include "base/mem.h"
#include "bisect/commands.h"
#include "bisect/present.h"

static int stop(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(presented_clear) struct presented presented = { 0 };
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(json_freep) struct json *json = NULL;
	CLEANUP(mem_freep) char *text = NULL;
	const struct cli_parse parse = { &cmd_stop, cli, NULL, NULL, &words, 0, 1 };
	int64_t id;

	if (cli_parse(&parse, argc, argv, err) < 0 || cli_case_id(&words, 0, &id, err) < 0 ||
	    workspace_open(cli->dir, WORKSPACE_WRITE, &workspace, err) < 0 ||
	    presented_open(&presented, cli->dir, id, err) < 0)
		return -1;
	if (presented.record.state != CASE_RUNNING && presented.record.state != CASE_PAUSED)
		return error_set(err, ERROR_USAGE, "case %lld has ended already (%s)",
				 (long long)presented.record.id,
				 case_state_name(presented.record.state));
	mem_freep(&presented.finding->state);
	presented.finding->state = mem_strdup(case_state_name(CASE_STOPPED));
	json = finding_to_json(presented.finding);
	text = json_dump(json, true);
	if (store_end_case(workspace->store, presented.record.id, CASE_STOPPED, text, err) < 0)
		return -1;
	if (!cli->is_quiet)
		(void)printf("Case %lld is stopped; 'perfsect report %lld' says how far it came.\n",
			     (long long)presented.record.id, (long long)presented.record.id);
	return EXIT_FOUND;
}

const struct command cmd_stop = {
	.name = "stop",
	.arguments = "[CASE]",
	.summary = "end a case for good, with what is known so far",
	.description =
		"A session that works on it is stopped with Ctrl-C or SIGTERM first. To pause "
		"only, leave the case as it is and 'perfsect resume' later.",
	.run = stop,
};
