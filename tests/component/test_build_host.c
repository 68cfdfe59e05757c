/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds the miniature on a host in trouble: killed compilers, a full disk, crashes, signals. */
#include "tests/support/test.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "bisect/sandbox.h"
#include "tests/component/build_site.h"

static void a_compiler_that_is_always_killed_is_tried_twice(void **state)
{
	struct site *site = *state;

	site_write_file(site->source, "out-of-memory", "");
	site_assert_ends(site, OUTCOME_COMPILER_KILLED, "Killed");
	assert_int_equal(site_count_in_log(site, "  CC      init.o"), 2);
}

static void a_compiler_that_is_killed_gets_fewer_jobs(void **state)
{
	struct site *site = *state;

	site_write_file(site->source, "out-of-memory-with-four-jobs", "");
	site_assert_built(site);
	assert_int_equal(site_count_in_log(site, "  CC      init.o"), 2);
}

static void a_build_that_never_ends_is_stopped_at_its_time_out(void **state)
{
	struct site *site = *state;

	site_write_file(site->source, "never-ends", "");
	site->settings.timeout_s = 3;
	site_assert_ends(site, OUTCOME_BUILD_TIMED_OUT, "CC      init.o");
}

static void a_cancelled_build_says_so(void **state)
{
	struct site *site = *state;
	struct cancel *cancel = NULL;

	assert_int_equal(cancel_new_manual(&cancel, &site->err), 0);
	cancel_request(cancel);
	site->request.cancel = cancel;
	assert_int_equal(build_kernel(&site->request, &site->result, &site->err), -1);
	assert_int_equal(site->err.kind, ERROR_CANCELLED);
	cancel_free(cancel);
}

static void a_signal_ends_a_build_on_its_way(void **state)
{
	struct site *site = *state;
	struct cancel *cancel = NULL;
	struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGINT };
	struct itimerspec soon = { .it_value = { .tv_sec = 2 } };
	timer_t timer;

	site_write_file(site->source, "never-ends", "");
	assert_int_equal(cancel_new_from_signals(&cancel, &site->err), 0);
	assert_int_equal(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
	assert_int_equal(timer_settime(timer, 0, &soon, NULL), 0);
	site->request.cancel = cancel;
	assert_int_equal(build_kernel(&site->request, &site->result, &site->err), -1);
	assert_int_equal(site->err.kind, ERROR_CANCELLED);
	assert_int_equal(timer_delete(timer), 0);
	cancel_free(cancel);
}

static void an_object_cut_short_by_a_crash_does_not_poison_later_builds(void **state)
{
	const struct timespec past[2] = { { .tv_sec = 1 }, { .tv_sec = 1 } };
	struct site *site = *state;
	CLEANUP(mem_freep) char *finished = mem_printf("%s/finished", site->object);

	site_assert_built(site);
	site_write_file(site->object, "finished", "by an earlier build");
	assert_int_equal(utimensat(AT_FDCWD, finished, past, 0), 0);
	/* What a killed build leaves: an object without content, newer than its source. */
	site_write_file(site->object, ".perfsect/building", "");
	site_write_file(site->object, "init.o", "");
	site_assert_built(site);
	assert_true(site_has_file(site->object, "finished"));
	assert_false(site_has_file(site->object, ".perfsect/building"));
}

static void a_build_that_was_stopped_leaves_no_half_written_file(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep) char *never_ends = mem_printf("%s/never-ends", site->source);

	site_write_file(site->source, "never-ends", "");
	site->settings.timeout_s = 3;
	site_assert_ends(site, OUTCOME_BUILD_TIMED_OUT, "CC");
	site_write_file(site->object, "leftover", "");
	assert_int_equal(unlink(never_ends), 0);
	site->settings.timeout_s = 60;
	site_assert_built(site);
	assert_false(site_has_file(site->object, "leftover"));
}

