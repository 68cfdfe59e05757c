/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/repo.h"
#include "tests/support/scratch_repo.h"

/* libgit2 1.5 does not free what PCRE2 gives it for ":/text". */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:libpcre2";
}

/* Of the leak detector, where there is one. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

/*
 * "one" and "two" on main, then a branch "side" from one with "three", and a merge "four" of it; the
 * annotated tag v1 is at two.
 */
static int make(void **state)
{
	struct scratch_repo *scratch = mem_zalloc(sizeof(*scratch));

	scratch_repo_init(scratch);
	scratch_repo_commit(scratch, "a", "1\n", "one");
	scratch_repo_commit(scratch, "a", "2\n", "two");
	scratch_repo_do(scratch, "tag", "-a", "-m", "version one", "v1.0-rc1", "two");
	scratch_repo_do(scratch, "checkout", "-q", "-b", "side", "one");
	scratch_repo_commit(scratch, "b", "3\n", "three");
	scratch_repo_do(scratch, "checkout", "-q", "main");
	scratch_repo_do(scratch, "merge", "-q", "--no-ff", "-m", "four", "side");
	*state = scratch;
	return 0;
}

static int discard(void **state)
{
	scratch_repo_clear(*state);
	free(*state);
	return 0;
}

static struct repo *open_repo(struct scratch_repo *scratch)
{
	struct repo *repo = NULL;
	struct error err = { 0 };

	if (repo_open(scratch->path, NULL, &repo, &err) < 0)
		fail_msg("%s", err.text);
	return repo;
}

static void assert_not_opened(const char *path, const char *text)
{
	struct repo *repo = NULL;
	struct error err = { 0 };

	assert_int_equal(repo_open(path, NULL, &repo, &err), -1);
	assert_string_equal(err.text, text);
	assert_int_equal(err.kind, ERROR_CONFIG);
}

static void revisions_in_gits_forms_name_what_git_says(void **state)
{
	static const char *const revisions[] = {
		"HEAD",          "HEAD~2",     "main",
		"side",          "v1.0-rc1",   "v1.0-rc1^{}",
		"two^",          "HEAD^2",     "HEAD^{/thr}",
		":/two",         "heads/main", "refs/tags/one",
		"HEAD^{commit}", "main@{0}",   "v1.0-rc1~1^{commit}"
	};
	struct scratch_repo *scratch = *state;
	CLEANUP(repo_closep) struct repo *repo = open_repo(scratch);

	for (size_t i = 0; i < ARRAY_LENGTH(revisions); i++) {
		CLEANUP(mem_freep) char *peeled = mem_printf("%s^{commit}", revisions[i]);
		CLEANUP(mem_freep)
		char *expected = scratch_repo_git(
			scratch, "rev-parse", revisions[i][0] == ':' ? revisions[i] : peeled, NULL);
		char found[REPO_HEX_SIZE];
		struct error err = { 0 };

		if (repo_resolve(repo, revisions[i], found, &err) < 0)
			fail_msg("%s", err.text);
		assert_string_equal(found, expected);
	}
}

static void an_abbreviated_id_and_a_describe_name_are_revisions(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(repo_closep) struct repo *repo = open_repo(scratch);
	CLEANUP(mem_freep) char *expected = scratch_repo_git(scratch, "rev-parse", "HEAD", NULL);
	CLEANUP(mem_freep) char *described = scratch_repo_git(scratch, "describe", "HEAD", NULL);
	char found[REPO_HEX_SIZE], abbreviated[9];
	struct error err = { 0 };

	memcpy(abbreviated, expected, 8);
	abbreviated[8] = '\0';
	assert_int_equal(repo_resolve(repo, abbreviated, found, &err), 0);
	assert_string_equal(found, expected);
	assert_int_equal(repo_resolve(repo, described, found, &err), 0);
	assert_string_equal(found, expected);
}

static void assert_unknown(struct repo *repo, const char *revision, const char *text)
{
	char found[REPO_HEX_SIZE];
	struct error err = { 0 };

	assert_int_equal(repo_resolve(repo, revision, found, &err), -1);
	assert_int_equal(err.kind, ERROR_USAGE);
	if (!strstr(err.text, text))
		fail_msg("'%s' does not contain '%s'", err.text, text);
}

