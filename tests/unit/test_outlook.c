/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/culprit.h"
#include "tests/support/drawing.h"

#define STEPS_MAX 150

/*
 * A world in which a kernel's throughput follows from the commits it contains. Its states are sets of
 * commits; that of a merge made for a measurement is in its id.
 */
struct world {
	struct drawing drawing;
	struct stage mainline;
	struct history history;
	const char *slow;     /* each of these commits costs 3 % */
	const char *pair;     /* two commits that cost 3 % together */
	const char *evil;     /* merges that change something themselves */
	const char *conflict; /* these two commits do; "" for none */
	bool is_first_parent;
	unsigned steps;
};

/* Ids of made commits begin with this digit; letters begin with 4 to 7, "-" with 2. */
#define MADE 'f'

static void put_hex(char name, char ret[HISTORY_OID_SIZE])
{
	for (size_t i = 0; i < 40; i += 2) {
		ret[i] = "0123456789abcdef"[(name >> 4) & 15];
		ret[i + 1] = "0123456789abcdef"[name & 15];
	}
	ret[40] = '\0';
}

static uint64_t bit(const struct world *world, char name)
{
	const uint32_t node = node_named(&world->drawing, name);

	return node == GRAPH_NONE ? 0 : 1ULL << node;
}

static uint64_t ancestry(const struct world *world, uint32_t node)
{
	uint8_t flags[64] = { 0 };
	uint64_t set = 0;

	(void)graph_mark(world->drawing.graph, node, flags);
	for (uint32_t i = 0; i < world->drawing.graph->n; i++)
		set |= (uint64_t)flags[i] << i;
	return set;
}

/* What a commit contains. */
static uint64_t contents(const struct world *world, const char *hex)
{
	char other[HISTORY_OID_SIZE];
	uint64_t set = 0;

	if (hex[0] == MADE) {
		assert_int_equal(sscanf(hex + 1, "%39" SCNx64, &set), 1);
		return set;
	}
	for (uint32_t node = 0; node < world->drawing.graph->n; node++) {
		stage_node_hex(world->drawing.graph, node, other);
		if (strcmp(hex, other) == 0)
			return ancestry(world, node);
	}
	return 0; /* older than the range */
}

/* Do the two sides change one line, each without the other's change? */
static bool conflicts(const struct world *world, uint64_t one, uint64_t other)
{
	const uint64_t only_one = one & ~other, only_other = other & ~one;
	uint64_t a, b;

	if (world->conflict[0] == '\0')
		return false;
	a = bit(world, world->conflict[0]);
	b = bit(world, world->conflict[1]);
	return (only_one & a && only_other & b) || (only_one & b && only_other & a);
}

static uint64_t set_of(const struct world *world, const struct candidate *candidate)
{
	return contents(world, candidate->commit) |
	       (candidate->onto[0] ? contents(world, candidate->onto) : 0);
}

static int join(void *context, const struct candidate *candidate, struct outlook_state *ret,
		struct error *err)
{
	const struct world *world = context;
	uint64_t set = set_of(world, candidate), tree = set;

	(void)err;
	*ret = (struct outlook_state){ 0 };
	if (candidate->onto[0] &&
	    conflicts(world, contents(world, candidate->commit), contents(world, candidate->onto)))
		return 0;
	for (uint32_t node = 0; node < world->drawing.graph->n; node++)
		if (graph_parent_count(world->drawing.graph, node) > 1 &&
		    !strchr(world->evil, world->drawing.names[node]))
			tree &= ~(1ULL << node); /* a merge that only merges leaves no trace */
	(void)snprintf(ret->commit, sizeof(ret->commit), "%c%039" PRIx64, MADE, set);
	if (!candidate->onto[0])
		strcpy(ret->commit, candidate->commit);
	(void)snprintf(ret->tree, sizeof(ret->tree), "%040" PRIx64, tree);
	return 0;
}

/* The newest commit that both have; "-" where they meet before the range. Capital R is a root. */
static int merge_base(void *context, const char *one, const char *other, char ret[HISTORY_OID_SIZE],
		      struct error *err)
{
	const struct world *world = context;
	const uint64_t common = contents(world, one) & contents(world, other);

	(void)err;
	put_hex('-', ret);
	if ((contents(world, one) | contents(world, other)) & bit(world, 'R'))
		ret[0] = '\0';
	for (uint32_t node = 0; node < world->drawing.graph->n; node++)
		if (common >> node & 1)
			put_hex(world->drawing.names[node], ret);
	return 0;
}

