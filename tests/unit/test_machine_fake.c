/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/rng.h"
#include "tests/support/tempdir.h"
#include "vm/machines.h"

/* A fake machine in a folder of its own, and a kernel to boot. */
struct rig {
	struct machine_settings settings;
	struct machine *machine;
	char *image;
	struct kernel kernel;
	struct job job;
	struct boot_request request;
	struct boot_result result;
	struct error err;
};

static void write_file(const char *path, const char *text)
{
	struct error err = { 0 };

	assert_int_equal(fs_write_atomic(path, text, strlen(text), 0644, &err), 0);
}

static void open_rig(struct rig *rig, void **state, const char *script)
{
	memset(rig, 0, sizeof(*rig));
	rig->settings.name = (char *)"fake0";
	rig->settings.type = MACHINE_FAKE;
	rig->settings.script = tempdir_path(state, "script");
	write_file(rig->settings.script, script);
	rig->image = tempdir_path(state, "image");
	write_file(rig->image, "level=50\n");
	rig->kernel = (struct kernel){
		.image = rig->image, .release = "6.1.0", .build_id = "", .label = "1a2b3c"
	};
	rig->job = (struct job){ .warmups = 1, .repetitions = 3, .timeout_s = 60 };
	rig->request = (struct boot_request){ .name = "perfsect-1",
					      .dir = *state,
					      .kernel = &rig->kernel,
					      .jobs = &rig->job,
					      .n_jobs = 1,
					      .deadline = deadline_in(60),
					      .silence_s = 60 };
	if (machine_open(&rig->settings, *state, &rig->machine, &rig->err) < 0)
		fail_msg("%s", rig->err.text);
}

static void close_rig(struct rig *rig)
{
	boot_result_clear(&rig->result);
	machine_close(rig->machine);
	free(rig->settings.script);
	free(rig->image);
}

static int measure(struct rig *rig)
{
	boot_result_clear(&rig->result);
	return machine_measure(rig->machine, &rig->request, &rig->result, &rig->err);
}

static void a_boot_gives_all_runs_that_were_asked_for(void **state)
{
	struct rig rig;

	open_rig(&rig, state, "default level=100\nimage\n");
	assert_int_equal(measure(&rig), 0);
	assert_int_equal(rig.result.outcome, OUTCOME_MEASURED);
	assert_int_equal(rig.result.n_runs, 4);
	assert_true(rig.result.runs[0].is_warmup);
	assert_false(rig.result.runs[1].is_warmup);
	assert_int_equal(rig.result.runs[3].number, 3);
	assert_string_equal(str_text(&rig.result.runs[3].output), "sched-pipe: ops_per_s=50\n");
	assert_string_equal(json_text(json_member(rig.result.facts, "release")), "6.1.0");
	close_rig(&rig);
}

static void the_same_boot_is_the_same_on_another_day(void **state)
{
	static const char script[] = "seed 7\ndefault level=100 boot_sd=1 sample_sd=1\n";
	struct rig first, second;

	open_rig(&first, state, script);
	open_rig(&second, state, script);
	assert_int_equal(measure(&first), 0);
	second.kernel.label = "ffff";
	assert_int_equal(measure(&second), 0);
	assert_string_not_equal(str_text(&first.result.runs[1].output),
				str_text(&second.result.runs[1].output));
	second.kernel.label = "1a2b3c";
	assert_int_equal(measure(&second), 0);
	assert_string_equal(str_text(&first.result.runs[1].output),
			    str_text(&second.result.runs[1].output));
	assert_int_equal(measure(&first), 0);
	assert_string_not_equal(str_text(&first.result.runs[1].output),
				str_text(&second.result.runs[1].output));
	close_rig(&first);
	close_rig(&second);
}

static void a_panic_ends_the_boot_without_runs(void **state)
{
	struct rig rig;

	open_rig(&rig, state, "default outcome=panicked\n");
	assert_int_equal(measure(&rig), 0);
	assert_int_equal(rig.result.outcome, OUTCOME_PANICKED);
	assert_string_equal(rig.result.detail, "the script says so for boot 1");
	assert_int_equal(rig.result.n_runs, 0);
	close_rig(&rig);
}

