/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/rng.h"
#include "bisect/tree.h"
#include "tests/support/scratch_repo.h"

#define KILL_ROUNDS 16
#define KILL_SEED 20260614

struct rig {
	struct scratch_repo scratch;
	struct repo *repo;
	char *dir; /* of the work tree, not made */
};

static int make(void **state)
{
	struct rig *rig = mem_zalloc(sizeof(*rig));
	struct error err = { 0 };

	scratch_repo_init(&rig->scratch);
	rig->dir = mem_printf("%s/trees/main", rig->scratch.dir);
	if (repo_open(rig->scratch.path, NULL, &rig->repo, &err) < 0)
		fail_msg("%s", err.text);
	*state = rig;
	return 0;
}

static int discard(void **state)
{
	struct rig *rig = *state;

	repo_close(rig->repo);
	scratch_repo_clear(&rig->scratch);
	free(rig->dir);
	free(rig);
	return 0;
}

/* The path of a file of the work tree; the caller frees it. */
static char *file_of(const struct rig *rig, const char *path)
{
	return mem_printf("%s/%s", rig->dir, path);
}

static struct stat status_of(const struct rig *rig, const char *path)
{
	CLEANUP(mem_freep) char *file = file_of(rig, path);
	struct stat status;

	if (lstat(file, &status) < 0)
		fail_msg("'%s': %s", file, strerror(errno));
	return status;
}

static bool exists(const struct rig *rig, const char *path)
{
	CLEANUP(mem_freep) char *file = file_of(rig, path);
	struct stat status;

	return lstat(file, &status) == 0;
}

static char *tree_id(struct rig *rig, const char *revision)
{
	CLEANUP(mem_freep) char *spec = mem_printf("%s^{tree}", revision);

	return scratch_repo_git(&rig->scratch, "rev-parse", spec, NULL);
}

static struct tree *open_tree(struct rig *rig)
{
	struct tree *tree = NULL;
	struct error err = { 0 };

	if (tree_open(rig->repo, rig->dir, &tree, &err) < 0)
		fail_msg("%s", err.text);
	return tree;
}

static size_t switch_to(struct rig *rig, struct tree *tree, const char *revision)
{
	CLEANUP(mem_freep) char *hex = tree_id(rig, revision);
	struct error err = { 0 };
	size_t n = 0;

	if (tree_switch(tree, hex, NULL, &n, &err) < 0)
		fail_msg("%s", err.text);
	assert_string_equal(tree_current(tree), hex);
	return n;
}

/* git itself reads the folder back and says what tree it is. */
static void assert_folder_is(struct rig *rig, const char *revision)
{
	CLEANUP(mem_freep) char *expected = tree_id(rig, revision);
	CLEANUP(mem_freep) char *git_dir = mem_printf("--git-dir=%s/.git", rig->scratch.path);
	CLEANUP(mem_freep) char *found = NULL;

	scratch_repo_do(&rig->scratch, "-C", rig->dir, git_dir, "--work-tree=.", "add", "-A", "-f",
			".");
	found = scratch_repo_git(&rig->scratch, "write-tree", NULL);
	assert_string_equal(found, expected);
}

static void a_first_switch_writes_modes_links_and_folders(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *script = mem_printf("%s/run.sh", rig->scratch.path);
	CLEANUP(mem_freep) char *link = mem_printf("%s/dir/link", rig->scratch.path);
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);

	scratch_repo_write(&rig->scratch, "run.sh", "#!/bin/sh\n");
	assert_int_equal(chmod(script, 0755), 0);
	scratch_repo_write(&rig->scratch, "dir/deep/file", "x\n");
	assert_int_equal(symlink("deep/file", link), 0);
	scratch_repo_commit(&rig->scratch, "empty", "", "one");
	assert_string_equal(tree_current(tree), "");
	assert_int_equal(switch_to(rig, tree, "one"), 4);
	assert_folder_is(rig, "one");
	assert_true(status_of(rig, "run.sh").st_mode & 0100);
	assert_true(S_ISLNK(status_of(rig, "dir/link").st_mode));
}

