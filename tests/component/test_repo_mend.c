/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mends, on a real repository: what is added to a tree, and when it is there already. */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/repo.h"
#include "tests/support/scratch_repo.h"

#define BASE "1\n2\n3\n4\n5\n6\n7\n8\n9\n"
#define MENDED "1\n2\n3\nmended\n4\n5\n6\n7\n8\n9\n"

struct rig {
	struct scratch_repo scratch;
	char *scratch_dir;
	struct repo *repo;
};

/* base ── far (another line) ── mend ── later (the same lines again) */
static int make(void **state)
{
	struct rig *rig = mem_zalloc(sizeof(*rig));

	scratch_repo_init(&rig->scratch);
	rig->scratch_dir = mem_printf("%s/ours/objects", rig->scratch.dir);
	scratch_repo_commit(&rig->scratch, "f", BASE, "base");
	scratch_repo_commit(&rig->scratch, "f", "1\n2\n3\n4\n5\n6\n7\n8\nnine\n", "far");
	scratch_repo_commit(&rig->scratch, "f", "1\n2\n3\nmended\n4\n5\n6\n7\n8\nnine\n", "mend");
	scratch_repo_commit(&rig->scratch, "f", "1\n2\n3\nbetter\n4\n5\n6\n7\n8\nnine\n", "later");
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

static void open_repo(struct rig *rig)
{
	struct error err = { 0 };

	if (!rig->repo && repo_open(rig->scratch.path, rig->scratch_dir, &rig->repo, &err) < 0)
		fail_msg("%s", err.text);
}

/* The file f of the mended tree, NULL when nothing was applied. By `mend`, or by a patch. */
static char *mend(struct rig *rig, const char *mend_name, const char *patch, const char *commit,
		  enum repo_mend *ret)
{
	CLEANUP(repo_commit_clear) struct repo_commit read = { 0 };
	char mend_hex[REPO_HEX_SIZE], hex[REPO_HEX_SIZE], tree[REPO_HEX_SIZE];
	struct repo_state at;
	struct error err = { 0 };
	bool is_found = false;
	char *text = NULL;
	size_t n;

	open_repo(rig);
	if (repo_resolve(rig->repo, commit, hex, &err) < 0 ||
	    repo_read_commit(rig->repo, hex, &read, &err) < 0)
		fail_msg("%s", err.text);
	at = (struct repo_state){ hex, "", read.tree };
	if (patch ? repo_mend_patch(rig->repo, patch, strlen(patch), &at, tree, ret, &err) < 0
		  : repo_resolve(rig->repo, mend_name, mend_hex, &err) < 0 ||
			    repo_mend_commit(rig->repo, mend_hex, &at, tree, ret, &err) < 0)
		fail_msg("%s", err.text);
	if (*ret != REPO_MEND_APPLIED)
		return NULL;
	if (repo_read_path(rig->repo, tree, "f", &text, &n, &is_found, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(is_found);
	return text;
}

static void assert_mends(struct rig *rig, const char *patch, const char *commit,
			 const char *expected)
{
	enum repo_mend outcome;
	CLEANUP(mem_freep) char *text = mend(rig, "mend", patch, commit, &outcome);

	assert_int_equal(outcome, REPO_MEND_APPLIED);
	assert_string_equal(text, expected);
}

static void assert_outcome(struct rig *rig, const char *patch, const char *commit,
			   enum repo_mend expected)
{
	enum repo_mend outcome;

	assert_null(mend(rig, "mend", patch, commit, &outcome));
	assert_int_equal(outcome, expected);
}

static void a_later_commit_mends_an_earlier_one(void **state)
{
	assert_mends(*state, NULL, "base", MENDED);
}

static void what_is_in_the_history_is_there(void **state)
{
	assert_outcome(*state, NULL, "mend", REPO_MEND_PRESENT);
	assert_outcome(*state, NULL, "later", REPO_MEND_PRESENT);
}

static void the_same_change_under_another_hash_is_there(void **state)
{
	struct rig *rig = *state;

	scratch_repo_do(&rig->scratch, "checkout", "-q", "-b", "stable", "base");
	scratch_repo_do(&rig->scratch, "cherry-pick", "mend");
	scratch_repo_do(&rig->scratch, "tag", "picked");
	assert_outcome(rig, NULL, "picked", REPO_MEND_PRESENT);
	/* Also when its lines were changed since, where a merge would conflict. */
	scratch_repo_commit(&rig->scratch, "f", "1\n2\n3\nother\n4\n5\n6\n7\n8\n9\n",
			    "stable-later");
	assert_outcome(rig, NULL, "stable-later", REPO_MEND_PRESENT);
	/* Also when somebody else wrote the same lines. */
	scratch_repo_do(&rig->scratch, "checkout", "-q", "-b", "own", "base");
	scratch_repo_commit(&rig->scratch, "f", MENDED, "own-mend");
	assert_outcome(rig, NULL, "own-mend", REPO_MEND_PRESENT);
}

static void a_conflict_is_told(void **state)
{
	struct rig *rig = *state;

	scratch_repo_do(&rig->scratch, "checkout", "-q", "-b", "apart", "base");
	scratch_repo_commit(&rig->scratch, "f", "1\n2\n3\nmine\n4\n5\n6\n7\n8\n9\n", "conflicting");
	assert_outcome(rig, NULL, "conflicting", REPO_MEND_CONFLICT);
}

static char *patch_of(struct rig *rig, const char *commit)
{
	CLEANUP(mem_freep)
	char *text =
		scratch_repo_git(&rig->scratch, "format-patch", "-1", "--stdout", commit, NULL);

	return mem_printf("%s\n", text);
}

static void a_patch_mends_where_it_applies_and_is_not_there(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *patch = patch_of(rig, "mend");

	assert_mends(rig, patch, "base", MENDED);
	assert_outcome(rig, patch, "mend", REPO_MEND_PRESENT);
	scratch_repo_do(&rig->scratch, "checkout", "-q", "-b", "apart", "base");
	scratch_repo_commit(&rig->scratch, "f", "1\n2\n3\nmine\n4\n5\n6\n7\n8\n9\n", "conflicting");
	assert_outcome(rig, patch, "conflicting", REPO_MEND_CONFLICT);
}

static void a_patch_with_new_and_removed_files_is_known_again(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *patch = NULL;
	enum repo_mend outcome;
	CLEANUP(mem_freep) char *text = NULL;

	scratch_repo_commit(&rig->scratch, "gone", "x\n", "with-gone");
	scratch_repo_do(&rig->scratch, "rm", "-q", "gone");
	scratch_repo_commit(&rig->scratch, "new", "y\n", "moved");
	patch = patch_of(rig, "moved");
	assert_outcome(rig, patch, "moved", REPO_MEND_PRESENT);
	text = mend(rig, NULL, patch, "with-gone", &outcome);
	assert_int_equal(outcome, REPO_MEND_APPLIED);
}

static void what_is_no_patch_is_refused(void **state)
{
	struct rig *rig = *state;
	struct error err = { 0 };

	open_repo(rig);
	assert_int_equal(repo_check_patch(rig->repo, "hello\n", 6, &err), -1);
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_non_null(strstr(err.text, "it is no patch as git diff writes it"));
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, make, discard)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_later_commit_mends_an_earlier_one),
		TEST(what_is_in_the_history_is_there),
		TEST(the_same_change_under_another_hash_is_there),
		TEST(a_conflict_is_told),
		TEST(a_patch_mends_where_it_applies_and_is_not_there),
		TEST(a_patch_with_new_and_removed_files_is_known_again),
		TEST(what_is_no_patch_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