static void a_failed_workload_shows_in_its_runs(void **state)
{
	struct rig rig;

	open_rig(&rig, state, "default outcome=workload-failed\n");
	assert_int_equal(measure(&rig), 0);
	assert_int_equal(rig.result.outcome, OUTCOME_MEASURED);
	assert_int_equal(rig.result.runs[0].end, RUN_EXITED);
	assert_int_equal(rig.result.runs[0].code, 1);
	close_rig(&rig);
}

static void another_release_is_another_kernel(void **state)
{
	struct rig rig;

	open_rig(&rig, state, "default release=5.0\n");
	assert_int_equal(measure(&rig), 0);
	assert_int_equal(rig.result.outcome, OUTCOME_WRONG_KERNEL);
	assert_string_equal(rig.result.detail, "kernel '5.0' runs instead of '6.1.0'");
	close_rig(&rig);
}

static void trouble_of_the_host_is_an_error_and_the_next_boot_works(void **state)
{
	struct rig rig;

	open_rig(&rig, state, "default nth=1 outcome=host-error\n");
	assert_int_equal(measure(&rig), -1);
	assert_int_equal(rig.err.kind, ERROR_HOST);
	assert_string_equal(rig.err.text,
			    "cannot boot kernel 1a2b3c: the script wants boot 1 to fail");
	assert_int_equal(measure(&rig), 0);
	assert_int_equal(rig.result.outcome, OUTCOME_MEASURED);
	close_rig(&rig);
}

static void the_journal_keeps_count_over_a_restart(void **state)
{
	static const char script[] = "journal boots.log\ndefault level=2\n"
				     "commit 1a at=2 outcome=hung\n";
	char *path = tempdir_path(state, "boots.log");
	char *text = NULL;
	struct rig rig;
	size_t n;

	open_rig(&rig, state, script);
	assert_int_equal(measure(&rig), 0);
	close_rig(&rig);
	open_rig(&rig, state, script);
	assert_int_equal(measure(&rig), 0);
	assert_int_equal(rig.result.outcome, OUTCOME_HUNG);
	close_rig(&rig);
	assert_int_equal(fs_read_file(path, 4096, &text, &n, &rig.err), 0);
	assert_string_equal(text, "1 1 1a2b3c measured 2 2 2\n2 2 1a2b3c hung\n");
	free(text);
	free(path);
}

static void a_cancelled_boot_ends_at_once_and_never_was(void **state)
{
	struct cancel *cancel = NULL;
	char *path = tempdir_path(state, "boots.log");
	struct rig rig;

	open_rig(&rig, state, "journal boots.log\ndefault delay=3600\n");
	assert_int_equal(cancel_new_manual(&cancel, &rig.err), 0);
	cancel_request(cancel);
	rig.request.cancel = cancel;
	assert_int_equal(measure(&rig), -1);
	assert_int_equal(rig.err.kind, ERROR_CANCELLED);
	assert_false(fs_exists(path));
	close_rig(&rig);
	cancel_free(cancel);
	free(path);
}

static void a_script_that_is_wrong_is_named_at_once(void **state)
{
	struct machine_settings settings = { .name = (char *)"fake0", .type = MACHINE_FAKE };
	struct machine *machine = NULL;
	struct error err = { 0 };

	settings.script = tempdir_path(state, "script");
	write_file(settings.script, "nonsense\n");
	assert_int_equal(machine_open(&settings, *state, &machine, &err), -1);
	assert_non_null(strstr(err.text, "cannot use machine 'fake0': cannot follow script '"));
	assert_non_null(strstr(err.text, "': line 1: there is no directive 'nonsense'"));
	free(settings.script);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, tempdir_setup, tempdir_teardown)

static void a_boot_says_that_it_took_the_time_it_was_told(void **state)
{
	struct rig rig;

	open_rig(&rig, state, "default boot_time=600 run_time=60\n");
	assert_int_equal(measure(&rig), 0);
	assert_true(rig.result.boot_s == 600);
	assert_true(rig.result.total_s == 600 + 4 * 60);
	close_rig(&rig);
}

