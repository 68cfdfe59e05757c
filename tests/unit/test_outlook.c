/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/outlook.h"
#include "tests/support/drawing.h"

/* Mainline a b M c; M merges x y z. */
static const char one_merge[] = "a: b:a x:a y:x z:y M:bz c:M";

/* A world in which a kernel's throughput follows from the commits it contains. */
struct world {
	struct drawing drawing;
	struct stage mainline;
	struct history history;
	char culprit; /* commits from this one on lose 3 % */
	unsigned steps;
};

static void put_hex(char name, char ret[HISTORY_OID_SIZE])
{
	for (size_t i = 0; i < 40; i += 2) {
		ret[i] = "0123456789abcdef"[(name >> 4) & 15];
		ret[i + 1] = "0123456789abcdef"[name & 15];
	}
	ret[40] = '\0';
}

/* Which commits the kernel of a candidate contains: its own ancestry and that of where it is put. */
static bool contains(const struct world *world, const struct candidate *candidate, char commit)
{
	static const char *const ancestry[] = {
		"a", "ba", "xa", "yxa", "zyxa", "Mbzyxa", "cMbzyxa"
	};
	const char *names[2] = { NULL, NULL };

	for (size_t i = 0; i < ARRAY_LENGTH(ancestry); i++) {
		char hex[HISTORY_OID_SIZE];

		put_hex(ancestry[i][0], hex);
		if (strcmp(hex, candidate->commit) == 0)
			names[0] = ancestry[i];
		if (strcmp(hex, candidate->onto) == 0)
			names[1] = ancestry[i];
	}
	(void)world;
	return strchr(names[0], commit) || (names[1] && strchr(names[1], commit));
}

static size_t kernel_for(struct world *world, const struct candidate *candidate)
{
	struct history *history = &world->history;

	for (size_t i = 0; i < history->n_kernels; i++)
		if (strcmp(history->kernels[i].commit, candidate->commit) == 0 &&
		    strcmp(history->kernels[i].onto, candidate->onto) == 0)
			return i;
	history->kernels =
		mem_resize(history->kernels, history->n_kernels + 1, sizeof(*history->kernels));
	history->kernels[history->n_kernels] = (struct history_kernel){
		.outcome = OUTCOME_BUILT, .detail = mem_strdup(""), .dir = mem_strdup("kernels/a")
	};
	strcpy(history->kernels[history->n_kernels].commit, candidate->commit);
	strcpy(history->kernels[history->n_kernels].onto, candidate->onto);
	return history->n_kernels++;
}

/* Does what the outlook asks for, in the world. */
static void step(struct world *world, const struct outlook *outlook)
{
	struct history *history = &world->history;
	struct history_boot boot = { .outcome = OUTCOME_MEASURED };
	struct candidate candidate;

	stage_candidate(outlook->stage, outlook->next.position, &candidate);
	boot.kernel = kernel_for(world, &candidate);
	boot.n = outlook->next.samples;
	boot.values = mem_array(boot.n, sizeof(*boot.values));
	for (size_t i = 0; i < boot.n; i++)
		boot.values[i] = (contains(world, &candidate, world->culprit) ? 97 : 100) *
				 (1 + 1e-4 * sin(13.0 * world->steps + 7.0 * (double)i));
	history->boots = mem_resize(history->boots, history->n_boots + 1, sizeof(*history->boots));
	history->boots[history->n_boots++] = boot;
	world->steps++;
}

static int merge_is_clean(void *context, uint32_t merge, bool *ret, struct error *err)
{
	(void)context;
	(void)merge;
	(void)err;
	*ret = false;
	return 0;
}

/* Steps to the end; the last outlook is returned. */
static void bisect(struct world *world, char culprit, struct outlook *outlook)
{
	static const struct evidence_options options = {
		.better = HIGHER_IS_BETTER,
		.guess = { .build = 5, .boot = 0.5, .sample = 0.2 },
		.search = { .confidence = 0.99,
			    .smallest_effect = 1,
			    .min_samples = 3,
			    .max_samples = 9 },
	};
	struct outlook_source source = { .mainline = &world->mainline,
					 .history = &world->history,
					 .options = &options,
					 .has_own_changes = merge_is_clean };
	struct error err = { 0 };

	*world = (struct world){ .culprit = culprit };
	draw(&world->drawing, "a", one_merge);
	stage_init_mainline(&world->mainline, world->drawing.graph);
	while (world->steps < 60) {
		assert_int_equal(outlook_init(outlook, &source, &err), 0);
		if (!outlook->stage)
			return;
		step(world, outlook);
		outlook_clear(outlook);
	}
	fail_msg("no end after %u steps", world->steps);
}

