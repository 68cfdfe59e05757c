/* SPDX-License-Identifier: GPL-3.0-or-later */
/* log, show: what was measured, commit by commit. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "bisect/commands.h"
#include "bisect/config_file.h"
#include "bisect/hindsight.h"
#include "bisect/present_import.h"
#include "bisect/present.h"
#include "bisect/present_logs.h"
#include "bisect/repo.h"
#include "results/log_view.h"
#include "results/report_csv.h"
#include "results/show_view.h"

struct log_options {
	struct log_view_options view;
	bool wants_csv, wants_all;
};

static int MUST_CHECK refuse_outcome(const char *name, struct error *err)
{
	CLEANUP(str_clear) struct str names = { 0 };

	for (int i = 0; i < OUTCOME_COUNT; i++)
		str_appendf(&names, "%s%s", i > 0 ? ", " : "", outcome_name((enum outcome)i));
	return error_set(err, ERROR_USAGE, "no kernel ends as '%s'; there are %s", name,
			 str_text(&names));
}

static int take_log_option(void *context, int key, const char *value, struct error *err)
{
	struct log_options *options = context;
	enum outcome outcome;

	switch (key) {
	case 'o':
		if (!outcome_from_name(value, &outcome))
			return refuse_outcome(value, err);
		options->view.outcome = value;
		break;
	case 'm':
		options->view.machine = value;
		break;
	case 'c':
		options->view.cell = value;
		break;
	case 'a':
		options->wants_all = true;
		break;
	case 'M':
		options->view.metric = value;
		break;
	case 'S':
		if (!log_view_order_from_name(value, &options->view.order))
			return error_set(err, ERROR_USAGE,
					 "--sort is 'history', 'value', 'boots' or 'outcome', not "
					 "'%s'",
					 value);
		break;
	case 's':
		options->view.wants_samples = true;
		break;
	case 'x':
		options->wants_csv = true;
		break;
	default:
		break; /* there are no others */
	}
	return 0;
}

/* A case has one. */
static int MUST_CHECK check_metric(const struct case_record *record, const char *metric,
				   struct error *err)
{
	if (!metric || strcmp(metric, record->metric) == 0)
		return 0;
	return error_set(err, ERROR_USAGE, "case %lld has no metric '%s'; it measures '%s'",
			 (long long)record->id, metric, record->metric);
}

static void append_csv(const struct report_input *input, const struct log_view_options *options,
		       struct str *text)
{
	report_csv_append_heading(text);
	log_view_append_rows(input, options, text);
}

static int log_command(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(presented_clear) struct presented presented = { 0 };
	CLEANUP(str_clear) struct str text = { 0 };
	struct log_options options = { 0 };
	const struct cli_parse parse = { &cmd_log, cli, take_log_option, &options, &words, 0, 1 };
	struct report_input input;
	int64_t id;

	if (cli_parse(&parse, argc, argv, err) < 0)
		return -1;
	if (options.wants_all && words.n > 0)
		return error_set(err, ERROR_USAGE, "give a case or --all, not both");
	present_through_pager();
	if (options.wants_all)
		return present_logs(cli, &options.view, options.wants_csv, err);
	if (words.n == 1 && present_import_is_meant(words.items[0]))
		return present_import(cli, words.items[0], err);
	if (cli_case_id(&words, 0, &id, err) < 0 ||
	    presented_open(&presented, cli->dir, id, err) < 0 ||
	    check_metric(&presented.record, options.view.metric, err) < 0)
		return -1;
	presented_sort(&presented);
	input = presented_input(&presented, STDOUT_FILENO);
	if (cli->wants_json) {
		cli_print_json(log_view_to_json(&input, &options.view));
		return EXIT_FOUND;
	}
	if (options.wants_csv)
		append_csv(&input, &options.view, &text);
	else
		log_view_append(&input, &options.view, &text);
	(void)fputs(str_text(&text), stdout);
	return EXIT_FOUND;
}

#define LAYOUTS_MAX 1000 /* more than there can be */

static int take_layout(void *context, int key, const char *value, struct error *err)
{
	int64_t layout;

	(void)key; /* there is one option */
	if (str_parse_i64(value, 0, LAYOUTS_MAX, &layout, err) < 0)
		return error_wrap(err, "--layout");
	*(unsigned *)context = (unsigned)layout;
	return 0;
}

