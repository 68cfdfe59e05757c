/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <stdlib.h>

#include "base/defs.h"
#include "base/mem.h"
#include "bisect/search_chain.h"

static const double value = 1;

/* Measured at 0, 50 and 100; dead at 10 and 60…65; 20 was built and not measured. */
static const struct search_kernel kernels[] = {
	{ 100, SEARCH_BUILT, 0 },     { 0, SEARCH_BUILT, 0 },       { 50, SEARCH_BUILT, 0 },
	{ 10, SEARCH_UNTESTABLE, 0 }, { 60, SEARCH_UNTESTABLE, 0 }, { 61, SEARCH_UNTESTABLE, 0 },
	{ 62, SEARCH_UNTESTABLE, 0 }, { 63, SEARCH_UNTESTABLE, 0 }, { 64, SEARCH_UNTESTABLE, 0 },
	{ 65, SEARCH_UNTESTABLE, 0 }, { 20, SEARCH_BUILT, 0 },
};
static const struct search_boot boots[] = {
	{ 2, &value, 1, 0 }, { 0, &value, 1, 0 }, { 1, &value, 1, 0 }, { 2, &value, 1, 0 }
};

static struct search_problem problem(void)
{
	return (struct search_problem){
		.n = 100,
		.kernels = kernels,
		.n_kernels = ARRAY_LENGTH(kernels),
		.boots = boots,
		.n_boots = ARRAY_LENGTH(boots),
		.costs = { .build = 10, .boot = 1, .sample = 1 },
		.options = { .smallest_effect = 1 },
	};
}

static void measured_kernels_stand_in_order_with_their_boots(void **state)
{
	struct search_problem given = problem();
	struct search_chain chain;

	(void)state;
	search_chain_init(&chain, &given);
	assert_int_equal(chain.n_points, 3);
	assert_int_equal(chain.points[0].position, 0);
	assert_int_equal(chain.points[1].position, 50);
	assert_int_equal(chain.points[1].n_looks, 2);
	assert_int_equal(chain.points[2].position, 100);
	assert_true(search_chain_is_dead(&chain, 62));
	assert_false(search_chain_is_dead(&chain, 59));
	assert_true(search_chain_is_built(&chain, 20));
	assert_true(search_chain_build_cost(&chain, 20) == 0);
	assert_true(search_chain_build_cost(&chain, 21) == 10);
	search_chain_clear(&chain);
}

static void a_candidate_keeps_off_untestable_commits(void **state)
{
	struct search_problem given = problem();
	struct search_chain chain;
	uint32_t position;

	(void)state;
	search_chain_init(&chain, &given);
	assert_true(search_chain_pick(&chain, 1, 63, &position));
	assert_int_equal(position, 71); /* six away from 65; 54 is farther from the target */
	assert_true(search_chain_pick(&chain, 0, 25, &position));
	assert_int_equal(position, 25);
	assert_true(search_chain_p_ok(&chain, 66) < search_chain_p_ok(&chain, 71));
	assert_true(search_chain_p_ok(&chain, 20) == 1);
	search_chain_clear(&chain);
}

static void a_gap_is_settled_when_all_inside_is_untestable(void **state)
{
	struct search_kernel few[] = {
		{ 0, SEARCH_BUILT, 0 },      { 3, SEARCH_BUILT, 0 }, { 1, SEARCH_UNTESTABLE, 0 },
		{ 2, SEARCH_UNTESTABLE, 0 }, { 5, SEARCH_BUILT, 0 }, { 6, SEARCH_BUILT, 0 },
	};
	const struct search_boot few_boots[] = {
		{ 0, &value, 1, 0 }, { 1, &value, 1, 0 }, { 4, &value, 1, 0 }, { 5, &value, 1, 0 }
	};
	struct search_problem given = {
		.n = 6, .kernels = few, .n_kernels = 6, .boots = few_boots, .n_boots = 4
	};
	struct search_chain chain;
	uint32_t position;

	(void)state;
	search_chain_init(&chain, &given);
	assert_true(search_chain_is_settled(&chain, 0));
	assert_false(search_chain_pick(&chain, 0, 1, &position));
	assert_false(search_chain_is_settled(&chain, 1));
	assert_true(search_chain_pick(&chain, 1, 4, &position));
	assert_int_equal(position, 4);
	assert_true(search_chain_is_settled(&chain, 2));
	search_chain_clear(&chain);
}

