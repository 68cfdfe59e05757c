/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/replay_report.h"

#include <math.h>

#include "bisect/simulate_report.h"
#include "results/sample.h"

/* What the case itself has spent on the stage. */
struct spent {
	size_t kernels, boots, samples;
	double minutes; /* at the prices of the replay */
};

static struct spent spent_by_case(const struct replay_report *report)
{
	const struct search_problem *problem = report->options->replay->problem;
	const struct search_costs *costs = &report->options->costs;
	struct spent spent = { .kernels = problem->n_kernels, .boots = problem->n_boots };

	for (size_t i = 0; i < problem->n_boots; i++)
		spent.samples += problem->boots[i].n;
	spent.minutes = (double)spent.kernels * costs->build + (double)spent.boots * costs->boot +
			(double)spent.samples * costs->sample;
	return spent;
}

static const struct search_change *change_of(const struct replay_report *report, size_t i)
{
	return &report->options->replay->verdict->changes[i];
}

static void append_changes(struct str *str, const struct replay_report *report)
{
	for (size_t i = 0; i < report->options->n_changes; i++) {
		const struct search_change *change = change_of(report, i);
		struct candidate candidate;

		stage_candidate(report->stage, change->hi, &candidate);
		str_appendf(str, "            %.3f named %.12s", report->result->named[i],
			    candidate.commit);
		if (change->hi > change->lo + 1)
			str_appendf(str, " or one of the %u before it",
				    change->hi - change->lo - 1);
		str_appendf(str, ", %+.2f %%\n", log_percent_to_percent(change->effect));
	}
}

static void append_costs(struct str *str, const struct replay_report *report)
{
	const struct simulate_result *result = report->result;
	const struct spent spent = spent_by_case(report);

	simulate_report_append_mean(str, "Builds", result->builds,
				    simulate_standard_error(result, result->builds_sd));
	simulate_report_append_mean(str, "Boots", result->boots,
				    simulate_standard_error(result, result->boots_sd));
	str_appendf(str, ", of them drawn %.1f of kernels that it measured, %.1f of others",
		    result->boots_drawn, result->boots_elsewhere);
	simulate_report_append_mean(str, "Samples", result->samples,
				    simulate_standard_error(result, result->samples_sd));
	str_appendf(str, ", of them drawn %.1f in boots that had fewer", result->samples_drawn);
	simulate_report_append_mean(str, "Minutes", result->minutes,
				    simulate_standard_error(result, result->minutes_sd));
	str_appendf(str, ", nine in ten below %.1f\n", result->minutes_p90);
	str_appendf(str,
		    "The case    tried %zu kernels in %zu boots with %zu samples: %.1f minutes at "
		    "these prices, verification included\n",
		    spent.kernels, spent.boots, spent.samples, spent.minutes);
}

void replay_report_append(struct str *str, const struct replay_report *report)
{
	const struct simulate_result *result = report->result;
	const struct simulate_interval same = simulate_correct_interval(result);

	str_appendf(str, "Replay      case %lld, %u positions of the mainline\n",
		    (long long)report->case_id, report->options->commits);
	simulate_report_append_search(str, &report->options->search);
	str_appendf(
		str,
		"Ended       found %.3f, no change %.3f, range %.3f, given up %.3f of %u runs\n",
		result->ended_found, result->ended_no_change, result->ended_range,
		simulate_given_up(result), result->runs);
	str_appendf(
		str,
		"The same    %.4f [%.4f, %.4f] named what all looks of the case name (%zu), and "
		"nothing else\n",
		result->p_correct, same.low, same.high, report->options->n_changes);
	append_changes(str, report);
	str_appendf(str, "            %.4f others a run", result->wrong_per_run);
	if (result->ended_found > 0)
		str_appendf(str, "\nClaimed     %.4f", result->p_claimed);
	append_costs(str, report);
}

static struct json *changes_json(const struct replay_report *report)
{
	struct json *changes = json_new_array();

	for (size_t i = 0; i < report->options->n_changes; i++) {
		const struct search_change *change = change_of(report, i);
		struct json *json = json_new_object();
		struct candidate candidate;

		stage_candidate(report->stage, change->hi, &candidate);
		json_set_string(json, "commit", candidate.commit);
		json_set_integer(json, "positions", change->hi - change->lo);
		json_set_real(json, "effect_percent", log_percent_to_percent(change->effect));
		json_set_real(json, "named_share", report->result->named[i]);
		json_push(changes, json);
	}
	return changes;
}

static struct json *spent_json(const struct replay_report *report)
{
	const struct spent spent = spent_by_case(report);
	struct json *json = json_new_object();

	json_set_integer(json, "kernels", (int64_t)spent.kernels);
	json_set_integer(json, "boots", (int64_t)spent.boots);
	json_set_integer(json, "samples", (int64_t)spent.samples);
	json_set_real(json, "minutes", spent.minutes);
	return json;
}

struct json *replay_report_json(const struct replay_report *report)
{
	const struct simulate_result *result = report->result;
	const struct simulate_interval same = simulate_correct_interval(result);
	struct json *json = json_new_object();

	json_set_integer(json, "schema", 1);
	json_set_integer(json, "case", report->case_id);
	json_set_integer(json, "positions", report->options->commits);
	simulate_report_set_common(json, report->options, result);
	json_set(json, "case_spent", spent_json(report));
	json_set(json, "changes", changes_json(report));
	json_set(json, "ended", simulate_report_ended_json(result));
	json_set_real(json, "same_share", result->p_correct);
	json_set_real(json, "same_share_low", same.low);
	json_set_real(json, "same_share_high", same.high);
	json_set_real(json, "others_per_run", result->wrong_per_run);
	json_set_real(json, "boots_drawn", result->boots_drawn);
	json_set_real(json, "boots_elsewhere", result->boots_elsewhere);
	json_set_real(json, "samples_drawn", result->samples_drawn);
	return json;
}
