/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Prints what the search reaches in the cells of its specification: how often it is right, and its mean
 * minutes in units of the information-theoretic bound. Usage: bench_search [runs [seed [cell]]],
 * where cell may be "decision", for the time of one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/defs.h"
#include "base/rng.h"
#include "bisect/bound.h"
#include "bisect/search.h"
#include "bisect/simulate.h"

/* Layouts of one commit that the search may ask for. */

#define KERNELS_TIMED 64
#define DECISIONS_TIMED 201

/* What a cell must reach; 0: nothing asked. */
struct target {
	double p;       /* least share of right answers, or of changes found */
	double ratio;   /* most minutes, in bounds */
	double minutes; /* the same, as they are */
	double builds, wrong;
};

struct cell {
	const char *name;
	uint32_t commits;      /* 0 means 15 000 */
	double effect, second; /* of one or two changes; 0: none */
	double sample_sd;      /* 0 means 1 */
	double boot_sd, layout_sd, untestable, drift, bimodal, first_shift;
	double smallest;      /* effect looked for */
	unsigned samples;     /* least of a boot; 0 means 1 */
	unsigned known_boots; /* of each end, measured by earlier bisects */
	bool single, historical;
	bool is_fixed;     /* a boot cannot take more samples than it was started with */
	bool ends_charged; /* though known: the bound has a build and a look for each */
	struct target target;
};

// clang-format off
/* The cells of the specification, all in the default mode. */
static const struct cell specified[] = {
	{ "headline", .effect = 3, .boot_sd = .5, .untestable = .05, .smallest = 1.5,
	  .target = { .p = .97, .ratio = 1.30, .builds = 18 } },
	{ "easy", .effect = 10, .boot_sd = .5, .smallest = 5, .target = { .p = .99, .ratio = 1.20 } },
	{ "small", .effect = 2, .boot_sd = .5, .untestable = .05, .smallest = 1,
	  .target = { .p = .97, .ratio = 1.40 } },
	{ "tiny", .commits = 1000, .effect = 1, .boot_sd = .5, .smallest = .5,
	  .target = { .p = .96, .ratio = 1.85 } },
	{ "boots", .effect = 3, .boot_sd = 1, .smallest = 1.5, .target = { .p = .97, .ratio = 1.35 } },
	{ "known levels", .effect = 3, .boot_sd = .5, .smallest = 1.5, .known_boots = 64,
	  .ends_charged = true, .target = { .p = .97, .ratio = 1.08 } },
	{ "outliers", .effect = 3, .boot_sd = .2, .smallest = 1.5, .historical = true,
	  .target = { .p = .97, .minutes = 275 } },
	{ "layout", .commits = 1000, .effect = 3, .boot_sd = .3, .layout_sd = 1, .smallest = 1.5,
	  .target = { .p = .95, .minutes = 520 } },
	{ "drift", .commits = 1000, .effect = 3, .boot_sd = .3, .drift = 1, .smallest = 1.5,
	  .target = { .p = .96, .minutes = 340 } },
	{ "bimodal", .commits = 1000, .effect = 3, .boot_sd = .3, .bimodal = -3, .smallest = 1.5,
	  .target = { .p = .95, .minutes = 340 } },
	{ "two", .effect = 3, .second = 3, .boot_sd = .5, .smallest = 1.5,
	  .target = { .p = .97, .minutes = 640, .wrong = .03 } },
	{ "mixed signs", .commits = 1000, .effect = 3, .second = -2, .boot_sd = .5, .smallest = 1,
	  .target = { .p = .97, .minutes = 860, .wrong = .03 } },
	{ "none", .boot_sd = .5, .smallest = 1.5, .target = { .p = .97 } },
};

