/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives that tar made, read into a root of the guest; what came of it is read by cpio. */
#include "tests/support/test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/pack.h"
#include "base/process.h"
#include "vm/initramfs.h"

struct rig {
	char dir[64];
	char *root; /* what is packed */
	char *tar;
	char *image;
	struct error err;
};

static int setup(void **state)
{
	struct rig *rig = mem_zalloc(sizeof(*rig));

	strcpy(rig->dir, "/tmp/perfsect-test-XXXXXX");
	assert_non_null(mkdtemp(rig->dir));
	rig->root = mem_printf("%s/root", rig->dir);
	rig->tar = mem_printf("%s/root.tar", rig->dir);
	rig->image = mem_printf("%s/root.cpio", rig->dir);
	assert_int_equal(mkdir(rig->root, 0755), 0);
	*state = rig;
	return 0;
}

static int teardown(void **state)
{
	struct rig *rig = *state;

	assert_int_equal(fs_remove_tree(rig->dir, &rig->err), 0);
	free(rig->root);
	free(rig->tar);
	free(rig->image);
	free(rig);
	return 0;
}

/* By a shell, in the rig's folder; the caller frees what it printed. */
static char *shell(const struct rig *rig, const char *script)
{
	const char *argv[] = { "sh", "-ec", script, NULL };
	const struct process_opts opts = { .argv = argv,
					   .cwd = rig->dir,
					   .deadline = deadline_in(60) };
	struct error err = { 0 };
	char *output = NULL;

	if (process_read(&opts, &output, &err) < 0)
		fail_msg("%s", err.text);
	return output;
}

static void run(const struct rig *rig, const char *script)
{
	free(shell(rig, script));
}

static int make_image(struct rig *rig)
{
	CLEANUP(pack_freep) struct pack *pack = NULL;

	assert_int_equal(pack_new(rig->image, PACK_PLAIN, &pack, &rig->err), 0);
	if (pack_add_archive(pack, rig->tar, initramfs_wants, &rig->err) < 0)
		return -1;
	return pack_finish(pack, &rig->err);
}

static void assert_makes(struct rig *rig)
{
	if (make_image(rig) < 0)
		fail_msg("%s", rig->err.text);
}

static void assert_refused(struct rig *rig, const char *text)
{
	assert_int_equal(make_image(rig), -1);
	assert_int_equal(rig->err.kind, ERROR_CONFIG);
	if (!strstr(rig->err.text, text))
		fail_msg("'%s' has no '%s'", rig->err.text, text);
	assert_false(fs_exists(rig->image));
}

static void assert_lists(const struct rig *rig, const char *line)
{
	CLEANUP(mem_freep)
	char *list = shell(
		rig, "cpio -itv --quiet -n <root.cpio | sed -E 's/ +/ /g;s/[A-Z][a-z]+ [0-9]+ "
		     "[0-9:]+ //'");

	if (!strstr(list, line))
		fail_msg("no '%s' in\n%s", line, list);
}

static void assert_lists_not(const struct rig *rig, const char *text)
{
	CLEANUP(mem_freep) char *list = shell(rig, "cpio -it --quiet <root.cpio");

	if (strstr(list, text))
		fail_msg("'%s' in\n%s", text, list);
}

static void a_root_is_taken_as_it_is(void **state)
{
	struct rig *rig = *state;
	CLEANUP(mem_freep) char *content = NULL;

	run(rig, "cd root; mkdir -p usr/bin etc; echo hello >usr/bin/tool; chmod 4755 usr/bin/tool;"
		 "ln -s usr/bin bin; ln usr/bin/tool usr/bin/alias; echo x >etc/conf; chmod 600 "
		 "etc/conf;"
		 "tar -C . --owner=7 --group=8 --sort=name -cf ../root.tar .");
	assert_makes(rig);
	assert_lists(rig, "drwxr-xr-x 1 7 8 0 usr/bin\n");
	assert_lists(rig, "-rw------- 1 7 8 2 etc/conf\n");
	assert_lists(rig, " bin -> usr/bin\n");
	assert_lists(rig, "-rwsr-xr-x 1 7 8 6 usr/bin/");
	assert_lists(rig, " -> /usr/bin/"); /* one of two hard links */
	content = shell(
		rig, "mkdir out; cd out; cpio -id --quiet --no-absolute-filenames <../root.cpio; "
		     "cat usr/bin/alias || cat usr/bin/tool");
	assert_string_equal(content, "hello\n");
}

