/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/defs.h"
#include "base/mem.h"
#include "bisect/range.h"

/*
 * A history is written one commit a word: "c:ab@7" is commit c with parents a and b, dated day 7. A
 * capital letter's parents and date are from a commit-graph with ordered dates. An id is the letter
 * twenty times.
 */
struct history {
	const char *text;
	unsigned n_read;
};

static int read_letter(void *context, const uint8_t oid[COMMIT_ID_BYTES], struct commit_links *ret,
		       struct error *err)
{
	struct history *history = context;
	char start[3] = { (char)oid[0], ':', '\0' };
	const char *at = strstr(history->text, start);

	if (!at)
		return error_set(err, ERROR_HOST, "no commit %c", oid[0]);
	history->n_read++;
	ret->n_parents = 0;
	for (at += 2; *at != '@'; at++) {
		uint8_t parent[COMMIT_ID_BYTES];

		memset(parent, *at, sizeof(parent));
		commit_links_add_parent(ret, parent);
	}
	ret->date = strtol(at + 1, NULL, 10) * 24 * 3600;
	ret->is_date_ordered = oid[0] >= 'A' && oid[0] <= 'Z';
	return 0;
}

static struct graph *load(struct history *history, const char *good, const char *bad)
{
	struct range_source source = { history, read_letter };
	uint8_t good_id[COMMIT_ID_BYTES], bad_id[COMMIT_ID_BYTES];
	struct graph *graph = NULL;
	struct error err = { 0 };

	memset(good_id, good[0], sizeof(good_id));
	memset(bad_id, bad[0], sizeof(bad_id));
	if (range_load(&source, good_id, bad_id, NULL, &graph, &err) < 0)
		fail_msg("%s", err.text);
	return graph;
}

/* Expects e.g. "g a:g b:a-": nodes in order, with their parents, "-" outside. */
static void assert_range(const char *text, const char *good, const char *bad, const char *expected)
{
	struct history history = { .text = text };
	CLEANUP(graph_freep) struct graph *graph = load(&history, good, bad);
	char found[256] = "";
	size_t n = 0;

	assert_non_null(graph);
	for (uint32_t node = 0; node < graph->n; node++) {
		n += (size_t)snprintf(found + n, sizeof(found) - n, "%s%c", node ? " " : "",
				      graph->oids[node][0]);
		for (uint32_t i = graph->parent_start[node]; i < graph->parent_start[node + 1]; i++)
			n += (size_t)snprintf(found + n, sizeof(found) - n, "%s%c",
					      i == graph->parent_start[node] ? ":" : "",
					      graph->parents[i] == GRAPH_NONE
						      ? '-'
						      : graph->oids[graph->parents[i]][0]);
	}
	assert_string_equal(found, expected);
	assert_int_equal(graph->good, 0);
	assert_int_equal(graph->bad, graph->n - 1);
}

static void a_line_is_loaded_parents_first(void **state)
{
	(void)state;
	assert_range("r:@1 g:r@2 a:g@3 b:a@4 c:b@5", "g", "b", "g a:g b:a");
}

static void parents_outside_the_range_are_marked(void **state)
{
	(void)state;
	assert_range("r:@1 g:r@2 x:r@1 a:g@3 m:ax@4", "g", "m", "g a:g x:- m:ax");
}

static void a_merge_of_what_good_has_already_adds_no_commit(void **state)
{
	(void)state;
	assert_range("r:@1 x:r@1 g:rx@2 a:g@3 m:ax@4", "g", "m", "g a:g m:a-");
}

static void branches_stay_in_one_piece(void **state)
{
	(void)state;
	assert_range("g:@1 x:g@2 p:g@3 y:x@4 q:p@5 a:g@6 m:ayq@7 b:m@8", "g", "b",
		     "g a:g x:g y:x p:g q:p m:ayq b:m");
}

static void a_foreign_root_is_part_of_the_range(void **state)
{
	(void)state;
	assert_range("g:@5 r:@1 s:r@2 a:g@6 m:as@7", "g", "m", "g a:g r s:r m:as");
}