static void a_switch_leaves_files_alone_that_do_not_differ(void **state)
{
	struct rig *rig = *state;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);
	struct stat before, after;

	scratch_repo_write(&rig->scratch, "same", "same\n");
	scratch_repo_commit(&rig->scratch, "a", "1\n", "one");
	scratch_repo_commit(&rig->scratch, "a", "2\n", "two");
	switch_to(rig, tree, "one");
	before = status_of(rig, "same");
	assert_int_equal(switch_to(rig, tree, "two"), 1);
	after = status_of(rig, "same");
	assert_int_equal(before.st_ino, after.st_ino);
	assert_int_equal(before.st_mtim.tv_nsec, after.st_mtim.tv_nsec);
	assert_folder_is(rig, "two");
	assert_int_equal(switch_to(rig, tree, "two"), 0);
}

static void another_name_of_a_file_keeps_the_old_contents(void **state)
{
	struct rig *rig = *state;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);
	CLEANUP(mem_freep) char *file = file_of(rig, "a");
	CLEANUP(mem_freep) char *other = mem_printf("%s/other-name", rig->scratch.dir);
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };
	size_t n;

	scratch_repo_commit(&rig->scratch, "a", "1\n", "one");
	scratch_repo_commit(&rig->scratch, "a", "2\n", "two");
	switch_to(rig, tree, "one");
	assert_int_equal(link(file, other), 0);
	switch_to(rig, tree, "two");
	assert_int_equal(fs_read_file(other, 100, &text, &n, &err), 0);
	assert_string_equal(text, "1\n");
}

static void files_folders_and_links_replace_each_other(void **state)
{
	static const char *const order[] = { "file", "folder",  "link",   "folder",
					     "file", "link",    "file",   "nothing",
					     "link", "nothing", "folder", "nothing" };
	struct rig *rig = *state;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);
	CLEANUP(mem_freep) char *link = mem_printf("%s/x", rig->scratch.path);

	scratch_repo_commit(&rig->scratch, "x.c", "sorts between x and x/\n", "nothing");
	scratch_repo_commit(&rig->scratch, "x", "file\n", "file");
	scratch_repo_do(&rig->scratch, "rm", "-q", "x");
	scratch_repo_commit(&rig->scratch, "x/y/z", "file in folders\n", "folder");
	scratch_repo_do(&rig->scratch, "rm", "-q", "-r", "x");
	assert_int_equal(symlink("/etc", link), 0);
	scratch_repo_commit(&rig->scratch, "x.c", "with link\n", "link");
	for (size_t i = 0; i < ARRAY_LENGTH(order); i++) {
		switch_to(rig, tree, order[i]);
		assert_folder_is(rig, order[i]);
	}
	assert_false(exists(rig, "x"));
}

static void a_folder_that_becomes_empty_is_removed(void **state)
{
	struct rig *rig = *state;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);

	scratch_repo_commit(&rig->scratch, "a/b/c/d", "1\n", "one");
	scratch_repo_commit(&rig->scratch, "a/e", "2\n", "two");
	scratch_repo_do(&rig->scratch, "rm", "-q", "a/b/c/d");
	scratch_repo_commit(&rig->scratch, "z", "3\n", "three");
	switch_to(rig, tree, "two");
	switch_to(rig, tree, "three");
	assert_true(exists(rig, "a/e"));
	assert_false(exists(rig, "a/b"));
}

static void submodules_are_left_out(void **state)
{
	struct rig *rig = *state;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);

	scratch_repo_commit(&rig->scratch, "a", "1\n", "one");
	scratch_repo_do(&rig->scratch, "update-index", "--add", "--cacheinfo",
			"160000,0123456789abcdef0123456789abcdef01234567,sub");
	scratch_repo_do(&rig->scratch, "commit", "-q", "-m", "sub");
	scratch_repo_do(&rig->scratch, "tag", "sub");
	assert_int_equal(switch_to(rig, tree, "sub"), 1);
	assert_false(exists(rig, "sub"));
	switch_to(rig, tree, "one");
	assert_folder_is(rig, "one");
}