/* What else is worth knowing, and what single parts of the model cost: nothing is asked of these. */
static const struct cell further[] = {
	{ "headline single", .effect = 3, .boot_sd = .5, .untestable = .05, .smallest = 1.5, .single = true },
	{ "headline 3", .effect = 3, .boot_sd = .5, .untestable = .05, .smallest = 1.5, .samples = 3 },
	{ "headline fixed", .effect = 3, .boot_sd = .5, .untestable = .05, .smallest = 1.5, .is_fixed = true },
	{ "easy single", .effect = 10, .boot_sd = .5, .smallest = 5, .single = true },
	{ "small single", .effect = 2, .boot_sd = .5, .untestable = .05, .smallest = 1, .single = true },
	{ "tiny single", .commits = 1000, .effect = 1, .boot_sd = .5, .smallest = .5, .single = true },
	{ "boots single", .effect = 3, .boot_sd = 1, .smallest = 1.5, .single = true },
	{ "outliers single", .effect = 3, .boot_sd = .2, .smallest = 1.5, .samples = 3, .single = true, .historical = true },
	{ "outliers fixed", .effect = 3, .boot_sd = .2, .smallest = 1.5, .historical = true, .is_fixed = true },
	{ "outliers 3", .effect = 3, .boot_sd = .2, .smallest = 1.5, .samples = 3, .historical = true },
	{ "layout half", .commits = 1000, .effect = 3, .boot_sd = .3, .layout_sd = .5, .smallest = 1.5 },
	{ "layout tiny", .commits = 1000, .effect = 1, .boot_sd = .5, .layout_sd = .333, .smallest = .5 },
	{ "warm-up", .effect = 3, .boot_sd = .5, .untestable = .05, .first_shift = -3, .smallest = 1.5 },
	{ "warm-up small", .effect = 3, .boot_sd = .5, .untestable = .05, .first_shift = -1, .smallest = 1.5 },
	{ "drift 0.3", .effect = 3, .boot_sd = .5, .drift = .3, .smallest = 1.5 },
	{ "second at least", .effect = 3, .second = 1.5, .boot_sd = .5, .smallest = 1.5 },
	{ "opposite", .effect = 3, .second = -3, .boot_sd = .5, .smallest = 1.5 },
	{ "quiet", .effect = 2, .sample_sd = .02, .layout_sd = .15, .untestable = .05, .smallest = 1, .samples = 3 },
	{ "quiet two", .effect = 2, .second = -2, .sample_sd = .02, .layout_sd = .15, .smallest = 1, .samples = 3 },
	{ "quiet none", .sample_sd = .02, .layout_sd = .15, .smallest = 1, .samples = 3 },
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
	options.first_shift = cell->first_shift;
	options.historical = cell->historical;
	options.search.smallest_effect = cell->smallest;
	options.search.min_samples = cell->samples > 0 ? cell->samples : 1;
	options.search.single = cell->single;
	options.known_boots = cell->known_boots;
	options.search.holds = !cell->is_fixed;
	options.runs = runs;
	options.seed = seed;
	return options;
}

/* What of the target was missed; "" when nothing was. */
static const char *missed(const struct cell *cell, const struct simulate_result *result,
			  double ratio)
{
	const struct target *target = &cell->target;

	if (result->p_correct < target->p)
		return "MISSED: right";
	if (target->ratio > 0 && ratio > target->ratio)
		return "MISSED: ratio";
	if (target->minutes > 0 && result->minutes > target->minutes)
		return "MISSED: minutes";
	if (target->builds > 0 && result->builds > target->builds)
		return "MISSED: builds";
	if (target->wrong > 0 && result->wrong_per_run > target->wrong)
		return "MISSED: wrong";
	return "";
}

static void print_target(const struct target *target)
{
	char limit[32] = "";

	if (target->ratio > 0)
		snprintf(limit, sizeof(limit), "%.2f x", target->ratio);
	if (target->minutes > 0)
		snprintf(limit, sizeof(limit), "%.0f min", target->minutes);
	if (target->p > 0)
		printf("  >= %.2f  %-8s", target->p, limit);
}

/* Of this process, so that others do not count. */
static double seconds_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double charged_for_ends(const struct cell *cell, const struct search_costs *costs)
{
	return cell->ends_charged ? 2 * (costs->build + costs->boot + costs->sample) : 0;
}

