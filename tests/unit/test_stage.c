/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "base/mem.h"
#include "bisect/stage_inside.h"
#include "tests/support/drawing.h"

/* Mainline g a M b; M merges the branch x y z, which left the mainline at g. */
static const char one_merge[] = "g: a:g x:g y:x z:y M:az b:M";

/* The id of a commit of the drawing, as hex. */
static const char *hex(char name)
{
	static char text[HISTORY_OID_SIZE];

	for (size_t i = 0; i < 40; i += 2) {
		text[i] = "0123456789abcdef"[(name >> 4) & 15];
		text[i + 1] = "0123456789abcdef"[name & 15];
	}
	return text;
}

static void assert_candidate(const struct stage *stage, uint32_t position, char commit, char onto)
{
	struct candidate candidate;

	stage_candidate(stage, position, &candidate);
	assert_string_equal(candidate.commit, hex(commit));
	assert_string_equal(candidate.onto, onto ? hex(onto) : "");
}

static void the_mainline_counts_what_each_merge_brought_in(void **state)
{
	struct drawing drawing;
	struct stage stage;

	(void)state;
	draw(&drawing, "g", one_merge);
	stage_init_mainline(&stage, drawing.graph);
	assert_int_equal(stage.chain.n, 3);
	assert_true(stage.chain.mass[2] == 4);
	assert_candidate(&stage, 0, 'g', 0);
	assert_candidate(&stage, 2, 'M', 0);
	assert_candidate(&stage, 3, 'b', 0);
	stage_clear(&stage);
	graph_free(drawing.graph);
}

/* Looks into the merge at the position; what the n-th branch is merged onto is the commit "1", "2", … */
static void look_inside(struct stage *stage, const struct stage *outer, uint32_t position,
			bool has_own_changes)
{
	CLEANUP(mem_freep) struct stage_branch *branches = NULL;
	const size_t n = stage_branches(outer, position, &branches);

	for (size_t i = 0; i < n; i++)
		strcpy(branches[i].onto, hex((char)('1' + i)));
	stage_init_merge(stage, outer, position, branches, n, has_own_changes);
}

static void inside_a_merge_the_branch_is_transplanted_onto_the_state_before_it(void **state)
{
	struct drawing drawing;
	struct stage mainline, stage;
	char commit[HISTORY_OID_SIZE];

	(void)state;
	draw(&drawing, "g", one_merge);
	stage_init_mainline(&mainline, drawing.graph);
	look_inside(&stage, &mainline, 2, false);
	assert_int_equal(stage.chain.n, 3);
	assert_candidate(&stage, 0, 'a', 0);
	assert_candidate(&stage, 1, 'x', '1');
	assert_candidate(&stage, 2, 'y', '1');
	/* The whole branch is the merge itself; what changes there is the branch's last commit. */
	assert_candidate(&stage, 3, 'M', 0);
	stage_commit(&stage, 3, commit);
	assert_string_equal(commit, hex('z'));
	stage_clear(&stage);
	stage_clear(&mainline);
	graph_free(drawing.graph);
}

static void a_merge_with_changes_of_its_own_is_the_last_suspect(void **state)
{
	struct drawing drawing;
	struct stage mainline, stage;
	char commit[HISTORY_OID_SIZE];

	(void)state;
	draw(&drawing, "g", one_merge);
	stage_init_mainline(&mainline, drawing.graph);
	look_inside(&stage, &mainline, 2, true);
	assert_int_equal(stage.chain.n, 4);
	assert_candidate(&stage, 3, 'z', '1');
	assert_candidate(&stage, 4, 'M', 0);
	stage_commit(&stage, 4, commit);
	assert_string_equal(commit, hex('M'));
	stage_clear(&stage);
	stage_clear(&mainline);
	graph_free(drawing.graph);
}

static void a_nested_merge_is_a_position_that_can_be_looked_into(void **state)
{
	struct drawing drawing;
	struct stage mainline, stage, nested;

	(void)state;
	draw(&drawing, "g", "g: a:g x:g p:x q:p y:x N:yq z:N M:az");
	stage_init_mainline(&mainline, drawing.graph);
	look_inside(&stage, &mainline, 2, false);
	assert_int_equal(stage.chain.n, 4);    /* x y N z */
	assert_true(stage.chain.mass[3] == 3); /* N, p, q */
	look_inside(&nested, &stage, 3, false);
	assert_int_equal(nested.chain.n, 2);
	assert_candidate(&nested, 0, 'y', '1');
	assert_candidate(&nested, 1, 'p', '1');
	assert_candidate(&nested, 2, 'N', '1');
	stage_clear(&nested);
	stage_clear(&stage);
	stage_clear(&mainline);
	graph_free(drawing.graph);
}

