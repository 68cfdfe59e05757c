/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/quantity.h"
#include "bisect/ahead.h"
#include "bisect/case_list.h"
#include "bisect/commands.h"
#include "bisect/present.h"
#include "bisect/strip.h"
#include "bisect/terminal.h"
#include "results/report_checks.h"

#define STRIP_WIDTH 72 /* where there is no terminal */

/* Of a measured position: is it before the changes, behind them, between two, or in doubt? */
static char symbol_of(const struct search_verdict *verdict, uint32_t position)
{
	const struct search_change *changes = verdict->changes;
	const size_t n = verdict->n_changes;

	if (n == 0)
		return 'o';
	if (position <= changes[0].set_lo)
		return 'g';
	if (position >= changes[n - 1].set_hi)
		return 'b';
	for (size_t i = 0; i < n; i++)
		if (position > changes[i].set_lo && position < changes[i].set_hi)
			return '?';
	return 'o';
}

/* What was tried, and what is next, as marks under the strip. */
static struct strip_mark *make_marks(const struct presented *presented, const struct ahead *ahead,
				     size_t *ret_n)
{
	const struct history *history = presented->history;
	struct strip_mark *marks = mem_array(history->n_kernels + 1, sizeof(*marks));
	size_t n = 0;

	for (size_t i = 0; i < history->n_kernels; i++) {
		enum standing standing = evidence_standing(history, i, NULL, NULL);
		uint32_t position;

		if (standing == STANDING_OPEN || history->kernels[i].variant > 0 ||
		    !stage_find(ahead->stage, &history->kernels[i], &position))
			continue;
		marks[n++] = (struct strip_mark){ position,
						  standing == STANDING_UNTESTABLE
							  ? 'x'
							  : symbol_of(&ahead->verdict, position) };
	}
	if (presented->outlook.stage)
		marks[n++] = (struct strip_mark){ presented->outlook.next.position, '>' };
	*ret_n = n;
	return marks;
}

static void append_strip(struct str *text, const struct presented *presented,
			 const struct ahead *ahead)
{
	size_t n;
	CLEANUP(mem_freep) struct strip_mark *marks = make_marks(presented, ahead, &n);
	const struct strip strip = {
		.posterior = ahead->posterior,
		.n = ahead->stage->chain.n,
		.marks = marks,
		.n_marks = n,
		.width = terminal_is(STDOUT_FILENO) ? terminal_width(STDOUT_FILENO) : STRIP_WIDTH,
		.is_ascii = !terminal_wants_blocks(),
	};

	if (ahead->stage != presented->outlook.mainline) {
		char hex[HISTORY_OID_SIZE];

		stage_node_hex(ahead->stage->graph, ahead->stage->merge, hex);
		str_appendf(text, "Inside    merge %.12s\n", hex);
	}
	strip_append(text, &strip);
}

