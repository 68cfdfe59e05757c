/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/simulate.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "bisect/simulation.h"

/* No search may ask for more decisions than this. */
#define DECISIONS_MAX 20000

/* Compares what was named with what is true. */
static void judge_run(const struct simulate_world *world, const struct search_verdict *verdict,
		      struct simulate_run *run)
{
	if (verdict->next.kind != SEARCH_END_FOUND)
		return;
	run->probability = verdict->best_probability;
	for (size_t i = 0; i < verdict->n_changes; i++) {
		const struct search_change *change = &verdict->changes[i];
		bool is_true = false;

		for (size_t j = 0; j < world->options->n_changes; j++) {
			if (simulate_world_is_right(world, j, change->lo, change->hi)) {
				is_true = true;
				run->n_found++;
				run->is_named[j] = true;
			}
		}
		run->n_wrong += !is_true;
	}
}

void simulate_once(const struct simulate_options *options, uint64_t seed, struct simulate_run *ret)
{
	struct simulation simulation;
	const struct simulate_world *world = &simulation.world;
	struct search_verdict verdict;
	bool is_going_on;
	double minutes;

	*ret = (struct simulate_run){ 0 };
	simulation_init(&simulation, options, seed);
	do {
		minutes = world->minutes;
		is_going_on = simulation_step(&simulation, &verdict);
		ret->decisions++;
		if (ret->minutes_left_first == 0 && verdict.n_changes > 0)
			ret->minutes_left_first = minutes + verdict.minutes_left;
	} while (is_going_on && ret->decisions < DECISIONS_MAX);
	ret->end = verdict.next.kind;
	judge_run(world, &verdict, ret);
	ret->minutes = world->minutes;
	ret->builds = world->builds;
	ret->boots = world->boots;
	ret->samples = world->samples;
	ret->boots_drawn = world->replay.boots_drawn;
	ret->boots_elsewhere = world->replay.boots_elsewhere;
	ret->samples_drawn = world->replay.samples_drawn;
	simulation_clear(&simulation);
}

static int compare_minutes(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Adds one run to the sums; returns whether it named something. */
static bool add_run(const struct simulate_options *options, const struct simulate_run *run,
		    struct simulate_result *sums)
{
	bool is_ended = run->end == SEARCH_END_FOUND || run->end == SEARCH_END_NO_CHANGE;

	bool is_right = is_ended && run->n_found == options->n_changes && run->n_wrong == 0;

	sums->p_correct += is_right;
	sums->found_share +=
		options->n_changes ? (double)run->n_found / (double)options->n_changes : 1;
	sums->wrong_per_run += (double)run->n_wrong;
	for (size_t i = 0; i < options->n_changes; i++)
		sums->named[i] += run->is_named[i];
	sums->ended_found += run->end == SEARCH_END_FOUND;
	sums->ended_no_change += run->end == SEARCH_END_NO_CHANGE;
	sums->ended_range += run->end == SEARCH_END_RANGE;
	sums->boots_drawn += run->boots_drawn;
	sums->boots_elsewhere += run->boots_elsewhere;
	sums->samples_drawn += run->samples_drawn;
	sums->builds += run->builds;
	sums->boots += run->boots;
	sums->samples += run->samples;
	sums->builds_sd += (double)run->builds * run->builds;
	sums->boots_sd += (double)run->boots * run->boots;
	sums->samples_sd += (double)run->samples * run->samples;
	sums->decisions += run->decisions;
	sums->minutes += run->minutes;
	sums->minutes_sd += run->minutes * run->minutes;
	sums->estimate_ratio += run->minutes > 0 ? run->minutes_left_first / run->minutes : 0;
	if (run->end != SEARCH_END_FOUND)
		return false;
	sums->p_claimed += run->probability;
	sums->p_claims_right += is_right;
	return true;
}

/* From the sum of squares of n numbers. */
static double spread(double squares, double mean, double n)
{
	return sqrt(fmax(0, squares / n - mean * mean));
}

/* Sums become means. */
static void divide(struct simulate_result *result, unsigned claims)
{
	double n = result->runs;

	result->p_correct /= n;
	result->found_share /= n;
	result->wrong_per_run /= n;
	result->p_claimed /= claims > 0 ? claims : 1;
	result->p_claims_right /= claims > 0 ? claims : 1;
	for (size_t i = 0; i < SIMULATE_CHANGES_MAX; i++)
		result->named[i] /= n;
	result->ended_found /= n;
	result->ended_no_change /= n;
	result->ended_range /= n;
	result->boots_drawn /= n;
	result->boots_elsewhere /= n;
	result->samples_drawn /= n;
	result->builds /= n;
	result->boots /= n;
	result->samples /= n;
	result->decisions /= n;
	result->minutes /= n;
	result->builds_sd = spread(result->builds_sd, result->builds, n);
	result->boots_sd = spread(result->boots_sd, result->boots, n);
	result->samples_sd = spread(result->samples_sd, result->samples, n);
	result->minutes_sd = spread(result->minutes_sd, result->minutes, n);
	result->estimate_ratio /= n;
}

void simulate(const struct simulate_options *options, struct simulate_result *ret)
{
	double *minutes = mem_array(options->runs, sizeof(*minutes));
	unsigned claims = 0;
	struct rng seeds;

	assert(options->runs > 0 && options->n_changes <= SIMULATE_CHANGES_MAX);
	*ret = (struct simulate_result){ .runs = options->runs };
	rng_init(&seeds, options->seed);
	for (unsigned i = 0; i < options->runs; i++) {
		struct simulate_run run;

		simulate_once(options, rng_next(&seeds), &run);
		minutes[i] = run.minutes;
		claims += add_run(options, &run, ret);
	}
	divide(ret, claims);
	qsort(minutes, options->runs, sizeof(*minutes), compare_minutes);
	ret->minutes_p90 = minutes[(size_t)(0.9 * (options->runs - 1))];
	free(minutes);
}

double simulate_overconfidence(const struct simulate_result *result)
{
	return result->ended_found > 0 ? result->p_claimed - result->p_claims_right : (double)NAN;
}

double simulate_given_up(const struct simulate_result *result)
{
	return fmax(0, 1 - result->ended_found - result->ended_no_change - result->ended_range);
}

struct simulate_options simulate_default_options(void)
{
	return (struct simulate_options){
		.commits = 15000,
		.n_changes = 1,
		.effects = { 3 },
		.sample_sd = 1,
		.boot_sd = 0.5,
		.costs = { .build = 10, .boot = 1, .sample = 1 },
		.search = { .confidence = 0.99,
			    .smallest_effect = 1.5,
			    .min_samples = 1,
			    .max_samples = 8,
			    .variants = 8, /* as search.layouts is by default */
			    .holds = true },
		.runs = 400,
		.seed = 1,
	};
}