static void the_branches_of_an_octopus_follow_each_other(void **state)
{
	struct drawing drawing;
	struct stage mainline, stage;

	(void)state;
	draw(&drawing, "g", "g: a:g x:g y:x p:x q:p r:g M:ayqr");
	stage_init_mainline(&mainline, drawing.graph);
	look_inside(&stage, &mainline, 2, false);
	assert_int_equal(stage.chain.n, 5);
	assert_candidate(&stage, 1, 'x', '1');
	assert_candidate(&stage, 2, 'y', '1');
	assert_candidate(&stage, 3, 'p', '2');
	assert_candidate(&stage, 4, 'q', '2');
	assert_candidate(&stage, 5, 'M', 0);
	stage_clear(&stage);
	stage_clear(&mainline);
	graph_free(drawing.graph);
}

/* c and y merge each other's first commits; what M brings in is only what c's side has not. */
static void a_criss_cross_counts_every_commit_once(void **state)
{
	struct drawing drawing;
	struct stage mainline, stage;

	(void)state;
	draw(&drawing, "g", "g: a:g x:g c:ax y:xa z:y M:cz");
	stage_init_mainline(&mainline, drawing.graph);
	look_inside(&stage, &mainline, 3, false);
	assert_int_equal(stage.chain.n, 2);
	assert_candidate(&stage, 1, 'y', '1');
	assert_true(stage.chain.mass[1] == 1 && stage.chain.mass[2] == 1);
	stage_clear(&stage);
	stage_clear(&mainline);
	graph_free(drawing.graph);
}

static void a_merge_of_what_is_there_already_brings_nothing_in(void **state)
{
	CLEANUP(mem_freep) struct stage_branch *branches = NULL;
	struct drawing drawing;
	struct stage mainline;

	(void)state;
	draw(&drawing, "g", "g: a:g b:a M:ba");
	stage_init_mainline(&mainline, drawing.graph);
	assert_int_equal(stage_branches(&mainline, 3, &branches), 0);
	stage_clear(&mainline);
	graph_free(drawing.graph);
}

static void a_merge_into_the_wrong_side_is_seen_from_good(void **state)
{
	struct drawing drawing;
	struct stage mainline, stage;

	(void)state;
	draw(&drawing, "g", "g: a:g x:- M:xa");
	stage_init_mainline(&mainline, drawing.graph);
	look_inside(&stage, &mainline, 2, true);
	assert_int_equal(stage.chain.n, 2);
	assert_candidate(&stage, 0, 'a', 0);
	assert_candidate(&stage, 1, 'x', '1');
	stage_clear(&stage);
	stage_clear(&mainline);
	graph_free(drawing.graph);
}

/* The run (lo, hi] of the merge's transplants, as it is on base. */
static void look_natively(struct stage *stage, const struct stage *outer, uint32_t lo, uint32_t hi,
			  char base, uint32_t first)
{
	struct stage_native native = { .outer = outer, .lo = lo, .hi = hi, .first = first };

	strcpy(native.base, hex(base));
	stage_init_native(stage, &native);
}

static void a_native_look_goes_from_the_base_to_the_tip(void **state)
{
	struct drawing drawing;
	struct stage mainline, merged, stage;

	(void)state;
	draw(&drawing, "g", one_merge);
	stage_init_mainline(&mainline, drawing.graph);
	look_inside(&merged, &mainline, 2, true);
	assert_non_null(stage_part_of(&merged, 0, stage_last_of_branch(&merged, 4)));
	look_natively(&stage, &merged, 0, 4, 'g', 1);
	assert_int_equal(stage.chain.n, 3);
	assert_candidate(&stage, 0, 'g', 0);
	assert_candidate(&stage, 1, 'x', 0);
	assert_candidate(&stage, 3, 'z', 0);
	stage_clear(&stage);
	/* Between two commits of the branch, where their transplants work. */
	look_natively(&stage, &merged, 1, 3, 'g', 1);
	assert_int_equal(stage.chain.n, 2);
	assert_candidate(&stage, 0, 'x', 0);
	assert_candidate(&stage, 2, 'z', 0);
	stage_clear(&stage);
	stage_clear(&merged);
	stage_clear(&mainline);
	graph_free(drawing.graph);
}

