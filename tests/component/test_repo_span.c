/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of history, on a real repository: which states lie in them. */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "bisect/repo.h"
#include "tests/support/scratch_repo.h"

struct rig {
	struct scratch_repo scratch;
	char *scratch_dir;
	struct repo *repo;
};

/*
 * c1 ── c2 ── c3 ──── merge ── c4
 *   └── side ────────┘
 */
static int make(void **state)
{
	struct rig *rig = mem_zalloc(sizeof(*rig));
	struct error err = { 0 };

	scratch_repo_init(&rig->scratch);
	rig->scratch_dir = mem_printf("%s/ours/objects", rig->scratch.dir);
	scratch_repo_commit(&rig->scratch, "a", "1", "c1");
	scratch_repo_commit(&rig->scratch, "a", "2", "c2");
	scratch_repo_commit(&rig->scratch, "a", "3", "c3");
	scratch_repo_do(&rig->scratch, "checkout", "-q", "-b", "side-branch", "c1");
	scratch_repo_commit(&rig->scratch, "b", "1", "side");
	scratch_repo_do(&rig->scratch, "checkout", "-q", "main");
	scratch_repo_do(&rig->scratch, "merge", "-q", "-m", "merge", "side");
	scratch_repo_do(&rig->scratch, "tag", "merge");
	scratch_repo_commit(&rig->scratch, "a", "4", "c4");
	if (repo_open(rig->scratch.path, rig->scratch_dir, &rig->repo, &err) < 0)
		fail_msg("%s", err.text);
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

static bool has_state(struct rig *rig, const char *range, const char *onto, const char *commit)
{
	char onto_hex[REPO_HEX_SIZE] = "", hex[REPO_HEX_SIZE];
	struct repo_span span;
	struct error err = { 0 };
	bool has = false;

	if (repo_read_span(rig->repo, range, &span, &err) < 0 ||
	    (onto[0] && repo_resolve(rig->repo, onto, onto_hex, &err) < 0) ||
	    repo_resolve(rig->repo, commit, hex, &err) < 0 ||
	    repo_span_has(rig->repo, &span, onto_hex, hex, &has, &err) < 0)
		fail_msg("%s", err.text);
	return has;
}

static bool has(struct rig *rig, const char *range, const char *commit)
{
	return has_state(rig, range, "", commit);
}

static void a_range_has_its_last_commit_and_not_its_first(void **state)
{
	struct rig *rig = *state;

	assert_false(has(rig, "c1..c3", "c1"));
	assert_true(has(rig, "c1..c3", "c2"));
	assert_true(has(rig, "c1..c3", "c3"));
	assert_false(has(rig, "c1..c3", "merge"));
	assert_false(has(rig, "c1..c3", "c4"));
}

static void ranges_that_follow_each_other_share_all_commits_among_them(void **state)
{
	static const char *const commits[] = { "c1", "c2", "c3", "side", "merge", "c4" };
	struct rig *rig = *state;

	for (size_t i = 0; i < ARRAY_LENGTH(commits); i++) {
		assert_int_equal(has(rig, "..c2", commits[i]) + has(rig, "c2..merge", commits[i]) +
					 has(rig, "merge..", commits[i]),
				 1);
		assert_true(has(rig, "..", commits[i]));
	}
}

static void a_branch_that_left_before_is_before(void **state)
{
	struct rig *rig = *state;

	assert_true(has(rig, "..c2", "side"));
	assert_false(has(rig, "c2..c4", "side"));
	assert_true(has(rig, "c2..c4", "merge"));
}

static void a_transplant_is_where_it_was_put(void **state)
{
	struct rig *rig = *state;

	assert_true(has_state(rig, "c2..c4", "c3", "side"));
	assert_false(has_state(rig, "..c2", "c3", "side"));
}

static void a_commit_of_ours_is_where_its_parent_is(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep)
	char *from = scratch_repo_git(&rig->scratch, "rev-parse", "c2^{tree}", NULL);
	CLEANUP(mem_freep)
	char *to = scratch_repo_git(&rig->scratch, "rev-parse", "c1^{tree}", NULL);
	CLEANUP(mem_freep) char *onto = scratch_repo_git(&rig->scratch, "rev-parse", "c2", NULL);
	const struct repo_patch patch = { from, to, onto, "Without c2" };
	char commit[REPO_HEX_SIZE];
	bool is_conflict = false;
	struct error err = { 0 };

	if (repo_apply(rig->repo, &patch, commit, &is_conflict, &err) < 0)
		fail_msg("%s", err.text);
	assert_true(has(rig, "..c2", commit));
	assert_false(has(rig, "c2..", commit));
}

static void assert_refused(struct rig *rig, const char *range, const char *expected)
{
	struct repo_span span;
	struct error err = { 0 };

	assert_int_equal(repo_read_span(rig->repo, range, &span, &err), -1);
	assert_int_equal(err.kind, ERROR_CONFIG);
	if (!strstr(err.text, expected))
		fail_msg("%s", err.text);
}

static void a_range_that_is_empty_or_not_there_is_refused(void **state)
{
	assert_refused(*state, "c3..c1", "the range 'c3..c1' is empty");
	assert_refused(*state, "c2..side", "the range 'c2..side' is empty");
	assert_refused(*state, "c1..c1", "the range 'c1..c1' is empty");
	assert_refused(*state, "..v9", "cannot find the range '..v9'");
	assert_refused(*state, "c1", "it has no \"..\"");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_range_has_its_last_commit_and_not_its_first),
		cmocka_unit_test(ranges_that_follow_each_other_share_all_commits_among_them),
		cmocka_unit_test(a_branch_that_left_before_is_before),
		cmocka_unit_test(a_transplant_is_where_it_was_put),
		cmocka_unit_test(a_commit_of_ours_is_where_its_parent_is),
		cmocka_unit_test(a_range_that_is_empty_or_not_there_is_refused),
	};

	return cmocka_run_group_tests(tests, make, discard);
}