static int descends(void *context, const char *commit, const char *ancestor, bool *ret,
		    struct error *err)
{
	const struct world *world = context;
	const uint64_t older = contents(world, ancestor);

	(void)err;
	*ret = (contents(world, commit) & older) == older;
	return 0;
}

static const struct outlook_questions questions = { join, merge_base, descends };

static size_t kernel_for(struct world *world, const struct candidate *candidate)
{
	struct history *history = &world->history;
	bool is_conflict =
		candidate->onto[0] != '\0' && conflicts(world, contents(world, candidate->commit),
							contents(world, candidate->onto));

	for (size_t i = 0; i < history->n_kernels; i++)
		if (strcmp(history->kernels[i].commit, candidate->commit) == 0 &&
		    strcmp(history->kernels[i].onto, candidate->onto) == 0)
			return i;
	history->kernels =
		mem_resize(history->kernels, history->n_kernels + 1, sizeof(*history->kernels));
	history->kernels[history->n_kernels] = (struct history_kernel){
		.outcome = is_conflict ? OUTCOME_NOT_MERGEABLE : OUTCOME_BUILT,
		.detail = mem_strdup(""),
		.dir = mem_strdup(is_conflict ? "" : "kernels/a"),
	};
	strcpy(history->kernels[history->n_kernels].commit, candidate->commit);
	strcpy(history->kernels[history->n_kernels].onto, candidate->onto);
	return history->n_kernels++;
}

static double level(const struct world *world, const struct candidate *candidate)
{
	const uint64_t set = set_of(world, candidate);
	double level = 100;

	for (const char *at = world->slow; *at; at++)
		level *= set & bit(world, *at) ? 0.97 : 1;
	if (world->pair[0] && set & bit(world, world->pair[0]) && set & bit(world, world->pair[1]))
		level *= 0.97;
	return level;
}

/* Does what the outlook asks for, in the world. */
static void step(struct world *world, const struct outlook *outlook)
{
	struct history *history = &world->history;
	struct history_boot boot = { .outcome = OUTCOME_MEASURED };
	struct candidate candidate;

	stage_candidate(outlook->stage, outlook->next.position, &candidate);
	boot.kernel = kernel_for(world, &candidate);
	world->steps++;
	if (history->kernels[boot.kernel].outcome != OUTCOME_BUILT)
		return;
	boot.n = outlook->next.samples;
	boot.values = mem_array(boot.n, sizeof(*boot.values));
	for (size_t i = 0; i < boot.n; i++)
		boot.values[i] = level(world, &candidate) *
				 (1 + 1e-4 * sin(13.0 * world->steps + 7.0 * (double)i));
	history->boots = mem_resize(history->boots, history->n_boots + 1, sizeof(*history->boots));
	history->boots[history->n_boots++] = boot;
}

static const struct evidence_options options = {
	.better = HIGHER_IS_BETTER,
	.guess = { .build = 5, .boot = 0.5, .sample = 0.2 },
	.search = { .confidence = 0.99, .smallest_effect = 1, .min_samples = 3, .max_samples = 9 },
};

static void outlook_at(struct world *world, struct outlook *outlook)
{
	const struct outlook_source source = { .mainline = &world->mainline,
					       .history = &world->history,
					       .options = &options,
					       .stops_at_merges = world->is_first_parent,
					       .questions = &questions,
					       .context = world };
	struct error err = { 0 };

	assert_int_equal(outlook_init(outlook, &source, &err), 0);
}

/* A world of the drawing in which nothing changes anything. */
static void world_init(struct world *world, const char *text)
{
	*world = (struct world){ .slow = "", .pair = "", .evil = "", .conflict = "" };
	draw(&world->drawing, "a", text);
	stage_init_mainline(&world->mainline, world->drawing.graph);
}

