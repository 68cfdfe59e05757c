/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/replay.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "bisect/draw.h"

static bool is_measured(const struct search_problem *problem, uint32_t position)
{
	for (size_t i = 0; i < problem->n_boots; i++)
		if (problem->kernels[problem->boots[i].kernel].position == position)
			return true;
	return false;
}

bool replay_is_possible(const struct search_problem *problem)
{
	return is_measured(problem, 0) && is_measured(problem, problem->n);
}

static double mean_of(const struct search_boot *boot)
{
	double sum = 0;

	for (size_t i = 0; i < boot->n; i++)
		sum += boot->values[i];
	return sum / (double)boot->n;
}

/* What makes up for n values lying too close to their own mean. */
static double raise(size_t n)
{
	return sqrt((double)n / (double)(n - 1));
}

static void find_means(struct replay *replay)
{
	const struct search_problem *problem = replay->problem;

	for (size_t i = 0; i < problem->n_boots; i++) {
		const size_t kernel = problem->boots[i].kernel;

		replay->boot_means[i] = mean_of(&problem->boots[i]);
		replay->kernel_means[kernel] += replay->boot_means[i];
		replay->n_boots_of[kernel]++;
	}
	for (size_t i = 0; i < problem->n_kernels; i++)
		if (replay->n_boots_of[i] > 0)
			replay->kernel_means[i] /= replay->n_boots_of[i];
}

static void find_deviations(struct replay *replay)
{
	const struct search_problem *problem = replay->problem;

	for (size_t i = 0; i < problem->n_boots; i++) {
		const struct search_boot *boot = &problem->boots[i];

		if (replay->n_boots_of[boot->kernel] > 1)
			replay->pairs[replay->n_pairs++] = i;
		for (size_t j = 0; boot->n > 1 && j < boot->n; j++)
			replay->deviations[replay->n_deviations++] =
				(boot->values[j] - replay->boot_means[i]) * raise(boot->n);
	}
}

void replay_init(struct replay *replay, const struct search_problem *problem,
		 const struct search_verdict *verdict, const double *posterior)
{
	size_t n_values = 0;

	assert(replay_is_possible(problem));
	for (size_t i = 0; i < problem->n_boots; i++)
		n_values += problem->boots[i].n;
	*replay = (struct replay){
		.problem = problem,
		.verdict = verdict,
		.posterior = posterior,
		.boot_means = mem_array(problem->n_boots, sizeof(double)),
		.kernel_means = mem_array(problem->n_kernels, sizeof(double)),
		.n_boots_of = mem_array(problem->n_kernels, sizeof(unsigned)),
		.pairs = mem_array(problem->n_boots, sizeof(size_t)),
		.deviations = mem_array(n_values, sizeof(double)),
	};
	find_means(replay);
	find_deviations(replay);
}

void replay_clear(struct replay *replay)
{
	free(replay->boot_means);
	free(replay->kernel_means);
	free(replay->n_boots_of);
	free(replay->pairs);
	free(replay->deviations);
	*replay = (struct replay){ 0 };
}

void replay_draw_changes(const struct replay *replay, struct rng *rng, uint32_t *ret)
{
	const struct search_verdict *verdict = replay->verdict;

	for (size_t i = 0; i < verdict->n_changes; i++)
		ret[i] = draw_position(replay->posterior, verdict->changes[i].lo,
				       verdict->changes[i].hi, rng);
}

void replay_run_init(struct replay_run *run, const struct replay *replay, const uint32_t *changes,
		     uint64_t seed)
{
	*run = (struct replay_run){
		.replay = replay,
		.seed = seed,
		.changes = changes,
		.n_spent = mem_array(replay->problem->n_kernels, sizeof(unsigned)),
	};
	rng_init(&run->rng, seed);
}

void replay_run_clear(struct replay_run *run)
{
	free(run->n_spent);
	*run = (struct replay_run){ 0 };
}

