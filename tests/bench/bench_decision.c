/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * bench_decision N SEED [RUNS]: what a step of a bisect thinks, from the log of a case with 60 measured
 * kernels to the next action, on a synthetic range of N commits with merges. The change lies inside a
 * merge, so that there are two stages to evaluate. Median of the processor time beside its limit; the
 * first thought after a merge was found, which looks into it, is told only.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"
#include "bisect/lineage.h"
#include "bisect/outlook.h"
#include "bisect/repo.h"
#include "bisect/stage_inside.h"
#include "tests/bench/figure.h"
#include "tests/bench/history.h"

#define LIMIT_MS 50.0
#define KERNELS 60
#define INSIDE 6 /* of them, transplants */
#define BOOTS 2  /* of each */
#define EFFECT (-3.0)
#define SD 0.5

static void die(const struct error *err)
{
	(void)fprintf(stderr, "bench_decision: %s\n", err->text);
	exit(1);
}

/* A case as its log has it. */
struct site {
	struct repo *repo;
	struct graph *graph;
	struct stage mainline;
	struct lineage lineage;
	struct history history;
	struct history_kernel kernels[KERNELS];
	struct history_boot boots[KERNELS * BOOTS];
	double values[KERNELS * BOOTS];
	uint32_t culprit; /* a merge, near the middle of the mainline */
	struct rng rng;
};

static void add_kernel(struct site *site, const struct candidate *candidate, double level)
{
	const size_t i = site->history.n_kernels++;

	site->kernels[i] = (struct history_kernel){ .outcome = OUTCOME_BUILT,
						    .dir = mem_strdup("kernels/x"),
						    .build_s = 600 };
	strcpy(site->kernels[i].commit, candidate->commit);
	strcpy(site->kernels[i].onto, candidate->onto);
	for (size_t j = 0; j < BOOTS; j++) {
		const size_t boot = site->history.n_boots++;

		site->values[boot] = 1000 * exp((level + SD * rng_normal(&site->rng)) / 100);
		site->boots[boot] = (struct history_boot){ .kernel = i,
							   .outcome = OUTCOME_MEASURED,
							   .boot_s = 60,
							   .total_s = 120,
							   .started = (int64_t)(1000 + 180 * boot),
							   .values = &site->values[boot],
							   .n = 1 };
	}
}

static void add_position(struct site *site, const struct stage *stage, uint32_t position,
			 double level)
{
	struct candidate candidate;

	stage_candidate(stage, position, &candidate);
	add_kernel(site, &candidate, level);
}

/* A merge of more than four commits, as near to the middle as there is one. */
static uint32_t find_culprit(const struct stage *stage)
{
	for (uint32_t i = stage->chain.n / 2; i < stage->chain.n; i++)
		if (stage->chain.mass[i] > 4)
			return i;
	(void)fprintf(stderr, "bench_decision: no merge\n");
	exit(1);
}

static void think(struct site *site, struct outlook *ret)
{
	static const struct evidence_options options = {
		.better = HIGHER_IS_BETTER,
		.search = { .confidence = 0.9999,
			    .smallest_effect = 1,
			    .min_samples = 1,
			    .max_samples = 3 },
		.guess = { 10, 1, 1 },
	};
	const struct outlook_source source = {
		.mainline = &site->mainline,
		.history = &site->history,
		.options = &options,
		.questions = &lineage_questions,
		.context = &site->lineage,
	};
	struct error err = { 0 };

	if (outlook_init(ret, &source, &err) < 0)
		die(&err);
}

/* Both sides of the culprit, and the rest all over the range. */
static void measure_mainline(struct site *site)
{
	const uint32_t n = site->mainline.chain.n;
	const uint32_t spread = KERNELS - INSIDE - 2;

	add_position(site, &site->mainline, site->culprit - 1, 0);
	add_position(site, &site->mainline, site->culprit, EFFECT);
	for (uint32_t i = 0; i < spread; i++) {
		const uint32_t position = (uint32_t)((uint64_t)n * i / (spread - 1));

		if (position != site->culprit && position != site->culprit - 1)
			add_position(site, &site->mainline, position,
				     position < site->culprit ? 0 : EFFECT);
	}
}

