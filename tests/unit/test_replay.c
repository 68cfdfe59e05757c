/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>

#include "bisect/replay.h"
#include "bisect/simulate.h"
#include "bisect/simulation.h"
#include "tests/support/near.h"

#define COMMITS 300
#define SEED 11

/* A bisect that has ended, as a case that is to be replayed. */
struct played {
	struct simulate_options options;
	struct simulation simulation;
	struct search_verdict verdict;
	double posterior[COMMITS + 1];
	struct replay replay;
};

static int play(void **state)
{
	static struct played played;

	played.options = simulate_default_options();
	played.options.commits = COMMITS;
	played.options.untestable = 0.1;
	simulation_init(&played.simulation, &played.options, SEED);
	while (simulation_step(&played.simulation, &played.verdict))
		;
	search_evaluate(&played.simulation.problem, &played.verdict, played.posterior);
	replay_init(&played.replay, &played.simulation.problem, &played.verdict, played.posterior);
	played.options.replay = &played.replay;
	played.options.n_changes = played.verdict.n_changes;
	played.options.runs = 20;
	*state = &played;
	return 0;
}

static int clear(void **state)
{
	struct played *played = *state;

	replay_clear(&played->replay);
	simulation_clear(&played->simulation);
	return 0;
}

static void with_the_settings_of_the_case_it_is_the_case(void **state)
{
	const struct played *played = *state;
	const struct simulate_world *world = &played->simulation.world;
	struct simulate_result result;

	assert_int_equal(played->verdict.n_changes, 1);
	simulate(&played->options, &result);
	assert_near(result.p_correct, 1, 0);
	assert_near(result.named[0], 1, 0);
	assert_near(result.ended_found, 1, 0);
	assert_near(result.builds, world->builds, 1e-9);
	assert_near(result.boots, world->boots, 1e-9);
	assert_near(result.samples, world->samples, 1e-9);
	assert_near(result.minutes, world->minutes, 1e-9);
	assert_near(result.boots_drawn + result.boots_elsewhere + result.samples_drawn, 0, 0);
}

static void to_be_surer_takes_looks_that_the_case_has_not(void **state)
{
	const struct played *played = *state;
	struct simulate_options options = played->options;
	struct simulate_result result, again;

	options.search.confidence = 0.9999;
	simulate(&options, &result);
	assert_true(result.boots > played->simulation.world.boots);
	assert_true(result.boots_drawn > 0);
	assert_true(result.p_correct >= 0.9);
	simulate(&options, &again);
	assert_memory_equal(&result, &again, sizeof(result));
}

static void more_samples_than_a_boot_had_are_drawn(void **state)
{
	const struct played *played = *state;
	struct simulate_options options = played->options;
	struct simulate_result result;

	options.search.min_samples = 4;
	simulate(&options, &result);
	assert_true(result.samples_drawn > result.boots);
	assert_true(result.samples >= 4 * result.boots);
	assert_true(result.p_correct >= 0.9);
}

/* Positions 0 and 4 with two boots each, 2 with one, 1 is broken; the change is at 3 or 4. */
static const double good[] = { 10, 12 }, same[] = { 14 }, middle[] = { 11.5 }, bad[] = { 20, 20 },
		    slow[] = { 22, 22, 22 };
static const struct search_kernel kernels[] = {
	{ 0, SEARCH_BUILT, 0 },
	{ 4, SEARCH_BUILT, 0 },
	{ 1, SEARCH_UNTESTABLE, 0 },
	{ 2, SEARCH_BUILT, 0 },
};
static const struct search_boot boots[] = {
	{ .kernel = 0, .values = good, .n = 2 },   { .kernel = 1, .values = bad, .n = 2 },
	{ .kernel = 3, .values = middle, .n = 1 }, { .kernel = 0, .values = same, .n = 1 },
	{ .kernel = 1, .values = slow, .n = 3 },
};
static const struct search_problem small = {
	.n = 4,
	.kernels = kernels,
	.n_kernels = ARRAY_LENGTH(kernels),
	.boots = boots,
	.n_boots = ARRAY_LENGTH(boots),
};
static const struct search_verdict one_change = {
	.changes = { { .lo = 2, .hi = 4, .effect = 9 } },
	.n_changes = 1,
};
static const double posterior[] = { 0, 0, 0, 0.25, 0.75 };