static void compressed_archives_are_read_too(void **state)
{
	struct rig *rig = *state;

	run(rig, "echo hello >root/file; tar -C root -czf root.tar .");
	assert_makes(rig);
	assert_lists(rig, " file\n");
	run(rig, "cd root; echo file | cpio -o -H newc --quiet | xz >../root.tar");
	assert_makes(rig);
	assert_lists(rig, " file\n");
}

static void what_the_guest_brings_itself_is_left_out(void **state)
{
	struct rig *rig = *state;

	run(rig, "cd root; mkdir -p dev proc/1 sys run tmp perfsect devices; touch init dev/null "
		 "proc/1/stat "
		 "tmp/x perfsect/jobs initrd devices/y; mkfifo pipe; tar -cf ../root.tar .");
	assert_makes(rig);
	assert_lists(rig, " devices/y\n");
	assert_lists(rig, " initrd\n");
	for (const char *const *name = (const char *const[]){ "dev/", "proc", "tmp", "perfsect",
							      "init\n", "pipe", NULL };
	     *name; name++)
		assert_lists_not(rig, *name);
}

static void folders_that_the_archive_does_not_have_are_made(void **state)
{
	struct rig *rig = *state;

	run(rig, "mkdir -p root/a/b; echo x >root/a/b/c; tar -C root -cf root.tar a/b/c");
	assert_makes(rig);
	assert_lists(rig, "drwxr-xr-x 1 0 0 0 a/b\n");
}

static void the_same_archive_gives_the_same_bytes(void **state)
{
	struct rig *rig = *state;

	run(rig, "echo x >root/file; tar -C root -cf root.tar .");
	assert_makes(rig);
	run(rig, "cp root.cpio first.cpio; touch root.tar");
	assert_makes(rig);
	run(rig, "cmp root.cpio first.cpio");
}

static void what_leads_out_or_is_no_archive_is_refused(void **state)
{
	struct rig *rig = *state;

	run(rig, "echo x >root/file; tar -C root --transform 's,^,../../,' -cf root.tar file");
	assert_refused(rig, "'../../file' in the archive");
	run(rig, "tar -C root --transform 's,^,a/../../b/,' -cPf root.tar file");
	assert_refused(rig, "leads out of it");
	run(rig, "ln -s /etc root/link; tar -C root -cf root.tar link; mkdir -p other/link; "
		 "touch other/link/x; tar -C other -rf root.tar link/x");
	assert_refused(rig, "'link/x' in the archive");
	run(rig, "echo this is no archive >root.tar");
	assert_refused(rig, "cannot read the archive");
	run(rig, ": >root.tar");
	assert_refused(rig, "cannot read the archive");
	run(rig, "head -c 300000 /dev/urandom >root/big; tar -C root -czf whole.tar big; "
		 "head -c 200000 whole.tar >root.tar");
	assert_refused(rig, "cannot read the archive");
	run(rig, "rm root.tar");
	assert_refused(rig, "root.tar");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_root_is_taken_as_it_is, setup, teardown),
		cmocka_unit_test_setup_teardown(compressed_archives_are_read_too, setup, teardown),
		cmocka_unit_test_setup_teardown(what_the_guest_brings_itself_is_left_out, setup,
						teardown),
		cmocka_unit_test_setup_teardown(folders_that_the_archive_does_not_have_are_made,
						setup, teardown),
		cmocka_unit_test_setup_teardown(the_same_archive_gives_the_same_bytes, setup,
						teardown),
		cmocka_unit_test_setup_teardown(what_leads_out_or_is_no_archive_is_refused, setup,
						teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
