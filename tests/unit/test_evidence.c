/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "bisect/evidence.h"
#include "tests/support/drawing.h"

/* A straight line of four commits behind good. */
static const char line[] = "a: b:a c:b d:c e:d";

static char no_text[] = "", a_dir[] = "kernels/a";
static double fast[] = { 100, 100 };

static struct history_kernel kernel(char commit, enum outcome outcome)
{
	struct history_kernel kernel = { .outcome = outcome, .detail = no_text, .dir = a_dir };

	for (size_t i = 0; i < 40; i += 2) {
		kernel.commit[i] = "0123456789abcdef"[(commit >> 4) & 15];
		kernel.commit[i + 1] = "0123456789abcdef"[commit & 15];
	}
	return kernel;
}

static struct history_boot boot(size_t kernel, enum outcome outcome)
{
	struct history_boot boot = { .kernel = kernel, .outcome = outcome, .detail = no_text };

	if (outcome == OUTCOME_MEASURED) {
		boot.values = fast;
		boot.n = 2;
		boot.boot_s = 60;
		boot.total_s = 180;
	}
	return boot;
}

static enum standing standing_after(enum outcome outcome, size_t times, enum outcome *why)
{
	struct history_kernel kernels[] = { kernel('b', OUTCOME_BUILT) };
	struct history_boot boots[8];
	struct history history = { kernels, 1, boots, times };

	for (size_t i = 0; i < times; i++)
		boots[i] = boot(0, outcome);
	return evidence_standing(&history, 0, why, NULL);
}

static void a_commit_that_does_not_build_is_decided_unbooted(void **state)
{
	struct history_kernel kernels[] = { kernel('b', OUTCOME_NOT_BUILDABLE) };
	struct history history = { kernels, 1, NULL, 0 };
	enum outcome why;

	(void)state;
	assert_int_equal(evidence_standing(&history, 0, &why, NULL), STANDING_UNTESTABLE);
	assert_int_equal(why, OUTCOME_NOT_BUILDABLE);
}

static void a_panic_is_given_a_second_chance(void **state)
{
	enum outcome why;

	(void)state;
	assert_int_equal(standing_after(OUTCOME_PANICKED, 1, NULL), STANDING_OPEN);
	assert_int_equal(standing_after(OUTCOME_PANICKED, 2, &why), STANDING_UNTESTABLE);
	assert_int_equal(why, OUTCOME_PANICKED);
}

static void what_happened_to_the_host_is_never_evidence(void **state)
{
	(void)state;
	assert_int_equal(standing_after(OUTCOME_CONSOLE_LOST, 8, NULL), STANDING_OPEN);
	assert_int_equal(standing_after(OUTCOME_WRONG_KERNEL, 8, NULL), STANDING_OPEN);
	assert_int_equal(standing_after(OUTCOME_DISK_FULL, 8, NULL), STANDING_OPEN);
}

static void one_good_boot_outweighs_failed_ones(void **state)
{
	struct history_kernel kernels[] = { kernel('b', OUTCOME_BUILT) };
	struct history_boot boots[] = { boot(0, OUTCOME_HUNG), boot(0, OUTCOME_HUNG),
					boot(0, OUTCOME_MEASURED) };
	struct history history = { kernels, 1, boots, 3 };

	(void)state;
	assert_int_equal(evidence_standing(&history, 0, NULL, NULL), STANDING_MEASURED);
}

static const struct evidence_options options = {
	.better = LOWER_IS_BETTER,
	.guess = { .build = 5, .boot = 0.5, .sample = 0.2 },
};

static void untestable_kernels_enter_without_boots_and_open_ones_only_as_cheap(void **state)
{
	struct history_kernel kernels[] = { kernel('a', OUTCOME_BUILT),
					    kernel('c', OUTCOME_NOT_BUILDABLE),
					    kernel('d', OUTCOME_BUILT) };
	struct history_boot boots[] = { boot(0, OUTCOME_MEASURED), boot(2, OUTCOME_PANICKED) };
	struct history history = { kernels, 3, boots, 2 };
	struct drawing drawing;
	struct evidence evidence;
	struct stage stage;

	(void)state;
	draw(&drawing, "a", line);
	stage_init_mainline(&stage, drawing.graph);
	evidence_init(&evidence, &stage, &history, &options);
	assert_int_equal(evidence.problem.n_kernels, 2);
	assert_int_equal(evidence.kernels[0].position, 0);
	assert_int_equal(evidence.kernels[0].state, SEARCH_BUILT);
	assert_int_equal(evidence.kernels[1].position, 2);
	assert_int_equal(evidence.kernels[1].state, SEARCH_UNTESTABLE);
	assert_int_equal(evidence.problem.n_boots, 1);
	assert_int_equal(evidence.is_cheap[3], 1);
	/* Lower is better: a value of 100 is −100·ln(100). */
	assert_float_equal(evidence.boots[0].values[0], -460.517, 0.001);
	assert_float_equal(evidence.problem.costs.boot, 1, 1e-9);
	assert_float_equal(evidence.problem.costs.sample, 1, 1e-9);
	assert_float_equal(evidence.problem.costs.build, 5, 1e-9);
	evidence_clear(&evidence);
	stage_clear(&stage);
	graph_free(drawing.graph);
}