static void a_folder_behind_a_link_of_the_same_name_stays_in_the_tree(void **state)
{
	struct rig *rig = *state;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);
	CLEANUP(mem_freep) char *outside = mem_printf("%s/outside", rig->scratch.dir);
	CLEANUP(mem_freep) char *stolen = mem_printf("%s/f", outside);
	CLEANUP(mem_freep) char *link = file_of(rig, "x");
	struct error err = { 0 };

	/* someone puts a link where the tree has a folder: it is not written through */
	scratch_repo_commit(&rig->scratch, "x/f", "1\n", "one");
	scratch_repo_commit(&rig->scratch, "x/f", "2\n", "two");
	assert_int_equal(fs_make_dirs(outside, &err), 0);
	switch_to(rig, tree, "one");
	assert_int_equal(fs_remove_tree(link, &err), 0);
	assert_int_equal(symlink(outside, link), 0);
	switch_to(rig, tree, "two");
	assert_false(fs_exists(stolen));
	assert_folder_is(rig, "two");
}

static void a_name_that_leads_out_is_refused(void **state)
{
	static const char *const names[] = { "..", ".", ".git", ".GIT", "a/b" };
	struct rig *rig = *state;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);

	scratch_repo_commit(&rig->scratch, "a", "1\n", "one");
	for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
		/* the id ends the entry: twenty bytes without a NUL */
		CLEANUP(mem_freep)
		char *entry = mem_printf("100644 %s@aaaaaaaaaaaaaaaaaaaa", names[i]);
		CLEANUP(mem_freep) char *path = mem_printf("%s/listing", rig->scratch.path);
		CLEANUP(mem_freep) char *hex = NULL;
		CLEANUP(mem_freep) char *text = mem_printf("unsafe name '%s'", names[i]);
		struct error err = { 0 };
		size_t n = strlen(entry);

		*strchr(entry, '@') = '\0';
		assert_int_equal(fs_write_atomic(path, entry, n, 0600, &err), 0);
		hex = scratch_repo_git(&rig->scratch, "hash-object", "-t", "tree", "-w",
				       "--literally", "listing", NULL);
		assert_int_equal(tree_switch(tree, hex, NULL, &n, &err), -1);
		if (!strstr(err.text, text))
			fail_msg("'%s' does not contain '%s'", err.text, text);
	}
}

/* A tree that differs in many files and whose last cannot be written: its name is too long. */
static void add_failing_tree(struct rig *rig)
{
	char name[300];
	char spec[400];
	CLEANUP(mem_freep) char *blob = scratch_repo_git(&rig->scratch, "rev-parse", "two:a", NULL);

	memset(name, 'z', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	(void)snprintf(spec, sizeof(spec), "100644,%s,%s", blob, name);
	scratch_repo_do(&rig->scratch, "checkout", "-q", "two");
	scratch_repo_do(&rig->scratch, "update-index", "--add", "--cacheinfo", spec);
	scratch_repo_do(&rig->scratch, "commit", "-q", "-m", "long");
	scratch_repo_do(&rig->scratch, "tag", "long");
	scratch_repo_do(&rig->scratch, "checkout", "-q", "-f", "one");
}

static void a_switch_that_fails_half_way_is_taken_back_by_the_next(void **state)
{
	struct rig *rig = *state;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);
	CLEANUP(mem_freep) char *failing = NULL;
	struct error err = { 0 };
	size_t n;

	scratch_repo_write(&rig->scratch, "dir/gone", "only in one\n");
	scratch_repo_commit(&rig->scratch, "a", "1\n", "one");
	scratch_repo_do(&rig->scratch, "rm", "-q", "dir/gone");
	scratch_repo_commit(&rig->scratch, "a", "2\n", "two");
	add_failing_tree(rig);
	failing = tree_id(rig, "long");
	switch_to(rig, tree, "one");
	for (unsigned reopen = 0; reopen < 2; reopen++) {
		assert_int_equal(tree_switch(tree, failing, NULL, &n, &err), -1);
		assert_non_null(strstr(err.text, "File name too long"));
		assert_string_equal(tree_current(tree), "");
		if (reopen) {
			tree_close(tree);
			tree = open_tree(rig);
			assert_string_equal(tree_current(tree), "");
		}
		switch_to(rig, tree, "one");
		assert_folder_is(rig, "one");
	}
}

