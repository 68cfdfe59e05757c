/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/defs.h"
#include "base/rng.h"
#include "bisect/search.h"

#define SEED 20081001
#define MAX 64
#define SAMPLES 3

/* A problem that grows, with the memory behind it. */
struct lab {
	struct search_problem problem;
	struct search_kernel kernels[MAX];
	struct search_boot boots[8 * MAX];
	double values[8 * MAX][SAMPLES];
	struct search_verdict verdict;
	double posterior[1001];
};

static struct lab *lab_new(uint32_t n)
{
	struct lab *lab = calloc(1, sizeof(*lab));

	assert_non_null(lab);
	lab->problem = (struct search_problem){
		.n = n,
		.kernels = lab->kernels,
		.boots = lab->boots,
		.costs = { .build = 10, .boot = 1, .sample = 1 },
		.options = { .confidence = 0.99,
			     .smallest_effect = 1,
			     .min_samples = 1,
			     .max_samples = 8 },
	};
	return lab;
}

static void add_dead(struct lab *lab, uint32_t position)
{
	lab->kernels[lab->problem.n_kernels++] =
		(struct search_kernel){ position, SEARCH_UNTESTABLE, 0 };
}

/* One boot with three samples around `level`. */
static void add_boot(struct lab *lab, uint32_t position, double level, double spread)
{
	size_t kernel = 0, n = lab->problem.n_boots++;

	while (kernel < lab->problem.n_kernels && lab->kernels[kernel].position != position)
		kernel++;
	if (kernel == lab->problem.n_kernels) {
		lab->kernels[kernel] = (struct search_kernel){ position, SEARCH_BUILT, 0 };
		lab->problem.n_kernels++;
	}
	/* First samples lie below and above the later ones by turns: they are no warm-up. */
	lab->values[n][0] = level - (n % 4 < 2 ? spread : -spread);
	lab->values[n][1] = level + (n % 4 < 2 ? spread : -spread);
	lab->values[n][2] = level;
	lab->boots[n] = (struct search_boot){ kernel, lab->values[n], SAMPLES, 0 };
}

static void add_boots(struct lab *lab, uint32_t position, double level, double spread, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		add_boot(lab, position, level + (i % 2 ? 0.3 : -0.3) * spread, spread);
}

static const struct search_action *evaluate(struct lab *lab)
{
	search_evaluate(&lab->problem, &lab->verdict, lab->posterior);
	return &lab->verdict.next;
}

static double posterior_sum(const struct lab *lab, uint32_t lo, uint32_t hi)
{
	double sum = 0;

	for (uint32_t i = lo + 1; i <= hi; i++)
		sum += lab->posterior[i];
	return sum;
}

static void the_ends_are_built_first_and_booted_in_turn(void **state)
{
	struct lab *lab = lab_new(1000);
	const struct search_action *next = evaluate(lab);

	(void)state;
	assert_int_equal(next->kind, SEARCH_DO_BUILD);
	assert_int_equal(next->position, 0);
	assert_int_equal(next->reason, SEARCH_WHY_CALIBRATE);
	assert_true(next->samples >= 2);
	assert_true(fabs(lab->posterior[17] - 0.001) < 1e-12);
	assert_true(lab->verdict.minutes_left > 60);
	add_boot(lab, 0, 100, 1);
	next = evaluate(lab);
	assert_int_equal(next->kind, SEARCH_DO_BUILD);
	assert_int_equal(next->position, 1000);
	add_boot(lab, 1000, 97, 1);
	next = evaluate(lab);
	assert_int_equal(next->kind, SEARCH_DO_BOOT);
	assert_int_equal(next->position, 0);
	add_boot(lab, 0, 100, 1);
	assert_int_equal(evaluate(lab)->position, 1000);
	free(lab);
}

