/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>

#include "base/defs.h"
#include "base/rng.h"
#include "bisect/search_drift.h"

#define SEED 1827
#define KERNELS 12
#define LOOKS 60
/* Of a kernel's mean over its five looks: (0.3² + 1/2)/5. */
#define NOISE_SQUARE 0.118
#define CHANGE 500 /* by 4, of 1000 commits */

/* Twelve kernels looked at in turn, every ten minutes. */
struct lab {
	struct search_kernel kernels[KERNELS];
	struct search_boot boots[LOOKS];
	double values[LOOKS][2];
	struct search_problem problem;
	struct search_chain chain;
	struct search_noise noise;
	struct search_segments segments;
};

static void lab_init(struct lab *lab, double drift_sd, uint64_t seed)
{
	struct rng rng;
	double drift = 0;

	*lab = (struct lab){
		.problem = { .n = 1000,
			     .kernels = lab->kernels,
			     .n_kernels = KERNELS,
			     .boots = lab->boots,
			     .n_boots = LOOKS,
			     .costs = { .build = 10, .boot = 1, .sample = 1 },
			     .options = { .confidence = 0.99,
					  .smallest_effect = 2,
					  .min_samples = 1,
					  .max_samples = 8 } },
	};
	rng_init(&rng, seed);
	for (uint32_t i = 0; i < KERNELS; i++)
		lab->kernels[i].position = i * 1000 / (KERNELS - 1);
	for (size_t i = 0; i < LOOKS; i++) {
		size_t kernel = i * 5 % KERNELS; /* each in turn, and not in their order */
		double level = lab->kernels[kernel].position >= CHANGE ? 4 : 0;

		drift += drift_sd * sqrt(1.0 / 6) * rng_normal(&rng);
		level += drift + 0.3 * rng_normal(&rng);
		for (size_t j = 0; j < 2; j++)
			lab->values[i][j] = level + rng_normal(&rng);
		lab->boots[i] = (struct search_boot){ .kernel = kernel,
						      .values = lab->values[i],
						      .n = 2,
						      .minute = 10.0 * (double)i };
	}
	search_chain_init(&lab->chain, &lab->problem);
	search_noise_fit(&lab->chain, &lab->noise);
	search_segments_fit(&lab->chain, &lab->segments);
}

/* Mean square of the points' errors around the two levels, whatever their common offset. */
static double error_of(const struct lab *lab)
{
	double sum[2] = { 0 }, squares = 0;
	size_t n[2] = { 0 };

	for (size_t i = 0; i < lab->chain.n_points; i++) {
		sum[lab->chain.points[i].position >= CHANGE] += lab->chain.points[i].mean;
		n[lab->chain.points[i].position >= CHANGE]++;
	}
	for (size_t i = 0; i < lab->chain.n_points; i++) {
		size_t side = lab->chain.points[i].position >= CHANGE;

		squares += pow(lab->chain.points[i].mean - sum[side] / (double)n[side], 2);
	}
	return squares / (double)lab->chain.n_points;
}

static void a_steady_machine_is_left_alone(void **state)
{
	(void)state;
	print_message("seed %d\n", SEED);
	for (uint64_t seed = SEED; seed < SEED + 20; seed++) {
		struct lab lab;
		double before;

		lab_init(&lab, 0, seed);
		before = lab.chain.points[3].mean;
		assert_true(search_drift_remove(&lab.chain, &lab.noise, &lab.segments) == 0);
		assert_true(lab.chain.points[3].mean == before);
		search_chain_clear(&lab.chain);
	}
}

static void a_wandering_machine_is_recognised_and_its_walk_taken_off(void **state)
{
	double before = 0, after = 0;

	(void)state;
	print_message("seed %d\n", SEED);
	for (uint64_t seed = SEED; seed < SEED + 20; seed++) {
		struct lab lab;
		double sd;

		lab_init(&lab, 1.5, seed);
		before += error_of(&lab);
		sd = search_drift_remove(&lab.chain, &lab.noise, &lab.segments);
		assert_true(sd > 0.5 && sd < 3);
		after += error_of(&lab);
		assert_int_equal(lab.segments.n, 1);
		search_chain_clear(&lab.chain);
	}
	/* Of what drift adds to the noise, less than half is left. */
	assert_true(after - 20 * NOISE_SQUARE < 0.5 * (before - 20 * NOISE_SQUARE));
}

static void without_times_there_is_no_drift(void **state)
{
	struct lab lab;

	(void)state;
	lab_init(&lab, 1.5, SEED);
	for (size_t i = 0; i < lab.chain.n_looks; i++)
		lab.chain.looks[i].minute = 0;
	assert_true(search_drift_remove(&lab.chain, &lab.noise, &lab.segments) == 0);
	search_chain_clear(&lab.chain);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_steady_machine_is_left_alone),
		cmocka_unit_test(a_wandering_machine_is_recognised_and_its_walk_taken_off),
		cmocka_unit_test(without_times_there_is_no_drift),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