static void a_first_switch_that_fails_is_begun_anew(void **state)
{
	struct rig *rig = *state;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);
	CLEANUP(mem_freep) char *failing = NULL;
	struct error err = { 0 };
	size_t n;

	scratch_repo_commit(&rig->scratch, "b", "1\n", "one");
	scratch_repo_commit(&rig->scratch, "a", "2\n", "two");
	add_failing_tree(rig);
	failing = tree_id(rig, "long");
	assert_int_equal(tree_switch(tree, failing, NULL, &n, &err), -1);
	switch_to(rig, tree, "one");
	assert_folder_is(rig, "one");
}

static void a_folder_that_was_deleted_is_written_again(void **state)
{
	struct rig *rig = *state;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);
	struct error err = { 0 };

	scratch_repo_commit(&rig->scratch, "a", "1\n", "one");
	switch_to(rig, tree, "one");
	assert_int_equal(fs_remove_tree(rig->dir, &err), 0);
	assert_int_equal(switch_to(rig, tree, "one"), 1);
	assert_folder_is(rig, "one");
}

static void a_record_that_means_nothing_empties_the_folder(void **state)
{
	static const char *const records[] = {
		"",
		"at\n",
		"at 0123 x\n",
		"switching\n",
		"at 0123456789abcdef0123456789abcdef01234567 another-boot\n",
		"\xff\xfe",
	};
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *path = mem_printf("%s.state", rig->dir);
	CLEANUP(mem_freep) char *stray = file_of(rig, "stray");
	struct error err = { 0 };

	scratch_repo_commit(&rig->scratch, "a", "1\n", "one");
	for (size_t i = 0; i < ARRAY_LENGTH(records); i++) {
		CLEANUP(tree_closep) struct tree *tree = NULL;

		assert_int_equal(fs_make_dirs(rig->dir, &err), 0);
		assert_int_equal(fs_write_atomic(stray, "x", 1, 0600, &err), 0);
		assert_int_equal(fs_write_atomic(path, records[i], strlen(records[i]), 0600, &err),
				 0);
		tree = open_tree(rig);
		assert_string_equal(tree_current(tree), "");
		switch_to(rig, tree, "one");
		assert_folder_is(rig, "one");
	}
}

static void what_was_checked_out_is_remembered(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *one = NULL;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);

	scratch_repo_commit(&rig->scratch, "a", "1\n", "one");
	one = tree_id(rig, "one");
	switch_to(rig, tree, "one");
	tree_close(tree);
	tree = open_tree(rig);
	assert_string_equal(tree_current(tree), one);
	assert_string_equal(tree_dir(tree), rig->dir);
}

static void a_user_who_cancels_stops_a_switch_which_is_then_taken_back(void **state)
{
	struct rig *rig = *state;
	CLEANUP(tree_closep) struct tree *tree = open_tree(rig);
	CLEANUP(cancel_freep) struct cancel *cancel = NULL;
	CLEANUP(mem_freep) char *two = NULL;
	struct error err = { 0 };
	size_t n;

	scratch_repo_commit(&rig->scratch, "a", "1\n", "one");
	scratch_repo_commit(&rig->scratch, "a", "2\n", "two");
	two = tree_id(rig, "two");
	switch_to(rig, tree, "one");
	assert_int_equal(cancel_new_manual(&cancel, &err), 0);
	cancel_request(cancel);
	assert_int_equal(tree_switch(tree, two, cancel, &n, &err), -1);
	assert_int_equal(err.kind, ERROR_CANCELLED);
	switch_to(rig, tree, "two");
	assert_folder_is(rig, "two");
}

