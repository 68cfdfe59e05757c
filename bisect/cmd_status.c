/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/quantity.h"
#include "bisect/commands.h"
#include "bisect/present.h"
#include "bisect/strip.h"
#include "results/report_checks.h"

/* What was tried, and what is next, as marks under the strip. */
static struct strip_mark *make_marks(const struct presented *presented, size_t *ret_n)
{
	const struct history *history = presented->history;
	const struct outlook *outlook = &presented->outlook;
	struct strip_mark *marks = mem_array(history->n_kernels + 1, sizeof(*marks));
	size_t n = 0;

	for (size_t i = 0; i < history->n_kernels; i++) {
		enum standing standing = evidence_standing(history, i, NULL, NULL);

		if (!stage_find(&presented->casefile.mainline, &history->kernels[i],
				&marks[n].position))
			continue;
		marks[n++].symbol = standing == STANDING_UNTESTABLE ? 'x' : 'o';
	}
	if (outlook->stage == outlook->mainline)
		marks[n++] = (struct strip_mark){ outlook->next.position, '>' };
	*ret_n = n;
	return marks;
}

/* What comes next, and a word for it: what the search does, or what is done to verify it. */
static const char *find_next(const struct presented *presented, struct task *ret)
{
	const struct outlook *outlook = &presented->outlook;

	if (outlook->stage) {
		*ret = outlook_task(outlook);
		return search_action_name(outlook->next.kind);
	}
	if (!presented->verification.has_task)
		return NULL;
	*ret = presented->verification.task;
	return boot_purpose_name(ret->purpose);
}

static void append_next(struct str *text, const struct presented *presented)
{
	struct task task;
	const char *action = find_next(presented, &task);
	double minutes = outlook_minutes_left(&presented->outlook);

	if (!action) {
		str_append(text, "Next      nothing: the search is finished\n");
		return;
	}
	str_appendf(text, "Next      %s %.12s%s%s, %u samples: %s\n", action, task.candidate.commit,
		    task.candidate.onto[0] ? " merged onto " : "", task.candidate.onto,
		    task.samples, task.why);
	if (minutes > 0) {
		str_append(text, "Left      about ");
		quantity_append_duration(text, minutes * 60);
		str_append(text, "\n");
	}
}

static void append_checks(struct str *text, const struct finding_change *change)
{
	CLEANUP(str_clear) struct str comparison = { 0 };
	CLEANUP(str_clear) struct str explanation = { 0 };

	report_checks_comparison(change, &comparison);
	report_checks_explanation(change, &explanation);
	if (comparison.length > 0)
		str_appendf(text, "          %s\n", str_text(&comparison));
	if (explanation.length > 0) {
		str_append(text, "          ");
		str_append_printable(text, str_text(&explanation), explanation.length, false);
		str_append_char(text, '\n');
	}
}

static void append_changes(struct str *text, const struct finding *finding)
{
	for (size_t i = 0; i < finding->n_changes; i++) {
		const struct finding_change *change = &finding->changes[i];

		str_appendf(text, "Change    %+.2f %% [%+.2f, %+.2f], P %.4f, ",
			    change->effect_percent, change->effect_low, change->effect_high,
			    change->probability);
		if (change->n_commits == 1)
			str_appendf(text, "%.12s ", change->commits[0].hex);
		else
			str_appendf(text, "%zu commits up to %.12s ", change->n_commits,
				    change->commits[change->n_commits - 1].hex);
		str_append_printable(text, change->commits[change->n_commits - 1].subject,
				     strlen(change->commits[change->n_commits - 1].subject), false);
		str_append_char(text, '\n');
		append_checks(text, change);
	}
}

static void read_limits(const struct case_record *record, struct limits *ret)
{
	CLEANUP(json_freep) struct json *options = NULL;
	struct error ignored = { 0 }; /* the store has checked it */

	if (json_parse(record->options, strlen(record->options), &options, &ignored) == 0)
		limits_from_json(ret, options);
}