static void a_clear_difference_sends_it_to_the_middle(void **state)
{
	struct lab *lab = lab_new(1000);
	const struct search_action *next;

	(void)state;
	add_boots(lab, 0, 100, 0.5, 3);
	add_boots(lab, 1000, 95, 0.5, 3);
	next = evaluate(lab);
	assert_int_equal(next->kind, SEARCH_DO_BUILD);
	assert_int_equal(next->reason, SEARCH_WHY_SPLIT);
	assert_int_equal(next->position, 500);
	assert_true(next->gain_bits > 0.8 && next->gain_bits <= 1);
	assert_int_equal(lab->verdict.n_changes, 1);
	assert_true(fabs(lab->verdict.difference + 5) < 0.2);
	assert_false(lab->verdict.changes[0].is_resolved);
	assert_true(fabs(posterior_sum(lab, 0, 1000) - 1) < 1e-9);
	free(lab);
}

static void a_kernel_known_to_be_built_is_booted_and_not_built(void **state)
{
	struct lab *lab = lab_new(1000);
	uint8_t is_cheap[1001] = { 0 };

	(void)state;
	add_boots(lab, 0, 100, 0.5, 3);
	add_boots(lab, 1000, 95, 0.5, 3);
	is_cheap[433] = 1;
	lab->problem.is_cheap = is_cheap;
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BUILD);
	assert_int_equal(lab->verdict.next.position, 433);
	assert_true(lab->verdict.next.cost_min < 10);
	lab->kernels[lab->problem.n_kernels++] = (struct search_kernel){ 450, SEARCH_BUILT, 0 };
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BOOT);
	assert_int_equal(lab->verdict.next.position, 450);
	free(lab);
}

static void neighbours_that_differ_are_found_after_two_boots_each(void **state)
{
	struct lab *lab = lab_new(1000);

	(void)state;
	add_boots(lab, 0, 100, 0.2, 3);
	add_boots(lab, 1000, 95, 0.2, 3);
	add_boots(lab, 500, 100, 0.2, 2);
	add_boots(lab, 700, 95, 0.2, 1);
	add_boots(lab, 699, 100, 0.2, 1);
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BOOT);
	assert_int_equal(lab->verdict.next.reason, SEARCH_WHY_CONFIRM);
	assert_int_equal(lab->verdict.next.position, 699);
	add_boot(lab, 699, 100, 0.2);
	assert_int_equal(evaluate(lab)->position, 700);
	add_boot(lab, 700, 95, 0.2);
	assert_int_equal(evaluate(lab)->kind, SEARCH_END_FOUND);
	assert_int_equal(lab->verdict.n_changes, 1);
	assert_int_equal(lab->verdict.changes[0].lo, 699);
	assert_int_equal(lab->verdict.changes[0].hi, 700);
	assert_int_equal(lab->verdict.changes[0].set_lo, 699);
	assert_int_equal(lab->verdict.changes[0].set_hi, 700);
	assert_true(fabs(lab->verdict.changes[0].effect + 5) < 0.2);
	assert_true(lab->verdict.best_probability > 0.99);
	assert_true(lab->posterior[700] > 0.99);
	assert_true(lab->verdict.fit_p > 0.01);
	assert_true(lab->verdict.minutes_left == 0);
	free(lab);
}

static void two_boots_that_disagree_ask_for_a_third(void **state)
{
	struct lab *lab = lab_new(1000);

	(void)state;
	add_boots(lab, 0, 100, 0.2, 6);
	add_boots(lab, 1000, 80, 0.2, 6);
	add_boots(lab, 699, 100, 0.2, 2);
	add_boots(lab, 500, 100, 0.2, 3);
	add_boots(lab, 800, 80, 0.2, 3);
	add_boot(lab, 700, 80, 0.2);
	add_boot(lab, 700, 83, 0.2);
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BOOT);
	assert_int_equal(lab->verdict.next.reason, SEARCH_WHY_DISAGREE);
	assert_int_equal(lab->verdict.next.position, 700);
	free(lab);
}

