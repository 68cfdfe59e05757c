/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "bisect/repo.h"
#include "tests/support/scratch_repo.h"

#define HISTORY_COMMITS 600
#define HISTORY_SEED 7

/* The tags good and bad are where tests/bench/history.h puts them. */
static int make(void **state)
{
	struct scratch_repo *scratch = mem_zalloc(sizeof(*scratch));

	scratch_repo_init(scratch);
	scratch_repo_import(scratch, HISTORY_COMMITS, HISTORY_SEED);
	*state = scratch;
	return 0;
}

static int discard(void **state)
{
	scratch_repo_clear(*state);
	free(*state);
	return 0;
}

static int load(struct scratch_repo *scratch, const char *good, const char *bad, struct graph **ret,
		struct error *err)
{
	CLEANUP(repo_closep) struct repo *repo = NULL;

	if (repo_open(scratch->path, NULL, &repo, err) < 0)
		fail_msg("%s", err->text);
	return repo_load_range(repo, good, bad, NULL, ret, err);
}

static void append_hex(struct str *text, const uint8_t oid[20])
{
	for (unsigned i = 0; i < 20; i++)
		str_appendf(text, "%02x", oid[i]);
}

/* The range must be what git says, commit by commit with all parents: as sorted lines. */
static void assert_range_is_gits(struct scratch_repo *scratch, const char *good, const char *bad)
{
	CLEANUP(mem_freep) char *range = mem_printf("%s..%s", good, bad);
	CLEANUP(mem_freep)
	char *expected = scratch_repo_git(scratch, "-c", "core.commitGraph=false", "rev-list",
					  "--topo-order", "--parents", range, NULL);
	CLEANUP(graph_freep) struct graph *graph = NULL;
	struct error err = { 0 };
	size_t n_expected = 1;

	if (load(scratch, good, bad, &graph, &err) < 0)
		fail_msg("%s", err.text);
	for (const char *at = expected; *at; at++)
		n_expected += *at == '\n';
	assert_int_equal(graph->n, n_expected + 1);
	for (uint32_t node = 1; node < graph->n; node++) {
		CLEANUP(str_clear) struct str line = { 0 };
		const char *at;

		append_hex(&line, graph->oids[node]);
		at = strstr(expected, str_text(&line));
		while (at && at != expected && at[-1] != '\n')
			at = strstr(at + 1, str_text(&line));
		assert_non_null(at);
		for (uint32_t i = graph->parent_start[node]; i < graph->parent_start[node + 1];
		     i++) {
			at += 41;
			if (graph->parents[i] == GRAPH_NONE)
				continue;
			str_clear(&line);
			append_hex(&line, graph->oids[graph->parents[i]]);
			assert_memory_equal(at, str_text(&line), 40);
			assert_true(graph->parents[i] < node);
		}
		assert_true(at[40] == '\n' || at[40] == '\0');
	}
}

static void a_merged_history_is_loaded_as_git_lists_it(void **state)
{
	assert_range_is_gits(*state, "good", "bad");
}

static void a_commit_graph_file_changes_nothing(void **state)
{
	struct scratch_repo *scratch = *state;

	scratch_repo_do(scratch, "commit-graph", "write", "--reachable");
	assert_range_is_gits(scratch, "good", "bad");
	scratch_repo_do(scratch, "-c", "commitGraph.generationVersion=1", "commit-graph", "write",
			"--reachable", "--split=replace");
	assert_range_is_gits(scratch, "good", "bad");
}

static void a_split_commit_graph_and_commits_after_it_are_loaded(void **state)
{
	struct scratch_repo *scratch = *state;

	scratch_repo_do(scratch, "update-ref", "refs/heads/part", "good");
	scratch_repo_do(scratch, "tag", "-d", "bad");
	scratch_repo_do(scratch, "update-ref", "refs/keep", "main");
	scratch_repo_do(scratch, "update-ref", "refs/heads/main", "main~20");
	scratch_repo_do(scratch, "update-ref", "refs/heads/rest", "refs/keep");
	scratch_repo_do(scratch, "-c", "core.commitGraph=true", "commit-graph", "write",
			"--split=no-merge", "--reachable");
	scratch_repo_do(scratch, "checkout", "-q", "rest");
	scratch_repo_commit(scratch, "a", "1\n", "one");
	scratch_repo_do(scratch, "commit-graph", "write", "--split=no-merge", "--reachable");
	scratch_repo_commit(scratch, "a", "2\n", "two");
	assert_range_is_gits(scratch, "good", "two");
}

static void a_damaged_commit_graph_is_passed_over(void **state)
{
	struct scratch_repo *scratch = *state;

	scratch_repo_write(scratch, ".git/objects/info/commit-graph", "CGPH\1\1\377 nonsense");
	assert_range_is_gits(scratch, "good", "bad");
}

static void assert_refused(struct scratch_repo *scratch, const char *good, const char *bad,
			   const char *text)
{
	struct graph *graph = NULL;
	struct error err = { 0 };

	assert_int_equal(load(scratch, good, bad, &graph, &err), -1);
	assert_int_equal(err.kind, ERROR_USAGE);
	assert_string_equal(err.text, text);
}

static void ends_that_make_no_range_are_explained(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(mem_freep) char *base = scratch_repo_git(scratch, "rev-parse", "good", NULL);
	CLEANUP(mem_freep) char *text = NULL;

	text = mem_printf("good 'side' is not an ancestor of bad 'bad': use their merge base %s as "
			  "good",
			  base);
	scratch_repo_do(scratch, "checkout", "-q", "-b", "branch", "good");
	scratch_repo_commit(scratch, "a", "1\n", "side");
	scratch_repo_do(scratch, "checkout", "-q", "--orphan", "other");
	scratch_repo_commit(scratch, "b", "1\n", "foreign");
	assert_refused(scratch, "good", "good~0",
		       "good 'good' and bad 'good~0' are the same commit");
	assert_refused(scratch, "bad", "good",
		       "good 'bad' is a descendant of bad 'good'; swap them?");
	assert_refused(scratch, "side", "bad", text);
	assert_refused(scratch, "foreign", "bad",
		       "good 'foreign' and bad 'bad' are unrelated histories, without a common "
		       "ancestor");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, discard)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_merged_history_is_loaded_as_git_lists_it),
		TEST(a_commit_graph_file_changes_nothing),
		TEST(a_split_commit_graph_and_commits_after_it_are_loaded),
		TEST(a_damaged_commit_graph_is_passed_over),
		TEST(ends_that_make_no_range_are_explained),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