/* As a simulation of the same seed draws it, without knowing of commits. */
static void noise_can_be_drawn_under_another_name_than_the_kernels(void **state)
{
	CLEANUP(str_clear) struct str expected = { 0 };
	struct rig rig;
	struct rng rng;
	double boot;

	open_rig(&rig, state, "seed 9\ndefault boot_sd=2 sample_sd=0.5 noise=17\n");
	rig.job.warmups = 0;
	assert_int_equal(measure(&rig), 0);
	rng_init_named(&rng, 9, "17", 1);
	boot = 2 * rng_normal(&rng);
	for (size_t i = 0; i < rig.result.n_runs; i++) {
		double value = 100 * exp((boot + 0.5 * rng_normal(&rng)) / 100);

		(void)rng_uniform(&rng); /* no outlier */
		str_clear(&expected);
		str_appendf(&expected, "sched-pipe: ops_per_s=%.10g\n", value);
		assert_string_equal(str_text(&rig.result.runs[i].output), str_text(&expected));
	}
	close_rig(&rig);
}

/* A boot that is held, with the machine's own word that it lives. */
static void start_held(struct rig *rig)
{
	boot_result_clear(&rig->result);
	rig->request.hold_s = 300;
	if (machine_start(rig->machine, &rig->request, &rig->result, &rig->err) < 0)
		fail_msg("%s", rig->err.text);
}

static int extend(struct rig *rig, unsigned runs)
{
	return machine_extend(rig->machine, runs, deadline_in(60), &rig->result, &rig->err);
}

static void assert_journal(void **state, const char *expected, bool is_running)
{
	CLEANUP(mem_freep) char *path = tempdir_path(state, "boots.log");
	CLEANUP(mem_freep) char *running = tempdir_path(state, "boots.log.running");
	CLEANUP(mem_freep) char *text = NULL;
	struct error err = { 0 };

	assert_int_equal(fs_read_file(path, 4096, &text, NULL, &err), 0);
	assert_string_equal(text, expected);
	assert_int_equal(fs_exists(running), is_running);
}

static void a_held_boot_gives_more_runs_without_another_warm_up(void **state)
{
	struct rig rig;

	open_rig(&rig, state, "journal boots.log\ndefault level=2 boot_time=60 run_time=10\n");
	start_held(&rig);
	assert_true(rig.result.is_held);
	assert_int_equal(rig.result.outcome, OUTCOME_MEASURED);
	assert_true(rig.result.ready_s == 60 + 10);
	assert_true(rig.result.total_s == 60 + 4 * 10);
	assert_journal(state, "1 1 1a2b3c measured 2 2 2\n", true);
	assert_int_equal(extend(&rig, 2), 0);
	assert_int_equal(extend(&rig, 1), 0);
	assert_true(rig.result.is_held);
	assert_int_equal(rig.result.n_runs, 7);
	assert_int_equal(rig.result.runs[4].number, 4);
	assert_int_equal(rig.result.runs[6].number, 6);
	assert_false(rig.result.runs[4].is_warmup);
	assert_true(rig.result.total_s == 60 + 7 * 10);
	assert_int_equal(machine_finish(rig.machine, &rig.result, &rig.err), 0);
	assert_int_equal(machine_finish(rig.machine, &rig.result, &rig.err), 0);
	assert_journal(state,
		       "1 1 1a2b3c measured 2 2 2\n1 1 1a2b3c more measured 2 2\n"
		       "1 1 1a2b3c more measured 2\n",
		       false);
	close_rig(&rig);
}

/* What comes later is drawn as if it had been asked for at once. */
static void more_runs_are_those_that_a_longer_boot_would_have_had(void **state)
{
	static const char script[] = "seed 7\ndefault level=100 boot_sd=1 sample_sd=1\n";
	struct rig whole, held;

	open_rig(&whole, state, script);
	open_rig(&held, state, script);
	whole.job.repetitions = 5;
	assert_int_equal(measure(&whole), 0);
	start_held(&held);
	assert_int_equal(extend(&held, 2), 0);
	assert_int_equal(machine_finish(held.machine, &held.result, &held.err), 0);
	assert_int_equal(held.result.n_runs, whole.result.n_runs);
	for (size_t i = 0; i < held.result.n_runs; i++)
		assert_string_equal(str_text(&held.result.runs[i].output),
				    str_text(&whole.result.runs[i].output));
	close_rig(&whole);
	close_rig(&held);
}

