/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A real guest that waits for more: libvirt, embedded, QEMU, and a real kernel. */
#include "tests/support/test.h"

#include <glob.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"
#include "tests/support/boot_image.h"
#include "tests/support/tempdir.h"
#include "vm/machines.h"
#include "vm/payload.h"

#define GUEST_PROGRAM "/perfsect/bin/program"

/* The embedded driver has one folder for the life of a process. */
static void *workspace;
static char *state_dir;

struct rig {
	struct machine_settings settings;
	struct machine *machine;
	char *program;
	char release[64];
	struct kernel kernel;
	struct guest_file file;
	struct job job;
	struct boot_request request;
	struct boot_result result;
	struct error err;
};

/* Not opened yet, so that a test can change what it wants to. */
static void init_rig(struct rig *rig, void **state)
{
	const char *image = getenv("PERFSECT_TEST_KERNEL");

	memset(rig, 0, sizeof(*rig));
	boot_image_release(image, rig->release, sizeof(rig->release));
	rig->settings = (struct machine_settings){ .name = (char *)"vm0",
						   .type = MACHINE_LIBVIRT,
						   .uri = getenv("PERFSECT_TEST_URI"),
						   .accel = (char *)"auto",
						   .vcpus = 1,
						   .memory_bytes = 256LL * 1024 * 1024,
						   .pin = (char *)"",
						   .timing = TIMING_WALL,
						   .cmdline = (char *)"",
						   .boot_timeout_s = 300 };
	rig->kernel = (struct kernel){
		.image = image, .release = rig->release, .build_id = "", .label = "1a2b3c"
	};
	rig->program = payload_path("sched-pipe");
	rig->file = (struct guest_file){ rig->program, GUEST_PROGRAM };
	rig->job = (struct job){ .argv = { (char *)GUEST_PROGRAM, (char *)"--loops=200" },
				 .warmups = 1,
				 .repetitions = 2,
				 .timeout_s = 60 };
	rig->request = (struct boot_request){ .name = "perfsect-1a2b3c-1",
					      .dir = *state,
					      .kernel = &rig->kernel,
					      .jobs = &rig->job,
					      .n_jobs = 1,
					      .files = &rig->file,
					      .n_files = 1,
					      .hold_s = 300,
					      .deadline = deadline_in(600),
					      .silence_s = 300 };
}

static void close_rig(struct rig *rig)
{
	boot_result_clear(&rig->result);
	machine_close(rig->machine);
	free(rig->program);
}

static void start(struct rig *rig)
{
	if (machine_open(&rig->settings, state_dir, &rig->machine, &rig->err) < 0 ||
	    machine_start(rig->machine, &rig->request, &rig->result, &rig->err) < 0)
		fail_msg("%s", rig->err.text);
}

static void extend(struct rig *rig, unsigned runs)
{
	if (machine_extend(rig->machine, runs, deadline_in(600), &rig->result, &rig->err) < 0)
		fail_msg("%s", rig->err.text);
}

static void finish(struct rig *rig)
{
	if (machine_finish(rig->machine, &rig->result, &rig->err) < 0)
		fail_msg("%s", rig->err.text);
}

/* Processes with the test's folder on their command line. */
static unsigned count_emulators(void **state)
{
	unsigned count = 0;
	glob_t found;

	assert_int_equal(glob("/proc/[0-9]*/cmdline", 0, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		FILE *file = fopen(found.gl_pathv[i], "re");
		char text[8192];
		size_t n;

		if (!file)
			continue; /* ended meanwhile */
		n = fread(text, 1, sizeof(text), file);
		count += memmem(text, n, *state, strlen(*state)) != NULL;
		(void)fclose(file);
	}
	globfree(&found);
	return count;
}

/* A process that is killed while it holds a boot leaves nothing but what people may want to read. */
static void assert_tidy(void **state)
{
	static const char *const gone[] = { "console.in",  "console.out", "records.in",
					    "records.out", "records.log", "initramfs.cpio" };
	CLEANUP(mem_freep) char *console = tempdir_path(state, "console.log");

	for (size_t i = 0; i < ARRAY_LENGTH(gone); i++) {
		CLEANUP(mem_freep) char *path = tempdir_path(state, gone[i]);

		if (fs_exists(path))
			fail_msg("'%s' is left behind", gone[i]);
	}
	assert_true(fs_size_bytes(console) > 0);
}

static void assert_gone(void **state)
{
	assert_int_equal(count_emulators(state), 0);
	assert_tidy(state);
}

static void assert_runs(const struct rig *rig, size_t n)
{
	assert_int_equal(rig->result.outcome, OUTCOME_MEASURED);
	assert_true(rig->result.is_held);
	assert_int_equal(rig->result.n_runs, n);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(rig->result.runs[i].number, i);
		assert_int_equal(rig->result.runs[i].is_warmup, i == 0);
		assert_int_equal(rig->result.runs[i].end, RUN_EXITED);
		assert_int_equal(rig->result.runs[i].code, 0);
		assert_non_null(strstr(str_text(&rig->result.runs[i].output), "ops_per_s="));
	}
}

