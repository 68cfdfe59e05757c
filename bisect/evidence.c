/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/evidence.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/sample.h"

enum standing evidence_standing(const struct history *history, size_t kernel, enum outcome *ret_why,
				const char **ret_detail)
{
	const struct history_kernel *built = &history->kernels[kernel];
	unsigned boots_failed = 0, runs_failed = 0;

	if (outcome_is_untestable(built->outcome)) {
		if (ret_why)
			*ret_why = built->outcome;
		if (ret_detail)
			*ret_detail = built->detail;
		return STANDING_UNTESTABLE;
	}
	for (size_t i = 0; i < history->n_boots; i++) {
		const struct history_boot *boot = &history->boots[i];

		if (!history_is_same_kernel(history, boot->kernel, kernel))
			continue;
		if (boot->outcome == OUTCOME_MEASURED && boot->n > 0)
			return STANDING_MEASURED;
		if (!outcome_is_untestable(boot->outcome))
			continue;
		if (boot->outcome == OUTCOME_WORKLOAD_FAILED || boot->outcome == OUTCOME_TIMED_OUT)
			runs_failed++;
		else
			boots_failed++;
		if (ret_why)
			*ret_why = boot->outcome;
		if (ret_detail)
			*ret_detail = boot->detail;
	}
	return boots_failed >= EVIDENCE_BOOTS_FAILED_MAX || runs_failed >= EVIDENCE_RUNS_FAILED_MAX
		       ? STANDING_UNTESTABLE
		       : STANDING_OPEN;
}

struct search_costs evidence_measured_costs(const struct history *history,
					    struct search_costs guess)
{
	double build_s[2] = { 0 }, boot_s = 0, sample_s = 0, ready_s;
	size_t n_builds[2] = { 0 }, n_boots = 0, n_samples = 0;
	double build, layout;

	for (size_t i = 0; i < history->n_kernels; i++) {
		const struct history_kernel *kernel = &history->kernels[i];
		const bool is_layout = kernel->variant > 0;

		build_s[is_layout] += kernel->build_s;
		n_builds[is_layout] += kernel->build_s > 0;
	}
	for (size_t i = 0; i < history->n_boots; i++) {
		const struct history_boot *boot = &history->boots[i];

		if (boot->outcome != OUTCOME_MEASURED)
			continue;
		/* Settling and warming up are paid by each boot, however many samples it gives. */
		ready_s = boot->ready_s > 0 ? boot->ready_s : boot->boot_s;
		boot_s += ready_s;
		sample_s += boot->total_s - ready_s;
		n_samples += boot->n;
		n_boots++;
	}
	build = n_builds[0] ? build_s[0] / 60 / (double)n_builds[0] : guess.build;
	layout = n_builds[1] ? build_s[1] / 60 / (double)n_builds[1] : build;
	return (struct search_costs){
		.build = build,
		.layout = layout,
		.boot = n_boots ? boot_s / 60 / (double)n_boots : guess.boot,
		.sample = n_samples ? sample_s / 60 / (double)n_samples : guess.sample,
	};
}

static void add_kernel(struct evidence *evidence, uint32_t position, unsigned variant,
		       enum search_state state)
{
	struct search_problem *problem = &evidence->problem;

	evidence->kernels[problem->n_kernels++] =
		(struct search_kernel){ .position = position, .state = state, .variant = variant };
}

static bool has_kernel_at(const struct search_problem *problem, uint32_t position, unsigned variant)
{
	for (size_t i = 0; i < problem->n_kernels; i++)
		if (problem->kernels[i].position == position &&
		    problem->kernels[i].variant == variant)
			return true;
	return false;
}

#define NOT_IN_PROBLEM SIZE_MAX

static void add_boot(struct evidence *evidence, const struct history_boot *boot, size_t kernel,
		     const double *values)
{
	evidence->boots[evidence->problem.n_boots++] = (struct search_boot){
		.kernel = kernel,
		.values = values,
		.n = boot->n,
		.minute = (double)boot->started / 60,
	};
}

/*
 * The measured boots in time order, on the scale of the search. Those of a kernel count for all that are
 * the same; its own comes last, as the one that may still be running.
 */
static void add_boots(struct evidence *evidence, const struct history *history,
		      const size_t *problem_kernel, const struct evidence_options *options)
{
	struct search_problem *problem = &evidence->problem;
	double *values = evidence->values;

	for (size_t i = 0; i < history->n_boots; i++) {
		const struct history_boot *boot = &history->boots[i];

		if (boot->outcome != OUTCOME_MEASURED || boot->n == 0)
			continue;
		for (size_t j = 0; j < boot->n; j++)
			values[j] = sample_to_log_percent(boot->values[j], options->better);
		for (size_t j = 0; j < history->n_kernels; j++)
			if (j != boot->kernel && problem_kernel[j] != NOT_IN_PROBLEM &&
			    history_is_same_kernel(history, j, boot->kernel))
				add_boot(evidence, boot, problem_kernel[j], values);
		values += boot->n;
		if (problem_kernel[boot->kernel] == NOT_IN_PROBLEM)
			continue;
		add_boot(evidence, boot, problem_kernel[boot->kernel], values - boot->n);
		problem->is_running = options->running != 0 && boot->id == options->running;
	}
}