static void a_guest_that_dies_in_further_runs_keeps_those_before(void **state)
{
	struct rig rig;

	open_rig(&rig, state, "journal boots.log\ndefault level=2 more=panicked\n");
	start_held(&rig);
	assert_int_equal(extend(&rig, 2), 0);
	assert_int_equal(rig.result.outcome, OUTCOME_PANICKED);
	assert_string_equal(rig.result.detail, "the script says so for more of boot 1");
	assert_false(rig.result.is_held);
	assert_int_equal(rig.result.n_runs, 5);
	assert_journal(state, "1 1 1a2b3c measured 2 2 2\n1 1 1a2b3c more panicked 2\n", false);
	start_held(&rig); /* the machine is free */
	assert_int_equal(machine_finish(rig.machine, &rig.result, &rig.err), 0);
	assert_journal(state,
		       "1 1 1a2b3c measured 2 2 2\n1 1 1a2b3c more panicked 2\n"
		       "2 2 1a2b3c measured 2 2 2\n",
		       false);
	close_rig(&rig);
}

static void a_host_error_in_further_runs_leaves_the_machine_free(void **state)
{
	struct rig rig;

	open_rig(&rig, state, "journal boots.log\ndefault level=2 more=host-error\n");
	start_held(&rig);
	assert_int_equal(extend(&rig, 2), -1);
	assert_false(rig.result.is_held);
	assert_int_equal(rig.result.n_runs, 4);
	assert_journal(state, "1 1 1a2b3c measured 2 2 2\n1 1 1a2b3c more host-error\n", false);
	close_rig(&rig);
}

static void further_runs_that_are_cancelled_never_were(void **state)
{
	struct cancel *cancel = NULL;
	struct rig rig;

	open_rig(&rig, state, "journal boots.log\ndefault level=2 more_delay=3600\n");
	assert_int_equal(cancel_new_manual(&cancel, &rig.err), 0);
	rig.request.cancel = cancel;
	start_held(&rig);
	cancel_request(cancel);
	assert_int_equal(extend(&rig, 2), -1);
	assert_int_equal(rig.err.kind, ERROR_CANCELLED);
	assert_journal(state, "1 1 1a2b3c measured 2 2 2\n", false);
	close_rig(&rig);
	cancel_free(cancel);
}

static void a_boot_that_counts_instructions_is_never_held(void **state)
{
	struct rig rig;

	open_rig(&rig, state, "journal boots.log\ndefault level=2\n");
	rig.settings.timing = TIMING_ICOUNT;
	start_held(&rig);
	assert_false(rig.result.is_held);
	assert_journal(state, "1 1 1a2b3c measured 2 2 2\n", false);
	close_rig(&rig);
}

static void a_boot_that_a_killed_process_left_is_ended_by_the_next(void **state)
{
	CLEANUP(mem_freep) char *running = tempdir_path(state, "boots.log.running");
	struct rig rig;
	unsigned n = 7;

	write_file(running, "");
	open_rig(&rig, state, "journal boots.log\ndefault level=2\n");
	assert_int_equal(rig.machine->ops->clean_up(rig.machine, &n, &rig.err), 0);
	assert_int_equal(n, 1);
	assert_false(fs_exists(running));
	assert_int_equal(rig.machine->ops->clean_up(rig.machine, &n, &rig.err), 0);
	assert_int_equal(n, 0);
	close_rig(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_boot_gives_all_runs_that_were_asked_for),
		TEST(the_same_boot_is_the_same_on_another_day),
		TEST(a_panic_ends_the_boot_without_runs),
		TEST(a_failed_workload_shows_in_its_runs),
		TEST(another_release_is_another_kernel),
		TEST(trouble_of_the_host_is_an_error_and_the_next_boot_works),
		TEST(the_journal_keeps_count_over_a_restart),
		TEST(a_cancelled_boot_ends_at_once_and_never_was),
		TEST(a_script_that_is_wrong_is_named_at_once),
		TEST(a_boot_says_that_it_took_the_time_it_was_told),
		TEST(a_held_boot_gives_more_runs_without_another_warm_up),
		TEST(more_runs_are_those_that_a_longer_boot_would_have_had),
		TEST(a_guest_that_dies_in_further_runs_keeps_those_before),
		TEST(a_host_error_in_further_runs_leaves_the_machine_free),
		TEST(further_runs_that_are_cancelled_never_were),
		TEST(a_boot_that_counts_instructions_is_never_held),
		TEST(a_boot_that_a_killed_process_left_is_ended_by_the_next),
		TEST(noise_can_be_drawn_under_another_name_than_the_kernels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
