/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/simulate_report.h"

#include <math.h>

#include "bisect/bound.h"
#include "results/stats.h"

#define CONFIDENCE 0.95

struct simulate_interval simulate_correct_interval(const struct simulate_result *result)
{
	size_t hits = (size_t)lround(result->p_correct * result->runs);
	struct simulate_interval interval;

	stats_share_interval(hits, result->runs, CONFIDENCE, &interval.low, &interval.high);
	return interval;
}

double simulate_standard_error(const struct simulate_result *result, double sd)
{
	return result->runs > 1 ? sd / sqrt(result->runs - 1.0) : (double)NAN;
}

void simulate_report_append_mean(struct str *str, const char *name, double mean, double error)
{
	str_appendf(str, "\n%-11s %.1f", name, mean);
	if (isfinite(error))
		str_appendf(str, " ± %.1f", error);
}

/* What is out of the ordinary in the world. */
static void append_extras(struct str *str, const struct simulate_options *options)
{
	if (options->untestable > 0)
		str_appendf(str, "; %g %% untestable", 100 * options->untestable);
	if (options->drift > 0)
		str_appendf(str, "; drift of %g %% a root of an hour", options->drift);
	if (options->outliers > 0)
		str_appendf(str, "; %g %% of samples off by %+g %%", 100 * options->outliers,
			    options->outlier_shift);
	if (options->bimodal != 0)
		str_appendf(str, "; three boots in ten off by %+g %%", options->bimodal);
	if (options->first_shift != 0)
		str_appendf(str, "; the first sample of a boot off by %+g %%",
			    options->first_shift);
	if (options->known_boots > 0)
		str_append(str, "; both ends measured before");
}

void simulate_report_append_search(struct str *str, const struct search_options *search)
{
	str_appendf(str,
		    "Search      confidence %g, smallest effect %g %%, %u samples a boot or more, "
		    "%u layouts a commit%s\n",
		    search->confidence, search->smallest_effect, search->min_samples,
		    search->variants > 1 ? search->variants : 1,
		    search->single ? ", exactly one change assumed" : "");
}

static void append_world(struct str *str, const struct simulate_options *options)
{
	str_appendf(str, "World       %u commits, ", options->commits);
	if (options->n_changes == 0)
		str_append(str, "no change");
	for (size_t i = 0; i < options->n_changes; i++)
		str_appendf(str, "%s%+g %%", i ? ", " : "", options->effects[i]);
	if (options->historical)
		str_append(str, "; samples as those of TCP_RR in 2008, ");
	else
		str_appendf(str, "; sd %g %% of samples, ", options->sample_sd);
	str_appendf(str, "%g %% of boots, %g %% of builds", options->boot_sd, options->layout_sd);
	append_extras(str, options);
	str_append_char(str, '\n');
}

static void append_bound(struct str *str, const struct simulate_options *options,
			 const struct simulate_result *result)
{
	double bound;

	if (!bound_simulated(options, &bound)) {
		str_append(str, "Bound       none is known for this world\n");
		return;
	}
	str_appendf(str, "Bound       %.1f minutes, ratio %.3f", bound,
		    bound_ratio(options, result->minutes, bound));
	if (options->known_boots > 0)
		str_appendf(str, " with the %g minutes that it has for the ends",
			    bound_of_ends(&options->costs));
	str_append_char(str, '\n');
}

void simulate_report_append(struct str *str, const struct simulate_options *options,
			    const struct simulate_result *result)
{
	const struct simulate_interval correct = simulate_correct_interval(result);

	append_world(str, options);
	simulate_report_append_search(str, &options->search);
	str_appendf(str, "Right       %.4f [%.4f, %.4f] of %u runs; %.4f wrong changes a run",
		    result->p_correct, correct.low, correct.high, result->runs,
		    result->wrong_per_run);
	str_appendf(str, "\nEnded       found %.3f, no change %.3f, range %.3f, given up %.3f",
		    result->ended_found, result->ended_no_change, result->ended_range,
		    simulate_given_up(result));
	if (result->ended_found > 0)
		str_appendf(str, "\nClaimed     %.4f, calibration %+.4f", result->p_claimed,
			    simulate_overconfidence(result));
	simulate_report_append_mean(str, "Builds", result->builds,
				    simulate_standard_error(result, result->builds_sd));
	simulate_report_append_mean(str, "Boots", result->boots,
				    simulate_standard_error(result, result->boots_sd));
	simulate_report_append_mean(str, "Samples", result->samples,
				    simulate_standard_error(result, result->samples_sd));
	simulate_report_append_mean(str, "Minutes", result->minutes,
				    simulate_standard_error(result, result->minutes_sd));
	str_appendf(str, ", nine in ten below %.1f\n", result->minutes_p90);
	append_bound(str, options, result);
}

