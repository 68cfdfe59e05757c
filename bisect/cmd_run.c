/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run, resume: the bisect itself. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/quantity.h"
#include "bisect/commands.h"
#include "bisect/imported_ends.h"
#include "bisect/present.h"
#include "bisect/progress.h"
#include "bisect/session.h"

enum {
	OPTION_SKIP = 0x100,
	OPTION_DEADLINE,
	OPTION_FIRST_PARENT,
	OPTION_NO_VERIFY,
	OPTION_AS_CONFIGURED,
};

struct run_options {
	const char *workload, *machine, *deadline;
	struct strlist skip;
	struct strlist paths;
	struct limits limits;
	bool no_verify;
	bool as_configured;
};

static void run_options_clear(struct run_options *options)
{
	strlist_clear(&options->skip);
	strlist_clear(&options->paths);
	limits_clear(&options->limits);
}

static int take_option(void *context, int key, const char *value, struct error *err)
{
	struct run_options *options = context;

	(void)err;
	switch (key) {
	case 'w':
		options->workload = value;
		break;
	case 'm':
		options->machine = value;
		break;
	case OPTION_SKIP:
		strlist_add(&options->skip, value);
		break;
	case OPTION_DEADLINE:
		options->deadline = value;
		break;
	case OPTION_FIRST_PARENT:
		options->limits.first_parent = true;
		break;
	case OPTION_NO_VERIFY:
		options->no_verify = true;
		break;
	case OPTION_AS_CONFIGURED:
		options->as_configured = true;
		break;
	}
	return 0;
}

static int parse_deadline(const char *text, double *ret_s, struct error *err)
{
	*ret_s = 0;
	if (!text || quantity_parse_duration(text, ret_s, err) == 0)
		return 0;
	err->kind = ERROR_USAGE;
	return error_wrap(err, "cannot read --deadline");
}

static int exit_of_state(const char *state)
{
	if (strcmp(state, case_state_name(CASE_FOUND)) == 0)
		return EXIT_FOUND;
	return strcmp(state, case_state_name(CASE_NOT_REPRODUCED)) == 0 ? EXIT_NOT_REPRODUCED
									: EXIT_NO_SINGLE_ANSWER;
}

/* Runs an opened session to its end and prints the finding. */
static int run_session(struct cli *cli, struct session *session, struct progress *progress,
		       struct error *err)
{
	CLEANUP(finding_freep) struct finding *finding = NULL;
	int result = session_run(session, &finding, err);

	progress_end(progress);
	if (result < 0) {
		int64_t id = session_case(session)->id;

		return err->kind == ERROR_CANCELLED
			       ? error_set(
					 err, ERROR_CANCELLED,
					 "stopped; nothing measured is lost, and 'perfsect resume "
					 "%lld' goes on",
					 (long long)id)
			       : error_wrap(err,
					    "case %lld stopped, and 'perfsect resume %lld' goes on",
					    (long long)id, (long long)id);
	}
	if (present_report(cli, cli->wants_json ? "json" : "text", session_case(session)->id,
			   stdout, err) < 0)
		return -1;
	if (strcmp(finding->state, case_state_name(CASE_RUNNING)) == 0 && finding->notes.n > 0)
		cli_complain(finding->notes.items[finding->notes.n - 1]);
	return exit_of_state(finding->state);
}

static int open_environment(struct cli *cli, const char *deadline, struct workspace **workspace,
			    struct progress *progress, struct session_environment *ret,
			    struct error *err)
{
	double deadline_s;

	if (parse_deadline(deadline, &deadline_s, err) < 0 ||
	    workspace_open(cli->dir, WORKSPACE_WRITE, workspace, err) < 0)
		return -1;
	progress_init(progress, STDERR_FILENO);
	*ret = (struct session_environment){
		.workspace = *workspace,
		.cancel = cli->cancel,
		.observer = { .notify = cli->is_quiet ? NULL : progress_notify,
			      .context = progress },
		.deadline_s = deadline_s,
	};
	return 0;
}

/* Ends may be kernels that were measured elsewhere. */
static int take_imported(const struct cli *cli, struct workspace *workspace, struct strlist *words,
			 struct error *err)
{
	CLEANUP(str_clear) struct str said = { 0 };
	CLEANUP(str_clear) struct str safe = { 0 };

	if (imported_ends_take(workspace, words, &said, err) < 0)
		return -1;
	str_append_printable(&safe, str_text(&said), said.length, true);
	if (!cli->is_quiet)
		(void)fputs(str_text(&safe), stderr);
	return 0;
}

