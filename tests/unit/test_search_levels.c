/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <stdlib.h>

#include "base/defs.h"
#include "base/mem.h"
#include "bisect/search_levels.h"

static void assert_near(double actual, double expected, double tolerance)
{
	if (!(fabs(actual - expected) <= tolerance))
		fail_msg("%.9g is not within %g of %.9g", actual, tolerance, expected);
}

/* Four kernels with given means and weights. */
struct fixture {
	struct search_kernel kernels[4];
	struct search_problem problem;
	struct search_chain chain;
	struct search_window *window;
};

static int setup(void **state)
{
	static const double value = 0;
	static const double weights[] = { 8, 4, 4, 8 };
	static const double means[] = { 100, 99.4, 97.9, 97.0 };
	static const struct search_boot boots[] = {
		{ 0, &value, 1, 0 }, { 1, &value, 1, 0 }, { 2, &value, 1, 0 }, { 3, &value, 1, 0 }
	};
	static const uint32_t positions[] = { 0, 500, 750, 1000 };
	struct fixture *fixture = mem_zalloc(sizeof(*fixture));

	for (size_t i = 0; i < 4; i++)
		fixture->kernels[i] = (struct search_kernel){ positions[i], SEARCH_BUILT, 0 };
	fixture->problem = (struct search_problem){
		.n = 1000,
		.kernels = fixture->kernels,
		.n_kernels = 4,
		.boots = boots,
		.n_boots = 4,
		.options = { .smallest_effect = 1 },
	};
	search_chain_init(&fixture->chain, &fixture->problem);
	for (size_t i = 0; i < 4; i++) {
		fixture->chain.points[i].mean = means[i];
		fixture->chain.points[i].weight = weights[i];
	}
	fixture->window = mem_zalloc(sizeof(*fixture->window));
	*state = fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;

	search_chain_clear(&fixture->chain);
	free(fixture->window);
	free(fixture);
	return 0;
}

/* The specification's vector: log likelihoods −10.1210, −4.0449, −8.3210. */
static void splits_are_weighed_as_specified(void **state)
{
	struct fixture *fixture = *state;
	const struct search_window *window = fixture->window;

	search_window_fit(fixture->window, &fixture->chain, 0, 3);
	assert_near(window->splits[0].p, 0.00451, 1e-5);
	assert_near(window->splits[1].p, 0.98184, 1e-5);
	assert_near(window->splits[2].p, 0.01364, 1e-5);
	assert_near(log(window->splits[0].p / 500) - log(window->splits[1].p / 250),
		    -10.1210 + 4.0449, 2e-4);
	assert_near(log(window->splits[2].p / 250) - log(window->splits[1].p / 250),
		    -8.3210 + 4.0449, 2e-4);
	assert_near(window->log_evidence,
		    log(500 * exp(-10.1210) + 250 * exp(-4.0449) + 250 * exp(-8.3210)), 1e-4);
}

static void the_levels_are_the_weighted_means_of_the_sides(void **state)
{
	struct fixture *fixture = *state;
	const struct search_window *window = fixture->window;

	search_window_fit(fixture->window, &fixture->chain, 0, 3);
	assert_int_equal(window->best, 1);
	assert_near(window->splits[1].level_before, 99.8, 1e-9);
	assert_near(window->splits[1].level_after, 97.3, 1e-9);
	assert_near(window->effect, -2.5, 1e-9);
	assert_near(window->effect_var, 1.0 / 12 + 1.0 / 12, 1e-12);
}

static void two_kernels_leave_one_gap(void **state)
{
	struct fixture *fixture = *state;

	search_window_fit(fixture->window, &fixture->chain, 2, 3);
	assert_int_equal(fixture->window->n, 1);
	assert_int_equal(fixture->window->best, 2);
	assert_near(fixture->window->splits[0].p, 1, 0);
	assert_near(fixture->window->effect, -0.9, 1e-9);
}

static void a_commit_with_more_mass_is_more_probable(void **state)
{
	struct fixture *fixture = *state;
	double *mass = mem_array(1001, sizeof(*mass));

	for (size_t i = 1; i <= 1000; i++)
		mass[i] = i == 900 ? 1000 : 1;
	search_chain_clear(&fixture->chain);
	fixture->problem.mass = mass;
	search_chain_init(&fixture->chain, &fixture->problem);
	for (size_t i = 0; i < 4; i++) {
		fixture->chain.points[i].mean = 0;
		fixture->chain.points[i].weight = 1;
	}
	search_window_fit(fixture->window, &fixture->chain, 0, 3);
	/* Levels of one and three kernels cost ½·ln 3, of two and two ½·ln 4. */
	assert_near(fixture->window->splits[2].p / fixture->window->splits[0].p, 1249.0 / 500,
		    1e-9);
	assert_near(fixture->window->splits[1].p / fixture->window->splits[0].p,
		    0.5 * sqrt(3.0 / 4), 1e-9);
	free(mass);
}

static void the_chi_square_tail_matches_its_quantiles(void **state)
{
	(void)state;
	assert_near(search_chi_square_tail(3.841459, 1), 0.05, 1e-7);
	assert_near(search_chi_square_tail(5.991465, 2), 0.05, 1e-7);
	assert_near(search_chi_square_tail(7.814728, 3), 0.05, 1e-7);
	assert_near(search_chi_square_tail(16.918978, 9), 0.05, 1e-7);
	assert_near(search_chi_square_tail(29.588298, 10), 0.001, 1e-8);
	assert_near(search_chi_square_tail(0, 7), 1, 0);
	assert_near(search_chi_square_tail(12, 0), 1, 0);
	assert_near(search_chi_square_tail(INFINITY, 3), 0, 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(splits_are_weighed_as_specified, setup, teardown),
		cmocka_unit_test_setup_teardown(the_levels_are_the_weighted_means_of_the_sides,
						setup, teardown),
		cmocka_unit_test_setup_teardown(two_kernels_leave_one_gap, setup, teardown),
		cmocka_unit_test_setup_teardown(a_commit_with_more_mass_is_more_probable, setup,
						teardown),
		cmocka_unit_test(the_chi_square_tail_matches_its_quantiles),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