static void an_unknown_revision_comes_with_advice(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(repo_closep) struct repo *repo = open_repo(scratch);

	scratch_repo_do(scratch, "update-ref", "refs/remotes/origin/next", "HEAD");
	assert_unknown(repo, "v1.0-rc2", ": did you mean 'v1.0-rc1'?");
	assert_unknown(repo, "mian", ": did you mean 'main'?");
	assert_unknown(repo, "next", ": did you mean 'origin/next'?");
	assert_unknown(repo, "v6.11", "' fetch --tags");
	assert_unknown(repo, "0123456789abcdef", "there is no commit '0123456789abcdef' in ");
	assert_unknown(repo, "something", "there is no revision 'something' in ");
	assert_unknown(repo, "one..two", "'one..two' is a range; one commit is wanted here");
	assert_unknown(repo, "HEAD^{tree}", "revision 'HEAD^{tree}' is a tree, not a commit");
	assert_unknown(repo, "HEAD:a", "revision 'HEAD:a' is a blob, not a commit");
}

static void a_revision_longer_than_any_is_refused(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(repo_closep) struct repo *repo = open_repo(scratch);
	char revision[5001];

	memset(revision, 'a', sizeof(revision) - 1);
	revision[sizeof(revision) - 1] = '\0';
	assert_unknown(repo, revision, "no revision has 5000 bytes; ");
}

static void a_reference_to_a_lost_commit_is_told_from_a_typing_error(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(repo_closep) struct repo *repo = open_repo(scratch);
	CLEANUP(mem_freep) char *path = mem_printf("%s/.git/refs/tags/lost", scratch->path);
	static const char id[] = "0123456789012345678901234567890123456789\n";
	char found[REPO_HEX_SIZE];
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(path, id, sizeof(id) - 1, 0644, &err), 0);
	/* libgit2 1.5 leaks the reference that it cannot follow. */
	if (__lsan_disable)
		__lsan_disable();
	assert_int_equal(repo_resolve(repo, "lost", found, &err), -1);
	if (__lsan_enable)
		__lsan_enable();
	assert_int_equal(err.kind, ERROR_CONFIG);
	assert_non_null(strstr(err.text, "but the commit it names is missing: run git -C '"));
}

static void a_prefix_of_two_objects_is_ambiguous(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(repo_closep) struct repo *repo = NULL;

	/* git's hashes of these two begin alike */
	scratch_repo_write(scratch, "x", "3525\n");
	scratch_repo_commit(scratch, "y", "40728\n", "five");
	repo = open_repo(scratch);
	assert_unknown(repo, "d6b552fa", "revision 'd6b552fa' is ambiguous in ");
}

static void what_is_no_repository_is_said_so(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(mem_freep)
	char *text = mem_printf("'%s' is not a git repository (neither a work tree's top nor bare)",
				scratch->dir);

	assert_not_opened(scratch->dir, text);
}

static void a_shallow_clone_is_refused_with_the_remedy(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(mem_freep) char *source = mem_printf("file://%s", scratch->path);
	CLEANUP(mem_freep) char *clone = mem_printf("%s/shallow", scratch->dir);
	CLEANUP(mem_freep)
	char *text = mem_printf("repository '%s' is a shallow clone without the history to bisect: "
				"run git -C '%s' fetch --unshallow",
				clone, clone);

	scratch_repo_do(scratch, "clone", "-q", "--depth", "1", source, clone);
	assert_not_opened(clone, text);
}

/* As the advice says, in a home folder of its own. */
static void trust(struct scratch_repo *scratch)
{
	CLEANUP(mem_freep) char *config = mem_printf("%s/.gitconfig", scratch->dir);

	scratch_repo_do(scratch, "config", "--file", config, "--add", "safe.directory",
			scratch->path);
	assert_int_equal(setenv("HOME", scratch->dir, 1), 0);
}