static void world_clear(struct world *world, struct outlook *outlook)
{
	outlook_clear(outlook);
	stage_clear(&world->mainline);
	graph_free(world->drawing.graph);
	for (size_t i = 0; i < world->history.n_kernels; i++)
		history_kernel_clear(&world->history.kernels[i]);
	for (size_t i = 0; i < world->history.n_boots; i++)
		history_boot_clear(&world->history.boots[i]);
	free(world->history.kernels);
	free(world->history.boots);
}

static void a_change_on_the_mainline_needs_no_look_into_merges(void **state)
{
	struct world world;
	struct outlook outlook;

	(void)state;
	bisect(&world, 'b', &outlook);
	assert_int_equal(outlook.next.kind, SEARCH_END_FOUND);
	assert_int_equal(outlook.verdict.n_changes, 1);
	assert_int_equal(outlook.verdict.changes[0].hi, 1);
	assert_int_equal(outlook.n_merges, 0);
	world_clear(&world, &outlook);
}

static void a_change_in_a_branch_is_found_inside_the_merge(void **state)
{
	const char branch[] = "xyz";

	(void)state;
	for (size_t i = 0; branch[i]; i++) {
		const struct outlook_merge *merge;
		struct world world;
		struct outlook outlook;
		char commit[HISTORY_OID_SIZE], culprit[HISTORY_OID_SIZE];

		bisect(&world, branch[i], &outlook);
		merge = outlook_merge_of(&outlook, 0);
		assert_non_null(merge);
		assert_int_equal(merge->verdict.next.kind, SEARCH_END_FOUND);
		assert_int_equal(merge->verdict.n_changes, 1);
		assert_true(merge->verdict.changes[0].is_resolved);
		stage_commit(&merge->stage, merge->verdict.changes[0].hi, commit);
		put_hex(branch[i], culprit);
		assert_string_equal(commit, culprit);
		assert_true(fabs(merge->verdict.changes[0].effect + 3.046) < 0.3);
		world_clear(&world, &outlook);
	}
}

/* Of a case that has built its good end, and whose kernel was freed or not. */
static enum search_action_kind next_after_a_build(const char *dir)
{
	static const struct evidence_options options = {
		.better = HIGHER_IS_BETTER,
		.guess = { .build = 5, .boot = 0.5, .sample = 0.2 },
		.search = { .confidence = 0.99, .smallest_effect = 1, .min_samples = 3 },
	};
	struct world world = { 0 };
	struct outlook_source source = { .mainline = &world.mainline,
					 .history = &world.history,
					 .options = &options,
					 .has_own_changes = merge_is_clean };
	struct outlook outlook;
	struct error err = { 0 };
	struct candidate good;
	enum search_action_kind kind;

	draw(&world.drawing, "a", one_merge);
	stage_init_mainline(&world.mainline, world.drawing.graph);
	stage_candidate(&world.mainline, 0, &good);
	kernel_for(&world, &good);
	mem_freep(&world.history.kernels[0].dir);
	world.history.kernels[0].dir = mem_strdup(dir);
	assert_int_equal(outlook_init(&outlook, &source, &err), 0);
	assert_int_equal(outlook.next.position, 0);
	kind = outlook.next.kind;
	world_clear(&world, &outlook);
	return kind;
}

static void what_was_built_is_to_be_booted_unless_it_was_freed(void **state)
{
	(void)state;
	assert_int_equal(next_after_a_build("kernels/a"), SEARCH_DO_BOOT);
	assert_int_equal(next_after_a_build(""), SEARCH_DO_BUILD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_on_the_mainline_needs_no_look_into_merges),
		cmocka_unit_test(a_change_in_a_branch_is_found_inside_the_merge),
		cmocka_unit_test(what_was_built_is_to_be_booted_unless_it_was_freed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
