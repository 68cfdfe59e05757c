/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/forecast.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "bisect/draw.h"
#include "bisect/simulate.h"
#include "bisect/simulation.h"

#define RUNS 60
/* In longer ranges each run takes longer. */
#define RUNS_LONG 16
#define LONG_RANGE 200000
#define SEED 1
#define LOW 0.1
#define HIGH 0.9

/* What each run cost. */
struct costs {
	double *builds, *boots, *samples, *minutes;
	unsigned runs;
};

static void costs_init(struct costs *costs, unsigned runs)
{
	assert(runs > 0);
	*costs = (struct costs){
		.builds = mem_array(runs, sizeof(double)),
		.boots = mem_array(runs, sizeof(double)),
		.samples = mem_array(runs, sizeof(double)),
		.minutes = mem_array(runs, sizeof(double)),
		.runs = runs,
	};
}

static void costs_clear(struct costs *costs)
{
	free(costs->builds);
	free(costs->boots);
	free(costs->samples);
	free(costs->minutes);
}

static int compare_values(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Sorts the values. */
static struct forecast_quantity summarise(double *values, unsigned n)
{
	double sum = 0;

	for (unsigned i = 0; i < n; i++)
		sum += values[i];
	qsort(values, n, sizeof(*values), compare_values);
	return (struct forecast_quantity){
		.mean = sum / n,
		.low = values[(unsigned)lround(LOW * (n - 1))],
		.high = values[(unsigned)lround(HIGH * (n - 1))],
	};
}

static void costs_summarise(struct costs *costs, struct forecast *ret)
{
	*ret = (struct forecast){
		.builds = summarise(costs->builds, costs->runs),
		.boots = summarise(costs->boots, costs->runs),
		.samples = summarise(costs->samples, costs->runs),
		.minutes = summarise(costs->minutes, costs->runs),
	};
}

unsigned forecast_runs(uint32_t commits)
{
	return commits > LONG_RANGE ? RUNS_LONG : RUNS;
}

void forecast_bisect(const struct simulate_options *options, struct forecast *ret)
{
	struct costs costs;
	struct rng seeds;

	costs_init(&costs, options->runs);
	rng_init(&seeds, options->seed);
	for (unsigned i = 0; i < options->runs; i++) {
		struct simulate_run run;

		simulate_once(options, rng_next(&seeds), &run);
		costs.builds[i] = run.builds;
		costs.boots[i] = run.boots;
		costs.samples[i] = run.samples;
		costs.minutes[i] = run.minutes;
	}
	costs_summarise(&costs, ret);
	costs_clear(&costs);
}

/*
 * Neither what builds deviate nor how far the effect is off is drawn: the search's own caution about
 * both, played once more as truth, told a third too much (docs/search.md).
 */
static struct simulate_options world_of(const struct search_problem *problem,
					const struct search_verdict *verdict)
{
	return (struct simulate_options){
		.commits = problem->n,
		.mass = problem->mass,
		.n_changes = verdict->n_changes < SIMULATE_CHANGES_MAX ? verdict->n_changes
								       : SIMULATE_CHANGES_MAX,
		.sample_sd = verdict->sample_sd,
		.boot_sd = verdict->boot_sd,
		.costs = problem->costs,
		.search = problem->options,
	};
}

static void draw_changes(struct simulate_world *world, const struct search_verdict *verdict,
			 const double *posterior, struct rng *rng)
{
	for (size_t i = 0; i < world->options->n_changes; i++) {
		const struct search_change *change = &verdict->changes[i];

		world->changes[i] = draw_position(posterior, change->set_lo, change->set_hi, rng);
		world->effects[i] = change->effect;
	}
}

void forecast_rest(const struct search_problem *problem, const struct search_verdict *verdict,
		   const double *posterior, unsigned runs, struct forecast *ret)
{
	const struct simulate_options options = world_of(problem, verdict);
	struct costs costs;
	struct rng rng;

	costs_init(&costs, runs);
	rng_init(&rng, SEED);
	for (unsigned i = 0; i < runs; i++) {
		struct simulation simulation;
		const struct simulate_world *world = &simulation.world;
		struct search_verdict ignored;

		simulation_init(&simulation, &options, rng_next(&rng));
		draw_changes(&simulation.world, verdict, posterior, &rng);
		simulation_take(&simulation, problem);
		while (simulation_step(&simulation, &ignored))
			;
		costs.builds[i] = world->builds;
		costs.boots[i] = world->boots;
		costs.samples[i] = world->samples;
		costs.minutes[i] = world->minutes;
		simulation_clear(&simulation);
	}
	costs_summarise(&costs, ret);
	costs_clear(&costs);
}