static void a_repository_of_another_user_is_refused_with_the_remedy(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(mem_freep) char *git_dir = mem_printf("%s/.git", scratch->path);
	CLEANUP(mem_freep) char *home = mem_strdup(getenv("HOME"));
	CLEANUP(mem_freep)
	char *text =
		mem_printf("repository '%s' belongs to another user: run perfsect as its owner, "
			   "or trust it with git config --global --add safe.directory '%s'",
			   scratch->path, scratch->path);

	CLEANUP(repo_closep) struct repo *repo = NULL;

	if (geteuid() != 0) {
		print_message("skipped: only root can give a folder to another user\n");
		skip();
	}
	assert_int_equal(chown(scratch->path, 12345, 12345), 0);
	assert_int_equal(chown(git_dir, 12345, 12345), 0);
	assert_not_opened(scratch->path, text);
	trust(scratch);
	repo = open_repo(scratch);
	assert_int_equal(home ? setenv("HOME", home, 1) : unsetenv("HOME"), 0);
	assert_int_equal(chown(scratch->path, 0, 0), 0);
	assert_int_equal(chown(git_dir, 0, 0), 0);
}

static void a_bare_clone_that_borrows_its_objects_is_read(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(mem_freep) char *clone = mem_printf("%s/bare.git", scratch->dir);
	CLEANUP(mem_freep) char *expected = scratch_repo_git(scratch, "rev-parse", "HEAD", NULL);
	CLEANUP(repo_closep) struct repo *repo = NULL;
	struct repo_commit commit = { 0 };
	struct error err = { 0 };

	scratch_repo_do(scratch, "clone", "-q", "--bare", "--shared", scratch->path, clone);
	assert_int_equal(repo_open(clone, NULL, &repo, &err), 0);
	assert_int_equal(repo_read_commit(repo, expected, &commit, &err), 0);
	assert_string_equal(commit.subject, "four");
	assert_int_equal(commit.n_parents, 2);
	repo_commit_clear(&commit);
}

static void a_commit_is_read_whole(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(repo_closep) struct repo *repo = open_repo(scratch);
	CLEANUP(mem_freep) char *two = scratch_repo_git(scratch, "rev-parse", "two", NULL);
	CLEANUP(mem_freep) char *one = scratch_repo_git(scratch, "rev-parse", "one", NULL);
	CLEANUP(mem_freep) char *tree = scratch_repo_git(scratch, "rev-parse", "two^{tree}", NULL);
	struct repo_commit commit = { 0 };
	char short_id[REPO_HEX_SIZE];
	struct error err = { 0 };

	assert_int_equal(repo_read_commit(repo, two, &commit, &err), 0);
	assert_string_equal(commit.subject, "two");
	assert_string_equal(commit.message, "two\n");
	assert_string_equal(commit.author, "A Developer <a@example.org>");
	assert_string_equal(commit.tree, tree);
	assert_string_equal(commit.first_parent, one);
	assert_int_equal(commit.time, 1700000000 + 2 * 60);
	repo_commit_clear(&commit);
	assert_int_equal(repo_read_commit(repo, one, &commit, &err), 0);
	assert_string_equal(commit.first_parent, "");
	repo_commit_clear(&commit);
	assert_int_equal(repo_short_id(repo, two, short_id, &err), 0);
	assert_int_equal(strlen(short_id), 12);
	assert_memory_equal(short_id, two, 12);
}

static void a_file_is_read_as_it_is_stored_whatever_the_attributes_say(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(repo_closep) struct repo *repo = NULL;
	CLEANUP(mem_freep) char *tree = NULL;
	CLEANUP(mem_freep) char *bytes = NULL;
	struct error err = { 0 };
	bool is_found = false;
	size_t n = 0;

	scratch_repo_commit(scratch, "dir/crlf.txt", "x\ny $Id$\n", "five");
	scratch_repo_write(scratch, ".gitattributes", "* text eol=crlf ident filter=evil\n");
	scratch_repo_do(scratch, "config", "filter.evil.smudge", "touch pwned");
	tree = scratch_repo_git(scratch, "rev-parse", "HEAD^{tree}", NULL);
	repo = open_repo(scratch);
	assert_int_equal(repo_read_path(repo, tree, "dir/crlf.txt", &bytes, &n, &is_found, &err),
			 0);
	assert_true(is_found);
	assert_int_equal(n, 9);
	assert_string_equal(bytes, "x\ny $Id$\n");
	mem_freep(&bytes);
	assert_int_equal(repo_read_path(repo, tree, "dir/none", &bytes, &n, &is_found, &err), 0);
	assert_false(is_found);
	assert_int_equal(repo_read_path(repo, tree, "dir", &bytes, &n, &is_found, &err), 0);
	assert_false(is_found);
}

