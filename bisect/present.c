/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/present.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"
#include "bisect/conclude.h"
#include "bisect/survey_outlook.h"
#include "bisect/terminal.h"

int presented_look(struct presented *presented, struct error *err)
{
	if (presented->has_outlook)
		return 0;
	if (presented->is_opened)
		return error_set(err, ERROR_CONFIG, "the range cannot be read, as was said");
	presented->is_opened = true; /* what was opened is cleared also after a failure */
	if (casefile_open(&presented->casefile, presented->workspace, presented->record.id, err) <
	    0)
		return -1;
	if (casefile_outlook(&presented->casefile, presented->history, &presented->outlook, err) <
	    0)
		return -1;
	presented->has_outlook = true;
	return 0;
}

/* Its repository, or an end in it, may be gone: what was measured is not. */
static int look(struct presented *presented, struct error *err)
{
	CLEANUP(mem_freep) char *why = NULL;

	if (presented_look(presented, err) == 0)
		return 0;
	if (err->kind != ERROR_CONFIG)
		return -1;
	why = mem_strdup(err->text);
	error_clear(err);
	return conclude_without_range(presented->workspace->store, &presented->record,
				      presented->history, why, &presented->finding, err);
}

static int load_finding(struct presented *presented, struct error *err)
{
	const char *text = presented->record.finding;
	CLEANUP(json_freep) struct json *json = NULL;

	if (presented->record.state != CASE_RUNNING && text[0] != '\0') {
		if (json_parse(text, strlen(text), &json, err) < 0)
			return -1;
		return finding_from_json(json, &presented->finding, err);
	}
	if (look(presented, err) < 0)
		return -1;
	if (!presented->has_outlook)
		return 0;
	if (casefile_verification(&presented->casefile, presented->history, &presented->outlook,
				  &presented->verification, err) < 0)
		return -1;
	return conclude(&presented->casefile, presented->history, &presented->outlook,
			&presented->verification, &presented->finding, err);
}

/* A case that goes on, but that nobody works on. */
static void tell_paused(struct presented *presented)
{
	if (presented->record.state != CASE_RUNNING ||
	    workspace_works_on(presented->workspace, presented->record.id))
		return;
	presented->record.state = CASE_PAUSED;
	if (strcmp(presented->finding->state, case_state_name(CASE_RUNNING)) != 0)
		return; /* killed before its end was stored */
	mem_freep(&presented->finding->state);
	presented->finding->state = mem_strdup(case_state_name(CASE_PAUSED));
}

int presented_open(struct presented *presented, const char *dir, int64_t case_id, struct error *err)
{
	if (workspace_open(dir, WORKSPACE_READ, &presented->workspace, err) < 0 ||
	    store_load_case(presented->workspace->store, case_id, &presented->record, err) < 0 ||
	    store_load_history(presented->workspace->store, presented->record.id,
			       &presented->history, err) < 0 ||
	    store_list_steps(presented->workspace->store, presented->record.id, &presented->steps,
			     &presented->n_steps, err) < 0 ||
	    load_finding(presented, err) < 0)
		return -1;
	tell_paused(presented);
	return 0;
}

void presented_clear(struct presented *presented)
{
	if (presented->is_opened) {
		verification_clear(&presented->verification);
		outlook_clear(&presented->outlook);
		casefile_clear(&presented->casefile);
	}
	for (size_t i = 0; i < presented->n_commits; i++)
		report_commit_clear(&presented->commits[i]);
	for (size_t i = 0; presented->consoles && i < presented->history->n_boots; i++)
		report_console_clear(&presented->consoles[i]);
	free(presented->commits);
	free(presented->consoles);
	free(presented->base);
	finding_free(presented->finding);
	for (size_t i = 0; i < presented->n_steps; i++)
		step_record_clear(&presented->steps[i]);
	free(presented->steps);
	history_free(presented->history);
	case_record_clear(&presented->record);
	workspace_close(presented->workspace);
	*presented = (struct presented){ 0 };
}

/* A kernel with its rank in the order of commits. */
struct ranked {
	size_t rank;
	size_t index;
};

static int compare_ranks(const void *a, const void *b)
{
	const struct ranked *left = a, *right = b;

	return left->rank < right->rank ? -1 : left->rank > right->rank;
}

