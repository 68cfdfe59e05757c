/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which kernels are booted in turn to confirm a change; what follows from their boots is in test_verify.c. */
#include "tests/support/test.h"

#include <string.h>

#include "bisect/verification.h"
#include "tests/support/drawing.h"

#define KERNELS_MAX 8
#define BOOTS_MAX 32

/* A straight line of three commits behind good; c is the change. */
static const char line[] = "a: b:a c:b d:c";

struct rig {
	struct drawing drawing;
	struct stage mainline;
	struct outlook outlook;
	struct evidence_options options;
	struct history_kernel kernels[KERNELS_MAX];
	struct history_boot boots[BOOTS_MAX];
	struct history history;
	struct verification verification;
};

static char no_text[] = "", a_dir[] = "kernels/a";
static double fast[] = { 100 }, slow[] = { 97 };

static void add_kernel(struct rig *rig, char commit, unsigned variant)
{
	struct history_kernel *kernel = &rig->kernels[rig->history.n_kernels++];

	*kernel = (struct history_kernel){
		.outcome = OUTCOME_BUILT, .variant = variant, .detail = no_text, .dir = a_dir
	};
	stage_node_hex(rig->drawing.graph, node_named(&rig->drawing, commit), kernel->commit);
}

static void add_boot(struct rig *rig, size_t kernel, enum boot_purpose purpose)
{
	const struct history_kernel *of = &rig->kernels[kernel];
	char changed[HISTORY_OID_SIZE];

	stage_node_hex(rig->drawing.graph, node_named(&rig->drawing, 'c'), changed);
	rig->boots[rig->history.n_boots++] = (struct history_boot){
		.kernel = kernel,
		.purpose = purpose,
		.outcome = OUTCOME_MEASURED,
		.detail = no_text,
		.values = strcmp(of->commit, changed) < 0 ? fast : slow,
		.n = 1,
	};
}

/* Noise as large as the change, so that no pair decides. */
static void init(struct rig *rig)
{
	*rig = (struct rig){
		.outlook = { .mainline = &rig->mainline,
			     .verdict = { .n_changes = 1,
					  .boot_sd = 3,
					  .scatter = { .scale = 1, .reach = 5 },
					  .next = { .kind = SEARCH_END_FOUND } } },
		.options = { .search = { .confidence = 0.99,
					 .smallest_effect = 1,
					 .min_samples = 1,
					 .max_samples = 8,
					 .variants = 4 } },
		.history = { .kernels = rig->kernels, .boots = rig->boots },
	};
	rig->outlook.verdict.changes[0] = (struct search_change){ .lo = 1,
								  .hi = 2,
								  .effect = -3,
								  .effect_sd = 1,
								  .probability = 1,
								  .is_resolved = true };
	draw(&rig->drawing, "a", line);
	stage_init_mainline(&rig->mainline, rig->drawing.graph);
	for (const char *commit = "abcd"; *commit; commit++)
		add_kernel(rig, *commit, 0);
	for (size_t i = 0; i < 4; i++)
		add_boot(rig, i, BOOT_SEARCH);
}

static void clear(struct rig *rig)
{
	verification_clear(&rig->verification);
	stage_clear(&rig->mainline);
	graph_free(rig->drawing.graph);
}

static int no_carry(void *context, const struct verification_patch *patch,
		    char ret[HISTORY_OID_SIZE], struct error *err)
{
	(void)context;
	(void)patch;
	(void)err;
	ret[0] = '\0';
	return 0;
}

/* What is booted next; it is booted then. */
static void boot_next(struct rig *rig, char commit, unsigned variant)
{
	const struct verification_source source = { .outlook = &rig->outlook,
						    .history = &rig->history,
						    .options = &rig->options,
						    .carry = no_carry };
	const struct task *task = &rig->verification.task;
	char expected[HISTORY_OID_SIZE];
	struct error err = { 0 };
	size_t kernel = 0;

	verification_clear(&rig->verification);
	assert_int_equal(verification_init(&rig->verification, &source, &err), 0);
	assert_true(rig->verification.has_task);
	assert_int_equal(task->purpose, BOOT_COMPARE);
	stage_node_hex(rig->drawing.graph, node_named(&rig->drawing, commit), expected);
	assert_string_equal(task->candidate.commit, expected);
	assert_int_equal(task->candidate.variant, variant);
	while (strcmp(rig->kernels[kernel].commit, expected) != 0 ||
	       rig->kernels[kernel].variant != variant)
		kernel++;
	add_boot(rig, kernel, BOOT_COMPARE);
}

static void the_two_sides_are_booted_before_behind_behind_before(void **state)
{
	struct rig rig;

	(void)state;
	init(&rig);
	boot_next(&rig, 'b', 0);
	boot_next(&rig, 'c', 0);
	boot_next(&rig, 'c', 0);
	boot_next(&rig, 'b', 0);
	boot_next(&rig, 'b', 0);
	clear(&rig);
}

static void each_pair_has_the_next_layout_that_both_sides_have(void **state)
{
	struct rig rig;

	(void)state;
	init(&rig);
	add_kernel(&rig, 'b', 1); /* the other side was never built so */
	add_kernel(&rig, 'b', 3);
	add_kernel(&rig, 'c', 3);
	for (size_t i = 4; i < 7; i++)
		add_boot(&rig, i, BOOT_SEARCH);
	boot_next(&rig, 'b', 0);
	boot_next(&rig, 'c', 0);
	boot_next(&rig, 'c', 3);
	boot_next(&rig, 'b', 3);
	boot_next(&rig, 'b', 0);
	boot_next(&rig, 'c', 0);
	boot_next(&rig, 'c', 3);
	assert_int_equal(rig.verification.checks[0].comparison.n_pairs, 3);
	clear(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_two_sides_are_booted_before_behind_behind_before),
		cmocka_unit_test(each_pair_has_the_next_layout_that_both_sides_have),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
