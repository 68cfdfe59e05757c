/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "bisect/forecast.h"
#include "bisect/simulate.h"
#include "bisect/simulation.h"

#define COMMITS 200
#define RUNS 30

static struct simulate_options small_world(void)
{
	struct simulate_options options = simulate_default_options();

	options.commits = COMMITS;
	options.runs = RUNS;
	return options;
}

static void a_bisect_costs_what_its_simulations_do(void **state)
{
	const struct simulate_options options = small_world();
	struct simulate_result result;
	struct forecast forecast;

	(void)state;
	simulate(&options, &result);
	forecast_bisect(&options, &forecast);
	assert_true(forecast.minutes.mean > result.minutes - 1e-6);
	assert_true(forecast.minutes.mean < result.minutes + 1e-6);
	assert_true(forecast.builds.mean > result.builds - 1e-6);
	assert_true(forecast.minutes.low < forecast.minutes.mean);
	assert_true(forecast.minutes.high > forecast.minutes.mean);
}

/* What is left in the middle of a bisect, and before its last steps. */
static struct forecast look_ahead(const struct simulation *simulation)
{
	double posterior[COMMITS + 1];
	struct search_verdict verdict;
	struct forecast forecast;

	search_evaluate(&simulation->problem, &verdict, posterior);
	forecast_rest(&simulation->problem, &verdict, posterior, RUNS, &forecast);
	return forecast;
}

static void what_is_left_shrinks_on_the_way(void **state)
{
	const struct simulate_options options = small_world();
	struct simulation simulation;
	struct search_verdict verdict;
	struct forecast first, second, again;
	unsigned steps = 0;

	(void)state;
	simulation_init(&simulation, &options, 1);
	while (simulation.problem.n_kernels < 4)
		assert_true(simulation_step(&simulation, &verdict));
	first = look_ahead(&simulation);
	again = look_ahead(&simulation);
	assert_memory_equal(&first, &again, sizeof(first));
	while (simulation.problem.n_kernels < 8 && steps++ < 100)
		assert_true(simulation_step(&simulation, &verdict));
	second = look_ahead(&simulation);
	assert_true(first.minutes.mean > 30 && first.minutes.mean < 300);
	assert_true(second.minutes.mean < first.minutes.mean);
	assert_true(second.minutes.low >= 0);
	while (simulation_step(&simulation, &verdict))
		;
	assert_true(look_ahead(&simulation).minutes.mean == 0);
	simulation_clear(&simulation);
}

static void a_kernel_that_is_built_elsewhere_costs_no_build(void **state)
{
	const struct simulate_options options = small_world();
	uint8_t is_cheap[COMMITS + 1];
	struct simulation simulation;
	struct search_verdict verdict;
	struct forecast dear, cheap;

	(void)state;
	memset(is_cheap, 1, sizeof(is_cheap));
	simulation_init(&simulation, &options, 1);
	while (simulation.problem.n_kernels < 3)
		assert_true(simulation_step(&simulation, &verdict));
	dear = look_ahead(&simulation);
	simulation.problem.is_cheap = is_cheap;
	simulation.problem.options.variants = 1; /* another layout would be built here */
	cheap = look_ahead(&simulation);
	assert_true(cheap.builds.mean == 0);
	assert_true(cheap.minutes.mean < dear.minutes.mean / 2);
	simulation_clear(&simulation);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_bisect_costs_what_its_simulations_do),
		cmocka_unit_test(what_is_left_shrinks_on_the_way),
		cmocka_unit_test(a_kernel_that_is_built_elsewhere_costs_no_build),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