static void a_run_of_untestable_commits_is_an_answer(void **state)
{
	struct lab *lab = lab_new(1000);

	(void)state;
	add_boots(lab, 0, 100, 0.2, 3);
	add_boots(lab, 1000, 95, 0.2, 3);
	add_boots(lab, 699, 100, 0.2, 2);
	add_boots(lab, 702, 95, 0.2, 2);
	add_dead(lab, 700);
	assert_int_equal(evaluate(lab)->position, 701);
	add_dead(lab, 701);
	assert_int_equal(evaluate(lab)->kind, SEARCH_END_FOUND);
	assert_int_equal(lab->verdict.changes[0].lo, 699);
	assert_int_equal(lab->verdict.changes[0].hi, 702);
	assert_true(fabs(lab->posterior[700] - lab->posterior[702]) < 1e-12);
	free(lab);
}

static void an_untestable_end_leaves_a_range(void **state)
{
	struct lab *lab = lab_new(1000);

	(void)state;
	add_boots(lab, 0, 100, 0.2, 3);
	add_dead(lab, 1000);
	assert_int_equal(evaluate(lab)->kind, SEARCH_END_RANGE);
	assert_true(fabs(posterior_sum(lab, 0, 1000) - 1) < 1e-9);
	free(lab);
}

static void untestable_commits_move_no_end_and_no_posterior(void **state)
{
	struct lab *lab = lab_new(1000);
	double before[1001];

	(void)state;
	add_boots(lab, 0, 100, 0.5, 3);
	add_boots(lab, 1000, 97, 0.5, 3);
	add_boots(lab, 500, 99.8, 0.5, 1);
	evaluate(lab);
	memcpy(before, lab->posterior, sizeof(before));
	for (uint32_t x = 700; x < 720; x++)
		add_dead(lab, x);
	evaluate(lab);
	assert_memory_equal(before, lab->posterior, sizeof(before));
	assert_true(lab->verdict.next.position < 700 || lab->verdict.next.position >= 720);
	free(lab);
}

static void a_quiet_machine_needs_two_boots_of_each_end(void **state)
{
	struct lab *lab = lab_new(1000);

	(void)state;
	add_boots(lab, 0, 100, 0, 2);
	add_boots(lab, 1000, 97, 0, 2);
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BUILD);
	assert_int_equal(lab->verdict.next.position, 500);
	assert_true(isfinite(lab->verdict.next.gain_bits));
	assert_true(lab->verdict.next.gain_bits > 0.9);
	free(lab);
}

/* Identical samples, and kernels that differ by a tenth of what is looked for. */
static void layout_on_a_quiet_machine_is_no_change(void **state)
{
	static const uint32_t positions[] = { 0, 1000, 500, 250, 750 };
	static const double levels[] = { 100, 99.95, 100.08, 99.98, 100.02 };
	struct lab *lab = lab_new(1000);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(positions); i++)
		add_boots(lab, positions[i], levels[i], 0, i < 2 ? 2 : 1);
	assert_int_equal(evaluate(lab)->kind, SEARCH_END_NO_CHANGE);
	assert_int_equal(lab->verdict.n_changes, 0);
	assert_true(lab->verdict.fit_p > 0.01);
	free(lab);
}

static void layout_on_a_quiet_machine_hides_no_real_change(void **state)
{
	static const uint32_t positions[] = { 0, 1000, 500, 750, 625, 626 };
	static const double levels[] = { 100, 98.05, 100.08, 97.98, 99.94, 97.96 };
	struct lab *lab = lab_new(1000);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(positions); i++)
		add_boots(lab, positions[i], levels[i], 0, 2);
	assert_int_equal(evaluate(lab)->kind, SEARCH_END_FOUND);
	assert_int_equal(lab->verdict.n_changes, 1);
	assert_int_equal(lab->verdict.changes[0].hi, 626);
	assert_true(lab->verdict.fit_p > 0.01);
	free(lab);
}

static void a_change_below_the_smallest_effect_is_not_claimed(void **state)
{
	struct lab *lab = lab_new(4);

	(void)state;
	add_boots(lab, 0, 100, 0, 2);
	add_boots(lab, 1, 100, 0, 2);
	add_boots(lab, 2, 100.01, 0, 2);
	add_boots(lab, 3, 99.2, 0, 2);
	add_boots(lab, 4, 99.2, 0, 2);
	assert_int_equal(evaluate(lab)->kind, SEARCH_END_NO_CHANGE);
	assert_int_equal(lab->verdict.n_changes, 0);
	assert_true(fabs(lab->verdict.difference + 0.8) < 1e-6);
	free(lab);
}

