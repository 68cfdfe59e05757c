/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libvirt, embedded or at $PERFSECT_TEST_URI, QEMU, and a real kernel. */
#include "tests/support/test.h"

#include <glob.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/mem.h"
#include "tests/support/boot_image.h"
#include "tests/support/tempdir.h"
#include "vm/machines.h"
#include "vm/payload.h"

#define GUEST_PROGRAM "/perfsect/bin/program"

/*
 * The embedded driver has one folder for the life of a process, as a workspace has: this one. It is
 * so deep in the second group that libvirt's sockets would not fit under it.
 */
static void *workspace;
static char *state_dir;

/* A machine of the workspace, and one boot of it. */
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

static void open_machine(struct rig *rig)
{
	if (machine_open(&rig->settings, state_dir, &rig->machine, &rig->err) < 0)
		fail_msg("%s", rig->err.text);
}

/* Not opened yet, so that a test can change what it wants to. */
static void init_rig(struct rig *rig, void **state)
{
	const char *image = getenv("PERFSECT_TEST_KERNEL");

	memset(rig, 0, sizeof(*rig));
	boot_image_release(image, rig->release, sizeof(rig->release));
	rig->settings = (struct machine_settings){ .name = (char *)"vm0",
						   .type = MACHINE_LIBVIRT,
						   .uri = getenv("PERFSECT_TEST_URI"),
						   .accel = (char *)"tcg",
						   .vcpus = 1,
						   .memory_bytes = 256LL * 1024 * 1024,
						   .pin = (char *)"",
						   .timing = TIMING_ICOUNT,
						   .cmdline = (char *)"",
						   .boot_timeout_s = 300 };
	rig->kernel = (struct kernel){
		.image = image, .release = rig->release, .build_id = "", .label = "1a2b3c"
	};
	rig->program = payload_path("sched-pipe");
	rig->file = (struct guest_file){ rig->program, GUEST_PROGRAM };
	rig->job = (struct job){ .argv = { (char *)GUEST_PROGRAM, (char *)"--loops=2000" },
				 .repetitions = 2,
				 .timeout_s = 60 };
	rig->request = (struct boot_request){ .name = "perfsect-1a2b3c-1",
					      .dir = *state,
					      .kernel = &rig->kernel,
					      .jobs = &rig->job,
					      .n_jobs = 1,
					      .files = &rig->file,
					      .n_files = 1,
					      .deadline = deadline_in(600),
					      .silence_s = 300 };
}

static void close_rig(struct rig *rig)
{
	boot_result_clear(&rig->result);
	machine_close(rig->machine);
	free(rig->program);
}

