/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/repo.h"
#include "bisect/stage.h"
#include "tests/support/scratch_repo.h"

/*
 * The suspects are the ordinary commits that git lists for the paths but the one dropped, and the merges
 * named. (git lists merges that took a path from one side as well; as a suspect, one must be like neither.)
 */
static void assert_suspects(struct scratch_repo *scratch, const char *const *two,
			    const char *merges, const char *dropped)
{
	CLEANUP(repo_closep) struct repo *repo = NULL;
	CLEANUP(graph_freep) struct graph *graph = NULL;
	CLEANUP(strlist_clear) struct strlist paths = { 0 };
	CLEANUP(mem_freep)
	char *listed = scratch_repo_git(scratch, "rev-list", "--full-history", "--no-merges",
					"good..bad", "--", two[0], two[1], NULL);
	struct error err = { 0 };
	size_t n_ordinary = 0;

	for (size_t i = 0; i < 2 && two[i]; i++)
		strlist_add(&paths, two[i]);
	if (repo_open(scratch->path, NULL, &repo, &err) < 0 ||
	    repo_load_range(repo, "good", "bad", NULL, &graph, &err) < 0 ||
	    repo_limit_range(repo, &paths, NULL, graph, &err) < 0)
		fail_msg("%s", err.text);
	for (uint32_t node = 0; graph && node < graph->n; node++) {
		CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
		char hex[HISTORY_OID_SIZE];
		bool is_expected;

		stage_node_hex(graph, node, hex);
		if (node == graph->good)
			continue;
		assert_int_equal(repo_read_commit(repo, hex, &commit, &err), 0);
		is_expected = commit.n_parents > 1 ? strstr(merges, commit.subject) != NULL
						   : strstr(listed, hex) != NULL &&
							     strcmp(commit.subject, dropped) != 0;
		if (graph_is_suspect(graph, node) != is_expected)
			fail_msg("%s is %sa suspect of %s", commit.subject,
				 is_expected ? "not " : "", two[0]);
		n_ordinary += is_expected && commit.n_parents < 2;
	}
	n_ordinary += dropped[0] != '\0';
	assert_int_equal(strlen(listed), n_ordinary > 0 ? 41 * n_ordinary - 1 : 0);
}

static void on(struct scratch_repo *scratch, const char *from)
{
	scratch_repo_do(scratch, "checkout", "-q", "--detach", from);
}

/* Branches from before good and from within, clean and resolved merges, a root, a removal. */
static void make_history(struct scratch_repo *scratch)
{
	scratch_repo_commit(scratch, "net/core/dev.c", "1\n", "start");
	scratch_repo_commit(scratch, "mm/slab.c", "1\n", "good");
	scratch_repo_commit(scratch, "net/core/dev.c", "2\n", "a");
	scratch_repo_commit(scratch, "mm/slub.c", "1\n", "b");
	on(scratch, "start");
	scratch_repo_commit(scratch, "net/ipv4/tcp.c", "1\n", "older");
	scratch_repo_commit(scratch, "mm/slob.c", "1\n", "older2");
	on(scratch, "b");
	scratch_repo_do(scratch, "merge", "-q", "-m", "clean", "older2");
	scratch_repo_do(scratch, "tag", "clean");
	on(scratch, "a");
	scratch_repo_commit(scratch, "net/core/dev.c", "3\n", "side");
	on(scratch, "clean");
	scratch_repo_commit(scratch, "net/core/dev.c", "4\n", "c");
	scratch_repo_do(scratch, "merge", "-q", "-s", "ours", "-m", "ours", "side");
	scratch_repo_do(scratch, "tag", "ours");
	scratch_repo_do(scratch, "checkout", "-q", "--orphan", "root");
	scratch_repo_do(scratch, "rm", "-q", "-r", "-f", ".");
	scratch_repo_commit(scratch, "net/new.c", "1\n", "foreign");
	on(scratch, "ours");
	scratch_repo_do(scratch, "merge", "-q", "--allow-unrelated-histories", "-m", "joined",
			"foreign");
	scratch_repo_do(scratch, "rm", "-q", "mm/slab.c");
	scratch_repo_commit(scratch, "README", "1\n", "bad");
}

/* A merge that threw away what a branch did at the paths leaves none of its commits suspect. */
static void suspects_are_the_commits_that_change_the_paths(void **state)
{
	struct scratch_repo scratch;

	(void)state;
	scratch_repo_init(&scratch);
	make_history(&scratch);
	assert_suspects(&scratch, (const char *[]){ "net", NULL }, "clean joined", "side");
	assert_suspects(&scratch, (const char *[]){ "net/core/dev.c", NULL }, "", "side");
	assert_suspects(&scratch, (const char *[]){ "mm/slab.c", NULL }, "", "");
	assert_suspects(&scratch, (const char *[]){ "mm", "net/ipv4" }, "clean", "");
	assert_suspects(&scratch, (const char *[]){ "no/such/path", "README" }, "", "");
	scratch_repo_clear(&scratch);
}

static void paths_that_no_commit_changes_are_refused(void **state)
{
	CLEANUP(repo_closep) struct repo *repo = NULL;
	CLEANUP(graph_freep) struct graph *graph = NULL;
	CLEANUP(strlist_clear) struct strlist paths = { 0 };
	struct scratch_repo scratch;
	struct error err = { 0 };

	(void)state;
	scratch_repo_init(&scratch);
	make_history(&scratch);
	strlist_add(&paths, "drivers");
	assert_int_equal(repo_open(scratch.path, NULL, &repo, &err), 0);
	assert_int_equal(repo_load_range(repo, "good", "bad", NULL, &graph, &err), 0);
	assert_int_equal(repo_limit_range(repo, &paths, NULL, graph, &err), -1);
	assert_int_equal(err.kind, ERROR_USAGE);
	assert_non_null(strstr(err.text, "commits changes 'drivers'"));
	scratch_repo_clear(&scratch);
}

/* good was merged into a branch by hand, so that the way from it to bad is a second parent. */
static void the_way_from_good_to_bad_is_followed_whatever_the_parents(void **state)
{
	struct scratch_repo scratch;

	(void)state;
	scratch_repo_init(&scratch);
	scratch_repo_commit(&scratch, "net/a.c", "1\n", "start");
	scratch_repo_commit(&scratch, "mm/a.c", "1\n", "good");
	scratch_repo_commit(&scratch, "net/a.c", "2\n", "changed");
	scratch_repo_commit(&scratch, "net/a.c", "1\n", "undone");
	on(&scratch, "start");
	scratch_repo_commit(&scratch, "mm/b.c", "1\n", "aside");
	scratch_repo_do(&scratch, "merge", "-q", "-m", "turned", "undone");
	scratch_repo_commit(&scratch, "mm/b.c", "2\n", "bad");
	assert_suspects(&scratch, (const char *[]){ "net", NULL }, "", "");
	scratch_repo_clear(&scratch);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(suspects_are_the_commits_that_change_the_paths),
		cmocka_unit_test(the_way_from_good_to_bad_is_followed_whatever_the_parents),
		cmocka_unit_test(paths_that_no_commit_changes_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