static void two_changes_of_opposite_sign_are_both_named(void **state)
{
	static const uint32_t positions[] = { 0, 300, 301, 500, 800, 801, 1000 };
	static const double levels[] = { 100, 100, 95, 95, 95, 101, 101 };
	struct lab *lab = lab_new(1000);

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(positions); i++)
		add_boots(lab, positions[i], levels[i], 0.2, 3);
	assert_int_equal(evaluate(lab)->kind, SEARCH_END_FOUND);
	assert_int_equal(lab->verdict.n_changes, 2);
	assert_int_equal(lab->verdict.changes[0].hi, 301);
	assert_true(fabs(lab->verdict.changes[0].effect + 5) < 0.1);
	assert_int_equal(lab->verdict.changes[1].hi, 801);
	assert_true(fabs(lab->verdict.changes[1].effect - 6) < 0.1);
	assert_true(lab->posterior[301] > 0.99 && lab->posterior[801] > 0.99);
	free(lab);
}

static void ends_alike_are_looked_between_before_no_change_is_said(void **state)
{
	struct lab *lab = lab_new(1000);

	(void)state;
	add_boots(lab, 0, 100, 0.2, 3);
	add_boots(lab, 1000, 100, 0.2, 3);
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BUILD);
	assert_int_equal(lab->verdict.next.reason, SEARCH_WHY_STRETCH);
	assert_int_equal(lab->verdict.next.position, 500);
	add_boots(lab, 500, 94, 0.2, 3);
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BUILD);
	assert_int_equal(lab->verdict.n_changes, 2);
	free(lab);
}

static void ends_alike_end_a_search_for_one_change(void **state)
{
	struct lab *lab = lab_new(1000);

	(void)state;
	lab->problem.options.single = true;
	add_boots(lab, 0, 100, 0.2, 3);
	add_boots(lab, 1000, 100.1, 0.2, 3);
	assert_int_equal(evaluate(lab)->kind, SEARCH_END_NO_CHANGE);
	free(lab);
}

/* Random measurements of a history with one or two changes. */
static void fill_random(struct lab *lab, struct rng *rng)
{
	uint32_t change = 1 + (uint32_t)rng_below(rng, 999);
	double size = 6 * rng_normal(rng);

	for (size_t i = 0; i < 12; i++) {
		uint32_t position = i == 0 ? 0 : i == 1 ? 1000 : (uint32_t)rng_below(rng, 1001);
		unsigned n = 3 + (unsigned)rng_below(rng, 2);

		for (unsigned j = 0; j < n; j++)
			add_boot(lab, position,
				 100 + (position >= change ? size : 0) + 0.5 * rng_normal(rng),
				 fabs(rng_normal(rng)));
	}
}

static void the_mirrored_history_gives_the_mirrored_verdict(void **state)
{
	struct rng rng;

	(void)state;
	print_message("seed %d\n", SEED);
	rng_init(&rng, SEED);
	for (int round = 0; round < 40; round++) {
		struct lab *lab = lab_new(1000), *mirror = lab_new(1000);

		fill_random(lab, &rng);
		*mirror = *lab;
		mirror->problem.kernels = mirror->kernels;
		mirror->problem.boots = mirror->boots;
		for (size_t i = 0; i < lab->problem.n_kernels; i++)
			mirror->kernels[i].position = 1000 - lab->kernels[i].position;
		for (size_t i = 0; i < lab->problem.n_boots; i++)
			mirror->boots[i].values = mirror->values[i];
		evaluate(lab);
		evaluate(mirror);
		assert_int_equal(lab->verdict.n_changes, mirror->verdict.n_changes);
		assert_true(fabs(lab->verdict.difference + mirror->verdict.difference) < 1e-9);
		/* The commit at i makes the step from i−1 to i. */
		for (uint32_t x = 1; x <= 1000; x++)
			assert_true(fabs(lab->posterior[x] - mirror->posterior[1001 - x]) < 1e-9);
		free(lab);
		free(mirror);
	}
}