/* Two trees that differ in many files, some of which are folders in the other. */
static void add_large_trees(struct rig *rig)
{
	char path[64], text[64];

	for (unsigned version = 0; version < 2; version++) {
		scratch_repo_do(&rig->scratch, "rm", "-q", "-r", "--ignore-unmatch", ".");
		for (unsigned i = 0; i < 300; i++) {
			(void)snprintf(path, sizeof(path), "d%u/f%u%s", i % 17, i,
				       version == 1 && i % 5 == 0 ? "/sub" : "");
			(void)snprintf(text, sizeof(text), "%u of version %u\n", i, version);
			scratch_repo_write(&rig->scratch, path, text);
		}
		scratch_repo_commit(&rig->scratch, "last", version ? "1\n" : "0\n",
				    version ? "second" : "first");
	}
}

/* In a child: switches until the processor time is over, which ends it as kill -9 does. */
static void switch_and_be_killed(const struct rig *rig, const char *hex, uint64_t after_ns)
{
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL };
	struct itimerspec time = { .it_value = { .tv_nsec = (long)after_ns } };
	struct tree *tree = NULL;
	struct repo *repo = NULL;
	struct error err = { 0 };
	timer_t timer;
	size_t n;

	if (repo_open(rig->scratch.path, NULL, &repo, &err) < 0 ||
	    tree_open(repo, rig->dir, &tree, &err) < 0 ||
	    timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) < 0 ||
	    timer_settime(timer, 0, &time, NULL) < 0 || tree_switch(tree, hex, NULL, &n, &err) < 0)
		_exit(1);
	_exit(0);
}

static void a_switch_that_is_killed_at_any_moment_is_repaired_by_the_next(void **state)
{
	static const char *const names[] = { "first", "second" };
	struct rig *rig = *state;
	unsigned n_killed = 0;
	struct rng rng;

	print_message("seed %d\n", KILL_SEED);
	rng_init(&rng, KILL_SEED);
	add_large_trees(rig);
	for (unsigned round = 0; round < KILL_ROUNDS; round++) {
		const char *aim = names[rng_below(&rng, 2)];
		const char *next = names[rng_below(&rng, 2)];
		CLEANUP(mem_freep) char *hex = tree_id(rig, aim);
		uint64_t after_ns = 100000 + rng_below(&rng, 30000000);
		CLEANUP(tree_closep) struct tree *tree = NULL;
		pid_t child = fork();
		int status = 0;

		if (child == 0)
			switch_and_be_killed(rig, hex, after_ns);
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_false(WIFEXITED(status) && WEXITSTATUS(status) != 0);
		n_killed += WIFSIGNALED(status);
		tree = open_tree(rig);
		switch_to(rig, tree, next);
		assert_folder_is(rig, next);
	}
	print_message("%u of %d switches were killed\n", n_killed, KILL_ROUNDS);
	assert_true(n_killed > 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make, discard)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_first_switch_writes_modes_links_and_folders),
		TEST(a_switch_leaves_files_alone_that_do_not_differ),
		TEST(another_name_of_a_file_keeps_the_old_contents),
		TEST(files_folders_and_links_replace_each_other),
		TEST(a_folder_that_becomes_empty_is_removed),
		TEST(submodules_are_left_out),
		TEST(a_folder_behind_a_link_of_the_same_name_stays_in_the_tree),
		TEST(a_name_that_leads_out_is_refused),
		TEST(a_switch_that_fails_half_way_is_taken_back_by_the_next),
		TEST(a_first_switch_that_fails_is_begun_anew),
		TEST(a_folder_that_was_deleted_is_written_again),
		TEST(a_record_that_means_nothing_empties_the_folder),
		TEST(what_was_checked_out_is_remembered),
		TEST(a_user_who_cancels_stops_a_switch_which_is_then_taken_back),
		TEST(a_switch_that_is_killed_at_any_moment_is_repaired_by_the_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