static struct json *world_json(const struct simulate_options *options)
{
	struct json *world = json_new_object();
	struct json *effects = json_new_array();

	for (size_t i = 0; i < options->n_changes; i++)
		json_push_real(effects, options->effects[i]);
	json_set_integer(world, "commits", options->commits);
	json_set(world, "effects", effects);
	json_set_real(world, "sample_sd", options->sample_sd);
	json_set_real(world, "boot_sd", options->boot_sd);
	json_set_real(world, "layout_sd", options->layout_sd);
	json_set_real(world, "untestable", options->untestable);
	json_set_real(world, "drift", options->drift);
	json_set_real(world, "outliers", options->outliers);
	json_set_real(world, "outlier_shift", options->outlier_shift);
	json_set_real(world, "bimodal", options->bimodal);
	json_set_real(world, "warmup", options->first_shift);
	json_set_bool(world, "historical", options->historical);
	json_set_bool(world, "known_levels", options->known_boots > 0);
	return world;
}

static struct json *search_json(const struct simulate_options *options)
{
	struct json *search = json_new_object();

	json_set_real(search, "confidence", options->search.confidence);
	json_set_real(search, "smallest_effect", options->search.smallest_effect);
	json_set_integer(search, "samples", options->search.min_samples);
	json_set_integer(search, "layouts", options->search.variants);
	json_set_bool(search, "single", options->search.single);
	return search;
}

static struct json *costs_json(const struct search_costs *costs)
{
	struct json *json = json_new_object();

	json_set_real(json, "build", costs->build);
	json_set_real(json, "boot", costs->boot);
	json_set_real(json, "sample", costs->sample);
	return json;
}

struct json *simulate_report_ended_json(const struct simulate_result *result)
{
	struct json *json = json_new_object();

	json_set_real(json, "found", result->ended_found);
	json_set_real(json, "no_change", result->ended_no_change);
	json_set_real(json, "range", result->ended_range);
	json_set_real(json, "given_up", simulate_given_up(result));
	return json;
}

static void set_mean(struct json *json, const char *name, double mean, double error)
{
	struct json *value = json_new_object();

	json_set_real(value, "mean", mean);
	json_set_real(value, "standard_error", error);
	json_set(json, name, value);
}

void simulate_report_set_common(struct json *json, const struct simulate_options *options,
				const struct simulate_result *result)
{
	json_set(json, "search", search_json(options));
	json_set(json, "costs_minutes", costs_json(&options->costs));
	json_set_integer(json, "runs", result->runs);
	json_set_integer(json, "seed", (int64_t)options->seed);
	json_set_real(json, "p_claimed", result->ended_found > 0 ? result->p_claimed : (double)NAN);
	set_mean(json, "builds", result->builds,
		 simulate_standard_error(result, result->builds_sd));
	set_mean(json, "boots", result->boots, simulate_standard_error(result, result->boots_sd));
	set_mean(json, "samples", result->samples,
		 simulate_standard_error(result, result->samples_sd));
	set_mean(json, "minutes", result->minutes,
		 simulate_standard_error(result, result->minutes_sd));
	json_set_real(json, "minutes_p90", result->minutes_p90);
}

struct json *simulate_report_json(const struct simulate_options *options,
				  const struct simulate_result *result)
{
	const struct simulate_interval correct = simulate_correct_interval(result);
	struct json *json = json_new_object();
	double bound = (double)NAN;

	if (!bound_simulated(options, &bound))
		bound = (double)NAN;
	json_set_integer(json, "schema", 1);
	json_set(json, "world", world_json(options));
	simulate_report_set_common(json, options, result);
	json_set_real(json, "p_correct", result->p_correct);
	json_set_real(json, "p_correct_low", correct.low);
	json_set_real(json, "p_correct_high", correct.high);
	json_set_real(json, "found_share", result->found_share);
	json_set_real(json, "wrong_per_run", result->wrong_per_run);
	json_set_real(json, "calibration", simulate_overconfidence(result));
	json_set(json, "ended", simulate_report_ended_json(result));
	json_set_real(json, "bound_minutes", bound);
	json_set_real(json, "ratio", bound_ratio(options, result->minutes, bound));
	return json;
}