static struct history_kernel layout(char commit, unsigned variant, enum outcome outcome)
{
	struct history_kernel built = kernel(commit, outcome);

	built.variant = variant;
	return built;
}

static void layouts_of_a_commit_are_kernels_of_its_position(void **state)
{
	struct history_kernel kernels[] = { kernel('b', OUTCOME_BUILT),
					    layout('b', 1, OUTCOME_BUILT),
					    layout('b', 2, OUTCOME_BUILT),
					    layout('b', 3, OUTCOME_COMPILER_KILLED) };
	struct history_boot boots[] = { boot(0, OUTCOME_MEASURED), boot(1, OUTCOME_MEASURED) };
	struct history history = { kernels, 4, boots, 2 };
	struct evidence_options with_layouts = options;
	struct drawing drawing;
	struct evidence evidence;
	struct stage stage;

	(void)state;
	with_layouts.search.variants = 4;
	kernels[0].build_s = 600;
	kernels[1].build_s = 60;
	kernels[2].build_s = 120;
	draw(&drawing, "a", line);
	stage_init_mainline(&stage, drawing.graph);
	evidence_init(&evidence, &stage, &history, &with_layouts);
	/* The one that waits for its boot is there; the one that this host could not build is not. */
	assert_int_equal(evidence.problem.n_kernels, 3);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(evidence.kernels[i].position, 1);
		assert_int_equal(evidence.kernels[i].variant, i);
		assert_int_equal(evidence.kernels[i].state, SEARCH_BUILT);
	}
	assert_int_equal(evidence.problem.n_boots, 2);
	assert_int_equal(evidence.boots[1].kernel, 1);
	assert_int_equal(evidence.is_cheap[1], 0);
	assert_int_equal(evidence.problem.options.variants, 4);
	assert_float_equal(evidence.problem.costs.build, 10, 1e-9);
	assert_float_equal(evidence.problem.costs.layout, 1.5, 1e-9);
	evidence_clear(&evidence);
	stage_clear(&stage);
	graph_free(drawing.graph);
}

static void a_layout_that_cannot_be_measured_is_no_fault_of_its_commit(void **state)
{
	struct history_kernel kernels[] = { kernel('b', OUTCOME_BUILT),
					    layout('b', 2, OUTCOME_NOT_BUILDABLE) };
	struct history_boot boots[] = { boot(0, OUTCOME_MEASURED) };
	struct history history = { kernels, 2, boots, 1 };
	struct evidence_options with_layouts = options;
	struct drawing drawing;
	struct evidence evidence;
	struct stage stage;

	(void)state;
	with_layouts.search.variants = 4;
	draw(&drawing, "a", line);
	stage_init_mainline(&stage, drawing.graph);
	evidence_init(&evidence, &stage, &history, &with_layouts);
	assert_int_equal(evidence.problem.n_kernels, 1);
	assert_int_equal(evidence.kernels[0].state, SEARCH_BUILT);
	assert_int_equal(evidence.problem.options.variants, 2);
	evidence_clear(&evidence);
	stage_clear(&stage);
	graph_free(drawing.graph);
}

static void a_commit_the_user_skips_is_untestable(void **state)
{
	struct history_kernel skipped = kernel('c', OUTCOME_BUILT);
	char *items[] = { skipped.commit, NULL };
	const struct strlist skip = { .items = items, .n = 1 };
	struct evidence_options with_skip = options;
	struct history history = { 0 };
	struct drawing drawing;
	struct evidence evidence;
	struct stage stage;

	(void)state;
	with_skip.skip = &skip;
	draw(&drawing, "a", line);
	stage_init_mainline(&stage, drawing.graph);
	evidence_init(&evidence, &stage, &history, &with_skip);
	assert_int_equal(evidence.problem.n_kernels, 1);
	assert_int_equal(evidence.kernels[0].position, 2);
	assert_int_equal(evidence.kernels[0].state, SEARCH_UNTESTABLE);
	evidence_clear(&evidence);
	stage_clear(&stage);
	graph_free(drawing.graph);
}

