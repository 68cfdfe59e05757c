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

static void branch(struct rig *rig, const char *from)
{
	scratch_repo_do(&rig->scratch, "checkout", "-q", "--detach", from);
}

/* The tree, or "" for a conflict. */
static char *transplant(struct rig *rig, const char *onto, const char *commit)
{
	CLEANUP(mem_freep) char *onto_id = scratch_repo_git(&rig->scratch, "rev-parse", onto, NULL);
	CLEANUP(mem_freep) char *id = scratch_repo_git(&rig->scratch, "rev-parse", commit, NULL);
	char tree[REPO_HEX_SIZE] = "";
	bool is_conflict = false;
	struct error err = { 0 };

	if (!rig->repo && repo_open(rig->scratch.path, rig->scratch_dir, &rig->repo, &err) < 0)
		fail_msg("%s", err.text);
	if (repo_transplant(rig->repo, onto_id, id, tree, &is_conflict, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(is_conflict, tree[0] == '\0');
	return mem_strdup(tree);
}

/* As git itself merges them. */
static void assert_transplant_is_gits(struct rig *rig, const char *onto, const char *commit)
{
	CLEANUP(mem_freep) char *found = transplant(rig, onto, commit);
	CLEANUP(mem_freep)
	char *expected =
		scratch_repo_git(&rig->scratch, "merge-tree", "--write-tree", onto, commit, NULL);

	assert_string_equal(found, expected);
}

static void two_sides(struct rig *rig, const char *ours, const char *theirs)
{
	scratch_repo_commit(&rig->scratch, "f", ours, "ours");
	branch(rig, "base");
	scratch_repo_commit(&rig->scratch, "f", theirs, "theirs");
}

/* Every file below the repository's objects: name, size, times and hash. */
static char *list_objects(struct rig *rig)
{
	static const char script[] = "alias.list=!find .git/objects -type f -printf '%p %s %T@\\n' "
				     "-exec sha1sum {} + | sort";

	return scratch_repo_git(&rig->scratch, "-c", script, "list", NULL);
}

static void a_transplant_writes_nothing_into_the_users_repository(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *before = NULL;
	CLEANUP(mem_freep) char *after = NULL;
	CLEANUP(mem_freep) char *tree = NULL;
	CLEANUP(mem_freep) char *bytes = NULL;
	struct error err = { 0 };
	bool is_found = false;
	size_t n;

	two_sides(rig, "first\n" LINES, LINES "last\n");
	before = list_objects(rig);
	tree = transplant(rig, "ours", "theirs");
	after = list_objects(rig);
	assert_string_equal(before, after);
	assert_non_null(strstr(before, ".git/objects/"));
	assert_int_equal(repo_read_path(rig->repo, tree, "f", &bytes, &n, &is_found, &err), 0);
	assert_true(is_found);
	assert_string_equal(bytes, "first\n" LINES "last\n");
}

static void a_transplant_that_exists_already_does_not_touch_the_users_objects(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *before = NULL;
	CLEANUP(mem_freep) char *after = NULL;

	two_sides(rig, "first\n" LINES, LINES "last\n");
	scratch_repo_do(&rig->scratch, "merge-tree", "--write-tree", "ours", "theirs");
	before = list_objects(rig);
	free(transplant(rig, "ours", "theirs"));
	free(transplant(rig, "ours", "base"));
	after = list_objects(rig);
	assert_string_equal(before, after);
}

static void a_conflict_is_said_so(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *tree = NULL;

	two_sides(rig, "ours\n", "theirs\n");
	tree = transplant(rig, "ours", "theirs");
	assert_string_equal(tree, "");
}

static void attributes_of_the_work_tree_do_not_decide_a_merge(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *tree = NULL;

	two_sides(rig, "ours\n", "theirs\n");
	scratch_repo_write(&rig->scratch, ".gitattributes", "f merge=union\n");
	scratch_repo_write(&rig->scratch, ".git/info/attributes", "f merge=union\n");
	tree = transplant(rig, "ours", "theirs");
	assert_string_equal(tree, "");
}

static void a_commit_that_is_there_already_changes_nothing(void **state)
{
	struct rig *rig = *state;

	two_sides(rig, "first\n" LINES, LINES "last\n");
	assert_transplant_is_gits(rig, "ours", "base");
	assert_transplant_is_gits(rig, "base", "ours");
}

static void renamed_files_are_followed(void **state)
{
	struct rig *rig = *state;

	scratch_repo_do(&rig->scratch, "mv", "f", "g");
	scratch_repo_commit(&rig->scratch, "other", "x\n", "ours");
	branch(rig, "base");
	scratch_repo_commit(&rig->scratch, "f", LINES "last\n", "theirs");
	assert_transplant_is_gits(rig, "ours", "theirs");
}

static void a_criss_cross_is_merged_over_a_virtual_base(void **state)
{
	struct rig *rig = *state;

	two_sides(rig, "first\n" LINES, LINES "last\n");
	branch(rig, "ours");
	scratch_repo_do(&rig->scratch, "merge", "-q", "-m", "x", "theirs");
	scratch_repo_commit(&rig->scratch, "g", "1\n", "left");
	branch(rig, "theirs");
	scratch_repo_do(&rig->scratch, "merge", "-q", "-m", "x", "ours");
	scratch_repo_commit(&rig->scratch, "h", "1\n", "right");
	assert_transplant_is_gits(rig, "left", "right");
}

static void an_octopus_and_a_foreign_root_are_merged_like_any_commit(void **state)
{
	struct rig *rig = *state;

	two_sides(rig, "first\n" LINES, LINES "last\n");
	branch(rig, "base");
	scratch_repo_commit(&rig->scratch, "g", "1\n", "second");
	branch(rig, "base");
	scratch_repo_commit(&rig->scratch, "h", "1\n", "third");
	scratch_repo_do(&rig->scratch, "merge", "-q", "-m", "octopus", "theirs", "second");
	scratch_repo_do(&rig->scratch, "tag", "octopus");
	assert_transplant_is_gits(rig, "ours", "octopus");
	scratch_repo_do(&rig->scratch, "checkout", "-q", "--orphan", "foreign-branch");
	scratch_repo_do(&rig->scratch, "rm", "-q", "-r", "-f", ".");
	scratch_repo_commit(&rig->scratch, "foreign-file", "1\n", "foreign");
	{
		CLEANUP(mem_freep) char *tree = transplant(rig, "ours", "foreign");

		assert_int_equal(strlen(tree), 40);
	}
}

/* The scratch commit of two revisions, given as git revisions or as ids of scratch commits. */
static void join(struct rig *rig, const char *onto, const char *commit, char ret[REPO_HEX_SIZE])
{
	bool is_conflict = true;
	struct error err = { 0 };

	if (repo_join(rig->repo, onto, commit, ret, &is_conflict, &err) < 0)
		fail_msg("%s", err.text);
	assert_false(is_conflict);
}

static void three_sides(struct rig *rig)
{
	two_sides(rig, "first\n" LINES, LINES "last\n");
	branch(rig, "base");
	scratch_repo_commit(&rig->scratch, "g", "1\n", "third");
}

static void what_was_joined_can_be_merged_onto_again(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *ours = NULL;
	CLEANUP(mem_freep) char *theirs = NULL;
	CLEANUP(mem_freep) char *third = NULL;
	CLEANUP(mem_freep) char *expected = NULL;
	CLEANUP(mem_freep) char *before = NULL;
	CLEANUP(mem_freep) char *after = NULL;
	char one[REPO_HEX_SIZE], both[REPO_HEX_SIZE];
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	struct error err = { 0 };

	three_sides(rig);
	free(transplant(rig, "ours", "theirs"));
	ours = scratch_repo_git(&rig->scratch, "rev-parse", "ours", NULL);
	theirs = scratch_repo_git(&rig->scratch, "rev-parse", "theirs", NULL);
	third = scratch_repo_git(&rig->scratch, "rev-parse", "third", NULL);
	before = list_objects(rig);
	join(rig, ours, theirs, one);
	join(rig, one, third, both);
	after = list_objects(rig);
	assert_string_equal(before, after);
	assert_int_equal(repo_read_commit(rig->repo, both, &commit, &err), 0);
	assert_int_equal(commit.n_parents, 2);
	assert_string_equal(commit.first_parent, one);
	branch(rig, "ours");
	scratch_repo_do(&rig->scratch, "merge", "-q", "-m", "x", "theirs");
	scratch_repo_do(&rig->scratch, "merge", "-q", "-m", "x", "third");
	expected = scratch_repo_git(&rig->scratch, "rev-parse", "HEAD^{tree}", NULL);
	assert_string_equal(commit.tree, expected);
}

static void the_same_two_give_the_same_commit_also_when_it_was_lost(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *ours = NULL;
	CLEANUP(mem_freep) char *theirs = NULL;
	char first[REPO_HEX_SIZE], second[REPO_HEX_SIZE];

	three_sides(rig);
	free(transplant(rig, "ours", "theirs"));
	ours = scratch_repo_git(&rig->scratch, "rev-parse", "ours", NULL);
	theirs = scratch_repo_git(&rig->scratch, "rev-parse", "theirs", NULL);
	join(rig, ours, theirs, first);
	repo_close(rig->repo);
	rig->repo = NULL;
	scratch_repo_do(&rig->scratch, "-c", "alias.lose=!rm -r ../ours/objects", "lose");
	free(transplant(rig, "ours", "base"));
	assert_false(repo_has(rig->repo, first));
	join(rig, ours, theirs, second);
	assert_string_equal(first, second);
}

static void a_conflict_joins_nothing(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *ours = NULL;
	CLEANUP(mem_freep) char *theirs = NULL;
	char commit[REPO_HEX_SIZE] = "unwritten";
	bool is_conflict = false;
	struct error err = { 0 };

	two_sides(rig, "ours\n", "theirs\n");
	free(transplant(rig, "ours", "base"));
	ours = scratch_repo_git(&rig->scratch, "rev-parse", "ours", NULL);
	theirs = scratch_repo_git(&rig->scratch, "rev-parse", "theirs", NULL);
	assert_int_equal(repo_join(rig->repo, ours, theirs, commit, &is_conflict, &err), 0);
	assert_true(is_conflict);
	assert_string_equal(commit, "unwritten");
}

static void a_merge_base_is_gits_and_none_where_there_is_none(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *ours = NULL;
	CLEANUP(mem_freep) char *base = NULL;
	CLEANUP(mem_freep) char *theirs = NULL;
	CLEANUP(mem_freep) char *foreign = NULL;
	char found[REPO_HEX_SIZE];
	bool descends = false;
	struct error err = { 0 };

	two_sides(rig, "ours\n", "theirs\n");
	scratch_repo_do(&rig->scratch, "checkout", "-q", "--orphan", "other");
	scratch_repo_commit(&rig->scratch, "g", "1\n", "foreign");
	free(transplant(rig, "ours", "base"));
	ours = scratch_repo_git(&rig->scratch, "rev-parse", "ours", NULL);
	theirs = scratch_repo_git(&rig->scratch, "rev-parse", "theirs", NULL);
	base = scratch_repo_git(&rig->scratch, "rev-parse", "base", NULL);
	foreign = scratch_repo_git(&rig->scratch, "rev-parse", "foreign", NULL);
	assert_int_equal(repo_merge_base(rig->repo, ours, theirs, found, &err), 0);
	assert_string_equal(found, base);
	assert_int_equal(repo_merge_base(rig->repo, ours, foreign, found, &err), 0);
	assert_string_equal(found, "");
	assert_int_equal(repo_descends(rig->repo, ours, base, &descends, &err), 0);
	assert_true(descends);
	assert_int_equal(repo_descends(rig->repo, base, ours, &descends, &err), 0);
	assert_false(descends);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, discard)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_transplant_writes_nothing_into_the_users_repository),
		TEST(a_transplant_that_exists_already_does_not_touch_the_users_objects),
		TEST(a_conflict_is_said_so),
		TEST(attributes_of_the_work_tree_do_not_decide_a_merge),
		TEST(a_commit_that_is_there_already_changes_nothing),
		TEST(renamed_files_are_followed),
		TEST(a_criss_cross_is_merged_over_a_virtual_base),
		TEST(an_octopus_and_a_foreign_root_are_merged_like_any_commit),
		TEST(what_was_joined_can_be_merged_onto_again),
		TEST(the_same_two_give_the_same_commit_also_when_it_was_lost),
		TEST(a_conflict_joins_nothing),
		TEST(a_merge_base_is_gits_and_none_where_there_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