/* How many changes are at or before the position. */
static size_t segment_of(const struct replay_run *run, uint32_t position)
{
	size_t n = 0;

	while (n < run->replay->verdict->n_changes && run->changes[n] <= position)
		n++;
	return n;
}

/* Is the kernel one that may stand for another of that segment? Each has one: a change has two sides. */
static bool stands_for(const struct replay_run *run, size_t kernel, size_t segment)
{
	const struct replay *replay = run->replay;

	return replay->n_boots_of[kernel] > 0 &&
	       segment_of(run, replay->problem->kernels[kernel].position) == segment;
}

/* The level of a kernel that the case has not measured: that of another one, always the same. */
static double stand_in(const struct replay_run *run, uint32_t position, unsigned variant)
{
	const struct search_problem *problem = run->replay->problem;
	const size_t segment = segment_of(run, position);
	size_t n = 0, kernel = 0;
	struct rng rng;
	uint64_t left;
	char name[32];

	for (size_t i = 0; i < problem->n_kernels; i++)
		n += stands_for(run, i, segment);
	assert(n > 0);
	(void)snprintf(name, sizeof(name), "%" PRIu32, position); /* cannot be longer */
	rng_init_named(&rng, run->seed, name, variant);
	left = rng_below(&rng, n);
	while (!stands_for(run, kernel, segment) || left-- > 0)
		kernel++;
	return run->replay->kernel_means[kernel];
}

/* A boot off a level as one of the case was off its kernel's. */
static void draw_boot(struct replay_run *run, double level)
{
	const struct replay *replay = run->replay;
	const struct search_problem *problem = replay->problem;
	const size_t i = replay->n_pairs > 0 ? replay->pairs[rng_below(&run->rng, replay->n_pairs)]
					     : (size_t)rng_below(&run->rng, problem->n_boots);
	const size_t kernel = problem->boots[i].kernel;
	double deviation = 0;

	if (replay->n_pairs > 0)
		deviation = (replay->boot_means[i] - replay->kernel_means[kernel]) *
			    raise(replay->n_boots_of[kernel]);
	run->boot = &problem->boots[i];
	run->mean = level + deviation;
	run->shift = run->mean - replay->boot_means[i];
}

/* The boot of the kernel with that number, from 0; there is one. */
static size_t boot_number(const struct search_problem *problem, size_t kernel, unsigned number)
{
	size_t i = 0;

	while (problem->boots[i].kernel != kernel || number-- > 0)
		i++;
	return i;
}

/* The kernel of the problem that was measured there; SIZE_MAX: none. */
static size_t measured_kernel(const struct replay *replay, uint32_t position, unsigned variant)
{
	const struct search_problem *problem = replay->problem;

	for (size_t i = 0; i < problem->n_kernels; i++)
		if (problem->kernels[i].position == position &&
		    problem->kernels[i].variant == variant && replay->n_boots_of[i] > 0)
			return i;
	return SIZE_MAX;
}

void replay_run_boot(struct replay_run *run, uint32_t position, unsigned variant)
{
	const struct replay *replay = run->replay;
	const size_t kernel = measured_kernel(replay, position, variant);

	run->n_taken = 0;
	if (kernel == SIZE_MAX) {
		run->boots_elsewhere++;
		draw_boot(run, stand_in(run, position, variant));
		return;
	}
	if (run->n_spent[kernel] == replay->n_boots_of[kernel]) {
		run->boots_drawn++;
		draw_boot(run, replay->kernel_means[kernel]);
		return;
	}
	const size_t i = boot_number(replay->problem, kernel, run->n_spent[kernel]++);

	run->boot = &replay->problem->boots[i];
	run->mean = replay->boot_means[i];
	run->shift = 0;
}

double replay_run_sample(struct replay_run *run)
{
	const struct replay *replay = run->replay;

	if (run->n_taken < run->boot->n)
		return run->boot->values[run->n_taken++] + run->shift;
	run->samples_drawn++;
	if (replay->n_deviations == 0)
		return run->mean;
	return run->mean + replay->deviations[rng_below(&run->rng, replay->n_deviations)];
}
