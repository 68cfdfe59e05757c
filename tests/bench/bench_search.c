/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints what the search reaches in the cells of its specification: how often it is right, and its mean
 * minutes in units of the information-theoretic bound. Usage: bench_search [runs [seed [cell]]].
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/defs.h"
#include "bisect/bound.h"
#include "bisect/simulate.h"

struct cell {
	const char *name;
	uint32_t commits;      /* 0 means 15 000 */
	double effect, second; /* of one or two changes; 0: none */
	double sample_sd;      /* 0 means 1 */
	double boot_sd, layout_sd, untestable, drift, bimodal;
	double smallest;  /* effect looked for */
	unsigned samples; /* least of a boot; 0 means 1 */
	bool single, historical;
};

// clang-format off
static const struct cell cells[] = {
	{ "headline", .effect = 3, .boot_sd = .5, .untestable = .05, .smallest = 1.5, .single = true },
	{ "headline multi", .effect = 3, .boot_sd = .5, .untestable = .05, .smallest = 1.5 },
	{ "headline 3", .effect = 3, .boot_sd = .5, .untestable = .05, .smallest = 1.5, .samples = 3 },
	{ "easy", .effect = 10, .boot_sd = .5, .smallest = 5, .single = true },
	{ "easy multi", .effect = 10, .boot_sd = .5, .smallest = 5 },
	{ "small", .effect = 2, .boot_sd = .5, .untestable = .05, .smallest = 1, .single = true },
	{ "small multi", .effect = 2, .boot_sd = .5, .untestable = .05, .smallest = 1 },
	{ "tiny", .commits = 1000, .effect = 1, .boot_sd = .5, .smallest = .5, .single = true },
	{ "tiny multi", .commits = 1000, .effect = 1, .boot_sd = .5, .smallest = .5 },
	{ "boots", .effect = 3, .boot_sd = 1, .smallest = 1.5, .single = true },
	{ "boots multi", .effect = 3, .boot_sd = 1, .smallest = 1.5 },
	{ "outliers", .effect = 3, .boot_sd = .2, .smallest = 1.5, .samples = 3, .single = true, .historical = true },
	{ "outliers multi", .effect = 3, .boot_sd = .2, .smallest = 1.5, .samples = 3, .historical = true },
	{ "layout half", .commits = 1000, .effect = 3, .boot_sd = .3, .layout_sd = .5, .smallest = 1.5, .single = true },
	{ "two", .effect = 3, .second = 3, .boot_sd = .5, .smallest = 1.5 },
	{ "second at least", .effect = 3, .second = 1.5, .boot_sd = .5, .smallest = 1.5 },
	{ "opposite", .effect = 3, .second = -3, .boot_sd = .5, .smallest = 1.5 },
	{ "none", .boot_sd = .5, .smallest = 1.5 },
	{ "quiet", .effect = 2, .sample_sd = .02, .layout_sd = .15, .untestable = .05, .smallest = 1, .samples = 3 },
	{ "quiet two", .effect = 2, .second = -2, .sample_sd = .02, .layout_sd = .15, .smallest = 1, .samples = 3 },
	{ "quiet none", .sample_sd = .02, .layout_sd = .15, .smallest = 1, .samples = 3 },
	{ "bimodal", .effect = 3, .boot_sd = .5, .bimodal = 1.5, .smallest = 1.5, .samples = 3 },
	{ "drift 0.3", .effect = 3, .boot_sd = .5, .drift = .3, .smallest = 1.5 },
};
// clang-format on

static struct simulate_options cell_options(const struct cell *cell, unsigned runs, uint64_t seed)
{
	struct simulate_options options = simulate_default_options();

	if (cell->commits > 0)
		options.commits = cell->commits;
	options.n_changes = cell->second != 0 ? 2 : cell->effect != 0 ? 1 : 0;
	options.effects[0] = cell->effect;
	options.effects[1] = cell->second;
	options.sample_sd = cell->sample_sd > 0 ? cell->sample_sd : 1;
	options.boot_sd = cell->boot_sd;
	options.layout_sd = cell->layout_sd;
	options.untestable = cell->untestable;
	options.drift = cell->drift;
	options.bimodal = cell->bimodal;
	options.historical = cell->historical;
	options.search.smallest_effect = cell->smallest;
	options.search.min_samples = cell->samples > 0 ? cell->samples : 1;
	options.search.single = cell->single;
	options.runs = runs;
	options.seed = seed;
	return options;
}

static void print_cell(const struct cell *cell, unsigned runs, uint64_t seed)
{
	struct simulate_options options = cell_options(cell, runs, seed);
	struct simulate_result result;
	struct timespec from, to;
	double seconds, bound;

	clock_gettime(CLOCK_MONOTONIC, &from);
	simulate(&options, &result);
	clock_gettime(CLOCK_MONOTONIC, &to);
	seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
	printf("%-16s %5.3f %6.3f %6.3f %+7.3f %6.1f %6.1f %7.1f %7.1f %7.1f ", cell->name,
	       result.p_correct, result.found_share, result.wrong_per_run,
	       simulate_overconfidence(&result), result.builds, result.boots, result.samples,
	       result.minutes, result.minutes_p90);
	if (bound_simulated(&options, &bound))
		printf("%5.2f", result.minutes / bound);
	else
		printf("%5s", "-");
	printf(" %5.2f %5.0f\n", result.estimate_ratio,
	       1e6 * seconds / (result.decisions * result.runs));
	fflush(stdout);
}

int main(int argc, char **argv)
{
	unsigned runs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 400;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

	if (runs == 0) {
		fprintf(stderr, "usage: bench_search [runs [seed [cell]]]\n");
		return 2;
	}
	printf("%u runs a cell, seed %llu\n", runs, (unsigned long long)seed);
	printf("%-16s %5s %6s %6s %7s %6s %6s %7s %7s %7s %5s %5s %5s\n", "cell", "P", "found",
	       "wrong", "over", "builds", "boots", "samples", "minutes", "p90", "ratio", "est.",
	       "us");
	for (size_t i = 0; i < ARRAY_LENGTH(cells); i++) {
		if (argc <= 3 || strcmp(argv[3], cells[i].name) == 0)
			print_cell(&cells[i], runs, seed);
	}
	return 0;
}
