/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/present.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/mem.h"
#include "bisect/conclude.h"

int presented_look(struct presented *presented, struct error *err)
{
	if (presented->has_outlook)
		return 0;
	presented->has_outlook = true; /* what was opened is cleared also after a failure */
	if (casefile_open(&presented->casefile, presented->workspace, presented->record.id, err) <
	    0)
		return -1;
	return casefile_outlook(&presented->casefile, presented->history, &presented->outlook, err);
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
	if (presented_look(presented, err) < 0)
		return -1;
	return conclude(&presented->casefile, presented->history, &presented->outlook,
			&presented->finding, err);
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
	return 0;
}

void presented_clear(struct presented *presented)
{
	if (presented->has_outlook) {
		outlook_clear(&presented->outlook);
		casefile_clear(&presented->casefile);
	}
	finding_free(presented->finding);
	for (size_t i = 0; i < presented->n_steps; i++)
		step_record_clear(&presented->steps[i]);
	free(presented->steps);
	history_free(presented->history);
	case_record_clear(&presented->record);
	workspace_close(presented->workspace);
	*presented = (struct presented){ 0 };
}

struct report_input presented_input(const struct presented *presented, int fd)
{
	return (struct report_input){
		.record = &presented->record,
		.history = presented->history,
		.finding = presented->finding,
		.steps = presented->steps,
		.n_steps = presented->n_steps,
		.color = cli_wants_color(fd),
		.width = cli_width(fd),
	};
}

int present_report(struct cli *cli, const char *format, int64_t case_id, FILE *stream,
		   struct error *err)
{
	const struct report_format *report = report_find_format(format);
	CLEANUP(presented_clear) struct presented presented = { 0 };
	CLEANUP(str_clear) struct str text = { 0 };
	struct report_input input;

	if (!report)
		return error_set(err, ERROR_USAGE, "no report format '%s'; see 'perfsect report --help'",
				 format);
	if (presented_open(&presented, cli->dir, case_id, err) < 0)
		return -1;
	input = presented_input(&presented, fileno(stream));
	report->append(&input, &text);
	if (fwrite(str_text(&text), 1, text.length, stream) != text.length)
		return error_errno(err, errno, "cannot write the report");
	return 0;
}