static void looks_come_in_the_order_in_which_they_were_made(void **state)
{
	static const uint32_t changes[] = { 4 };
	struct replay replay;
	struct replay_run run;

	(void)state;
	replay_init(&replay, &small, &one_change, posterior);
	replay_run_init(&run, &replay, changes, SEED);
	replay_run_boot(&run, 0, 0);
	assert_near(replay_run_sample(&run), 10, 0);
	replay_run_boot(&run, 0, 0);
	assert_near(replay_run_sample(&run), 14, 0);
	replay_run_boot(&run, 4, 0);
	assert_near(replay_run_sample(&run), 20, 0);
	assert_near(replay_run_sample(&run), 20, 0);
	assert_int_equal(run.boots_drawn + run.boots_elsewhere + run.samples_drawn, 0);
	replay_run_clear(&run);
	replay_clear(&replay);
}

/* Samples lie ±√2 off their boot's mean, or 0; boots of kernels that have two ±1·√2 or ±1.5·√2. */
static void what_runs_out_is_drawn_from_deviations(void **state)
{
	static const uint32_t changes[] = { 4 };
	double low = INFINITY, high = -INFINITY, sum = 0;
	struct replay replay;
	struct replay_run run;

	(void)state;
	replay_init(&replay, &small, &one_change, posterior);
	replay_run_init(&run, &replay, changes, SEED);
	replay_run_boot(&run, 2, 0);
	assert_near(replay_run_sample(&run), 11.5, 0);
	for (int i = 0; i < 40; i++) {
		const double off = replay_run_sample(&run) - 11.5;

		assert_true(off == 0 || fabs(fabs(off) - sqrt(2)) < 1e-9);
	}
	assert_int_equal(run.samples_drawn, 40);
	for (int i = 0; i < 400; i++) {
		replay_run_boot(&run, 2, 0);
		low = fmin(low, run.mean);
		high = fmax(high, run.mean);
		sum += run.mean;
	}
	assert_int_equal(run.boots_drawn, 400);
	assert_near(low, 11.5 - 1.5 * sqrt(2), 1e-9);
	assert_near(high, 11.5 + 1.5 * sqrt(2), 1e-9);
	assert_near(sum / 400, 11.5, 0.3);
	replay_run_clear(&run);
	replay_clear(&replay);
}

/* Mean of a few boots of position 3, which was not measured. */
static double level_between(const struct replay *replay, uint32_t change)
{
	struct replay_run run;
	double sum = 0;

	replay_run_init(&run, replay, &change, SEED);
	for (int i = 0; i < 400; i++) {
		replay_run_boot(&run, 3, 0);
		sum += run.mean;
	}
	assert_int_equal(run.boots_elsewhere, 400);
	replay_run_clear(&run);
	return sum / 400;
}

static void a_kernel_that_was_not_measured_is_like_one_of_its_side(void **state)
{
	struct replay replay;
	unsigned behind = 0;
	struct rng rng;
	double before;

	(void)state;
	replay_init(&replay, &small, &one_change, posterior);
	before = level_between(&replay, 4);
	assert_true(fabs(before - 11.5) < 0.3 || fabs(before - 12.5) < 0.3);
	assert_near(level_between(&replay, 3), 21, 0.3);
	rng_init(&rng, SEED);
	for (int i = 0; i < 1000; i++) {
		uint32_t change;

		replay_draw_changes(&replay, &rng, &change);
		assert_true(change == 3 || change == 4);
		behind += change == 4;
	}
	assert_near(behind, 750, 50);
	replay_clear(&replay);
}

static void without_both_ends_there_is_nothing_to_replay(void **state)
{
	struct search_problem problem = small;

	(void)state;
	assert_true(replay_is_possible(&problem));
	problem.n_boots = 1;
	assert_false(replay_is_possible(&problem));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(with_the_settings_of_the_case_it_is_the_case, play,
						clear),
		cmocka_unit_test_setup_teardown(to_be_surer_takes_looks_that_the_case_has_not, play,
						clear),
		cmocka_unit_test_setup_teardown(more_samples_than_a_boot_had_are_drawn, play,
						clear),
		cmocka_unit_test(looks_come_in_the_order_in_which_they_were_made),
		cmocka_unit_test(what_runs_out_is_drawn_from_deviations),
		cmocka_unit_test(a_kernel_that_was_not_measured_is_like_one_of_its_side),
		cmocka_unit_test(without_both_ends_there_is_nothing_to_replay),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