static void another_unit_gives_the_same_verdict(void **state)
{
	struct rng rng;

	(void)state;
	print_message("seed %d\n", SEED + 1);
	rng_init(&rng, SEED + 1);
	for (int round = 0; round < 40; round++) {
		struct lab *lab = lab_new(1000);
		struct search_verdict first;
		double before[1001];

		fill_random(lab, &rng);
		evaluate(lab);
		first = lab->verdict;
		memcpy(before, lab->posterior, sizeof(before));
		for (size_t i = 0; i < lab->problem.n_boots; i++) {
			for (size_t j = 0; j < SAMPLES; j++)
				lab->values[i][j] = 7 * lab->values[i][j] - 300;
		}
		lab->problem.options.smallest_effect = 7;
		evaluate(lab);
		assert_int_equal(lab->verdict.next.kind, first.next.kind);
		assert_int_equal(lab->verdict.next.position, first.next.position);
		assert_true(fabs(lab->verdict.difference - 7 * first.difference) < 1e-6);
		for (uint32_t x = 1; x <= 1000; x++)
			assert_true(fabs(lab->posterior[x] - before[x]) < 1e-6);
		free(lab);
	}
}

static void the_order_of_looks_does_not_matter(void **state)
{
	struct rng rng;

	(void)state;
	print_message("seed %d\n", SEED + 2);
	rng_init(&rng, SEED + 2);
	for (int round = 0; round < 40; round++) {
		struct lab *lab = lab_new(1000);
		struct search_verdict first;

		fill_random(lab, &rng);
		evaluate(lab);
		first = lab->verdict;
		for (size_t i = lab->problem.n_boots - 1; i > 0; i--) {
			size_t j = (size_t)rng_below(&rng, i + 1);
			struct search_boot boot = lab->boots[i];

			lab->boots[i] = lab->boots[j];
			lab->boots[j] = boot;
		}
		evaluate(lab);
		assert_int_equal(lab->verdict.next.kind, first.next.kind);
		assert_int_equal(lab->verdict.next.position, first.next.position);
		assert_int_equal(lab->verdict.n_changes, first.n_changes);
		assert_true(fabs(lab->verdict.difference - first.difference) < 1e-6);
		free(lab);
	}
}

/* Under the model the truth's belief falls to ε of its prior once in 1/ε histories at most. */
static void more_data_never_rules_out_the_truth(void **state)
{
	struct rng rng;

	(void)state;
	print_message("seed %d\n", SEED + 3);
	rng_init(&rng, SEED + 3);
	for (int round = 0; round < 30; round++) {
		uint32_t change = 1 + (uint32_t)rng_below(&rng, 1000), positions[10] = { 0, 1000 };
		struct lab *lab = lab_new(1000);
		double last = 0;

		lab->problem.options.single = true;
		for (size_t i = 2; i < ARRAY_LENGTH(positions); i++)
			positions[i] = (uint32_t)rng_below(&rng, 1001);
		for (unsigned look = 0; look < 100; look++) {
			uint32_t position = positions[look % ARRAY_LENGTH(positions)];
			uint32_t lo = 0, hi = 1000;

			add_boot(lab, position, (position >= change ? 2 : 0) + rng_normal(&rng),
				 fabs(rng_normal(&rng)));
			for (size_t i = 0; i < lab->problem.n_kernels; i++) {
				uint32_t x = lab->kernels[i].position;

				lo = x < change && x > lo ? x : lo;
				hi = x >= change && x < hi ? x : hi;
			}
			evaluate(lab);
			last = posterior_sum(lab, lo, hi) / ((hi - lo) / 1000.0);
			if (look > 10)
				assert_true(last > 1e-4);
		}
		assert_true(last > 0.1);
		free(lab);
	}
}

