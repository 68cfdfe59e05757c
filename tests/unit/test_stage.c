/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "bisect/stage.h"
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

static void inside_a_merge_the_branch_is_transplanted_onto_its_first_parent(void **state)
{
	struct drawing drawing;
	struct stage stage;
	char commit[HISTORY_OID_SIZE];

	(void)state;
	draw(&drawing, "g", one_merge);
	assert_true(stage_init_merge(&stage, drawing.graph, node_named(&drawing, 'M'), false));
	assert_int_equal(stage.chain.n, 3);
	assert_candidate(&stage, 0, 'a', 0);
	assert_candidate(&stage, 1, 'x', 'a');
	assert_candidate(&stage, 2, 'y', 'a');
	/* The whole branch is the merge itself; what changes there is the branch's last commit. */
	assert_candidate(&stage, 3, 'M', 0);
	stage_commit(&stage, 3, commit);
	assert_string_equal(commit, hex('z'));
	stage_clear(&stage);
	graph_free(drawing.graph);
}

static void a_merge_with_changes_of_its_own_is_the_last_suspect(void **state)
{
	struct drawing drawing;
	struct stage stage;
	char commit[HISTORY_OID_SIZE];

	(void)state;
	draw(&drawing, "g", one_merge);
	assert_true(stage_init_merge(&stage, drawing.graph, node_named(&drawing, 'M'), true));
	assert_int_equal(stage.chain.n, 4);
	assert_candidate(&stage, 3, 'z', 'a');
	assert_candidate(&stage, 4, 'M', 0);
	stage_commit(&stage, 4, commit);
	assert_string_equal(commit, hex('M'));
	stage_clear(&stage);
	graph_free(drawing.graph);
}

static void a_nested_merge_weighs_what_it_brought_into_the_branch(void **state)
{
	struct drawing drawing;
	struct stage stage;

	(void)state;
	draw(&drawing, "g", "g: a:g x:g p:x q:p y:x N:yq z:N M:az");
	assert_true(stage_init_merge(&stage, drawing.graph, node_named(&drawing, 'M'), false));
	assert_int_equal(stage.chain.n, 4);    /* x y N z */
	assert_true(stage.chain.mass[3] == 3); /* N, p, q */
	stage_clear(&stage);
	graph_free(drawing.graph);
}

static void an_ordinary_commit_has_no_inside(void **state)
{
	struct drawing drawing;
	struct stage stage;

	(void)state;
	draw(&drawing, "g", one_merge);
	assert_false(stage_init_merge(&stage, drawing.graph, node_named(&drawing, 'b'), false));
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
	struct stage stage;
	struct history_kernel merge = kernel_of('M', 0, 0), native = kernel_of('y', 0, 0);
	struct history_kernel transplant = kernel_of('y', 'a', 0), other = kernel_of('M', 0, 1);
	uint32_t position;

	(void)state;
	draw(&drawing, "g", one_merge);
	assert_true(stage_init_merge(&stage, drawing.graph, node_named(&drawing, 'M'), false));
	assert_true(stage_find(&stage, &merge, &position));
	assert_int_equal(position, 3);
	assert_true(stage_find(&stage, &transplant, &position));
	assert_int_equal(position, 2);
	assert_false(stage_find(&stage, &native, &position));
	assert_false(stage_find(&stage, &other, &position));
	stage_clear(&stage);
	graph_free(drawing.graph);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_mainline_counts_what_each_merge_brought_in),
		cmocka_unit_test(inside_a_merge_the_branch_is_transplanted_onto_its_first_parent),
		cmocka_unit_test(a_merge_with_changes_of_its_own_is_the_last_suspect),
		cmocka_unit_test(a_nested_merge_weighs_what_it_brought_into_the_branch),
		cmocka_unit_test(an_ordinary_commit_has_no_inside),
		cmocka_unit_test(a_kernel_is_found_by_commit_and_by_what_it_was_merged_onto),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
