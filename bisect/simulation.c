/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/simulation.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* A bisect that takes longer than so many builds' worth is given up. */
#define BUILDS_MAX 400

/* Index of the kernel, which is there. */
static size_t kernel_of(const struct simulation *simulation, const struct search_action *action)
{
	const struct search_kernel *kernels = simulation->kernels;
	size_t i = 0;

	while (kernels[i].position != action->position || kernels[i].variant != action->variant)
		i++;
	return i;
}

static void add_kernel(struct simulation *simulation, const struct search_action *action,
		       enum search_state state)
{
	size_t n = simulation->problem.n_kernels++;

	mem_grow(&simulation->kernels, &simulation->kernels_capacity, n,
		 sizeof(*simulation->kernels));
	simulation->kernels[n] = (struct search_kernel){ action->position, state, action->variant };
	simulation->problem.kernels = simulation->kernels;
}

/* A boot with room for its values; for the caller to fill, and gone at the next one. */
static struct search_boot *push_boot(struct simulation *simulation, size_t kernel, size_t n_values)
{
	size_t n = simulation->problem.n_boots++;
	double *values = mem_array(n_values, sizeof(*values));

	mem_grow(&simulation->values, &simulation->values_capacity, n, sizeof(*simulation->values));
	simulation->values[n] = values;
	mem_grow(&simulation->boots, &simulation->boots_capacity, n, sizeof(*simulation->boots));
	simulation->boots[n] =
		(struct search_boot){ .kernel = kernel, .values = values, .n = n_values };
	simulation->problem.boots = simulation->boots;
	return &simulation->boots[n];
}

static void add_boot(struct simulation *simulation, const struct search_action *action)
{
	const size_t kernel = kernel_of(simulation, action);
	struct search_boot *boot = push_boot(simulation, kernel, action->samples);
	double *values = simulation->values[simulation->problem.n_boots - 1];

	simulate_world_boot(&simulation->world, action->position, action->variant);
	for (unsigned i = 0; i < action->samples; i++)
		values[i] = simulate_world_sample(&simulation->world);
	boot->minute = simulation->world.minutes;
}

/* The boot that was made last runs on. */
static void add_samples(struct simulation *simulation, unsigned samples)
{
	struct search_boot *boot = &simulation->boots[simulation->problem.n_boots - 1];
	double **values = &simulation->values[simulation->problem.n_boots - 1];
	double *more = mem_array(boot->n + samples, sizeof(*more));

	memcpy(more, *values, boot->n * sizeof(*more));
	for (unsigned i = 0; i < samples; i++)
		more[boot->n++] = simulate_world_sample(&simulation->world);
	free(*values);
	*values = more;
	boot->values = more;
	boot->minute = simulation->world.minutes;
}

/* Both ends as earlier bisects have left them: built and measured, at no cost to this one. */
static void add_known_ends(struct simulation *simulation)
{
	const struct simulate_options *options = simulation->world.options;
	const struct search_action looks[] = {
		{ .position = 0, .samples = options->search.max_samples },
		{ .position = options->commits, .samples = options->search.max_samples },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(looks) && options->known_boots > 0; i++) {
		add_kernel(simulation, &looks[i], SEARCH_BUILT);
		for (unsigned j = 0; j < options->known_boots; j++)
			add_boot(simulation, &looks[i]);
	}
	simulate_world_reset_meter(&simulation->world);
}

void simulation_init(struct simulation *simulation, const struct simulate_options *options,
		     uint64_t seed)
{
	*simulation = (struct simulation){
		.problem = { .n = options->commits,
			     .mass = options->mass,
			     .costs = options->costs,
			     .options = options->search },
	};
	simulate_world_init(&simulation->world, options, seed);
	add_known_ends(simulation);
}

void simulation_clear(struct simulation *simulation)
{
	for (size_t i = 0; i < simulation->problem.n_boots; i++)
		free(simulation->values[i]);
	free(simulation->kernels);
	free(simulation->boots);
	free(simulation->values);
	simulate_world_clear(&simulation->world);
}

/* Mean of the samples at the good end. */
static double good_level(const struct search_problem *problem)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < problem->n_boots; i++) {
		const struct search_boot *boot = &problem->boots[i];

		if (problem->kernels[boot->kernel].position != 0)
			continue;
		for (size_t j = 0; j < boot->n; j++)
			sum += boot->values[j];
		n += boot->n;
	}
	return n ? sum / (double)n : 0;
}

void simulation_take(struct simulation *simulation, const struct search_problem *problem)
{
	const double level = good_level(problem);

	simulation->problem.is_cheap = problem->is_cheap;
	for (size_t i = 0; i < problem->n_kernels; i++) {
		const struct search_kernel *kernel = &problem->kernels[i];

		simulation->world.is_dead[kernel->position] = kernel->state == SEARCH_UNTESTABLE;
		add_kernel(simulation,
			   &(struct search_action){ .position = kernel->position,
						    .variant = kernel->variant },
			   kernel->state);
	}
	for (size_t i = 0; i < problem->n_boots; i++) {
		const struct search_boot *boot = &problem->boots[i];
		struct search_boot *copy = push_boot(simulation, boot->kernel, boot->n);
		double *values = simulation->values[simulation->problem.n_boots - 1];

		for (size_t j = 0; j < boot->n; j++)
			values[j] = boot->values[j] - level;
		copy->minute = boot->minute;
	}
}

/* Pays for it, unless the kernel has been built elsewhere. */
static bool build(struct simulation *simulation, const struct search_action *action)
{
	const struct search_problem *problem = &simulation->problem;
	struct simulate_world *world = &simulation->world;
	bool is_built = simulate_world_build(world, action->position);

	if (action->variant > 0 && problem->costs.layout > 0)
		world->minutes += problem->costs.layout - problem->costs.build;
	if (problem->is_cheap && problem->is_cheap[action->position] && action->variant == 0) {
		world->builds--;
		world->minutes -= problem->costs.build;
	}
	return is_built;
}

void simulation_act(struct simulation *simulation, const struct search_action *action)
{
	struct search_problem *problem = &simulation->problem;

	if (action->kind == SEARCH_DO_SAMPLE) {
		add_samples(simulation, action->samples);
		return;
	}
	problem->is_running = false;
	if (action->kind == SEARCH_DO_BUILD) {
		bool is_built = build(simulation, action);

		add_kernel(simulation, action, is_built ? SEARCH_BUILT : SEARCH_UNTESTABLE);
		if (!is_built)
			return;
	}
	add_boot(simulation, action);
	problem->is_running = problem->options.holds;
}

bool simulation_step(struct simulation *simulation, struct search_verdict *ret)
{
	const struct search_costs *costs = &simulation->problem.costs;
	const double minutes_max = BUILDS_MAX * (costs->build + costs->boot + costs->sample);

	search_evaluate(&simulation->problem, ret, NULL);
	if (ret->next.reason == SEARCH_WHY_END || simulation->world.minutes > minutes_max)
		return false;
	simulation_act(simulation, &ret->next);
	return true;
}