static void the_only_boot_of_a_kernel_that_fits_nowhere_is_repeated(void **state)
{
	struct lab *lab = lab_new(1000);

	(void)state;
	lab->problem.options.single = true;
	add_boots(lab, 0, 100, 0.2, 3);
	add_boots(lab, 1000, 94, 0.2, 3);
	add_boots(lab, 500, 94, 0.2, 2);
	add_boot(lab, 250, 103, 0.2);
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BOOT);
	assert_int_equal(lab->verdict.next.position, 250);
	assert_int_equal(lab->verdict.next.reason, SEARCH_WHY_AGAIN);
	/* What two boots agree on is taken for a build that differs. */
	add_boot(lab, 250, 103, 0.2);
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BUILD);
	free(lab);
}

static void the_only_boot_between_two_changes_is_repeated(void **state)
{
	struct lab *lab = lab_new(1000);

	(void)state;
	add_boots(lab, 0, 100, 0.2, 3);
	add_boots(lab, 1000, 97, 0.2, 3);
	add_boots(lab, 500, 97, 0.2, 2);
	add_boot(lab, 250, 92, 0.2);
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BOOT);
	assert_int_equal(lab->verdict.n_changes, 2);
	assert_int_equal(lab->verdict.next.position, 250);
	assert_int_equal(lab->verdict.next.reason, SEARCH_WHY_AGAIN);
	add_boot(lab, 250, 92, 0.2);
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BUILD);
	assert_int_equal(lab->verdict.n_changes, 2);
	free(lab);
}

/* All is built, and the builds differ by more than the noise. */
static void where_builds_differ_a_commit_is_laid_out_anew(void **state)
{
	static const double levels[] = { 101, 99.7, 100.6, 99.9, 98.6, 97.2, 98.1, 96.9, 97.9 };
	struct lab *lab = lab_new(8);

	(void)state;
	for (uint32_t i = 0; i < ARRAY_LENGTH(levels); i++)
		add_boots(lab, i, levels[i], 0.1, 4);
	evaluate(lab);
	assert_true(lab->verdict.build_sd > 0.4);
	assert_int_not_equal(lab->verdict.next.reason, SEARCH_WHY_LAYOUT);
	lab->problem.options.variants = 4;
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BUILD);
	assert_int_equal(lab->verdict.next.reason, SEARCH_WHY_LAYOUT);
	assert_int_equal(lab->verdict.next.variant, 1);
	assert_int_equal(lab->verdict.next.position, 4);
	free(lab);
}

static void another_layout_costs_what_it_costs_and_nothing_once_it_is_built(void **state)
{
	static const double levels[] = { 101, 99.7, 100.6, 99.9, 98.6, 97.2, 98.1, 96.9, 97.9 };
	struct lab *lab = lab_new(8);
	double cost;

	(void)state;
	for (uint32_t i = 0; i < ARRAY_LENGTH(levels); i++)
		add_boots(lab, i, levels[i], 0.1, 4);
	lab->problem.options.variants = 4;
	cost = evaluate(lab)->cost_min;
	lab->problem.costs.layout = 2;
	assert_int_equal(evaluate(lab)->reason, SEARCH_WHY_LAYOUT);
	assert_true(fabs(cost - 8 - lab->verdict.next.cost_min) < 1e-9);
	/* Built, and not booted yet. */
	lab->kernels[lab->problem.n_kernels++] = (struct search_kernel){ 4, SEARCH_BUILT, 1 };
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BOOT);
	assert_int_equal(lab->verdict.next.reason, SEARCH_WHY_LAYOUT);
	assert_int_equal(lab->verdict.next.position, 4);
	assert_int_equal(lab->verdict.next.variant, 1);
	assert_true(fabs(cost - 10 - lab->verdict.next.cost_min) < 1e-9);
	free(lab);
}

/* How far the builds beside a gap are off by their layout no further boot of them tells. */
static void a_stretch_is_made_firmer_by_layouts_and_not_by_boots_without_end(void **state)
{
	static const double levels[] = { 101.75, 99.2, 100.7, 99.8, 100.2, 96.6, 97.2, 96.3, 97 };
	struct lab *lab = lab_new(8);

	(void)state;
	lab->problem.options.smallest_effect = 1.5;
	for (uint32_t i = 0; i < ARRAY_LENGTH(levels); i++)
		add_boots(lab, i, levels[i], 0.1, 3);
	assert_int_equal(evaluate(lab)->kind, SEARCH_END_FOUND);
	assert_int_equal(lab->verdict.changes[0].hi, 5);
	lab->problem.options.variants = 4;
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BUILD);
	assert_int_equal(lab->verdict.next.reason, SEARCH_WHY_STRETCH);
	assert_int_equal(lab->verdict.next.position, 0);
	assert_int_equal(lab->verdict.next.variant, 1);
	free(lab);
}