static int run(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(session_closep) struct session *session = NULL;
	CLEANUP(run_options_clear) struct run_options options = { 0 };
	struct session_environment environment;
	struct progress progress;
	struct session_request request;
	const struct cli_parse parse = { &cmd_run, cli, take_option, &options, &words, 1, 2 };

	argc = cli_take_paths(argc, argv, &options.paths);
	if (cli_parse(&parse, argc, argv, err) < 0 || cli_take_range(&words, err) < 0 ||
	    limits_add_paths(&options.limits, &options.paths, err) < 0 ||
	    open_environment(cli, options.deadline, &workspace, &progress, &environment, err) < 0 ||
	    take_imported(cli, workspace, &words, err) < 0)
		return -1;
	request = (struct session_request){
		.good = words.items[0],
		.bad = words.items[1],
		.machine = options.machine,
		.workload = options.workload,
		.skip = &options.skip,
		.limits = &options.limits,
		.no_verify = options.no_verify,
		.as_configured = options.as_configured,
	};
	if (session_start(&environment, &request, &session, err) < 0)
		return -1;
	return run_session(cli, session, &progress, err);
}

static int check_running(const struct session *session, struct error *err)
{
	const struct case_record *record = session_case(session);

	if (record->state == CASE_RUNNING)
		return 0;
	return error_set(err, ERROR_USAGE,
			 "case %lld has ended (%s); 'perfsect report %lld' says what it found",
			 (long long)record->id, case_state_name(record->state),
			 (long long)record->id);
}

static int resume(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(session_closep) struct session *session = NULL;
	struct run_options options = { 0 };
	struct session_environment environment;
	struct progress progress;
	const struct cli_parse parse = { &cmd_resume, cli, take_option, &options, &words, 0, 1 };
	int64_t id;

	if (cli_parse(&parse, argc, argv, err) < 0 || cli_case_id(&words, 0, &id, err) < 0 ||
	    open_environment(cli, options.deadline, &workspace, &progress, &environment, err) < 0 ||
	    session_resume(&environment, id, &session, err) < 0 || check_running(session, err) < 0)
		return -1;
	return run_session(cli, session, &progress, err);
}

static const struct argp_option run_options[] = {
	{ "workload", 'w', "NAME", 0, "the workload of the configuration to run; the first one",
	  0 },
	{ "machine", 'm', "NAME", 0, "the machine to boot on; the first one", 0 },
	{ "skip", OPTION_SKIP, "REV", 0, "never test this commit; may be given again", 0 },
	{ "first-parent", OPTION_FIRST_PARENT, NULL, 0,
	  "a merge is answer enough: do not look into it", 0 },
	{ "deadline", OPTION_DEADLINE, "TIME", 0,
	  "pause after so long, e.g. \"8 h\", once the step under way is done", 0 },
	{ "no-verify", OPTION_NO_VERIFY, NULL, 0,
	  "end with the search, without confirming what it found", 0 },
	{ "as-configured", OPTION_AS_CONFIGURED, NULL, 0,
	  "leave functions aligned as the configuration has them, instead of at 64 bytes each", 0 },
	{ 0 },
};

const struct command cmd_run = {
	.name = "run",
	.arguments = "GOOD BAD [-- PATH...]\nGOOD..BAD [-- PATH...]",
	.summary = "find the commits between GOOD and BAD that change the throughput",
	.description =
		"Measures both ends, then builds, boots and measures what tells the most per "
		"minute, until every change is one commit at the confidence of the configuration. "
		"Then it confirms each by booting it in turn with what was before it, and takes it "
		"out of BAD to see how much of the difference it explains. All of it is kept: an "
		"interrupted case goes on with 'perfsect resume'. GOOD must be an ancestor of BAD; "
		"each may be a kernel of an import ('import:N/2.6.27') that is a revision, also "
		"with a 'v' before it. "
		"With PATHs, files or folders from the top of the repository, only commits that "
		"change one of them are suspects; when the change is not theirs, the commits "
		"between which it lies are named instead. Exit status: 0 found; 1 ended without a "
		"single answer, or with one that was refuted; 5 the ends do not differ.",
	.options = run_options,
	.is_long = true,
	.run = run,
};

static const struct argp_option resume_options[] = {
	{ "deadline", OPTION_DEADLINE, "TIME", 0,
	  "pause after so long, e.g. \"8 h\", once the step under way is done", 0 },
	{ 0 },
};

const struct command cmd_resume = {
	.name = "resume",
	.arguments = "[CASE]",
	.summary = "go on with a case that was interrupted",
	.description =
		"Repeats no finished measurement. CASE is a number of 'perfsect status', the "
		"newest case without it. Exit status as of 'perfsect run'.",
	.options = resume_options,
	.is_long = true,
	.run = resume,
};