/* "boot 1a2b3c4d5e6f at 0.051 bits a minute" */
static void append_rate(struct str *text, const struct ahead *ahead,
			const struct search_action *action)
{
	struct candidate candidate;

	stage_candidate(ahead->stage, action->position, &candidate);
	candidate.onto[0] = '\0'; /* as of all in its stage */
	candidate.variant = action->variant;
	str_appendf(text, "%s ", search_action_name(action->kind));
	stage_append_candidate(&candidate, text);
	str_appendf(text, " at %.3g", action->gain_bits / action->cost_min);
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

static void append_choice(struct str *text, const struct outlook *outlook,
			  const struct ahead *ahead)
{
	if (!outlook->stage || outlook->next.gain_bits <= 0 || ahead->verdict.other.gain_bits <= 0)
		return;
	str_append(text, "          ");
	append_rate(text, ahead, &outlook->next);
	str_append(text, " bits a minute, before ");
	append_rate(text, ahead, &ahead->verdict.other);
	str_append_char(text, '\n');
}

static void append_time_left(struct str *text, const struct ahead *ahead)
{
	if (ahead->minutes_left.mean <= 0)
		return;
	str_append(text, "Left      about ");
	quantity_append_duration(text, ahead->minutes_left.mean * 60);
	if (ahead->has_interval) {
		str_append(text, " (");
		quantity_append_duration(text, ahead->minutes_left.low * 60);
		str_append(text, " to ");
		quantity_append_duration(text, ahead->minutes_left.high * 60);
		str_append_char(text, ')');
	}
	str_append_char(text, '\n');
}

static void append_next(struct str *text, const struct presented *presented,
			const struct ahead *ahead)
{
	struct task task;
	const char *action = find_next(presented, &task);

	if (!action) {
		str_append(text, "Next      nothing: the search is finished\n");
		return;
	}
	str_appendf(text, "Next      %s ", action);
	stage_append_candidate(&task.candidate, text);
	str_appendf(text, ", %u sample%s: %s\n", task.samples, task.samples == 1 ? "" : "s",
		    task.why);
	append_choice(text, &presented->outlook, ahead);
	append_time_left(text, ahead);
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

static void append_notes(struct str *text, const struct finding *finding)
{
	for (size_t i = 0; i < finding->notes.n; i++) {
		str_append(text, i == 0 ? "Notes     " : "          ");
		str_append_printable(text, finding->notes.items[i], strlen(finding->notes.items[i]),
				     false);
		str_append_char(text, '\n');
	}
}

static void append_status(struct str *text, const struct presented *presented)
{
	const struct case_record *record = &presented->record;
	const struct finding *finding = presented->finding;

	str_appendf(text, "Case      %lld, %s\n", (long long)record->id,
		    case_state_name(record->state));
	str_appendf(text, "Range     %s..%s", record->good_name, record->bad_name);
	if (finding->n_commits > 0) {
		str_append(text, ", ");
		str_append_count(text, finding->n_commits, "commit");
	}
	str_append_char(text, '\n');
	if (finding->obstacle[0])
		str_appendf(text, "Obstacle  %s\n", finding->obstacle);
	append_limits(text, record);
	str_appendf(text, "Workload  %s %s on %s, %s in %s, %s is better\n", record->workload,
		    record->cell, record->machine, record->metric, record->unit,
		    direction_name(record->better));
	str_append(text, "So far    ");
	str_append_count(text, finding->builds, "build");
	str_append(text, ", ");
	str_append_count(text, finding->boots, "boot");
	str_append(text, ", ");
	str_append_count(text, finding->samples, "sample");
	str_append(text, ", ");
	quantity_append_duration(text, finding->wall_s);
	str_append_char(text, '\n');
	append_changes(text, finding);
	append_notes(text, finding);
	if (presented->has_outlook) {
		CLEANUP(ahead_clear) struct ahead ahead = { 0 };

		ahead_init(&ahead, &presented->outlook, presented->history,
			   &presented->casefile.options);
		append_next(text, presented, &ahead);
		append_strip(text, presented, &ahead);
	}
}

static struct json *action_json(const struct stage *stage, const struct search_action *action)
{
	struct json *json = json_new_object();
	struct candidate candidate;

	stage_candidate(stage, action->position, &candidate);
	json_set_string(json, "action", search_action_name(action->kind));
	json_set_string(json, "commit", candidate.commit);
	json_set_string(json, "onto", candidate.onto);
	json_set_integer(json, "variant", action->variant);
	json_set_integer(json, "samples", action->samples);
	json_set_string(json, "why", search_reason_text(action->reason));
	json_set_real(json, "gain_bits", action->gain_bits);
	json_set_real(json, "cost_minutes", action->cost_min);
	return json;
}

/* What the next action was preferred to, and the time that is left. */
static void set_ahead(struct json *json, const struct presented *presented)
{
	const struct outlook *outlook = &presented->outlook;
	CLEANUP(ahead_clear) struct ahead ahead = { 0 };

	ahead_init(&ahead, outlook, presented->history, &presented->casefile.options);
	if (outlook->stage && ahead.verdict.other.gain_bits > 0)
		json_set(json, "other", action_json(outlook->stage, &ahead.verdict.other));
	json_set_real(json, "minutes_left", ahead.minutes_left.mean);
	if (ahead.has_interval) {
		json_set_real(json, "minutes_left_low", ahead.minutes_left.low);
		json_set_real(json, "minutes_left_high", ahead.minutes_left.high);
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
	json_set_integer(next, "variant", task.candidate.variant);
	json_set_integer(next, "samples", task.samples);
	json_set_string(next, "why", task.why);
	if (outlook->stage) { /* what verifies is not chosen by what it tells */
		json_set_real(next, "gain_bits", outlook->next.gain_bits);
		json_set_real(next, "cost_minutes", outlook->next.cost_min);
	}
	json_set(json, "next", next);
	set_ahead(json, presented);
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

static int list_cases(const struct cli *cli, struct error *err)
{
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(str_clear) struct str text = { 0 };
	struct json *json = NULL;

	if (workspace_open(cli->dir, WORKSPACE_READ, &workspace, err) < 0)
		return -1;
	if (cli->wants_json) {
		if (case_list_json(workspace, &json, err) < 0)
			return -1;
		cli_print_json(json);
		return EXIT_FOUND;
	}
	if (case_list_append(workspace,
			     terminal_is(STDOUT_FILENO) ? terminal_width(STDOUT_FILENO) : 0, &text,
			     err) < 0)
		return -1;
	(void)fputs(str_text(&text), stdout);
	return EXIT_FOUND;
}

static int take_option(void *context, int key, const char *value, struct error *err)
{
	bool *wants_all = context;

	(void)value;
	(void)err;
	if (key == 'a')
		*wants_all = true;
	return 0;
}

static int status(struct cli *cli, int argc, char **argv, struct error *err)
{
	bool wants_all = false;
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(presented_clear) struct presented presented = { 0 };
	const struct cli_parse parse = { &cmd_status, cli, take_option, &wants_all, &words, 0, 1 };
	int64_t id;

	if (cli_parse(&parse, argc, argv, err) < 0)
		return -1;
	if (wants_all && words.n > 0)
		return error_set(err, ERROR_USAGE, "give a case or --all, not both");
	if (wants_all)
		return list_cases(cli, err);
	if (cli_case_id(&words, 0, &id, err) < 0 ||
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

static const struct argp_option status_options[] = {
	{ "all", 'a', NULL, 0, "list the cases of the workspace, the oldest first", 0 },
	{ 0 },
};

const struct command cmd_status = {
	.name = "status",
	.arguments = "[CASE]\n--all",
	.summary = "how far a case is: what is believed, what comes next and why",
	.description =
		"Can be asked at any time, also while a session works. The strip shows the "
		"probability over the range from good (left) to bad, below it what was measured: "
		"g before the change, b behind it, ? inside what is credible for it, o between two "
		"changes or before there is one; x could not be tested, and > comes next. Why "
		"that: "
		"its expected information a minute against the best of the other kind: a boot or "
		"another layout of what is there, beside "
		"a new build. The time that is left is simulated on from here, with what one in "
		"ten "
		"stays below and above.",
	.options = status_options,
	.run = status,
};
