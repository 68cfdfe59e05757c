/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/graph.h"
#include "tests/support/drawing.h"

static void assert_chain(const char *text, const char *nodes, const double *mass)
{
	struct graph_chain chain = { 0 };
	struct drawing drawing;

	draw(&drawing, nodes, text);
	graph_main_chain(drawing.graph, &chain);
	assert_int_equal(chain.n + 1, strlen(nodes));
	for (uint32_t i = 0; i <= chain.n; i++) {
		assert_int_equal(drawing.names[chain.nodes[i]], nodes[i]);
		assert_int_equal((int)chain.mass[i], (int)mass[i]);
	}
	graph_chain_clear(&chain);
	graph_free(drawing.graph);
}

static void a_straight_line_is_its_own_chain(void **state)
{
	(void)state;
	assert_chain("g:- a:g b:a c:b", "gabc", (const double[]){ 0, 1, 1, 1 });
}

static void a_range_of_one_commit_is_a_chain_of_one_step(void **state)
{
	(void)state;
	assert_chain("g:- b:g", "gb", (const double[]){ 0, 1 });
}

static void a_merge_weighs_what_it_brings_in(void **state)
{
	const char *text = "g:- a:g x:g y:x m:ay b:m";

	(void)state;
	assert_chain(text, "gamb", (const double[]){ 0, 1, 3, 1 });
}

static void a_branch_based_before_good_is_part_of_its_merge(void **state)
{
	const char *text = "g:- x:- y:x a:g m:ay b:m";

	(void)state;
	assert_chain(text, "gamb", (const double[]){ 0, 1, 3, 1 });
}

static void the_chain_follows_another_parent_only_where_the_first_misses_good(void **state)
{
	/* m was made on a branch that is older than good, and merged good's line into it */
	const char *text = "g:- a:g x:- m:xa b:m";

	(void)state;
	assert_chain(text, "gamb", (const double[]){ 0, 1, 2, 1 });
}

static void a_merge_of_good_itself_does_not_bring_good_in(void **state)
{
	const char *text = "g:- x:- m:xg b:m";

	(void)state;
	assert_chain(text, "gmb", (const double[]){ 0, 2, 1 });
}

static void an_octopus_weighs_all_its_branches(void **state)
{
	const char *text = "g:- x:g p:g q:p y:x a:g m:ayq b:m";

	(void)state;
	assert_chain(text, "gamb", (const double[]){ 0, 1, 5, 1 });
}

static void a_criss_cross_counts_every_commit_once(void **state)
{
	/* a and x merge each other twice */
	const char *text = "g:- a:g x:g c:ax y:xa m:cy";

	(void)state;
	assert_chain(text, "gacm", (const double[]){ 0, 1, 2, 2 });
}

static void nested_merges_weigh_with_their_branch(void **state)
{
	/* branch x…z holds the merge n of p q */
	const char *text = "g:- x:g p:x q:p y:x n:yq z:n a:g m:az b:m";

	(void)state;
	assert_chain(text, "gamb", (const double[]){ 0, 1, 7, 1 });
}

static void a_foreign_root_comes_in_with_its_merge(void **state)
{
	const char *text = "g:- r: s:r a:g m:as b:m";

	(void)state;
	assert_chain(text, "gamb", (const double[]){ 0, 1, 3, 1 });
}

static void a_branch_merged_twice_is_counted_at_the_first_merge(void **state)
{
	const char *text = "g:- x:g m:gx y:x n:my b:n";

	(void)state;
	assert_chain(text, "gmnb", (const double[]){ 0, 2, 2, 1 });
}

static void good_need_not_be_the_first_node(void **state)
{
	const char *text = "x:- y:x g:- a:g m:ay b:m";

	(void)state;
	assert_chain(text, "gamb", (const double[]){ 0, 1, 3, 1 });
}

static void commits_that_are_ruled_out_weigh_nothing(void **state)
{
	static const char ruled_out[] = "xb";
	struct graph_chain chain = { 0 };
	struct drawing drawing;

	(void)state;
	draw(&drawing, "g", "g:- a:g x:g y:x m:ay b:m");
	drawing.graph->is_outside = mem_array(drawing.graph->n, 1);
	for (size_t i = 0; ruled_out[i]; i++)
		drawing.graph->is_outside[node_named(&drawing, ruled_out[i])] = 1;
	graph_main_chain(drawing.graph, &chain);
	assert_true(chain.mass[1] == 1 && chain.mass[2] == 2 && chain.mass[3] == 0);
	graph_chain_clear(&chain);
	graph_free(drawing.graph);
}

static void marking_stops_at_what_is_marked(void **state)
{
	uint8_t flags[7] = { 0 };
	struct drawing drawing;

	(void)state;
	draw(&drawing, "g", "g:- a:g x:g y:x m:ay b:m");
	assert_int_equal(graph_mark(drawing.graph, node_named(&drawing, 'a'), flags), 2);
	assert_int_equal(graph_mark(drawing.graph, node_named(&drawing, 'y'), flags), 2);
	assert_int_equal(graph_mark(drawing.graph, node_named(&drawing, 'y'), flags), 0);
	assert_int_equal(graph_mark(drawing.graph, node_named(&drawing, 'b'), flags), 2);
	graph_free(drawing.graph);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_straight_line_is_its_own_chain),
		cmocka_unit_test(a_range_of_one_commit_is_a_chain_of_one_step),
		cmocka_unit_test(a_merge_weighs_what_it_brings_in),
		cmocka_unit_test(a_branch_based_before_good_is_part_of_its_merge),
		cmocka_unit_test(the_chain_follows_another_parent_only_where_the_first_misses_good),
		cmocka_unit_test(a_merge_of_good_itself_does_not_bring_good_in),
		cmocka_unit_test(an_octopus_weighs_all_its_branches),
		cmocka_unit_test(a_criss_cross_counts_every_commit_once),
		cmocka_unit_test(nested_merges_weigh_with_their_branch),
		cmocka_unit_test(a_foreign_root_comes_in_with_its_merge),
		cmocka_unit_test(a_branch_merged_twice_is_counted_at_the_first_merge),
		cmocka_unit_test(good_need_not_be_the_first_node),
		cmocka_unit_test(commits_that_are_ruled_out_weigh_nothing),
		cmocka_unit_test(marking_stops_at_what_is_marked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
