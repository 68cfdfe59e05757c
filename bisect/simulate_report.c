/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/simulate_report.h"

#include <math.h>

#include "bisect/bound.h"
#include "results/stats.h"

#define CONFIDENCE 0.95

struct interval {
	double low, high;
};

/* Of the probability to be right. */
static struct interval correct_interval(const struct simulate_result *result)
{
	size_t hits = (size_t)lround(result->p_correct * result->runs);
	struct interval interval;

	stats_share_interval(hits, result->runs, CONFIDENCE, &interval.low, &interval.high);
	return interval;
}

/* Of a mean over the runs whose values have the standard deviation sd; NAN after one run. */
static double standard_error(const struct simulate_result *result, double sd)
{
	return result->runs > 1 ? sd / sqrt(result->runs - 1.0) : (double)NAN;
}

static void append_mean(struct str *str, const char *name, double mean, double error)
{
	str_appendf(str, "\n%-11s %.1f", name, mean);
	if (isfinite(error))
		str_appendf(str, " ± %.1f", error);
}

static void append_world(struct str *str, const struct simulate_options *options)
{
	str_appendf(str, "World       %u commits, ", options->commits);
	if (options->n_changes == 0)
		str_append(str, "no change");
	for (size_t i = 0; i < options->n_changes; i++)
		str_appendf(str, "%s%+g %%", i ? ", " : "", options->effects[i]);
	str_appendf(str, "; sd %g %% of samples, %g %% of boots, %g %% of builds\n",
		    options->sample_sd, options->boot_sd, options->layout_sd);
}

static void append_bound(struct str *str, const struct simulate_options *options,
			 const struct simulate_result *result)
{
	double bound;

	if (bound_simulated(options, &bound))
		str_appendf(str, "Bound       %.1f minutes, ratio %.3f\n", bound,
			    result->minutes / bound);
	else
		str_append(str, "Bound       none is known for this world\n");
}

void simulate_report_append(struct str *str, const struct simulate_options *options,
			    const struct simulate_result *result)
{
	const struct interval correct = correct_interval(result);

	append_world(str, options);
	str_appendf(str, "Right       %.4f [%.4f, %.4f] of %u runs; %.4f wrong changes a run",
		    result->p_correct, correct.low, correct.high, result->runs,
		    result->wrong_per_run);
	if (options->n_changes > 0)
		str_appendf(str, "\nClaimed     %.4f, calibration %+.4f", result->p_claimed,
			    simulate_overconfidence(result));
	append_mean(str, "Builds", result->builds, standard_error(result, result->builds_sd));
	append_mean(str, "Boots", result->boots, standard_error(result, result->boots_sd));
	append_mean(str, "Samples", result->samples, standard_error(result, result->samples_sd));
	append_mean(str, "Minutes", result->minutes, standard_error(result, result->minutes_sd));
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
	json_set_bool(world, "historical", options->historical);
	return world;
}

static struct json *search_json(const struct simulate_options *options)
{
	struct json *search = json_new_object();

	json_set_real(search, "confidence", options->search.confidence);
	json_set_real(search, "smallest_effect", options->search.smallest_effect);
	json_set_integer(search, "samples", options->search.min_samples);
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

static void set_mean(struct json *json, const char *name, double mean, double error)
{
	struct json *value = json_new_object();

	json_set_real(value, "mean", mean);
	json_set_real(value, "standard_error", error);
	json_set(json, name, value);
}

struct json *simulate_report_json(const struct simulate_options *options,
				  const struct simulate_result *result)
{
	const struct interval correct = correct_interval(result);
	const bool can_claim = options->n_changes > 0;
	struct json *json = json_new_object();
	double bound = (double)NAN;

	if (!bound_simulated(options, &bound))
		bound = (double)NAN;
	json_set_integer(json, "schema", 1);
	json_set(json, "world", world_json(options));
	json_set(json, "search", search_json(options));
	json_set(json, "costs_minutes", costs_json(&options->costs));
	json_set_integer(json, "runs", result->runs);
	json_set_integer(json, "seed", (int64_t)options->seed);
	json_set_real(json, "p_correct", result->p_correct);
	json_set_real(json, "p_correct_low", correct.low);
	json_set_real(json, "p_correct_high", correct.high);
	json_set_real(json, "found_share", result->found_share);
	json_set_real(json, "wrong_per_run", result->wrong_per_run);
	json_set_real(json, "p_claimed", can_claim ? result->p_claimed : (double)NAN);
	json_set_real(json, "calibration",
		      can_claim ? simulate_overconfidence(result) : (double)NAN);
	set_mean(json, "builds", result->builds, standard_error(result, result->builds_sd));
	set_mean(json, "boots", result->boots, standard_error(result, result->boots_sd));
	set_mean(json, "samples", result->samples, standard_error(result, result->samples_sd));
	set_mean(json, "minutes", result->minutes, standard_error(result, result->minutes_sd));
	json_set_real(json, "minutes_p90", result->minutes_p90);
	json_set_real(json, "bound_minutes", bound);
	json_set_real(json, "ratio", result->minutes / bound);
	return json;
}