/* False when the survey does not have all kernels. */
static bool rank(const struct presented *presented, struct ranked *order)
{
	const struct survey *survey = &presented->finding->survey;

	for (size_t i = 0; i < presented->history->n_kernels; i++) {
		const struct survey_place *place =
			survey_find(survey, presented->history->kernels[i].id);

		if (!place)
			return false;
		order[i] = (struct ranked){ (size_t)(place - survey->places), i };
	}
	return true;
}

/* Of a case that ended before findings had it. */
static int make_survey(struct presented *presented, struct error *err)
{
	struct survey *survey = &presented->finding->survey;

	if (presented_look(presented, err) < 0)
		return -1;
	survey_clear(survey);
	survey_outlook(&presented->outlook, presented->history, &presented->casefile.options,
		       survey);
	return 0;
}

void presented_sort(struct presented *presented)
{
	struct history *history = presented->history;
	CLEANUP(mem_freep) struct ranked *order = mem_array(history->n_kernels, sizeof(*order));
	CLEANUP(mem_freep) size_t *new_index = mem_array(history->n_kernels, sizeof(*new_index));
	struct history_kernel *kernels;
	struct error err = { 0 };

	if (!rank(presented, order) &&
	    (make_survey(presented, &err) < 0 || !rank(presented, order))) {
		log_debug("cannot sort the kernels: %s", err.text);
		return;
	}
	kernels = mem_array(history->n_kernels, sizeof(*kernels));
	qsort(order, history->n_kernels, sizeof(*order), compare_ranks);
	for (size_t i = 0; i < history->n_kernels; i++) {
		kernels[i] = history->kernels[order[i].index];
		new_index[order[i].index] = i;
	}
	free(history->kernels);
	history->kernels = kernels;
	presented->is_sorted = true;
	for (size_t i = 0; i < history->n_boots; i++)
		history->boots[i].kernel = new_index[history->boots[i].kernel];
}

struct report_input presented_input(const struct presented *presented, int fd)
{
	return (struct report_input){
		.record = &presented->record,
		.history = presented->history,
		.finding = presented->finding,
		.steps = presented->steps,
		.n_steps = presented->n_steps,
		.is_sorted = presented->is_sorted,
		.color = terminal_wants_color(fd),
		.width = terminal_is(fd) ? terminal_width(fd) : 0,
		.commits = presented->commits,
		.n_commits = presented->n_commits,
		.consoles = presented->consoles,
		.base = presented->base,
	};
}

void present_through_pager(void)
{
	CLEANUP(mem_freep) char *git_pager = NULL;

	if (!terminal_is(STDOUT_FILENO))
		return;
	git_pager = repo_user_setting("core.pager");
	terminal_page(git_pager);
}

/* The text of a report; `output` is where it will be, NULL for a stream. */
static int make_report(struct cli *cli, const char *format, int64_t case_id, const char *output,
		       int fd, struct str *text, struct error *err)
{
	const struct report_format *report = report_find_format(format);
	CLEANUP(presented_clear) struct presented presented = { 0 };
	struct report_input input;

	if (!report)
		return error_set(err, ERROR_USAGE,
				 "no report format '%s'; see 'perfsect report --help'", format);
	if (presented_open(&presented, cli->dir, case_id, err) < 0)
		return -1;
	if (strcmp(format, "git-bisect") == 0 || strcmp(format, "html") == 0)
		presented_sort(&presented);
	if (strcmp(format, "html") == 0)
		presented_page(&presented, output);
	input = presented_input(&presented, fd);
	report->append(&input, text);
	return 0;
}

int present_report(struct cli *cli, const char *format, int64_t case_id, FILE *stream,
		   struct error *err)
{
	CLEANUP(str_clear) struct str text = { 0 };

	if (make_report(cli, format, case_id, NULL, fileno(stream), &text, err) < 0)
		return -1;
	if (fwrite(str_text(&text), 1, text.length, stream) != text.length)
		return error_errno(err, errno, "cannot write the report");
	return 0;
}

#define NO_FD (-1) /* no terminal */

int present_report_file(struct cli *cli, const char *format, int64_t case_id, const char *path,
			struct error *err)
{
	CLEANUP(str_clear) struct str text = { 0 };

	if (make_report(cli, format, case_id, path, NO_FD, &text, err) < 0)
		return -1;
	return fs_write_named(path, str_text(&text), text.length, err);
}