static void quantiles_follow_the_mass(void **state)
{
	struct search_problem given = problem();
	double *mass = mem_array(101, sizeof(*mass));
	struct search_chain chain;

	(void)state;
	search_chain_init(&chain, &given);
	assert_int_equal(search_chain_quantile(&chain, 0, 0.5), 25);
	assert_int_equal(search_chain_quantile(&chain, 1, 0.2), 60);
	assert_int_equal(search_chain_quantile(&chain, 1, 0), 51);
	assert_int_equal(search_chain_quantile(&chain, 1, 1), 99);
	search_chain_clear(&chain);
	for (size_t i = 1; i <= 100; i++)
		mass[i] = i == 42 ? 100 : i == 7 ? 0 : 1;
	given.mass = mass;
	search_chain_init(&chain, &given);
	assert_int_equal(search_chain_quantile(&chain, 0, 0.9), 42);
	assert_true(search_chain_mass(&chain, 6, 7) > 0);
	assert_true(fabs(search_chain_mass(&chain, 0, 50) - 148) < 0.01);
	search_chain_clear(&chain);
	free(mass);
}

static void the_nearest_cheap_kernel_is_found(void **state)
{
	struct search_problem given = problem();
	uint8_t is_cheap[101] = { 0 };
	struct search_chain chain;
	uint32_t position;

	(void)state;
	is_cheap[33] = is_cheap[61] = is_cheap[90] = 1;
	given.is_cheap = is_cheap;
	search_chain_init(&chain, &given);
	assert_true(search_chain_pick_cheap(&chain, 0, 25, &position));
	assert_int_equal(position, 20); /* already built */
	assert_true(search_chain_pick_cheap(&chain, 0, 28, &position));
	assert_int_equal(position, 33);
	assert_true(search_chain_pick_cheap(&chain, 1, 62, &position));
	assert_int_equal(position, 90); /* 61 is untestable */
	search_chain_clear(&chain);
}

static void layouts_of_one_commit_make_one_point(void **state)
{
	static const struct search_kernel layouts[] = { { 100, SEARCH_BUILT, 0 },
							{ 50, SEARCH_BUILT, 1 },
							{ 50, SEARCH_BUILT, 0 },
							{ 0, SEARCH_BUILT, 0 } };
	static const struct search_boot looks[] = {
		{ 0, &value, 1, 0 }, { 1, &value, 1, 0 }, { 2, &value, 1, 0 },
		{ 2, &value, 1, 0 }, { 3, &value, 1, 0 },
	};
	struct search_problem given = problem();
	struct search_chain chain;
	struct search_point *point;

	(void)state;
	given.kernels = layouts;
	given.n_kernels = ARRAY_LENGTH(layouts);
	given.boots = looks;
	given.n_boots = ARRAY_LENGTH(looks);
	search_chain_init(&chain, &given);
	assert_int_equal(chain.n_builds, 4);
	assert_int_equal(chain.n_points, 3);
	point = &chain.points[1];
	assert_int_equal(point->position, 50);
	assert_int_equal(point->n_builds, 2);
	assert_int_equal(point->n_looks, 3);
	assert_int_equal(point->builds[0].variant, 0);
	assert_int_equal(point->builds[0].n_looks, 2);
	for (size_t i = 0; i < chain.n_builds; i++) {
		chain.builds[i].mean = 0;
		chain.builds[i].precision = 1;
	}
	point->builds[0].mean = 1;
	point->builds[1].mean = 3;
	point->builds[1].precision = 0.2;
	assert_true(search_chain_weakest(point) == &point->builds[1]);
	/* τ² = 3: each layout weighs 1/(3+1/precision). */
	(void)search_chain_weigh(&chain, 3);
	assert_true(fabs(point->weight - (1.0 / 4 + 1.0 / 8)) < 1e-12);
	assert_true(fabs(point->mean - (1.0 / 4 + 3.0 / 8) / (3.0 / 8)) < 1e-12);
	assert_true(fabs(chain.points[0].weight - 1.0 / 4) < 1e-12);
	/* Without it their boots are as good as those of one kernel. */
	(void)search_chain_weigh(&chain, 0);
	assert_true(fabs(point->precision - 1.2) < 1e-12);
	search_chain_clear(&chain);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(measured_kernels_stand_in_order_with_their_boots),
		cmocka_unit_test(a_candidate_keeps_off_untestable_commits),
		cmocka_unit_test(a_gap_is_settled_when_all_inside_is_untestable),
		cmocka_unit_test(quantiles_follow_the_mass),
		cmocka_unit_test(the_nearest_cheap_kernel_is_found),
		cmocka_unit_test(layouts_of_one_commit_make_one_point),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