static void append_limits(struct str *text, const struct case_record *record)
{
	CLEANUP(limits_clear) struct limits limits = { 0 };
	CLEANUP(str_clear) struct str line = { 0 };

	read_limits(record, &limits);
	limits_append(&limits, &line);
	if (line.length > 0)
		str_appendf(text, "Limits    %s\n", str_text(&line));
}

static void append_status(struct str *text, const struct presented *presented)
{
	const struct case_record *record = &presented->record;
	const struct finding *finding = presented->finding;
	unsigned width = cli_width(STDOUT_FILENO);
	size_t n_marks;

	str_appendf(text, "Case      %lld, %s\n", (long long)record->id,
		    case_state_name(record->state));
	str_appendf(text, "Range     %s..%s, %u commits\n", record->good_name, record->bad_name,
		    finding->n_commits);
	append_limits(text, record);
	str_appendf(text, "Workload  %s %s on %s, %s in %s, %s is better\n", record->workload,
		    record->cell, record->machine, record->metric, record->unit,
		    direction_name(record->better));
	str_appendf(text, "So far    %u builds, %u boots, %u samples, ", finding->builds,
		    finding->boots, finding->samples);
	quantity_append_duration(text, finding->wall_s);
	str_append_char(text, '\n');
	append_changes(text, finding);
	if (presented->has_outlook) {
		CLEANUP(mem_freep) struct strip_mark *marks = make_marks(presented, &n_marks);

		append_next(text, presented);
		strip_append(text, presented->outlook.posterior,
			     presented->casefile.mainline.chain.n, marks, n_marks, width);
	}
}

static void set_next(struct json *json, const struct presented *presented)
{
	const struct outlook *outlook = &presented->outlook;
	struct task task;
	const char *action = find_next(presented, &task);
	struct json *next;

	if (!action)
		return;
	next = json_new_object();
	json_set_string(next, "action", action);
	json_set_string(next, "commit", task.candidate.commit);
	json_set_string(next, "onto", task.candidate.onto);
	json_set_integer(next, "samples", task.samples);
	json_set_string(next, "why", task.why);
	if (outlook->stage) { /* what verifies is not chosen by what it tells */
		json_set_real(next, "gain_bits", outlook->next.gain_bits);
		json_set_real(next, "cost_minutes", outlook->next.cost_min);
	}
	json_set(json, "next", next);
	json_set_real(json, "minutes_left", outlook_minutes_left(outlook));
}

static struct json *status_json(const struct presented *presented)
{
	const struct case_record *record = &presented->record;
	struct json *json = json_new_object();
	CLEANUP(limits_clear) struct limits limits = { 0 };

	read_limits(record, &limits);
	json_set_integer(json, "schema", 1);
	json_set_integer(json, "case", record->id);
	json_set_string(json, "state", case_state_name(record->state));
	json_set_string(json, "good", record->good);
	json_set_string(json, "bad", record->bad);
	limits_to_json(&limits, json);
	json_set_string(json, "workload", record->workload);
	json_set_string(json, "machine", record->machine);
	json_set(json, "finding", finding_to_json(presented->finding));
	if (presented->has_outlook)
		set_next(json, presented);
	return json;
}

static int status(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(presented_clear) struct presented presented = { 0 };
	const struct cli_parse parse = { &cmd_status, cli, NULL, NULL, &words, 0, 1 };
	int64_t id;

	if (cli_parse(&parse, argc, argv, err) < 0 || cli_case_id(&words, 0, &id, err) < 0 ||
	    presented_open(&presented, cli->dir, id, err) < 0)
		return -1;
	if (cli->wants_json) {
		cli_print_json(status_json(&presented));
	} else {
		CLEANUP(str_clear) struct str text = { 0 };

		append_status(&text, &presented);
		(void)fputs(str_text(&text), stdout);
	}
	return EXIT_FOUND;
}

const struct command cmd_status = {
	.name = "status",
	.arguments = "[CASE]",
	.summary = "how far a case is: what is believed, what comes next and why",
	.description =
		"Can be asked at any time, also while a session works. The strip shows the "
		"probability over the range from good (left) to bad, below it what was measured "
		"(o), could not be tested (x), and comes next (>).",
	.run = status,
};