static void print_cell(const struct cell *cell, unsigned runs, uint64_t seed)
{
	struct simulate_options options = cell_options(cell, runs, seed);
	double from = seconds_now(), seconds, bound, ratio = 0;
	struct simulate_result result;

	simulate(&options, &result);
	seconds = seconds_now() - from;
	printf("%-16s %5.3f %6.3f %6.3f %+7.3f %6.1f %6.1f %7.1f %7.1f %7.1f ", cell->name,
	       result.p_correct, result.found_share, result.wrong_per_run,
	       simulate_overconfidence(&result), result.builds, result.boots, result.samples,
	       result.minutes, result.minutes_p90);
	if (bound_simulated(&options, &bound))
		ratio = (result.minutes + charged_for_ends(cell, &options.costs)) / bound;
	if (ratio > 0)
		printf("%5.2f", ratio);
	else
		printf("%5s", "-");
	printf(" %5.2f %5.0f", result.estimate_ratio,
	       1e6 * seconds / (result.decisions * result.runs));
	print_target(&cell->target);
	printf("  %s\n", missed(cell, &result, ratio));
	fflush(stdout);
}

/* A chain of 15 000 with 64 kernels of two boots, noisy enough for doubt about several of them. */
static double time_decision(struct rng *rng)
{
	struct search_kernel kernels[KERNELS_TIMED];
	struct search_boot boots[2 * KERNELS_TIMED];
	double values[2 * KERNELS_TIMED][2], from;
	struct search_verdict verdict;
	struct search_problem problem = {
		.n = 15000,
		.kernels = kernels,
		.n_kernels = KERNELS_TIMED,
		.boots = boots,
		.n_boots = ARRAY_LENGTH(boots),
	};
	struct simulate_options options = simulate_default_options();

	problem.costs = options.costs;
	problem.options = options.search;
	for (uint32_t i = 0; i < KERNELS_TIMED; i++)
		kernels[i] =
			(struct search_kernel){ .position = i * problem.n / (KERNELS_TIMED - 1) };
	for (size_t i = 0; i < ARRAY_LENGTH(boots); i++) {
		for (size_t j = 0; j < 2; j++)
			values[i][j] = (i / 2 > KERNELS_TIMED / 2 ? 2 : 0) + rng_normal(rng);
		boots[i] = (struct search_boot){ .kernel = i / 2, .values = values[i], .n = 2 };
	}
	from = seconds_now();
	search_evaluate(&problem, &verdict, NULL);
	return seconds_now() - from;
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void print_decision(uint64_t seed)
{
	double seconds[DECISIONS_TIMED], median;
	struct rng rng;

	rng_init(&rng, seed);
	for (size_t i = 0; i < DECISIONS_TIMED; i++)
		seconds[i] = time_decision(&rng);
	qsort(seconds, DECISIONS_TIMED, sizeof(seconds[0]), compare_doubles);
	median = 1e3 * seconds[DECISIONS_TIMED / 2];
	printf("a decision, %d kernels on a chain of 15000: %.3f ms of processor time (median)"
	       "  <= 1  %s\n",
	       KERNELS_TIMED, median, median > 1 ? "MISSED" : "");
}

static void print_cells(const struct cell *cells, size_t n, const char *only, unsigned runs,
			uint64_t seed)
{
	for (size_t i = 0; i < n; i++)
		if (!only || strcmp(only, cells[i].name) == 0)
			print_cell(&cells[i], runs, seed);
}

int main(int argc, char **argv)
{
	unsigned runs = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 400;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
	const char *only = argc > 3 ? argv[3] : NULL;

	if (runs == 0) {
		fprintf(stderr, "usage: bench_search [runs [seed [cell]]]\n");
		return 2;
	}
	printf("%u runs a cell, seed %llu\n", runs, (unsigned long long)seed);
	printf("%-16s %5s %6s %6s %7s %6s %6s %7s %7s %7s %5s %5s %5s  %s\n", "cell", "P", "found",
	       "wrong", "over", "builds", "boots", "samples", "minutes", "p90", "ratio", "est.",
	       "us", "asked for");
	print_cells(specified, ARRAY_LENGTH(specified), only, runs, seed);
	print_cells(further, ARRAY_LENGTH(further), only, runs, seed);
	if (!only || strcmp(only, "decision") == 0)
		print_decision(seed);
	return 0;
}