/* The first commits of the branch, which are as fast as what was before the merge. */
static void measure_inside(struct site *site)
{
	struct outlook outlook;

	think(site, &outlook);
	if (outlook.n_merges == 0) {
		(void)fprintf(stderr, "bench_decision: nothing to look into\n");
		exit(1);
	}
	const struct stage *inside = &outlook.merges[0].stage;

	for (uint32_t i = 1; i < inside->chain.n && site->history.n_kernels < KERNELS; i++)
		add_position(site, inside, i, 2 * i < inside->chain.n ? 0 : EFFECT);
	outlook_clear(&outlook);
}

static void open_site(struct site *site, const char *dir, const char *scratch, uint64_t seed)
{
	struct error err = { 0 };

	*site = (struct site){ .history = { .kernels = site->kernels, .boots = site->boots } };
	if (repo_open(dir, scratch, &site->repo, &err) < 0 ||
	    repo_load_range(site->repo, "good", "bad", NULL, &site->graph, &err) < 0)
		die(&err);
	site->lineage.repo = site->repo;
	rng_init(&site->rng, seed);
	stage_init_mainline(&site->mainline, site->graph);
	site->culprit = find_culprit(&site->mainline);
	measure_mainline(site);
	measure_inside(site);
}

static void close_site(struct site *site)
{
	for (size_t i = 0; i < site->history.n_kernels; i++)
		free(site->kernels[i].dir);
	stage_clear(&site->mainline);
	lineage_clear(&site->lineage);
	graph_free(site->graph);
	repo_close(site->repo);
}

static double time_thought(struct site *site)
{
	const clock_t from = clock();
	struct outlook outlook;

	think(site, &outlook);
	outlook_clear(&outlook);
	return (double)(clock() - from) / CLOCKS_PER_SEC;
}

/* The first one has git merge the branch in memory; a session keeps the answers. */
static void print_times(struct site *site, unsigned runs)
{
	double times[FIGURE_RUNS_MAX], first;

	lineage_clear(&site->lineage);
	site->lineage.repo = site->repo;
	first = time_thought(site);
	for (unsigned i = 0; i < runs; i++)
		times[i] = time_thought(site);
	figure_print(&(struct figure){ .name = "decision, 60 kernels, first",
				       .peer = "limit",
				       .unit = "ms",
				       .digits = 2,
				       .ours = 1e3 * first,
				       .theirs = LIMIT_MS });
	figure_print(&(struct figure){ .name = "decision, 60 kernels, CPU",
				       .peer = "limit",
				       .unit = "ms",
				       .digits = 2,
				       .ours = 1e3 * figure_median(times, runs),
				       .theirs = LIMIT_MS,
				       .limit = 1 });
}

static int64_t number(const char *text, int64_t min, int64_t max)
{
	struct error err = { 0 };
	int64_t value;

	if (str_parse_i64(text, min, max, &value, &err) < 0)
		die(&err);
	return value;
}

int main(int argc, char **argv)
{
	char base[] = "/tmp/perfsect-bench-XXXXXX";
	CLEANUP(mem_freep) char *dir = NULL;
	CLEANUP(mem_freep) char *scratch = NULL;
	struct history_options options = { 0 };
	CLEANUP(mem_freep) struct site *site = mem_zalloc(sizeof(*site));
	struct error err = { 0 };

	if (argc < 3 || argc > 4) {
		(void)fprintf(stderr, "usage: bench_decision N SEED [RUNS]\n");
		return 2;
	}
	options.n = (uint32_t)number(argv[1], 1000, 10000000);
	options.seed = (uint64_t)number(argv[2], 0, INT64_MAX);
	if (!mkdtemp(base))
		return 1;
	dir = mem_printf("%s/repo", base);
	scratch = mem_printf("%s/objects", base);
	if (fs_make_dirs(scratch, &err) < 0 || history_make(dir, &options, &err) < 0 ||
	    history_write_graph(dir, &err) < 0)
		die(&err);
	open_site(site, dir, scratch, options.seed);
	print_times(site, argc == 4 ? (unsigned)number(argv[3], 1, FIGURE_RUNS_MAX) : 21);
	close_site(site);
	if (fs_remove_tree(base, &err) < 0)
		die(&err);
	return 0;
}
