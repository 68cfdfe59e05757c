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
#include "bisect/simulate.h"

struct cell {
	const char *name;
	uint32_t commits;
	double effect, second; /* of one or two changes; 0: none */
	double boot_sd, layout_sd, untestable;
	double smallest;
	unsigned min_samples;
	bool single, historical;
	double bound; /* minutes; 0 where there is none */
};

static const struct cell cells[] = {
	// clang-format off
	/* name             commits  effects   σ_b  τ    dead  δ     r  single hist  bound */
	{ "headline",         15000, 3, 0,     0.5, 0,   0.05, 1.5,  1, true,  false, 206 },
	{ "headline multi",   15000, 3, 0,     0.5, 0,   0.05, 1.5,  1, false, false, 206 },
	{ "headline 3",       15000, 3, 0,     0.5, 0,   0.05, 1.5,  3, false, false, 206 },
	{ "easy",             15000, 10, 0,    0.5, 0,   0,    5,    1, true,  false, 179 },
	{ "easy multi",       15000, 10, 0,    0.5, 0,   0,    5,    1, false, false, 179 },
	{ "small",            15000, 2, 0,     0.5, 0,   0.05, 1,    1, true,  false, 246 },
	{ "small multi",      15000, 2, 0,     0.5, 0,   0.05, 1,    1, false, false, 246 },
	{ "tiny",             1000, 1, 0,      0.5, 0,   0,    0.5,  1, true,  false, 311 },
	{ "tiny multi",       1000, 1, 0,      0.5, 0,   0,    0.5,  1, false, false, 311 },
	{ "boots",            15000, 3, 0,     1,   0,   0,    1.5,  1, true,  false, 227 },
	{ "boots multi",      15000, 3, 0,     1,   0,   0,    1.5,  1, false, false, 227 },
	{ "outliers",         15000, 3, 0,     0.2, 0,   0,    1.5,  3, true,  true,  0 },
	{ "outliers multi",   15000, 3, 0,     0.2, 0,   0,    1.5,  3, false, true,  0 },
	{ "layout half",      1000, 3, 0,      0.3, 0.5, 0,    1.5,  1, true,  false, 0 },
	{ "two",              15000, 3, 3,     0.5, 0,   0,    1.5,  1, false, false, 0 },
	{ "second at least",  15000, 3, 1.5,   0.5, 0,   0,    1.5,  1, false, false, 0 },
	{ "opposite",         15000, 3, -3,    0.5, 0,   0,    1.5,  1, false, false, 0 },
	{ "none",             15000, 0, 0,     0.5, 0,   0,    1.5,  1, false, false, 0 },
	{ "none quiet",       15000, 0, 0,     0.0, 0.15, 0,   1,    3, false, false, 0 },
	{ "quiet",            15000, 2, 0,     0.0, 0.15, 0.05, 1,   3, false, false, 0 },
	{ "quiet two",        15000, 2, -2,    0.0, 0.15, 0.05, 1,   3, false, false, 0 },
	// clang-format on
};

static struct simulate_options cell_options(const struct cell *cell, unsigned runs, uint64_t seed)
{
	struct simulate_options options = simulate_default_options();

	options.commits = cell->commits;
	options.n_changes = cell->second != 0 ? 2 : cell->effect != 0 ? 1 : 0;
	options.effects[0] = cell->effect;
	options.effects[1] = cell->second;
	options.boot_sd = cell->boot_sd;
	options.layout_sd = cell->layout_sd;
	options.sample_sd =
		strncmp(cell->name, "quiet", 5) && strcmp(cell->name, "none quiet") ? 1 : 0.02;
	options.untestable = cell->untestable;
	options.historical = cell->historical;
	options.search.smallest_effect = cell->smallest;
	options.search.min_samples = cell->min_samples;
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
	double seconds;

	clock_gettime(CLOCK_MONOTONIC, &from);
	simulate(&options, &result);
	clock_gettime(CLOCK_MONOTONIC, &to);
	seconds = (double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec);
	printf("%-16s %5.3f %6.3f %6.3f %+7.3f %6.1f %6.1f %7.1f %7.1f %7.1f ", cell->name,
	       result.p_correct, result.found_share, result.wrong_per_run,
	       simulate_overconfidence(&result), result.builds, result.boots, result.samples,
	       result.minutes, result.minutes_p90);
	if (cell->bound > 0)
		printf("%5.2f", result.minutes / cell->bound);
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