/* The kernel of a revision: by the beginning of its commit's id, or in any of git's forms. */
static int find_kernel(struct presented *presented, const char *revision, unsigned layout,
		       size_t *ret, struct error *err)
{
	const struct history *history = presented->history;
	CLEANUP(repo_closep) struct repo *repo = NULL;
	char hex[REPO_HEX_SIZE];

	if (repo_open(presented->record.repo, NULL, &repo, err) < 0 ||
	    repo_resolve(repo, revision, hex, err) < 0) {
		error_clear(err); /* perhaps the beginning of an id is enough */
		(void)snprintf(hex, sizeof(hex), "%s", revision);
	}
	for (size_t i = 0; i < history->n_kernels; i++) {
		if (strlen(hex) >= 4 && history->kernels[i].variant == layout &&
		    str_starts_with(history->kernels[i].commit, hex)) {
			*ret = i;
			return 0;
		}
	}
	if (layout > 0)
		return error_set(err, ERROR_USAGE, "case %lld has not tried layout %u of '%s'",
				 (long long)presented->record.id, layout, revision);
	return error_set(err, ERROR_USAGE,
			 "case %lld has not tried '%s'; 'perfsect log %lld' lists what it has",
			 (long long)presented->record.id, revision,
			 (long long)presented->record.id);
}

/* From the configuration of the good end; nothing for the end itself, and where they are not there. */
static void compare_configs(const struct presented *presented, size_t kernel,
			    struct kconfig_differences *ret)
{
	const struct history *history = presented->history;
	const struct history_kernel *good = config_file_end(history, presented->record.good);

	if (good && good != &history->kernels[kernel])
		(void)config_file_compare(presented->workspace, good, &history->kernels[kernel],
					  ret); /* else there is nothing to say */
}

/* NULL where the range cannot be read. The caller frees it. */
static struct report_thought *think_back(struct presented *presented, size_t kernel)
{
	struct error ignored = { 0 };

	if (presented_look(presented, &ignored) < 0)
		return NULL;
	return hindsight_of(&presented->casefile.mainline, presented->history,
			    &presented->casefile.options, kernel);
}

/* "show [CASE] [REV]": a number is a case unless it is the only word and names a commit. */
static int show(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(presented_clear) struct presented presented = { 0 };
	CLEANUP(kconfig_differences_clear) struct kconfig_differences differences = { 0 };
	CLEANUP(mem_freep) struct report_thought *thoughts = NULL;
	CLEANUP(str_clear) struct str text = { 0 };
	unsigned layout = 0;
	const struct cli_parse parse = { &cmd_show, cli, take_layout, &layout, &words, 1, 2 };
	struct report_input input;
	size_t kernel = 0;
	int64_t id = 0;

	if (cli_parse(&parse, argc, argv, err) < 0 ||
	    (words.n == 2 && cli_case_id(&words, 0, &id, err) < 0))
		return -1;
	present_through_pager();
	if (presented_open(&presented, cli->dir, id, err) < 0 ||
	    find_kernel(&presented, words.items[words.n - 1], layout, &kernel, err) < 0)
		return -1;
	compare_configs(&presented, kernel, &differences);
	thoughts = think_back(&presented, kernel);
	input = presented_input(&presented, STDOUT_FILENO);
	input.thoughts = thoughts;
	input.speed_differences = differences.speed;
	input.other_differences = differences.others;
	if (cli->wants_json) {
		cli_print_json(show_view_to_json(&input, kernel));
		return EXIT_FOUND;
	}
	show_view_append(&input, kernel, &text);
	(void)fputs(str_text(&text), stdout);
	return EXIT_FOUND;
}

static const struct argp_option log_options[] = {
	{ "all", 'a', NULL, 0, "of all cases of the workspace, as far as the rest leaves something",
	  0 },
	{ "outcome", 'o', "OUTCOME", 0, "only kernels that ended so: measured, panicked, ...", 0 },
	{ "machine", 'm', "NAME", 0, "only kernels with boots on that machine", 0 },
	{ "cell", 'c', "CELL", 0, "only kernels with boots of those parameters", 0 },
	{ "metric", 'M', "NAME", 0, "only that metric", 0 },
	{ "sort", 'S', "KEY", 0, "by history, value, boots or outcome; history", 0 },
	{ "samples", 's', NULL, 0, "each boot with all its samples, too", 0 },
	{ "csv", 'x', NULL, 0, "a row a sample, as of 'report --format csv'", 0 },
	{ 0 },
};

const struct command cmd_log = {
	.name = "log",
	.arguments = "[CASE | import:N]\n--all",
	.summary = "the throughput of every kernel of a case, in the order of history",
	.description =
		"A line a kernel: commit, outcome, boots and samples, mean and interval against "
		"the good end, the samples as dots, the probability of a change up to it and "
		"behind the "
		"kernel before, subject.",
	.options = log_options,
	.run = log_command,
};

static const struct argp_option show_options[] = {
	{ "layout", 'l', "N", 0, "another layout of the commit; 0, its own", 0 },
	{ 0 },
};

const struct command cmd_show = {
	.name = "show",
	.arguments = "[CASE] REV",
	.summary = "one commit's whole story: build, boots, samples, and why it was tried",
	.description =
		"REV is a revision, or the beginning of the id of a commit that the case tried.",
	.options = show_options,
	.run = show,
};