static void the_hash_is_gits_blob_hash(void **state)
{
	char hex[REPO_HEX_SIZE];
	struct error err = { 0 };

	(void)state;
	assert_int_equal(repo_hash("", 0, hex, &err), 0);
	assert_string_equal(hex, "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391");
}

static void a_log_that_is_not_there_is_not_made(void **state)
{
	static const char *const revisions[] = { "main@{1}", "@{-1}", "HEAD@{0}", "@{1}" };
	struct scratch_repo *scratch = *state;
	CLEANUP(repo_closep) struct repo *repo = open_repo(scratch);
	CLEANUP(mem_freep) char *logs = mem_printf("%s/.git/logs", scratch->path);
	struct error err = { 0 };

	assert_true(fs_exists(logs));
	assert_int_equal(fs_remove_tree(logs, &err), 0);
	for (size_t i = 0; i < ARRAY_LENGTH(revisions); i++) {
		char hex[REPO_HEX_SIZE];

		assert_int_equal(repo_resolve(repo, revisions[i], hex, &err), -1);
		assert_int_equal(err.kind, ERROR_USAGE);
		assert_non_null(strstr(err.text, " has no log in "));
		error_clear(&err);
		assert_false(fs_exists(logs));
	}
}

static char *read_patch(struct repo *repo, const char *revision, size_t max, size_t *ret_bytes)
{
	CLEANUP(repo_commit_clear) struct repo_commit commit = { 0 };
	char hex[REPO_HEX_SIZE];
	struct error err = { 0 };
	char *patch = NULL;

	if (repo_resolve(repo, revision, hex, &err) < 0 ||
	    repo_read_commit(repo, hex, &commit, &err) < 0 ||
	    repo_read_patch(repo, &commit, max, &patch, ret_bytes, &err) < 0)
		fail_msg("%s", err.text);
	return patch;
}

static void a_patch_is_what_git_shows_and_is_cut_between_lines(void **state)
{
	struct scratch_repo *scratch = *state;
	CLEANUP(repo_closep) struct repo *repo = open_repo(scratch);
	CLEANUP(mem_freep)
	char *expected =
		scratch_repo_git(scratch, "-c", "core.abbrev=7", "diff", "two^", "two", NULL);
	size_t n = 0, n_cut = 0, n_root = 0;
	CLEANUP(mem_freep) char *whole = read_patch(repo, "two", 10000, &n);
	CLEANUP(mem_freep) char *cut = read_patch(repo, "two", n - 1, &n_cut);
	CLEANUP(mem_freep) char *root = read_patch(repo, "one", 10000, &n_root);

	assert_int_equal(n, strlen(whole));
	assert_int_equal(strncmp(whole, expected, strlen(expected)), 0);
	assert_true(n - strlen(expected) <= 1); /* but for the last newline */
	assert_int_equal(n_cut, n);
	assert_int_equal(strlen(cut), n - strlen("+2\n"));
	assert_int_equal(strncmp(cut, whole, strlen(cut)), 0);
	assert_non_null(strstr(root, "--- /dev/null\n"));
	assert_int_equal(n_root, strlen(root));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, discard)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(revisions_in_gits_forms_name_what_git_says),
		TEST(an_abbreviated_id_and_a_describe_name_are_revisions),
		TEST(an_unknown_revision_comes_with_advice),
		TEST(a_revision_longer_than_any_is_refused),
		TEST(a_reference_to_a_lost_commit_is_told_from_a_typing_error),
		TEST(a_prefix_of_two_objects_is_ambiguous),
		TEST(what_is_no_repository_is_said_so),
		TEST(a_shallow_clone_is_refused_with_the_remedy),
		TEST(a_repository_of_another_user_is_refused_with_the_remedy),
		TEST(a_bare_clone_that_borrows_its_objects_is_read),
		TEST(a_commit_is_read_whole),
		TEST(a_file_is_read_as_it_is_stored_whatever_the_attributes_say),
		TEST(a_log_that_is_not_there_is_not_made),
		TEST(a_patch_is_what_git_shows_and_is_cut_between_lines),
		TEST(the_hash_is_gits_blob_hash),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
