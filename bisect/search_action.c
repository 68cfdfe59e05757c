/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/search_action.h"

#include <math.h>

/* A kernel whose own noise is below this part of the build's deviation tells no more when rebooted. */
#define NOISE_MATTERS 0.25
#define BOOTS_TRUSTED 2
#define BOOTS_MAX 256

double search_action_rate(const struct search_action *action)
{
	return action->gain_bits / fmax(action->cost_min, 1e-9);
}

double search_action_look_cost(const struct search_problem *problem, unsigned samples)
{
	return problem->costs.boot + samples * problem->costs.sample;
}

struct search_action search_action_boot_with(const struct search_problem *problem,
					     const struct search_build *build, unsigned samples,
					     enum search_reason reason)
{
	return (struct search_action){
		.kind = SEARCH_DO_BOOT,
		.reason = reason,
		.position = build->position,
		.variant = build->variant,
		.samples = samples,
		.cost_min = search_action_look_cost(problem, samples),
	};
}

struct search_action search_action_boot(const struct search_chain *chain,
					const struct search_noise *noise,
					const struct search_build *build, enum search_reason reason)
{
	return search_action_boot_with(chain->problem, build,
				       search_noise_best_samples(noise, chain->problem), reason);
}

bool search_action_is_running(const struct search_problem *problem,
			      const struct search_build *build)
{
	const struct search_kernel *kernel;

	if (!problem->is_running || problem->n_boots == 0)
		return false;
	kernel = &problem->kernels[problem->boots[problem->n_boots - 1].kernel];
	return kernel->position == build->position && kernel->variant == build->variant;
}

struct search_action search_action_samples(const struct search_problem *problem,
					   const struct search_build *build, unsigned samples,
					   enum search_reason reason)
{
	return (struct search_action){
		.kind = SEARCH_DO_SAMPLE,
		.reason = reason,
		.position = build->position,
		.variant = build->variant,
		.samples = samples,
		.cost_min = samples * problem->costs.sample,
	};
}

struct search_action search_action_build(const struct search_chain *chain, uint32_t position,
					 unsigned samples, enum search_reason reason)
{
	return (struct search_action){
		.kind = search_chain_is_built(chain, position) ? SEARCH_DO_BOOT : SEARCH_DO_BUILD,
		.reason = reason,
		.position = position,
		.samples = samples,
		.cost_min = search_chain_build_cost(chain, position) +
			    search_action_look_cost(chain->problem, samples),
	};
}

double search_action_weight(double precision, double build_var)
{
	return 1 / (build_var + 1 / precision);
}

double search_action_added_weight(const struct search_build *build,
				  const struct search_noise *noise, double build_var,
				  unsigned samples)
{
	double more = build->precision + 1 / search_noise_plan_var(noise, samples);

	return search_action_weight(more, build_var) -
	       search_action_weight(build->precision, build_var);
}

/* One boot alone may be wrong as a whole, whatever the noise says. */
bool search_action_may_boot(const struct search_build *build, double build_var)
{
	return build->n_looks < BOOTS_TRUSTED ||
	       (build->n_looks < BOOTS_MAX &&
		1 / build->precision > NOISE_MATTERS * NOISE_MATTERS * build_var);
}

/* Is that layout built, and was not booted yet? */
static bool is_built(const struct search_problem *problem, const struct search_action *action)
{
	for (size_t i = 0; i < problem->n_kernels; i++) {
		const struct search_kernel *kernel = &problem->kernels[i];

		if (kernel->position == action->position && kernel->variant == action->variant)
			return kernel->state == SEARCH_BUILT;
	}
	return false;
}

static double rebuild_cost(const struct search_costs *costs)
{
	return costs->layout > 0 ? costs->layout : costs->build;
}

bool search_action_layout(const struct search_chain *chain, const struct search_point *point,
			  unsigned samples, enum search_reason reason, struct search_action *ret)
{
	const struct search_problem *problem = chain->problem;
	struct search_action action = {
		.kind = SEARCH_DO_BUILD,
		.reason = reason,
		.position = point->position,
		.variant = point->builds[point->n_builds - 1].variant + 1,
		.samples = samples,
		.cost_min = search_action_look_cost(problem, samples),
	};

	if (action.variant >= problem->options.variants)
		return false;
	if (is_built(problem, &action))
		action.kind = SEARCH_DO_BOOT;
	else if (problem->n_kernels >= SEARCH_KERNELS_MAX)
		return false;
	else
		action.cost_min += rebuild_cost(&problem->costs);
	*ret = action;
	return true;
}
