/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>

#include "base/defs.h"
#include "base/rng.h"
#include "bisect/search.h"
#include "bisect/search_warmup.h"

#define BOOTS 12
#define SAMPLES 3
#define RUNS 400

static const struct search_kernel ends[] = { { 0, SEARCH_BUILT, 0 }, { 1000, SEARCH_BUILT, 0 } };

/* Boots of both ends in turn, 3 apart, with samples of deviation 1 of which the first is off by `offset`. */
struct boots {
	double values[BOOTS][SAMPLES];
	struct search_boot items[BOOTS];
	struct search_problem problem;
};

static void draw(struct boots *boots, struct rng *rng, double offset, size_t samples)
{
	for (size_t i = 0; i < BOOTS; i++) {
		double level = (i % 2 ? -3 : 0) + 0.5 * rng_normal(rng);

		for (size_t j = 0; j < samples; j++)
			boots->values[i][j] = level + rng_normal(rng) + (j == 0 ? offset : 0);
		boots->items[i] = (struct search_boot){ i % 2, boots->values[i], samples, 0 };
	}
	boots->problem = (struct search_problem){
		.n = 1000,
		.kernels = ends,
		.n_kernels = ARRAY_LENGTH(ends),
		.boots = boots->items,
		.n_boots = BOOTS,
		.costs = { .build = 10, .boot = 1, .sample = 1 },
		.options = { .confidence = .99,
			     .smallest_effect = 1.5,
			     .min_samples = 1,
			     .max_samples = 8,
			     .holds = true },
	};
}

static double find(const struct boots *boots)
{
	struct search_chain chain;
	struct search_warmup warmup;

	search_chain_init(&chain, &boots->problem);
	warmup = search_warmup_find(&chain);
	search_chain_clear(&chain);
	return warmup.offset;
}

static unsigned count_seen(double offset, size_t samples, double *ret_mean)
{
	struct boots boots;
	struct rng rng;
	unsigned seen = 0;

	rng_init(&rng, 11);
	*ret_mean = 0;
	for (unsigned i = 0; i < RUNS; i++) {
		double found;

		draw(&boots, &rng, offset, samples);
		found = find(&boots);
		*ret_mean += found / RUNS;
		seen += found != 0;
	}
	return seen;
}

static void a_first_sample_that_is_off_is_seen_and_measured(void **state)
{
	double mean;

	(void)state;
	assert_int_equal(count_seen(-4, SAMPLES, &mean), RUNS);
	assert_true(fabs(mean + 4) < 0.05);
	assert_int_equal(count_seen(5, 2, &mean), RUNS);
	assert_true(fabs(mean - 5) < 0.05);
}

static void samples_that_are_alike_have_no_warm_up(void **state)
{
	double mean;

	(void)state;
	/* 4 standard deviations: less than one in 10 000. */
	assert_int_equal(count_seen(0, SAMPLES, &mean), 0);
	assert_int_equal(count_seen(0, 2, &mean), 0);
	assert_int_equal(count_seen(-3, 1, &mean), 0); /* nothing to compare with */
}

static void an_offset_that_does_no_harm_is_left_alone(void **state)
{
	struct boots boots;
	struct rng rng;

	(void)state;
	rng_init(&rng, 3);
	draw(&boots, &rng, -3, SAMPLES);
	assert_true(find(&boots) < -2);
	boots.problem.options.smallest_effect = 50;
	assert_true(find(&boots) == 0);
}

static void two_boots_prove_nothing(void **state)
{
	struct boots boots;
	struct rng rng;

	(void)state;
	rng_init(&rng, 3);
	draw(&boots, &rng, -30, SAMPLES);
	boots.problem.n_boots = 2;
	assert_true(find(&boots) == 0);
	boots.problem.n_boots = 4;
	assert_true(find(&boots) < -20);
}

static void first_samples_go_and_lone_ones_are_corrected(void **state)
{
	const struct search_warmup warmup = { .offset = -3, .var = 0.25 };
	struct search_chain chain;
	struct boots boots;
	struct rng rng;

	(void)state;
	rng_init(&rng, 5);
	draw(&boots, &rng, -3, SAMPLES);
	boots.items[0].n = 1;
	search_chain_init(&chain, &boots.problem);
	search_warmup_remove(&chain, &warmup);
	assert_int_equal(chain.n_cold, 1);
	for (size_t i = 0; i < chain.n_looks; i++) {
		const struct search_look *look = &chain.looks[i];

		if (look->warmup_var > 0) {
			assert_int_equal(look->n, 1);
			assert_true(look->values[0] == boots.values[0][0] + 3);
			assert_true(look->warmup_var == 0.25);
			continue;
		}
		assert_int_equal(look->n, SAMPLES - 1);
		assert_true(fabs(look->values[0]) < 7); /* no longer 3 lower */
	}
	search_chain_clear(&chain);
}

/* The search takes one sample more than it would, and its level is that of the later ones. */
static void the_search_leaves_the_first_sample_out(void **state)
{
	struct search_verdict cold, even;
	struct boots boots;
	struct rng rng;

	(void)state;
	rng_init(&rng, 5);
	draw(&boots, &rng, 0, SAMPLES);
	search_evaluate(&boots.problem, &even, NULL);
	assert_true(even.warmup == 0);
	for (size_t i = 0; i < BOOTS; i++)
		boots.values[i][0] -= 6;
	search_evaluate(&boots.problem, &cold, NULL);
	assert_true(cold.warmup < -4);
	assert_true(fabs(cold.difference - even.difference) < 0.7);
	assert_true(cold.sample_sd < 2);
	assert_true(cold.next.samples >= 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_first_sample_that_is_off_is_seen_and_measured),
		cmocka_unit_test(samples_that_are_alike_have_no_warm_up),
		cmocka_unit_test(an_offset_that_does_no_harm_is_left_alone),
		cmocka_unit_test(two_boots_prove_nothing),
		cmocka_unit_test(first_samples_go_and_lone_ones_are_corrected),
		cmocka_unit_test(the_search_leaves_the_first_sample_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
