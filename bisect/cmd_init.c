/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "bisect/commands.h"
#include "bisect/workspace.h"

static int take_option(void *context, int key, const char *value, struct error *err)
{
	const char **repo = context;

	(void)err;
	if (key == 'r')
		*repo = value;
	return 0;
}

static int init(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(mem_freep) char *absolute = NULL;
	const char *repo = NULL, *dir;
	const struct cli_parse parse = { &cmd_init, cli, take_option, &repo, &words, 0, 1 };

	if (cli_parse(&parse, argc, argv, err) < 0)
		return -1;
	dir = words.n ? words.items[0] : cli->dir;
	if (repo) {
		absolute = realpath(repo, NULL);
		if (!absolute)
			return error_set(err, ERROR_USAGE, "no such repository '%s'", repo);
	}
	if (workspace_init(dir, absolute, err) < 0)
		return -1;
	if (!cli->is_quiet)
		(void)printf("Wrote %s/" WORKSPACE_CONFIG
			     ". Fill it in, then run 'perfsect check'.\n",
			     dir);
	return EXIT_FOUND;
}

static const struct argp_option options[] = {
	{ "repo", 'r', "PATH", 0, "the kernel repository to write into it", 0 },
	{ 0 },
};

const struct command cmd_init = {
	.name = "init",
	.arguments = "[DIR]",
	.summary = "make a workspace with a commented configuration",
	.description =
		"Writes perfsect.conf with every key explained, and an empty store, into DIR "
		"(the current folder without it). Overwrites nothing.",
	.options = options,
	.run = init,
};