static void what_a_killed_make_was_trying_is_cleared_away(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep) char *trial = mem_printf("%s/.tmp_914", site->object);
	CLEANUP(mem_freep) char *other = mem_printf("%s/.tmp_versions", site->object);

	assert_int_equal(fs_make_dirs(trial, &site->err), 0);
	assert_int_equal(fs_make_dirs(other, &site->err), 0);
	site_write_file(site->object, ".tmp_914/tmp", "half a program");
	site_assert_built(site);
	assert_false(fs_exists(trial));
	assert_true(fs_exists(other));
}

static void a_configuration_cut_short_is_written_again(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep) char *config = NULL;

	site_assert_built(site);
	site_write_file(site->object, ".config", "CONFIG_PIP");
	site_write_file(site->object, ".perfsect/kconfig/.config", "CONFIG_PI");
	site_assert_built(site);
	config = site_read_file(site->artefacts, "config");
	assert_non_null(strstr(config, "CONFIG_PIPES=y\n"));
}

static void a_compiler_that_is_not_installed_is_named(void **state)
{
	struct site *site = *state;

	free(site->settings.cc);
	site->settings.cc = mem_strdup("ccache gcc-1789");
	assert_int_equal(build_kernel(&site->request, &site->result, &site->err), -1);
	assert_int_equal(site->err.kind, ERROR_HOST);
	assert_non_null(strstr(site->err.text,
			       "'gcc-1789' is missing on this host (Debian package gcc-1789)"));
}

static void a_full_disk_is_told_from_a_broken_tree(void **state)
{
	struct site *site = *state;
	CLEANUP(mem_freep) char *disk = mem_printf("%s/disk", site->dir);
	CLEANUP(mem_freep) char *object = mem_printf("%s/object", disk);

	if (geteuid() != 0)
		skip(); /* only root may mount */
	assert_int_equal(fs_make_dirs(disk, &site->err), 0);
	assert_int_equal(mount("tmpfs", disk, "tmpfs", 0, "size=256k"), 0);
	site_write_file(
		site->source, "init.c",
		"char big[1 << 20] = { 1 };\nvoid _start(void);\nvoid _start(void)\n{\n}\n");
	site->request.object_dir = object;
	site_build(site);
	assert_int_equal(umount(disk), 0);
	assert_string_equal(outcome_name(site->result.outcome), "disk-full");
	assert_non_null(strstr(site->result.detail, "No space left on device"));
}

static void skip_without_sandbox(void)
{
	if (!sandbox_is_usable(NULL))
		skip(); /* bubblewrap is missing, or may not make namespaces here */
}

static void a_build_cannot_write_outside_its_folder(void **state)
{
	struct site *site = *state;

	skip_without_sandbox();
	site_write_file(site->source, "writes-outside", "");
	site_assert_ends(site, OUTCOME_NOT_BUILDABLE, "");
	assert_int_equal(site_count_in_log(site, "Read-only file system"), 1);
	assert_false(site_has_file(site->source, "escaped"));
}

static void a_build_has_no_network(void **state)
{
	struct site *site = *state;

	skip_without_sandbox();
	site_write_file(site->source, "counts-interfaces", "");
	site_assert_built(site);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SITE_TEST(a_compiler_that_is_always_killed_is_tried_twice),
		SITE_TEST(a_compiler_that_is_killed_gets_fewer_jobs),
		SITE_TEST(a_build_that_never_ends_is_stopped_at_its_time_out),
		SITE_TEST(a_cancelled_build_says_so),
		SITE_TEST(a_signal_ends_a_build_on_its_way),
		SITE_TEST(an_object_cut_short_by_a_crash_does_not_poison_later_builds),
		SITE_TEST(a_build_that_was_stopped_leaves_no_half_written_file),
		SITE_TEST(what_a_killed_make_was_trying_is_cleared_away),
		SITE_TEST(a_configuration_cut_short_is_written_again),
		SITE_TEST(a_compiler_that_is_not_installed_is_named),
		SITE_TEST(a_full_disk_is_told_from_a_broken_tree),
		SITE_TEST(a_build_cannot_write_outside_its_folder),
		SITE_TEST(a_build_has_no_network),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