/* The problem of the line's stage with two boots, of a and c, and whether it is told that one runs. */
static bool is_running(int64_t running, enum outcome last)
{
	struct history_kernel kernels[] = { kernel('a', OUTCOME_BUILT), kernel('c', OUTCOME_BUILT),
					    kernel('z', OUTCOME_BUILT) };
	struct history_boot boots[] = { boot(0, OUTCOME_MEASURED), boot(1, last),
					boot(2, OUTCOME_MEASURED) };
	struct history history = { kernels, 3, boots, 3 };
	struct evidence_options with_running = options;
	struct drawing drawing;
	struct evidence evidence;
	struct stage stage;
	bool result;

	for (size_t i = 0; i < 3; i++)
		boots[i].id = (int64_t)i + 7;
	with_running.running = running;
	draw(&drawing, "a", line);
	stage_init_mainline(&stage, drawing.graph);
	evidence_init(&evidence, &stage, &history, &with_running);
	result = evidence.problem.is_running;
	evidence_clear(&evidence);
	stage_clear(&stage);
	graph_free(drawing.graph);
	return result;
}

static void only_the_last_boot_of_the_stage_can_be_running(void **state)
{
	(void)state;
	assert_false(is_running(0, OUTCOME_MEASURED));
	assert_false(is_running(7, OUTCOME_MEASURED));
	assert_true(is_running(8, OUTCOME_MEASURED));
	assert_false(is_running(8, OUTCOME_PANICKED));
	assert_false(is_running(9, OUTCOME_MEASURED)); /* of another stage */
}

static void settling_and_warming_up_is_paid_by_the_boot_and_not_by_its_samples(void **state)
{
	struct history_kernel kernels[] = { kernel('a', OUTCOME_BUILT) };
	struct history_boot boots[] = { boot(0, OUTCOME_MEASURED), boot(0, OUTCOME_MEASURED) };
	struct history history = { kernels, 1, boots, 2 };
	struct search_costs costs;

	(void)state;
	boots[0].ready_s = 120; /* the other is from before that was known */
	costs = evidence_measured_costs(&history, options.guess);
	assert_float_equal(costs.boot, (120 + 60) / 60.0 / 2, 1e-9);
	assert_float_equal(costs.sample, (60 + 120) / 60.0 / 4, 1e-9);
}

static void kernels_of_equal_content_share_their_boots(void **state)
{
	static char one[] = "11", other[] = "22";
	struct history_kernel kernels[] = { kernel('a', OUTCOME_BUILT), kernel('b', OUTCOME_BUILT),
					    kernel('c', OUTCOME_BUILT) };
	struct history_boot boots[] = { boot(0, OUTCOME_MEASURED) };
	struct history history = { kernels, 3, boots, 1 };
	struct evidence_options running = options;
	struct drawing drawing;
	struct evidence evidence;
	struct stage stage;

	(void)state;
	running.running = boots[0].id = 7;
	kernels[0].content = kernels[1].content = one;
	kernels[2].content = other;
	draw(&drawing, "a", line);
	stage_init_mainline(&stage, drawing.graph);
	evidence_init(&evidence, &stage, &history, &running);
	assert_int_equal(evidence_standing(&history, 1, NULL, NULL), STANDING_MEASURED);
	assert_int_equal(evidence_standing(&history, 2, NULL, NULL), STANDING_OPEN);
	assert_int_equal(evidence.problem.n_kernels, 2);
	assert_int_equal(evidence.problem.n_boots, 2);
	assert_int_equal(evidence.kernels[evidence.boots[0].kernel].position, 1);
	/* the last boot is the one that was made: it alone can still be running */
	assert_int_equal(evidence.kernels[evidence.boots[1].kernel].position, 0);
	assert_true(evidence.problem.is_running);
	assert_ptr_equal(evidence.boots[0].values, evidence.boots[1].values);
	evidence_clear(&evidence);
	/* a build whose content is not known is like no other */
	kernels[0].content = kernels[1].content = NULL;
	evidence_init(&evidence, &stage, &history, &running);
	assert_int_equal(evidence_standing(&history, 1, NULL, NULL), STANDING_OPEN);
	assert_int_equal(evidence.problem.n_boots, 1);
	evidence_clear(&evidence);
	stage_clear(&stage);
	graph_free(drawing.graph);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_commit_that_does_not_build_is_decided_unbooted),
		cmocka_unit_test(a_panic_is_given_a_second_chance),
		cmocka_unit_test(kernels_of_equal_content_share_their_boots),
		cmocka_unit_test(what_happened_to_the_host_is_never_evidence),
		cmocka_unit_test(one_good_boot_outweighs_failed_ones),
		cmocka_unit_test(
			untestable_kernels_enter_without_boots_and_open_ones_only_as_cheap),
		cmocka_unit_test(layouts_of_a_commit_are_kernels_of_its_position),
		cmocka_unit_test(a_layout_that_cannot_be_measured_is_no_fault_of_its_commit),
		cmocka_unit_test(a_commit_the_user_skips_is_untestable),
		cmocka_unit_test(only_the_last_boot_of_the_stage_can_be_running),
		cmocka_unit_test(
			settling_and_warming_up_is_paid_by_the_boot_and_not_by_its_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