static void a_wrong_early_boot_is_outvoted_by_later_ones(void **state)
{
	struct lab *lab = lab_new(1000);
	double doubted;

	(void)state;
	lab->problem.options.min_samples = 3;
	add_boots(lab, 0, 100, 0.5, 4);
	add_boots(lab, 1000, 97, 0.5, 4);
	add_boot(lab, 500, 97.2, 0.5); /* the change is at 600 */
	evaluate(lab);
	doubted = posterior_sum(lab, 500, 1000);
	assert_true(doubted > 0);
	assert_true(doubted < 0.2);
	add_boots(lab, 500, 100, 0.5, 4);
	evaluate(lab);
	assert_true(posterior_sum(lab, 500, 1000) > 0.8);
	free(lab);
}

static void a_text_goes_with_every_action_and_reason(void **state)
{
	(void)state;
	assert_string_equal(search_action_name(SEARCH_DO_BUILD), "build");
	assert_string_equal(search_action_name(SEARCH_END_NO_CHANGE), "no-change");
	for (int reason = SEARCH_WHY_CALIBRATE; reason <= SEARCH_WHY_END; reason++)
		assert_true(strlen(search_reason_text((enum search_reason)reason)) > 10);
}

/* Both ends known, and a kernel in the middle whose only boot has one sample, half-way between them. */
static struct lab *lab_with_a_doubtful_kernel(void)
{
	struct lab *lab = lab_new(1000);

	lab->problem.options.holds = true;
	add_boots(lab, 0, 100, 1, 4);
	add_boots(lab, 1000, 97, 1, 4);
	add_boot(lab, 500, 98.4, 0);
	lab->boots[lab->problem.n_boots - 1].n = 1;
	return lab;
}

static void a_boot_that_runs_on_is_sampled_further_and_one_that_is_over_is_not(void **state)
{
	struct lab *lab = lab_with_a_doubtful_kernel();
	const struct search_action *next;

	(void)state;
	assert_int_not_equal(evaluate(lab)->kind, SEARCH_DO_SAMPLE);
	lab->problem.is_running = true;
	next = evaluate(lab);
	assert_int_equal(next->kind, SEARCH_DO_SAMPLE);
	assert_int_equal(next->reason, SEARCH_WHY_MORE);
	assert_int_equal(next->position, 500);
	assert_true(next->samples >= 1);
	assert_true(fabs(next->cost_min - next->samples) < 1e-9); /* no boot is paid for */
	free(lab);
}

static void a_boot_that_runs_on_gets_no_more_samples_than_a_boot_may_have(void **state)
{
	struct lab *lab = lab_with_a_doubtful_kernel();

	(void)state;
	lab->problem.is_running = true;
	lab->problem.options.max_samples = 1;
	assert_int_not_equal(evaluate(lab)->kind, SEARCH_DO_SAMPLE);
	free(lab);
}

static void a_new_kernel_starts_with_one_sample_where_its_boot_is_held(void **state)
{
	struct lab *lab = lab_new(1000);
	unsigned fixed;

	(void)state;
	add_boots(lab, 0, 100, 1, 4);
	add_boots(lab, 1000, 96.5, 1, 4);
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BUILD);
	fixed = lab->verdict.next.samples;
	lab->problem.options.holds = true;
	assert_int_equal(evaluate(lab)->kind, SEARCH_DO_BUILD);
	assert_int_equal(lab->verdict.next.samples, 1);
	assert_true(fixed > 1);
	free(lab);
}