/* As many boots as count for kernels, each as often as there are kernels that are the same. */
static size_t count_shared_boots(const struct history *history)
{
	size_t n = 0;

	for (size_t i = 0; i < history->n_boots; i++)
		for (size_t j = 0; j < history->n_kernels; j++)
			n += history_is_same_kernel(history, j, history->boots[i].kernel);
	return n;
}

/* Built, and not freed since. */
static bool is_there(const struct history_kernel *kernel)
{
	return kernel->outcome == OUTCOME_BUILT && kernel->dir[0] != '\0';
}

unsigned evidence_variants(const struct history *history, const struct evidence_options *options)
{
	unsigned variants = options->search.variants;

	for (size_t i = 0; i < history->n_kernels; i++) {
		const unsigned variant = history->kernels[i].variant;

		if (variant > 0 && variant < variants &&
		    evidence_standing(history, i, NULL, NULL) == STANDING_UNTESTABLE)
			variants = variant;
	}
	return variants;
}

/* Another layout of a commit: only what was built of it counts, booted or not. */
static void add_layout(struct evidence *evidence, uint32_t position,
		       const struct history_kernel *kernel, enum standing standing)
{
	if (standing == STANDING_MEASURED || (standing == STANDING_OPEN && is_there(kernel)))
		add_kernel(evidence, position, kernel->variant, SEARCH_BUILT);
}

/* A commit as it is; one to be booted yet is only cheap. */
static void add_own(struct evidence *evidence, uint32_t position,
		    const struct history_kernel *kernel, enum standing standing)
{
	if (standing == STANDING_OPEN)
		evidence->is_cheap[position] = is_there(kernel);
	else
		add_kernel(evidence, position, 0,
			   standing == STANDING_MEASURED ? SEARCH_BUILT : SEARCH_UNTESTABLE);
}

/* The tried kernels of this stage; fills problem_kernel[] for those that were measured. */
static void add_kernels(struct evidence *evidence, const struct stage *stage,
			const struct history *history, size_t *problem_kernel)
{
	struct search_problem *problem = &evidence->problem;

	for (size_t i = 0; i < history->n_kernels; i++) {
		const struct history_kernel *kernel = &history->kernels[i];
		enum standing standing = evidence_standing(history, i, NULL, NULL);
		uint32_t position;

		problem_kernel[i] = NOT_IN_PROBLEM;
		if (!stage_find(stage, kernel, &position) ||
		    has_kernel_at(problem, position, kernel->variant))
			continue;
		if (standing == STANDING_MEASURED)
			problem_kernel[i] = problem->n_kernels;
		if (kernel->variant > 0)
			add_layout(evidence, position, kernel, standing);
		else
			add_own(evidence, position, kernel, standing);
	}
}

static void add_skipped(struct evidence *evidence, const struct stage *stage,
			const struct strlist *skip)
{
	for (size_t i = 0; skip && i < skip->n; i++) {
		for (uint32_t position = 0; position <= stage->chain.n; position++) {
			struct candidate candidate;

			stage_candidate(stage, position, &candidate);
			if (strcmp(candidate.commit, skip->items[i]) == 0 &&
			    !has_kernel_at(&evidence->problem, position, 0))
				add_kernel(evidence, position, 0, SEARCH_UNTESTABLE);
		}
	}
}

void evidence_init(struct evidence *evidence, const struct stage *stage,
		   const struct history *history, const struct evidence_options *options)
{
	size_t n_skip = options->skip ? options->skip->n : 0;
	CLEANUP(mem_freep) size_t *problem_kernel = mem_array(history->n_kernels, sizeof(size_t));
	size_t n_values = 0;

	for (size_t i = 0; i < history->n_boots; i++)
		n_values += history->boots[i].n;
	*evidence = (struct evidence){
		.kernels = mem_array(history->n_kernels + n_skip, sizeof(*evidence->kernels)),
		.boots = mem_array(count_shared_boots(history), sizeof(*evidence->boots)),
		.values = mem_array(n_values, sizeof(*evidence->values)),
		.is_cheap = mem_array((size_t)stage->chain.n + 1, 1),
	};
	evidence->problem = (struct search_problem){
		.n = stage->chain.n,
		.mass = stage->chain.mass,
		.is_cheap = evidence->is_cheap,
		.kernels = evidence->kernels,
		.boots = evidence->boots,
		.costs = evidence_measured_costs(history, options->guess),
		.options = options->search,
	};
	evidence->problem.options.variants = evidence_variants(history, options);
	add_kernels(evidence, stage, history, problem_kernel);
	add_boots(evidence, history, problem_kernel, options);
	add_skipped(evidence, stage, options->skip);
}

void evidence_clear(struct evidence *evidence)
{
	free(evidence->kernels);
	free(evidence->boots);
	free(evidence->values);
	free(evidence->is_cheap);
	*evidence = (struct evidence){ 0 };
}
