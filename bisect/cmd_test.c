/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "bisect/commands.h"
#include "bisect/progress.h"
#include "bisect/repo.h"
#include "bisect/session.h"

struct test_options {
	const char *case_id;
};

static int take_option(void *context, int key, const char *value, struct error *err)
{
	struct test_options *options = context;

	(void)err;
	if (key == 'c')
		options->case_id = value;
	return 0;
}

static void print_verdict(const struct cli *cli, const char *revision, enum test_verdict verdict,
			  double probability)
{
	static const char *const names[] = {
		[TEST_LIKE_GOOD] = "like the good end",
		[TEST_LIKE_BAD] = "like the bad end",
		[TEST_LIKE_NEITHER] = "like neither end",
		[TEST_UNTESTABLE] = "cannot be tested",
	};
	const bool has_probability = !isnan(probability);
	struct json *json;

	if (!cli->wants_json) {
		(void)printf("%s: %s", revision, names[verdict]);
		if (has_probability)
			(void)printf(" (P %.4f)", probability);
		(void)putchar('\n');
		return;
	}
	json = json_new_object();
	json_set_integer(json, "schema", 1);
	json_set_string(json, "revision", revision);
	json_set_string(json, "verdict", names[verdict]);
	if (has_probability)
		json_set_real(json, "probability", probability);
	else
		json_set_null(json, "probability");
	cli_print_json(json);
}

static int test_revision(struct cli *cli, const char *revision, int64_t id, struct error *err)
{
	static const int exits[] = {
		[TEST_LIKE_GOOD] = 0,
		[TEST_LIKE_BAD] = 1,
		[TEST_LIKE_NEITHER] = EXIT_CANNOT_TEST,
		[TEST_UNTESTABLE] = EXIT_CANNOT_TEST,
	};
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(session_closep) struct session *session = NULL;
	struct session_environment environment = { .cancel = cli->cancel };
	char here[REPO_HEX_SIZE];
	struct progress progress;
	enum test_verdict verdict;
	double probability;
	int result;

	if (workspace_open(cli->dir, WORKSPACE_WRITE, &workspace, err) < 0)
		return -1;
	progress_init(&progress, STDERR_FILENO);
	environment.workspace = workspace;
	if (!cli->is_quiet)
		environment.observer = (struct session_observer){ progress_notify, &progress };
	if (session_resume(&environment, id, &session, err) < 0)
		return -1;
	if (!revision) {
		if (repo_read_head_here(here, err) < 0)
			return -1;
		revision = here;
	}
	result = session_test(session, revision, &verdict, &probability, err);
	progress_end(&progress);
	if (result < 0)
		return -1;
	print_verdict(cli, revision, verdict, probability);
	return exits[verdict];
}

static int test(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	struct test_options options = { 0 };
	const struct cli_parse parse = { &cmd_test, cli, take_option, &options, &words, 0, 1 };
	struct strlist ids = { 0 };
	int64_t id;
	int status;

	if (cli_parse(&parse, argc, argv, err) < 0)
		return -1;
	if (options.case_id)
		strlist_add(&ids, options.case_id);
	status = cli_case_id(&ids, 0, &id, err);
	strlist_clear(&ids);
	if (status == 0)
		status = test_revision(cli, words.n ? words.items[0] : NULL, id, err);
	if (status >= 0)
		return status;
	cli_complain(err->text);
	return err->kind == ERROR_CANCELLED ? EXIT_INTERRUPTED : EXIT_ABORT;
}

static const struct argp_option options[] = {
	{ "case", 'c', "CASE", 0, "compare with the ends of this case; the newest one", 0 },
	{ 0 },
};

const struct command cmd_test = {
	.name = "test",
	.arguments = "[REV]",
	.summary = "measure one commit against the ends of a case",
	.description =
		"Builds, boots and measures REV until it is clear which end it is like. Without "
		"REV that is what is checked out in the git repository of the current folder, "
		"so that 'git bisect run perfsect -C WORKSPACE test' works in any clone. Exit "
		"status: 0 like the good end; 1 like the bad end; 125 like neither, or it "
		"cannot be tested; 128 this "
		"host could not do it, which ends a git bisect.",
	.options = options,
	.is_long = true,
	.run = test,
};
