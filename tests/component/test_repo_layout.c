/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/str.h"
#include "bisect/layout.h"
#include "bisect/repo.h"
#include "tests/support/scratch_repo.h"

#define FILES 60U
#define TREE "base^{tree}"

struct rig {
	struct scratch_repo scratch;
	char *scratch_dir;
	struct repo *repo;
};

/* Sources of all folders that may be padded, and of some that may not. */
static void write_sources(struct scratch_repo *scratch)
{
	for (size_t i = 0; layout_folders[i]; i++) {
		for (unsigned k = 0; k < FILES; k++) {
			CLEANUP(mem_freep)
			char *path = mem_printf("%s/sub/file-%u.c", layout_folders[i], k);
			CLEANUP(mem_freep)
			char *text =
				mem_printf("int %s_%u;%s", layout_folders[i], k, k % 2 ? "\n" : "");

			scratch_repo_write(scratch, path, text);
		}
	}
	scratch_repo_write(scratch, "kernel/bounds.c", "int main(void)\n{\n\treturn 0;\n}\n");
	scratch_repo_write(scratch, "arch/x86/boot/a.c", "int a;\n");
	scratch_repo_write(scratch, "tools/a.c", "int a;\n");
	scratch_repo_write(scratch, "kernel/a.h", "int a;\n");
}