/* Kernel after kernel in the middle says nothing when all there are at a level between those of the ends. */
static void kernels_between_unsure_levels_do_not_pile_up_in_the_middle(void **state)
{
	struct lab *lab = lab_new(1000);
	const struct search_action *next;

	(void)state;
	lab->problem.options.single = true;
	add_boots(lab, 0, 99.2, 2, 3);
	add_boots(lab, 1000, 97.8, 2, 3);
	for (uint32_t i = 0; i < 8; i++)
		add_boots(lab, 480 + 5 * i, 98.5, 2, 1);
	next = evaluate(lab);
	assert_true(next->position < 480 || next->position > 515);
	free(lab);
}

/* Builds of one speed that differ much leave a claim that their number cannot bear out. */
static void a_claim_is_weighed_against_builds_that_differ(void **state)
{
	static const uint32_t positions[] = { 500, 250, 375, 312, 343, 328, 320, 324, 322, 323 };
	struct lab *lab = lab_new(1000);

	(void)state;
	lab->problem.options.single = true;
	add_boots(lab, 0, 100.9, 0.3, 3);
	add_boots(lab, 1000, 97.6, 0.3, 3);
	for (size_t i = 0; i < ARRAY_LENGTH(positions); i++)
		add_boots(lab, positions[i],
			  (positions[i] >= 323 ? 98 : 100) + (i % 2 ? -0.35 : 0.35), 0.3, 2);

	assert_int_equal(evaluate(lab)->kind, SEARCH_END_FOUND);
	lab->problem.options.variants = 8;
	assert_int_not_equal(evaluate(lab)->kind, SEARCH_END_FOUND);
	free(lab);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_ends_are_built_first_and_booted_in_turn),
		cmocka_unit_test(
			a_boot_that_runs_on_is_sampled_further_and_one_that_is_over_is_not),
		cmocka_unit_test(a_boot_that_runs_on_gets_no_more_samples_than_a_boot_may_have),
		cmocka_unit_test(a_new_kernel_starts_with_one_sample_where_its_boot_is_held),
		cmocka_unit_test(kernels_between_unsure_levels_do_not_pile_up_in_the_middle),
		cmocka_unit_test(a_claim_is_weighed_against_builds_that_differ),
		cmocka_unit_test(a_clear_difference_sends_it_to_the_middle),
		cmocka_unit_test(a_kernel_known_to_be_built_is_booted_and_not_built),
		cmocka_unit_test(neighbours_that_differ_are_found_after_two_boots_each),
		cmocka_unit_test(two_boots_that_disagree_ask_for_a_third),
		cmocka_unit_test(a_run_of_untestable_commits_is_an_answer),
		cmocka_unit_test(an_untestable_end_leaves_a_range),
		cmocka_unit_test(untestable_commits_move_no_end_and_no_posterior),
		cmocka_unit_test(a_quiet_machine_needs_two_boots_of_each_end),
		cmocka_unit_test(layout_on_a_quiet_machine_is_no_change),
		cmocka_unit_test(layout_on_a_quiet_machine_hides_no_real_change),
		cmocka_unit_test(a_change_below_the_smallest_effect_is_not_claimed),
		cmocka_unit_test(two_changes_of_opposite_sign_are_both_named),
		cmocka_unit_test(ends_alike_are_looked_between_before_no_change_is_said),
		cmocka_unit_test(ends_alike_end_a_search_for_one_change),
		cmocka_unit_test(the_mirrored_history_gives_the_mirrored_verdict),
		cmocka_unit_test(another_unit_gives_the_same_verdict),
		cmocka_unit_test(the_order_of_looks_does_not_matter),
		cmocka_unit_test(more_data_never_rules_out_the_truth),
		cmocka_unit_test(the_only_boot_of_a_kernel_that_fits_nowhere_is_repeated),
		cmocka_unit_test(the_only_boot_between_two_changes_is_repeated),
		cmocka_unit_test(where_builds_differ_a_commit_is_laid_out_anew),
		cmocka_unit_test(another_layout_costs_what_it_costs_and_nothing_once_it_is_built),
		cmocka_unit_test(a_stretch_is_made_firmer_by_layouts_and_not_by_boots_without_end),
		cmocka_unit_test(a_wrong_early_boot_is_outvoted_by_later_ones),
		cmocka_unit_test(a_text_goes_with_every_action_and_reason),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
