/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints how well the minutes that are left are told, on the way of simulated bisects: by the search's
 * own rule of thumb and by simulating on. Mean error and mean absolute error in minutes, and how often
 * what came lay in the forecast's interval of 80 %. Usage: bench_forecast [bisects [seed]].
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "bisect/forecast.h"
#include "bisect/simulate.h"
#include "bisect/simulation.h"

/* A forecast before each such decision. */
#define EVERY 4
#define MOMENTS_MAX 1000

struct moment {
	double minutes; /* spent till then */
	double rule;    /* estimates of what is left */
	struct forecast_quantity forecast;
};

struct errors {
	double left, rule, rule_absolute, forecast, forecast_absolute;
	unsigned n, inside;
};

struct cell {
	const char *name;
	uint32_t commits;
	double effect, second, boot_sd, untestable;
};

static const struct cell cells[] = {
	{ "headline", 15000, 3, 0, 0.5, 0.05 }, { "easy", 15000, 10, 0, 0.5, 0 },
	{ "small", 15000, 2, 0, 0.5, 0.05 },    { "tiny", 1000, 1, 0, 0.5, 0 },
	{ "boots", 15000, 3, 0, 1, 0 },         { "two", 15000, 3, 3, 0.5, 0 },
	{ "none", 15000, 0, 0, 0.5, 0 },
};

static struct simulate_options cell_options(const struct cell *cell)
{
	struct simulate_options options = simulate_default_options();

	options.commits = cell->commits;
	options.n_changes = cell->second != 0 ? 2 : cell->effect != 0 ? 1 : 0;
	options.effects[0] = cell->effect;
	options.effects[1] = cell->second;
	options.boot_sd = cell->boot_sd;
	options.untestable = cell->untestable;
	options.search.smallest_effect = cell->effect != 0 ? cell->effect / 2 : 1.5;
	return options;
}

/* False while the ends are not known, and at the end. */
static bool look_ahead(const struct simulation *simulation, struct moment *ret)
{
	const struct search_problem *problem = &simulation->problem;
	CLEANUP(mem_freep) double *posterior = mem_array((size_t)problem->n + 1, sizeof(double));
	struct search_verdict verdict;
	struct forecast forecast;

	search_evaluate(problem, &verdict, posterior);
	if (verdict.next.reason == SEARCH_WHY_CALIBRATE || verdict.next.reason == SEARCH_WHY_END)
		return false;
	forecast_rest(problem, &verdict, posterior, forecast_runs(problem->n), &forecast);
	*ret = (struct moment){
		.minutes = simulation->world.minutes,
		.rule = verdict.minutes_left,
		.forecast = forecast.minutes,
	};
	return true;
}

static void follow(const struct simulate_options *options, uint64_t seed, struct errors *errors)
{
	struct moment moments[MOMENTS_MAX];
	struct simulation simulation;
	struct search_verdict verdict;
	unsigned n = 0, decisions = 0;

	simulation_init(&simulation, options, seed);
	do {
		if (decisions++ % EVERY == 0 && n < MOMENTS_MAX)
			n += look_ahead(&simulation, &moments[n]);
	} while (simulation_step(&simulation, &verdict));
	for (unsigned i = 0; i < n; i++) {
		const struct moment *moment = &moments[i];
		double left = simulation.world.minutes - moment->minutes;

		errors->left += left;
		errors->rule += moment->rule - left;
		errors->rule_absolute += fabs(moment->rule - left);
		errors->forecast += moment->forecast.mean - left;
		errors->forecast_absolute += fabs(moment->forecast.mean - left);
		errors->inside += left >= moment->forecast.low && left <= moment->forecast.high;
		errors->n++;
	}
	simulation_clear(&simulation);
}

int main(int argc, char **argv)
{
	unsigned bisects = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 40;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	printf("%u bisects a cell, seed %llu\n", bisects, (unsigned long long)seed);
	printf("%-10s %6s %6s | %8s %8s | %8s %8s %6s\n", "cell", "times", "left", "rule", "abs.",
	       "forecast", "abs.", "inside");
	for (size_t i = 0; i < ARRAY_LENGTH(cells); i++) {
		struct simulate_options options = cell_options(&cells[i]);
		struct errors errors = { 0 };
		struct rng seeds;

		rng_init(&seeds, seed);
		for (unsigned j = 0; j < bisects; j++)
			follow(&options, rng_next(&seeds), &errors);
		printf("%-10s %6u %6.0f | %+8.1f %8.1f | %+8.1f %8.1f %6.3f\n", cells[i].name,
		       errors.n, errors.left / errors.n, errors.rule / errors.n,
		       errors.rule_absolute / errors.n, errors.forecast / errors.n,
		       errors.forecast_absolute / errors.n, (double)errors.inside / errors.n);
		fflush(stdout);
	}
	return 0;
}