/* Holds a boot, extends it twice, and ends it. */
static void hold_and_extend(struct rig *rig, void **state)
{
	const double before_s = (double)deadline_now_ns() / 1e9;
	double so_far_s;

	start(rig);
	assert_runs(rig, 3);
	assert_int_equal(count_emulators(state), 1);
	assert_true(rig->result.boot_s > 0 && rig->result.boot_s < rig->result.ready_s);
	assert_true(rig->result.ready_s < rig->result.total_s);
	assert_tidy(state);
	so_far_s = rig->result.total_s;
	(void)poll(NULL, 0, 1500); /* the host thinks */
	extend(rig, 2);
	assert_runs(rig, 5);
	extend(rig, 1);
	assert_runs(rig, 6);
	assert_int_equal(count_emulators(state), 1);
	assert_true(rig->result.total_s > so_far_s);
	/* The time to think is not the boot's. */
	assert_true(rig->result.total_s + 1.5 < (double)deadline_now_ns() / 1e9 - before_s);
	finish(rig);
	assert_false(rig->result.is_held);
	assert_gone(state);
	print_message("up after %.2f s, first run that counts after %.2f s, all in %.2f s\n",
		      rig->result.boot_s, rig->result.ready_s, rig->result.total_s);
}

static void a_boot_is_held_and_extended_twice(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	hold_and_extend(&rig, state);
	close_rig(&rig);
}

static void it_is_over_the_console_too(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	rig.settings.cmdline = (char *)"perfsect.channel=console";
	hold_and_extend(&rig, state);
	close_rig(&rig);
}

static void a_guest_that_is_forgotten_ends_by_itself(void **state)
{
	const struct deadline deadline = deadline_in(60);
	struct rig rig;

	init_rig(&rig, state);
	rig.request.hold_s = 1;
	start(&rig);
	assert_runs(&rig, 3);
	while (count_emulators(state) > 0 && !deadline_is_over(deadline))
		(void)poll(NULL, 0, 100);
	assert_int_equal(count_emulators(state), 0);
	extend(&rig, 1);
	assert_int_equal(rig.result.outcome, OUTCOME_MEASURED);
	assert_false(rig.result.is_held);
	assert_int_equal(rig.result.n_runs, 3);
	assert_gone(state);
	close_rig(&rig);
}

static void a_guest_that_goes_down_in_further_runs_rebooted(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	/* down at its third run: /tmp remembers the earlier ones */
	rig.file.host_path = REBOOT_NOW;
	rig.job.argv[1] = (char *)"3";
	rig.job.warmups = 0;
	start(&rig);
	assert_true(rig.result.is_held);
	assert_int_equal(rig.result.n_runs, 2);
	extend(&rig, 2);
	assert_int_equal(rig.result.outcome, OUTCOME_REBOOTED);
	assert_string_equal(rig.result.detail, "went down before its jobs were done");
	assert_false(rig.result.is_held);
	assert_int_equal(rig.result.runs[1].end, RUN_EXITED);
	assert_gone(state);
	close_rig(&rig);
}

static void a_boot_that_counts_instructions_is_not_held(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	rig.settings.timing = TIMING_ICOUNT;
	rig.settings.accel = (char *)"tcg";
	start(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_MEASURED);
	assert_false(rig.result.is_held);
	assert_gone(state);
	close_rig(&rig);
}

static void closing_the_machine_ends_what_is_held(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	start(&rig);
	assert_true(rig.result.is_held);
	close_rig(&rig);
	assert_gone(state);
}

static int set_up_workspace(void **state)
{
	(void)state;
	if (tempdir_setup(&workspace) < 0)
		return -1;
	state_dir = mem_printf("%s/.perfsect", (const char *)workspace);
	return 0;
}

static int tear_down_workspace(void **state)
{
	(void)state;
	free(state_dir);
	return tempdir_teardown(&workspace);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, tempdir_setup, tempdir_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_boot_is_held_and_extended_twice),
		TEST(it_is_over_the_console_too),
		TEST(a_guest_that_is_forgotten_ends_by_itself),
		TEST(a_guest_that_goes_down_in_further_runs_rebooted),
		TEST(a_boot_that_counts_instructions_is_not_held),
		TEST(closing_the_machine_ends_what_is_held),
	};

	if (!getenv("PERFSECT_TEST_KERNEL")) {
		print_message("PERFSECT_TEST_KERNEL is not set: no kernel to boot\n");
		return 0;
	}
	return cmocka_run_group_tests(tests, set_up_workspace, tear_down_workspace);
}
