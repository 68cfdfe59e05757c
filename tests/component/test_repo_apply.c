/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/repo.h"
#include "tests/support/scratch_repo.h"

#define LINES "1\n2\n3\n4\n5\n6\n7\n8\n9\n"

struct rig {
	struct scratch_repo scratch;
	char *scratch_dir;
	struct repo *repo;
};

static int make(void **state)
{
	struct rig *rig = mem_zalloc(sizeof(*rig));

	scratch_repo_init(&rig->scratch);
	rig->scratch_dir = mem_printf("%s/ours/objects", rig->scratch.dir);
	scratch_repo_commit(&rig->scratch, "f", LINES, "base");
	*state = rig;
	return 0;
}

static int discard(void **state)
{
	struct rig *rig = *state;

	repo_close(rig->repo);
	scratch_repo_clear(&rig->scratch);
	free(rig->scratch_dir);
	free(rig);
	return 0;
}

static char *git_id(struct rig *rig, const char *revision)
{
	return scratch_repo_git(&rig->scratch, "rev-parse", revision, NULL);
}

/* The commit, or "" for a conflict. */
static char *apply(struct rig *rig, const char *from, const char *to, const char *onto)
{
	CLEANUP(mem_freep) char *from_tree = mem_printf("%s^{tree}", from);
	CLEANUP(mem_freep) char *to_tree = mem_printf("%s^{tree}", to);
	CLEANUP(mem_freep) char *from_id = git_id(rig, from_tree);
	CLEANUP(mem_freep) char *to_id = git_id(rig, to_tree);
	CLEANUP(mem_freep) char *onto_id = git_id(rig, onto);
	const struct repo_patch patch = { from_id, to_id, onto_id, "Without it" };
	char commit[REPO_HEX_SIZE] = "";
	bool is_conflict = false;
	struct error err = { 0 };

	if (!rig->repo && repo_open(rig->scratch.path, rig->scratch_dir, &rig->repo, &err) < 0)
		fail_msg("%s", err.text);
	if (repo_apply(rig->repo, &patch, commit, &is_conflict, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(is_conflict, commit[0] == '\0');
	return mem_strdup(commit);
}

/* What git makes of it in its work tree; `how` is "revert" or "cherry-pick". */
static char *tree_by_git(struct rig *rig, const char *how, const char *mainline, const char *commit,
			 const char *onto)
{
	scratch_repo_do(&rig->scratch, "checkout", "-q", "--detach", onto);
	if (mainline)
		scratch_repo_do(&rig->scratch, how, "-n", "-m", mainline, commit);
	else
		scratch_repo_do(&rig->scratch, how, "-n", commit);
	return scratch_repo_git(&rig->scratch, "write-tree", NULL);
}

static void assert_tree(struct rig *rig, const char *commit, const char *tree)
{
	CLEANUP(repo_commit_clear) struct repo_commit found = { 0 };
	struct error err = { 0 };

	if (repo_read_commit(rig->repo, commit, &found, &err) < 0)
		fail_msg("%s", err.text);
	assert_string_equal(found.tree, tree);
}

static void a_change_is_taken_out_as_git_revert_does(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *found = NULL;
	CLEANUP(mem_freep) char *expected = NULL;

	scratch_repo_commit(&rig->scratch, "f", "first\n" LINES, "change");
	scratch_repo_commit(&rig->scratch, "f", "first\n" LINES "last\n", "tip");
	found = apply(rig, "change", "base", "tip");
	expected = tree_by_git(rig, "revert", NULL, "change", "tip");
	assert_tree(rig, found, expected);
}

static void a_change_is_put_on_as_git_cherry_pick_does(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *found = NULL;
	CLEANUP(mem_freep) char *expected = NULL;

	scratch_repo_commit(&rig->scratch, "g", "x\n", "before");
	scratch_repo_commit(&rig->scratch, "f", LINES "last\n", "change");
	found = apply(rig, "before", "change", "base");
	expected = tree_by_git(rig, "cherry-pick", NULL, "change", "base");
	assert_tree(rig, found, expected);
}

static void a_merge_is_taken_out_with_all_it_brought_in(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *found = NULL;
	CLEANUP(mem_freep) char *expected = NULL;

	scratch_repo_commit(&rig->scratch, "g", "x\n", "mainline");
	scratch_repo_do(&rig->scratch, "checkout", "-q", "--detach", "base");
	scratch_repo_commit(&rig->scratch, "f", "first\n" LINES, "one");
	scratch_repo_commit(&rig->scratch, "h", "y\n", "two");
	scratch_repo_do(&rig->scratch, "checkout", "-q", "--detach", "mainline");
	scratch_repo_do(&rig->scratch, "merge", "-q", "--no-ff", "-m", "merge", "two");
	scratch_repo_do(&rig->scratch, "tag", "merge");
	scratch_repo_commit(&rig->scratch, "f", "first\n" LINES "last\n", "tip");
	found = apply(rig, "merge", "mainline", "tip");
	expected = tree_by_git(rig, "revert", "1", "merge", "tip");
	assert_tree(rig, found, expected);
}

static void a_change_of_a_file_that_was_renamed_since_is_taken_out(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *found = NULL;
	CLEANUP(mem_freep) char *expected = NULL;

	scratch_repo_commit(&rig->scratch, "f", "first\n" LINES, "change");
	scratch_repo_do(&rig->scratch, "mv", "f", "g");
	scratch_repo_commit(&rig->scratch, "other", "x\n", "tip");
	found = apply(rig, "change", "base", "tip");
	expected = tree_by_git(rig, "revert", NULL, "change", "tip");
	assert_tree(rig, found, expected);
}

static void a_change_that_was_built_upon_conflicts(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *found = NULL;

	scratch_repo_commit(&rig->scratch, "f", "one\n", "change");
	scratch_repo_commit(&rig->scratch, "f", "two\n", "tip");
	found = apply(rig, "change", "base", "tip");
	assert_string_equal(found, "");
}

static void the_commit_is_a_child_of_the_end_and_always_the_same(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *tip = NULL;
	CLEANUP(mem_freep) char *found = NULL;
	CLEANUP(mem_freep) char *again = NULL;
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	struct error err = { 0 };

	scratch_repo_commit(&rig->scratch, "f", "first\n" LINES, "change");
	scratch_repo_commit(&rig->scratch, "g", "x\n", "tip");
	tip = git_id(rig, "tip");
	found = apply(rig, "change", "base", "tip");
	repo_close(rig->repo);
	rig->repo = NULL;
	again = apply(rig, "change", "base", "tip");
	assert_string_equal(found, again);
	assert_int_equal(repo_read_commit(rig->repo, found, &commit, &err), 0);
	assert_string_equal(commit.first_parent, tip);
	assert_int_equal(commit.n_parents, 1);
	assert_string_equal(commit.subject, "Without it");
}

static void the_users_repository_gets_nothing(void **state)
{
	static const char script[] = "alias.list=!find .git -type f -printf '%p %s %T@\\n' | sort";
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *before = NULL;
	CLEANUP(mem_freep) char *after = NULL;

	scratch_repo_commit(&rig->scratch, "f", "first\n" LINES, "change");
	scratch_repo_commit(&rig->scratch, "g", "x\n", "tip");
	before = scratch_repo_git(&rig->scratch, "-c", script, "list", NULL);
	free(apply(rig, "change", "base", "tip"));
	after = scratch_repo_git(&rig->scratch, "-c", script, "list", NULL);
	assert_string_equal(before, after);
	assert_non_null(strstr(before, ".git/objects/"));
}

static void what_is_no_commit_or_tree_is_an_error(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *tip = git_id(rig, "base");
	CLEANUP(mem_freep) char *tree = git_id(rig, "base^{tree}");
	const struct repo_patch patches[] = {
		{ tree, tree, tree, "x" },
		{ tip, tree, tip, "x" },
		{ tree, "12", tip, "x" },
	};
	char commit[REPO_HEX_SIZE] = "";
	bool is_conflict = false;

	free(apply(rig, "base", "base", "base"));
	for (size_t i = 0; i < ARRAY_LENGTH(patches); i++) {
		struct error err = { 0 };

		assert_int_equal(repo_apply(rig->repo, &patches[i], commit, &is_conflict, &err),
				 -1);
		assert_true(err.text[0] != '\0');
		assert_string_equal(commit, "");
	}
}

#define RIG_TEST(f) cmocka_unit_test_setup_teardown(f, make, discard)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(a_change_is_taken_out_as_git_revert_does),
		RIG_TEST(a_change_is_put_on_as_git_cherry_pick_does),
		RIG_TEST(a_merge_is_taken_out_with_all_it_brought_in),
		RIG_TEST(a_change_of_a_file_that_was_renamed_since_is_taken_out),
		RIG_TEST(a_change_that_was_built_upon_conflicts),
		RIG_TEST(the_commit_is_a_child_of_the_end_and_always_the_same),
		RIG_TEST(the_users_repository_gets_nothing),
		RIG_TEST(what_is_no_commit_or_tree_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