static void measure(struct rig *rig)
{
	if (machine_measure(rig->machine, &rig->request, &rig->result, &rig->err) < 0)
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

static void assert_exists(void **state, const char *name, bool wanted)
{
	char *path = tempdir_path(state, name);

	if (fs_exists(path) != wanted)
		fail_msg("'%s' is %s", name, wanted ? "missing" : "left behind");
	free(path);
}

static double value_of(const struct guest_run *run)
{
	const char *equals = strstr(str_text(&run->output), "ops_per_s=");

	assert_non_null(equals);
	return strtod(equals + strlen("ops_per_s="), NULL);
}

static void a_boot_is_measured_and_leaves_nothing_running(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	open_machine(&rig);
	measure(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_MEASURED);
	assert_null(rig.result.detail);
	assert_int_equal(rig.result.n_runs, 2);
	assert_int_equal(rig.result.runs[1].end, RUN_EXITED);
	assert_int_equal(rig.result.runs[1].code, 0);
	assert_true(rig.result.boot_s > 0 && rig.result.boot_s <= rig.result.total_s);
	assert_string_equal(json_text(json_member(rig.result.facts, "release")), rig.release);
	assert_int_equal(count_emulators(state), 0);
	assert_exists(state, "console.log", true);
	assert_exists(state, "domain.xml", true);
	/* A daemon keeps QEMU's log among its own. */
	assert_exists(state, "qemu.log", rig.settings.uri == NULL);
	assert_exists(state, "initramfs.cpio", false);
	assert_exists(state, "records.log", false);
	close_rig(&rig);
}

static void two_boots_that_count_instructions_agree(void **state)
{
	struct rig rig;
	double first;

	init_rig(&rig, state);
	open_machine(&rig);
	measure(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_MEASURED);
	first = value_of(&rig.result.runs[1]);
	boot_result_clear(&rig.result);
	measure(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_MEASURED);
	assert_true(fabs(value_of(&rig.result.runs[1]) / first - 1) < 0.005);
	close_rig(&rig);
}

static void records_come_over_the_console_too(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	rig.settings.cmdline = (char *)"perfsect.channel=console";
	open_machine(&rig);
	measure(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_MEASURED);
	assert_int_equal(rig.result.n_runs, 2);
	close_rig(&rig);
}

static void a_panic_ends_the_boot_long_before_its_deadline(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	rig.settings.cmdline = (char *)"rdinit=/none init=/none";
	open_machine(&rig);
	measure(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_PANICKED);
	assert_non_null(strstr(rig.result.detail, "Kernel panic - not syncing"));
	assert_int_equal(count_emulators(state), 0);
	close_rig(&rig);
}

static void a_panic_that_does_not_reboot_is_a_panic_all_the_same(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	rig.settings.timing = TIMING_WALL;
	rig.settings.cmdline = (char *)"rdinit=/none init=/none panic=0";
	open_machine(&rig);
	measure(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_PANICKED);
	assert_int_equal(count_emulators(state), 0);
	close_rig(&rig);
}

static void another_kernel_than_asked_for_is_noticed(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	rig.kernel.release = "0.0.1-perfsect";
	open_machine(&rig);
	measure(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_WRONG_KERNEL);
	assert_non_null(strstr(rig.result.detail, "runs instead of '0.0.1-perfsect'"));
	close_rig(&rig);
}

static void a_guest_that_says_nothing_is_hung(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	rig.settings.timing = TIMING_WALL;
	rig.settings.cmdline = (char *)"perfsect.settle=600";
	rig.request.silence_s = 30;
	open_machine(&rig);
	measure(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_HUNG);
	assert_string_equal(rig.result.detail, "said nothing for 30 s");
	assert_int_equal(count_emulators(state), 0);
	close_rig(&rig);
}

static void a_guest_that_goes_down_in_a_job_rebooted(void **state)
{
	struct rig rig;

	init_rig(&rig, state);
	rig.file.host_path = REBOOT_NOW;
	open_machine(&rig);
	measure(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_REBOOTED);
	assert_string_equal(rig.result.detail, "went down before its jobs were done");
	close_rig(&rig);
}

static void a_guest_that_floods_its_console_is_cut_short(void **state)
{
	CLEANUP(mem_freep) char *console = tempdir_path(state, "console.log");
	struct rig rig;

	init_rig(&rig, state);
	rig.file.host_path = FLOOD_CONSOLE;
	rig.job.timeout_s = 900;
	rig.request.console_max_bytes = 1024 * 1024;
	open_machine(&rig);
	measure(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_HUNG);
	assert_string_equal(rig.result.detail, "flooded its console with more than 1 MiB");
	assert_int_equal(fs_size_bytes(console), 1024 * 1024);
	assert_int_equal(count_emulators(state), 0);
	close_rig(&rig);
}

static void request_cancel(void *context, const char *phase)
{
	if (strcmp(phase, "run") == 0)
		cancel_request(context);
}

static void a_cancelled_boot_leaves_nothing_running(void **state)
{
	struct cancel *cancel = NULL;
	struct rig rig;

	init_rig(&rig, state);
	rig.settings.timing = TIMING_WALL;
	rig.settings.cmdline = (char *)"perfsect.settle=600";
	assert_int_equal(cancel_new_manual(&cancel, &rig.err), 0);
	rig.request.cancel = cancel;
	rig.request.progress = request_cancel;
	rig.request.progress_context = cancel;
	open_machine(&rig);
	assert_int_equal(machine_measure(rig.machine, &rig.request, &rig.result, &rig.err), -1);
	assert_int_equal(rig.err.kind, ERROR_CANCELLED);
	assert_int_equal(count_emulators(state), 0);
	close_rig(&rig);
	cancel_free(cancel);
}

static void kill_self(void *context, const char *phase)
{
	(void)context;
	if (strcmp(phase, "run") == 0)
		(void)raise(SIGKILL);
}

static void a_guest_of_a_killed_process_is_found_and_ended(void **state)
{
	unsigned n = 0;
	struct rig rig;
	int status;
	pid_t pid;

	init_rig(&rig, state);
	rig.settings.timing = TIMING_WALL;
	rig.settings.cmdline = (char *)"perfsect.settle=600";
	rig.request.progress = kill_self;
	pid = fork();
	if (pid == 0) {
		open_machine(&rig);
		measure(&rig); /* does not return */
		_exit(1);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	assert_int_equal(count_emulators(state), 1);
	open_machine(&rig);
	assert_int_equal(rig.machine->ops->clean_up(rig.machine, &n, &rig.err), 0);
	assert_int_equal(n, 1);
	assert_int_equal(count_emulators(state), 0);
	rig.request.progress = NULL;
	rig.settings.cmdline = (char *)"";
	measure(&rig);
	assert_int_equal(rig.result.outcome, OUTCOME_MEASURED);
	close_rig(&rig);
}

static int set_up_workspace(void **state)
{
	(void)state;
	if (tempdir_setup(&workspace) < 0)
		return -1;
	state_dir = mem_printf("%s/.perfsect", (const char *)workspace);
	return 0;
}

static int set_up_deep_workspace(void **state)
{
	(void)state;
	if (tempdir_setup(&workspace) < 0 || setenv("XDG_RUNTIME_DIR", workspace, 1) < 0)
		return -1;
	state_dir = mem_printf("%s/%0100d/.perfsect", (const char *)workspace, 0);
	return 0;
}

static int tear_down_workspace(void **state)
{
	(void)state;
	free(state_dir);
	return tempdir_teardown(&workspace);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, tempdir_setup, tempdir_teardown)

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		/* first: its child must not be forked from a process that has used libvirt */
		TEST(a_guest_of_a_killed_process_is_found_and_ended),
		TEST(a_boot_is_measured_and_leaves_nothing_running),
		TEST(two_boots_that_count_instructions_agree),
		TEST(records_come_over_the_console_too),
		TEST(a_panic_ends_the_boot_long_before_its_deadline),
		TEST(a_panic_that_does_not_reboot_is_a_panic_all_the_same),
		TEST(another_kernel_than_asked_for_is_noticed),
		TEST(a_guest_that_says_nothing_is_hung),
		TEST(a_guest_that_goes_down_in_a_job_rebooted),
		TEST(a_guest_that_floods_its_console_is_cut_short),
		TEST(a_cancelled_boot_leaves_nothing_running),
	};

	const struct CMUnitTest deep[] = { TEST(a_boot_is_measured_and_leaves_nothing_running) };

	const struct CMUnitTest daemon[] = {
		TEST(a_boot_is_measured_and_leaves_nothing_running),
		TEST(a_panic_ends_the_boot_long_before_its_deadline),
		TEST(a_cancelled_boot_leaves_nothing_running),
	};

	if (!getenv("PERFSECT_TEST_KERNEL")) {
		print_message("PERFSECT_TEST_KERNEL is not set: no kernel to boot\n");
		return 0;
	}
	if (argc == 2 && strcmp(argv[1], "deep") == 0)
		return cmocka_run_group_tests(deep, set_up_deep_workspace, tear_down_workspace);
	if (argc == 2 && strcmp(argv[1], "daemon") == 0)
		return cmocka_run_group_tests(daemon, set_up_workspace, tear_down_workspace);
	return cmocka_run_group_tests(tests, set_up_workspace, tear_down_workspace);
}