static void a_clock_that_was_wrong_does_not_bring_in_what_good_has(void **state)
{
	/* s, between good and x, has a date long before x and its child */
	assert_range("r:@1 w:r@50 x:w@60 s:x@2 g:s@70 k:x@61 m:gk@71", "g", "m", "g k:- m:gk");
	/* the walk takes w…x as wanted before it learns, through s, that good has them */
	assert_range("r:@1 w:r@50 x:w@60 s:x@59 g:s@70 k:x@61 m:gk@71", "g", "m", "g k:- m:gk");
	(void)state;
}

static void ordered_dates_end_the_walk_as_soon_as_nothing_wanted_is_left(void **state)
{
	struct history history = { .text = "A:@1 B:A@2 C:B@3 D:C@4 E:D@5 G:E@6 H:G@7" };
	CLEANUP(graph_freep) struct graph *graph = load(&history, "G", "H");

	(void)state;
	assert_int_equal(graph->n, 2);
	assert_true(history.n_read <= 3);
}

static void commits_newer_than_the_commit_graph_are_walked_before_those_in_it(void **state)
{
	/* the clocks of the new ones are behind those of the old */
	(void)state;
	assert_range("R:@90 X:R@91 S:X@92 g:S@3 k:X@2 m:gk@4", "g", "m", "g k:- m:gk");
}

static void ends_in_no_line_give_no_graph(void **state)
{
	static const char text[] = "r:@1 g:r@2 b:r@2 f:@1 h:f@2";
	static const char *const ends[][2] = { { "g", "b" }, { "g", "r" }, { "g", "h" } };

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(ends); i++) {
		struct history history = { .text = text };

		assert_null(load(&history, ends[i][0], ends[i][1]));
	}
}

static void a_commit_that_cannot_be_read_is_an_error(void **state)
{
	struct history history = { .text = "g:@1 b:gx@3" };
	struct range_source source = { &history, read_letter };
	struct graph *graph = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(range_load(&source, (const uint8_t *)"gggggggggggggggggggg",
				    (const uint8_t *)"bbbbbbbbbbbbbbbbbbbb", NULL, &graph, &err),
			 -1);
	assert_string_equal(err.text, "no commit x");
}

static void a_commit_that_is_its_own_ancestor_is_an_error(void **state)
{
	struct history history = { .text = "G:@1 A:GC@2 B:A@3 C:B@4" };
	struct range_source source = { &history, read_letter };
	struct graph *graph = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(range_load(&source, (const uint8_t *)"GGGGGGGGGGGGGGGGGGGG",
				    (const uint8_t *)"CCCCCCCCCCCCCCCCCCCC", NULL, &graph, &err),
			 -1);
	assert_non_null(strstr(err.text, "a commit is its own ancestor"));
}

static void a_user_who_cancels_ends_the_walk(void **state)
{
	struct history history = { .text = "g:@1 b:g@3" };
	struct range_source source = { &history, read_letter };
	CLEANUP(cancel_freep) struct cancel *cancel = NULL;
	struct graph *graph = NULL;
	struct error err = { 0 };

	(void)state;
	assert_int_equal(cancel_new_manual(&cancel, &err), 0);
	cancel_request(cancel);
	assert_int_equal(range_load(&source, (const uint8_t *)"gggggggggggggggggggg",
				    (const uint8_t *)"bbbbbbbbbbbbbbbbbbbb", cancel, &graph, &err),
			 -1);
	assert_int_equal(err.kind, ERROR_CANCELLED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_is_loaded_parents_first),
		cmocka_unit_test(parents_outside_the_range_are_marked),
		cmocka_unit_test(a_merge_of_what_good_has_already_adds_no_commit),
		cmocka_unit_test(branches_stay_in_one_piece),
		cmocka_unit_test(a_foreign_root_is_part_of_the_range),
		cmocka_unit_test(a_clock_that_was_wrong_does_not_bring_in_what_good_has),
		cmocka_unit_test(ordered_dates_end_the_walk_as_soon_as_nothing_wanted_is_left),
		cmocka_unit_test(commits_newer_than_the_commit_graph_are_walked_before_those_in_it),
		cmocka_unit_test(ends_in_no_line_give_no_graph),
		cmocka_unit_test(a_commit_that_cannot_be_read_is_an_error),
		cmocka_unit_test(a_commit_that_is_its_own_ancestor_is_an_error),
		cmocka_unit_test(a_user_who_cancels_ends_the_walk),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