/* Steps to the end; the last outlook is returned. */
static void bisect(struct world *world, struct outlook *outlook)
{
	while (world->steps < STEPS_MAX) {
		outlook_at(world, outlook);
		if (!outlook->stage)
			return;
		step(world, outlook);
		outlook_clear(outlook);
	}
	*outlook = (struct outlook){ 0 };
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

/* Follows the only change as far in as it was looked into; its index, or OUTLOOK_NONE. */
static size_t innermost(const struct outlook *outlook)
{
	size_t at = OUTLOOK_NONE, inside;

	while ((inside = outlook_inside(outlook, at, 0)) != OUTLOOK_NONE)
		at = inside;
	return at;
}

/* The only change, as far in as it was looked into, is that commit. */
static void assert_found(const struct outlook *outlook, char name, double effect)
{
	const size_t at = innermost(outlook);
	const struct search_verdict *verdict = outlook_verdict(outlook, at);
	char commit[HISTORY_OID_SIZE], expected[HISTORY_OID_SIZE];

	assert_int_equal(verdict->next.kind, SEARCH_END_FOUND);
	assert_int_equal(verdict->n_changes, 1);
	assert_true(verdict->changes[0].is_resolved);
	assert_int_equal(verdict->changes[0].hi, verdict->changes[0].lo + 1);
	stage_commit(outlook_stage(outlook, at), verdict->changes[0].hi, commit);
	put_hex(name, expected);
	assert_string_equal(commit, expected);
	assert_true(fabs(verdict->changes[0].effect - effect) < 0.3);
}

/* Each of the commits in turn is the one that costs 3 %. */
static void assert_each_is_found(const char *text, const char *names)
{
	for (const char *at = names; *at; at++) {
		const char culprit[] = { *at, '\0' };
		struct world world;
		struct outlook outlook;

		world_init(&world, text);
		world.slow = culprit;
		bisect(&world, &outlook);
		assert_found(&outlook, *at, -3.046);
		assert_true(outlook_suspects(&outlook) == 1);
		world_clear(&world, &outlook);
	}
}

/* Mainline a b M c; M merges x y z. */
static const char one_merge[] = "a: b:a x:a y:x z:y M:bz c:M";

static void a_change_on_the_mainline_needs_no_look_into_merges(void **state)
{
	struct world world;
	struct outlook outlook;

	(void)state;
	world_init(&world, one_merge);
	world.slow = "b";
	bisect(&world, &outlook);
	assert_int_equal(outlook.n_merges, 0);
	assert_found(&outlook, 'b', -3.046);
	world_clear(&world, &outlook);
}

static void a_change_in_a_branch_is_found_inside_the_merge(void **state)
{
	(void)state;
	assert_each_is_found(one_merge, "xyz");
}

static void what_the_merge_itself_changes_is_found_behind_its_branch(void **state)
{
	struct world world;
	struct outlook outlook;

	(void)state;
	world_init(&world, one_merge);
	world.slow = world.evil = "M";
	bisect(&world, &outlook);
	assert_found(&outlook, 'M', -3.046);
	world_clear(&world, &outlook);
}

static void with_first_parent_the_merge_is_the_answer(void **state)
{
	struct world world;
	struct outlook outlook;

	(void)state;
	world_init(&world, one_merge);
	world.slow = "y";
	world.is_first_parent = true;
	bisect(&world, &outlook);
	assert_int_equal(outlook.n_merges, 0);
	assert_found(&outlook, 'M', -3.046);
	world_clear(&world, &outlook);
}

/* O merges s t into the branch p q, N that into x y, M all of it. */
static void changes_in_merges_inside_branches_are_found(void **state)
{
	(void)state;
	assert_each_is_found("a: b:a x:a p:x s:p t:s q:p O:qt r:O y:x N:yr z:N M:bz c:M",
			     "xpstqryz");
}

static void changes_in_each_branch_of_an_octopus_are_found(void **state)
{
	(void)state;
	assert_each_is_found("a: b:a x:a y:x p:x q:p r:a s:r M:byqs c:M", "xypqrs");
}

static void changes_are_found_in_a_criss_cross_and_behind_merges_from_the_mainline(void **state)
{
	(void)state;
	assert_each_is_found("a: b:a x:a d:bx y:xb z:y M:dz c:M", "byz");
	assert_each_is_found("a: b:a d:b x:a B:xb y:B M:dy c:M", "bdxy");
}

static void a_branch_older_than_good_is_transplanted_like_any(void **state)
{
	(void)state;
	assert_each_is_found("a: b:a x:- y:x z:y M:bz c:M", "xyz");
}

static void the_history_of_another_project_is_not_taken_apart(void **state)
{
	struct world world;
	struct outlook outlook;

	(void)state;
	world_init(&world, "a: b:a R: s:R t:s M:bt c:M");
	world.slow = world.evil = "M";
	bisect(&world, &outlook);
	assert_int_equal(outlook.n_merges, 0);
	assert_found(&outlook, 'M', -3.046);
	world_clear(&world, &outlook);
}

static void an_unrelated_history_that_merges_as_it_is_is_taken_apart(void **state)
{
	(void)state;
	assert_each_is_found("a: b:a R: s:R t:s M:bt c:M", "Rst");
}

/* x and b change one line; M resolves that, so that it has changes of its own. */
static void world_of_conflict(struct world *world)
{
	world_init(world, one_merge);
	world->conflict = "xb";
	world->evil = "M";
}

static void commits_that_conflict_are_looked_at_as_they_are(void **state)
{
	const char names[] = "xyz";

	(void)state;
	for (size_t i = 0; names[i]; i++) {
		const char culprit[] = { names[i], '\0' };
		struct world world;
		struct outlook outlook;

		world_of_conflict(&world);
		world.slow = culprit;
		bisect(&world, &outlook);
		assert_true(outlook.merges[innermost(&outlook)].is_native);
		assert_found(&outlook, names[i], -3.046);
		world_clear(&world, &outlook);
	}
}

static void only_what_conflicts_is_looked_at_as_it_is(void **state)
{
	struct world world;
	struct outlook outlook;
	size_t at;

	(void)state;
	world_init(&world, one_merge);
	world.conflict = "yb";
	world.evil = "M";
	world.slow = "z";
	bisect(&world, &outlook);
	at = innermost(&outlook);
	assert_true(outlook.merges[at].is_native);
	assert_int_equal(outlook.merges[at].stage.chain.n, 2); /* behind x, which can be merged */
	assert_found(&outlook, 'z', -3.046);
	world_clear(&world, &outlook);
}

/* The only change named is the merge M, where it is on the mainline. */
static void assert_is_interaction(const struct outlook *outlook)
{
	CLEANUP(culprits_clear) struct culprits culprits = { 0 };
	const size_t at = innermost(outlook);
	char commit[HISTORY_OID_SIZE], merge[HISTORY_OID_SIZE];

	assert_true(outlook->merges[at].is_native);
	assert_true(outlook->merges[at].is_interaction);
	culprits_init(&culprits, outlook);
	assert_int_equal(culprits.n, 1);
	assert_ptr_equal(culprits.of[0].stage, outlook->mainline);
	stage_commit(culprits.of[0].stage, culprits.of[0].change->hi, commit);
	put_hex('M', merge);
	assert_string_equal(commit, merge);
}

static void what_neither_side_holds_is_the_merge(void **state)
{
	struct world world;
	struct outlook outlook;

	(void)state;
	world_of_conflict(&world);
	world.pair = "yb";
	bisect(&world, &outlook);
	assert_is_interaction(&outlook);
	world_clear(&world, &outlook);
}

static void what_the_resolution_of_a_conflict_changes_is_the_merge(void **state)
{
	struct world world;
	struct outlook outlook;

	(void)state;
	world_of_conflict(&world);
	world.slow = "M";
	bisect(&world, &outlook);
	assert_is_interaction(&outlook);
	world_clear(&world, &outlook);
}

static void an_interaction_without_conflict_is_the_commit_that_brings_it(void **state)
{
	struct world world;
	struct outlook outlook;

	(void)state;
	world_init(&world, one_merge);
	world.pair = "yb";
	bisect(&world, &outlook);
	assert_found(&outlook, 'y', -3.046);
	world_clear(&world, &outlook);
}

static void a_conflict_inside_an_older_branch_is_looked_at_on_its_base(void **state)
{
	struct world world;
	struct outlook outlook;
	char base[HISTORY_OID_SIZE];

	(void)state;
	world_init(&world, "a: b:a x:- y:x z:y M:bz c:M");
	world.conflict = "xb";
	world.evil = "M";
	world.slow = "y";
	bisect(&world, &outlook);
	assert_found(&outlook, 'y', -3.046);
	put_hex('-', base);
	assert_string_equal(outlook.merges[innermost(&outlook)].stage.ends[0].commit, base);
	world_clear(&world, &outlook);
}

/* Only the suspects' capitals; the rest is ruled out. */
static void rule_out(struct world *world, const char *names)
{
	struct graph *graph = world->drawing.graph;

	graph->is_outside = mem_array(graph->n, 1);
	for (const char *at = names; *at; at++)
		graph->is_outside[node_named(&world->drawing, *at)] = 1;
	stage_clear(&world->mainline);
	stage_init_mainline(&world->mainline, graph);
}

static void a_suspect_is_found_among_commits_that_are_ruled_out(void **state)
{
	struct world world;
	struct outlook outlook;

	(void)state;
	world_init(&world, "a: b:a c:b D:c e:D f:e G:f h:G x:h y:x Z:y M:hZ i:M");
	rule_out(&world, "bcefhxyMi");
	world.slow = "Z";
	bisect(&world, &outlook);
	assert_found(&outlook, 'Z', -3.046);
	world_clear(&world, &outlook);
}

static void a_change_that_was_ruled_out_is_not_a_suspects(void **state)
{
	const struct search_change *change;
	const uint32_t *nodes;
	struct world world;
	struct outlook outlook;
	uint32_t n;

	(void)state;
	world_init(&world, "a: b:a C:b d:C e:d f:e G:f h:G");
	rule_out(&world, "bdefh");
	world.slow = "e";
	bisect(&world, &outlook);
	change = &outlook.verdict.changes[0];
	assert_int_equal(outlook.verdict.n_changes, 1);
	assert_true(change->is_resolved);
	nodes = stage_commits(&world.mainline, change->lo, change->hi, &n);
	assert_int_equal(n, 3);
	assert_int_equal(nodes[0], node_named(&world.drawing, 'd'));
	assert_int_equal(nodes[2], node_named(&world.drawing, 'f'));
	world_clear(&world, &outlook);
}

/* Of a case that has built its good end, and whose kernel was freed or not. */
static enum search_action_kind next_after_a_build(const char *dir)
{
	struct world world;
	struct outlook outlook;
	struct candidate good;
	enum search_action_kind kind;

	world_init(&world, one_merge);
	stage_candidate(&world.mainline, 0, &good);
	kernel_for(&world, &good);
	mem_freep(&world.history.kernels[0].dir);
	world.history.kernels[0].dir = mem_strdup(dir);
	outlook_at(&world, &outlook);
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

/* Whatever the search asks for, the task says which kernel, how often, and whether the boot goes on. */
static void further_samples_are_a_task_of_their_own(void **state)
{
	struct world world;
	struct outlook outlook;
	struct task task;
	char expected[HISTORY_OID_SIZE];

	(void)state;
	world_init(&world, one_merge);
	outlook_at(&world, &outlook);
	task = outlook_task(&outlook);
	assert_false(task.extends);
	outlook.next = (struct search_action){
		.kind = SEARCH_DO_SAMPLE, .reason = SEARCH_WHY_MORE, .position = 1, .samples = 2
	};
	task = outlook_task(&outlook);
	put_hex('b', expected);
	assert_true(task.extends);
	assert_int_equal(task.samples, 2);
	assert_int_equal(task.purpose, BOOT_SEARCH);
	assert_string_equal(task.candidate.commit, expected);
	assert_string_equal(task.why, search_reason_text(SEARCH_WHY_MORE));
	world_clear(&world, &outlook);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_change_on_the_mainline_needs_no_look_into_merges),
		cmocka_unit_test(a_change_in_a_branch_is_found_inside_the_merge),
		cmocka_unit_test(what_the_merge_itself_changes_is_found_behind_its_branch),
		cmocka_unit_test(with_first_parent_the_merge_is_the_answer),
		cmocka_unit_test(changes_in_merges_inside_branches_are_found),
		cmocka_unit_test(changes_in_each_branch_of_an_octopus_are_found),
		cmocka_unit_test(
			changes_are_found_in_a_criss_cross_and_behind_merges_from_the_mainline),
		cmocka_unit_test(a_branch_older_than_good_is_transplanted_like_any),
		cmocka_unit_test(the_history_of_another_project_is_not_taken_apart),
		cmocka_unit_test(an_unrelated_history_that_merges_as_it_is_is_taken_apart),
		cmocka_unit_test(commits_that_conflict_are_looked_at_as_they_are),
		cmocka_unit_test(only_what_conflicts_is_looked_at_as_it_is),
		cmocka_unit_test(what_neither_side_holds_is_the_merge),
		cmocka_unit_test(what_the_resolution_of_a_conflict_changes_is_the_merge),
		cmocka_unit_test(an_interaction_without_conflict_is_the_commit_that_brings_it),
		cmocka_unit_test(a_conflict_inside_an_older_branch_is_looked_at_on_its_base),
		cmocka_unit_test(a_suspect_is_found_among_commits_that_are_ruled_out),
		cmocka_unit_test(a_change_that_was_ruled_out_is_not_a_suspects),
		cmocka_unit_test(what_was_built_is_to_be_booted_unless_it_was_freed),
		cmocka_unit_test(further_samples_are_a_task_of_their_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