static int make(void **state)
{
	struct rig *rig = mem_zalloc(sizeof(*rig));
	struct error err = { 0 };

	scratch_repo_init(&rig->scratch);
	rig->scratch_dir = mem_printf("%s/ours/objects", rig->scratch.dir);
	write_sources(&rig->scratch);
	scratch_repo_commit(&rig->scratch, "Makefile", "all:\n", "base");
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

static char *git_id(struct rig *rig, const char *revision)
{
	return scratch_repo_git(&rig->scratch, "rev-parse", revision, NULL);
}

/* The tree, or "" where nothing can be padded. */
static char *lay_out(struct rig *rig, const char *tree, unsigned variant)
{
	char laid_out[REPO_HEX_SIZE] = "";
	bool found = false;
	struct error err = { 0 };

	if (repo_lay_out(rig->repo, tree, variant, laid_out, &found, &err) < 0)
		fail_msg("%s", err.text);
	assert_int_equal(found, laid_out[0] != '\0');
	return mem_strdup(laid_out);
}

/* What is checked of each file that differs. */
struct check {
	struct rig *rig;
	const char *tree; /* without pads */
	unsigned n;
};

static unsigned pad_of(const char *text)
{
	for (unsigned bytes = 16; bytes <= 4080; bytes += 16) {
		CLEANUP(mem_freep) char *pad = layout_pad_text(bytes);

		if (strcmp(text, pad) == 0)
			return bytes;
	}
	return 0;
}

static int check_difference(void *context, const struct repo_difference *difference,
			    struct error *err)
{
	struct check *check = context;
	CLEANUP(mem_freep) char *old = NULL;
	CLEANUP(mem_freep) char *new = NULL;
	size_t n_old, n_new;
	bool found = false;

	check->n++;
	assert_false(difference->is_removed);
	assert_int_equal(difference->mode, 0100644);
	assert_true(layout_may_pad(difference->path));
	assert_int_equal(repo_read_path(check->rig->repo, check->tree, difference->path, &old,
					&n_old, &found, err),
			 0);
	assert_true(found);
	assert_int_equal(repo_read_blob(check->rig->repo, difference->blob, &new, &n_new, err), 0);
	assert_true(n_new > n_old);
	assert_memory_equal(new, old, n_old);
	/* Its last line is ended, and the pad is behind it. */
	assert_int_not_equal(pad_of(new + n_old + (old[n_old - 1] != '\n')), 0);
	return 0;
}

static unsigned check_differences(struct rig *rig, const char *tree, const char *laid_out)
{
	struct check check = { .rig = rig, .tree = tree };
	struct error err = { 0 };

	if (repo_each_difference(rig->repo, tree, laid_out, NULL, check_difference, &check, &err) <
	    0)
		fail_msg("%s", err.text);
	return check.n;
}

static void only_pads_are_put_behind_files_of_the_kernel(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *tree = git_id(rig, TREE);
	CLEANUP(mem_freep) char *first = lay_out(rig, tree, 1);
	CLEANUP(mem_freep) char *second = lay_out(rig, tree, 2);

	/* One in twelve of 540. */
	assert_in_range(check_differences(rig, tree, first), 20, 75);
	assert_in_range(check_differences(rig, tree, second), 20, 75);
	assert_string_not_equal(first, second);
}

static int note_path(void *context, const struct repo_difference *difference, struct error *err)
{
	(void)err;
	str_appendf(context, "%s\n", difference->path);
	return 0;
}

static void both_sides_of_a_change_have_the_same_pads(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *tree = git_id(rig, TREE);
	CLEANUP(mem_freep) char *before = lay_out(rig, tree, 3);
	CLEANUP(mem_freep) char *other = NULL;
	CLEANUP(mem_freep) char *after = NULL;
	CLEANUP(str_clear) struct str paths = { 0 };
	struct error err = { 0 };

	scratch_repo_commit(&rig->scratch, "mm/sub/file-1.c", "int changed;\n", "change");
	other = git_id(rig, "change^{tree}");
	after = lay_out(rig, other, 3);
	assert_int_equal(
		repo_each_difference(rig->repo, before, after, NULL, note_path, &paths, &err), 0);
	assert_string_equal(str_text(&paths), "mm/sub/file-1.c\n");
}

static void it_is_the_same_tree_whenever_it_is_made(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *tree = git_id(rig, TREE);
	CLEANUP(mem_freep) char *first = lay_out(rig, tree, 1);
	CLEANUP(mem_freep) char *again = NULL;
	struct error err = { 0 };

	repo_close(rig->repo);
	rig->repo = NULL;
	assert_int_equal(fs_remove_tree(rig->scratch_dir, &err), 0);
	assert_int_equal(repo_open(rig->scratch.path, rig->scratch_dir, &rig->repo, &err), 0);
	assert_false(repo_has(rig->repo, first));
	again = lay_out(rig, tree, 1);
	assert_string_equal(first, again);
	assert_true(repo_has(rig->repo, first));
}

static void the_users_repository_gets_nothing(void **state)
{
	static const char script[] = "alias.list=!find .git -type f -printf '%p %s %T@\\n' | sort";
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *tree = git_id(rig, TREE);
	CLEANUP(mem_freep)
	char *before = scratch_repo_git(&rig->scratch, "-c", script, "list", NULL);
	CLEANUP(mem_freep) char *after = NULL;

	free(lay_out(rig, tree, 1));
	after = scratch_repo_git(&rig->scratch, "-c", script, "list", NULL);
	assert_string_equal(before, after);
	assert_non_null(strstr(before, ".git/objects/"));
}

static void a_tree_without_such_files_has_no_other_layout(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *tree = NULL;
	CLEANUP(mem_freep) char *found = NULL;

	scratch_repo_do(&rig->scratch, "rm", "-q", "-r", "block", "drivers", "fs", "init", "ipc",
			"kernel/sub", "mm", "net", "security");
	/* A link of that name is no source, and a file no folder. */
	scratch_repo_do(&rig->scratch, "-c", "alias.link=!ln -s a.h kernel/link.c", "link");
	scratch_repo_write(&rig->scratch, "mm", "x");
	scratch_repo_commit(&rig->scratch, "empty", "", "other");
	tree = git_id(rig, "other^{tree}");
	found = lay_out(rig, tree, 1);
	assert_string_equal(found, "");
}

/* Bytes of .text after compiling the source. */
static long compile(struct rig *rig, const char *cc, const char *text)
{
	static const char script[] =
		"cd \"$1\" && \"$2\" -O2 -Wall -Wextra -Wpedantic -Werror -c -o pad.o pad.c && "
		"objcopy -O binary --only-section=.text pad.o pad.bin && wc -c <pad.bin";
	const char *const argv[] = { "sh", "-c", script, "sh", rig->scratch.dir, cc, NULL };
	CLEANUP(mem_freep) char *path = mem_printf("%s/pad.c", rig->scratch.dir);
	CLEANUP(mem_freep) char *output = NULL;
	struct error err = { 0 };

	if (fs_write_atomic(path, text, strlen(text), 0644, &err) < 0 ||
	    process_read(&(struct process_opts){ .argv = argv, .deadline = deadline_in(60) },
			 &output, &err) < 0)
		fail_msg("%s", err.text);
	return strtol(output, NULL, 10);
}

static void assert_grows(void **state, const char *cc)
{
	static const char source[] = "int f(int x);\nint f(int x)\n{\n\treturn 3 * x;\n}\n";
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *pad = layout_pad_text(1008);
	CLEANUP(mem_freep) char *padded = mem_printf("%s%s", source, pad);
	long before;

	if (!process_is_available(cc))
		skip();
	before = compile(rig, cc, source);
	assert_true(before > 0);
	assert_int_equal(compile(rig, cc, padded), before + 1008);
}

static void gcc_puts_as_much_into_the_code_as_was_asked_for(void **state)
{
	assert_grows(state, "gcc");
}

static void clang_puts_as_much_into_the_code_as_was_asked_for(void **state)
{
	assert_grows(state, "clang");
}

#define RIG_TEST(f) cmocka_unit_test_setup_teardown(f, make, discard)

int main(void)
{
	const struct CMUnitTest tests[] = {
		RIG_TEST(only_pads_are_put_behind_files_of_the_kernel),
		RIG_TEST(both_sides_of_a_change_have_the_same_pads),
		RIG_TEST(it_is_the_same_tree_whenever_it_is_made),
		RIG_TEST(the_users_repository_gets_nothing),
		RIG_TEST(a_tree_without_such_files_has_no_other_layout),
		RIG_TEST(gcc_puts_as_much_into_the_code_as_was_asked_for),
		RIG_TEST(clang_puts_as_much_into_the_code_as_was_asked_for),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