/* x left at g, B merges the mainline's m into it: natively only B and y are comparable with m. */
static void commits_before_a_merge_from_the_mainline_come_with_it(void **state)
{
	struct drawing drawing;
	struct stage mainline, merged, stage, nested;

	(void)state;
	draw(&drawing, "g", "g: m:g a:m x:g B:xm y:B M:ay");
	stage_init_mainline(&mainline, drawing.graph);
	look_inside(&merged, &mainline, 3, true);
	look_natively(&stage, &merged, 0, 4, 'm', 2);
	assert_int_equal(stage.chain.n, 2); /* B y */
	assert_true(stage.chain.mass[1] == 2);
	assert_candidate(&stage, 0, 'm', 0);
	assert_candidate(&stage, 1, 'B', 0);
	look_inside(&nested, &stage, 1, true);
	assert_candidate(&nested, 1, 'x', '1');
	stage_clear(&nested);
	stage_clear(&stage);
	stage_clear(&merged);
	stage_clear(&mainline);
	graph_free(drawing.graph);
}

/* a B c d E f, where only capitals are suspects. */
static void commits_in_a_row_that_are_ruled_out_are_one_position(void **state)
{
	struct drawing drawing;
	struct stage stage;
	uint32_t n = 0;
	const uint32_t *nodes;

	(void)state;
	draw(&drawing, "g", "g: a:g B:a c:B d:c E:d f:E");
	drawing.graph->is_outside = mem_array(drawing.graph->n, 1);
	for (const char *at = "acdf"; *at; at++)
		drawing.graph->is_outside[node_named(&drawing, *at)] = 1;
	stage_init_mainline(&stage, drawing.graph);
	assert_int_equal(stage.chain.n, 5); /* a B cd E f */
	assert_candidate(&stage, 3, 'd', 0);
	nodes = stage_commits(&stage, 2, 3, &n);
	assert_int_equal(n, 2);
	assert_int_equal(nodes[0], node_named(&drawing, 'c'));
	assert_true(stage.is_outside[3] && !stage.is_outside[4]);
	assert_true(stage.chain.mass[3] > 0 && stage.chain.mass[3] <= 0.02);
	assert_true(stage.chain.mass[4] == 1);
	stage_clear(&stage);
	graph_free(drawing.graph);
}

static struct history_kernel kernel_of(char commit, char onto, unsigned variant)
{
	struct history_kernel kernel = { .variant = variant };

	strcpy(kernel.commit, hex(commit));
	if (onto)
		strcpy(kernel.onto, hex(onto));
	return kernel;
}

static void a_kernel_is_found_by_commit_and_by_what_it_was_merged_onto(void **state)
{
	struct drawing drawing;
	struct stage mainline, stage;
	struct history_kernel merge = kernel_of('M', 0, 0), native = kernel_of('y', 0, 0);
	struct history_kernel transplant = kernel_of('y', '1', 0), layout = kernel_of('M', 0, 1);
	uint32_t position;

	(void)state;
	draw(&drawing, "g", one_merge);
	stage_init_mainline(&mainline, drawing.graph);
	look_inside(&stage, &mainline, 2, false);
	assert_true(stage_find(&stage, &merge, &position));
	assert_int_equal(position, 3);
	assert_true(stage_find(&stage, &transplant, &position));
	assert_int_equal(position, 2);
	assert_false(stage_find(&stage, &native, &position));
	assert_true(stage_find(&stage, &layout, &position));
	assert_int_equal(position, 3);
	stage_clear(&stage);
	stage_clear(&mainline);
	graph_free(drawing.graph);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_mainline_counts_what_each_merge_brought_in),
		cmocka_unit_test(
			inside_a_merge_the_branch_is_transplanted_onto_the_state_before_it),
		cmocka_unit_test(a_merge_with_changes_of_its_own_is_the_last_suspect),
		cmocka_unit_test(a_nested_merge_is_a_position_that_can_be_looked_into),
		cmocka_unit_test(the_branches_of_an_octopus_follow_each_other),
		cmocka_unit_test(a_criss_cross_counts_every_commit_once),
		cmocka_unit_test(a_merge_of_what_is_there_already_brings_nothing_in),
		cmocka_unit_test(a_merge_into_the_wrong_side_is_seen_from_good),
		cmocka_unit_test(a_native_look_goes_from_the_base_to_the_tip),
		cmocka_unit_test(commits_before_a_merge_from_the_mainline_come_with_it),
		cmocka_unit_test(commits_in_a_row_that_are_ruled_out_are_one_position),
		cmocka_unit_test(a_kernel_is_found_by_commit_and_by_what_it_was_merged_onto),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
