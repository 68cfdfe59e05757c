/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/simulate.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "bisect/search.h"
#include "bisect/simulate_world.h"

/* A bisect that takes longer than so many builds' worth is given up. */
#define BUILDS_MAX 400
/* No search may ask for more decisions than this. */
#define DECISIONS_MAX 20000

/* What has been measured: the problem, and the memory behind it. */
struct measured {
	struct search_problem problem;
	struct search_kernel *kernels;
	size_t kernels_capacity;
	struct search_boot *boots;
	size_t boots_capacity;
	double **values; /* of each boot */
	size_t values_capacity;
};

static void measured_clear(struct measured *measured)
{
	for (size_t i = 0; i < measured->problem.n_boots; i++)
		free(measured->values[i]);
	free(measured->kernels);
	free(measured->boots);
	free(measured->values);
	*measured = (struct measured){ 0 };
}

/* Index of the kernel at the position, which is there. */
static size_t kernel_at(const struct measured *measured, uint32_t position)
{
	size_t i = 0;

	while (measured->kernels[i].position != position)
		i++;
	return i;
}

static void add_kernel(struct measured *measured, uint32_t position, enum search_state state)
{
	size_t n = measured->problem.n_kernels++;

	mem_grow(&measured->kernels, &measured->kernels_capacity, n, sizeof(*measured->kernels));
	measured->kernels[n] = (struct search_kernel){ position, state };
	measured->problem.kernels = measured->kernels;
}

static void add_boot(struct measured *measured, struct simulate_world *world, uint32_t position,
		     unsigned samples)
{
	size_t n = measured->problem.n_boots++;
	double *values = mem_array(samples, sizeof(*values));

	simulate_world_boot(world, position);
	for (unsigned i = 0; i < samples; i++)
		values[i] = simulate_world_sample(world);
	mem_grow(&measured->values, &measured->values_capacity, n, sizeof(*measured->values));
	measured->values[n] = values;
	mem_grow(&measured->boots, &measured->boots_capacity, n, sizeof(*measured->boots));
	measured->boots[n] = (struct search_boot){
		.kernel = kernel_at(measured, position),
		.values = values,
		.n = samples,
	};
	measured->problem.boots = measured->boots;
}

/* Both ends as earlier bisects have left them: built and measured, at no cost to this one. */
static void add_known_ends(struct measured *measured, struct simulate_world *world)
{
	const struct simulate_options *options = world->options;
	const uint32_t ends[] = { 0, options->commits };

	for (size_t i = 0; i < ARRAY_LENGTH(ends) && options->known_boots > 0; i++) {
		(void)simulate_world_build(world, ends[i]); /* ends are testable */
		add_kernel(measured, ends[i], SEARCH_BUILT);
		for (unsigned j = 0; j < options->known_boots; j++)
			add_boot(measured, world, ends[i], options->search.max_samples);
	}
	simulate_world_reset_meter(world);
}

static void act(struct measured *measured, struct simulate_world *world,
		const struct search_action *action)
{
	if (action->kind == SEARCH_DO_BUILD) {
		bool is_built = simulate_world_build(world, action->position);

		add_kernel(measured, action->position, is_built ? SEARCH_BUILT : SEARCH_UNTESTABLE);
		if (!is_built)
			return;
	}
	add_boot(measured, world, action->position, action->samples);
}

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
			}
		}
		run->n_wrong += !is_true;
	}
}

void simulate_once(const struct simulate_options *options, uint64_t seed, struct simulate_run *ret)
{
	struct measured measured = {
		.problem = { .n = options->commits,
			     .costs = options->costs,
			     .options = options->search },
	};
	double minutes_max =
		BUILDS_MAX * (options->costs.build + options->costs.boot + options->costs.sample);
	struct simulate_world world;
	struct search_verdict verdict;

	*ret = (struct simulate_run){ 0 };
	simulate_world_init(&world, options, seed);
	add_known_ends(&measured, &world);
	for (;;) {
		search_evaluate(&measured.problem, &verdict, NULL);
		ret->decisions++;
		if (ret->minutes_left_first == 0 && verdict.n_changes > 0)
			ret->minutes_left_first = world.minutes + verdict.minutes_left;
		if (verdict.next.reason == SEARCH_WHY_END || world.minutes > minutes_max ||
		    ret->decisions >= DECISIONS_MAX)
			break;
		act(&measured, &world, &verdict.next);
	}
	ret->end = verdict.next.kind;
	judge_run(&world, &verdict, ret);
	ret->minutes = world.minutes;
	ret->builds = world.builds;
	ret->boots = world.boots;
	ret->samples = world.samples;
	measured_clear(&measured);
	simulate_world_clear(&world);
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

	sums->p_correct += is_ended && run->n_found == options->n_changes && run->n_wrong == 0;
	sums->found_share +=
		options->n_changes ? (double)run->n_found / (double)options->n_changes : 1;
	sums->wrong_per_run += (double)run->n_wrong;
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
	return result->p_claimed - result->p_correct;
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
			    .max_samples = 8 },
		.runs = 400,
		.seed = 1,
	};
}
