/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "workloads/runner.h"

#define RUNS_MAX 8

/* A boot of sched-pipe with one warm-up and three runs that count. */
struct boot {
	struct workload *workload;
	struct guest_run runs[RUNS_MAX];
	struct boot_result result;
	struct runner_samples samples;
};

static void add_run(struct boot *boot, enum run_end end, int code, const char *output)
{
	unsigned number = (unsigned)boot->result.n_runs;
	struct guest_run *run = &boot->runs[boot->result.n_runs++];

	run->number = number;
	run->is_warmup = number == 0;
	run->end = end;
	run->code = code;
	str_append(&run->output, output);
}

/* Up, its warm-up done. */
static void boot_init(struct boot *boot)
{
	const struct workload_settings settings = { .name = (char *)"sched-pipe", .warmups = 1 };
	struct error err = { 0 };

	*boot = (struct boot){ .result = { .outcome = OUTCOME_MEASURED } };
	if (workload_new(&settings, "/payloads", false, &boot->workload, &err) < 0)
		fail_msg("%s", err.text);
	boot->workload->job.repetitions = 3;
	boot->result.runs = boot->runs;
	add_run(boot, RUN_EXITED, 0, "warm\n");
}

static void boot_clear(struct boot *boot)
{
	workload_free(boot->workload);
	runner_samples_clear(&boot->samples);
	for (size_t i = 0; i < RUNS_MAX; i++)
		str_clear(&boot->runs[i].output);
}

static void assert_collected(struct boot *boot, enum outcome outcome, const char *detail)
{
	runner_collect(boot->workload, &boot->result, &boot->samples);
	if (detail)
		assert_string_equal(boot->samples.detail, detail);
	else
		assert_null(boot->samples.detail);
	assert_int_equal(boot->samples.outcome, outcome);
}

static void each_run_that_counts_is_a_sample_in_order(void **state)
{
	CLEANUP(boot_clear) struct boot boot;

	(void)state;
	boot_init(&boot);
	add_run(&boot, RUN_EXITED, 0, "sched-pipe: ops_per_s=3\n");
	add_run(&boot, RUN_EXITED, 0, "sched-pipe: ops_per_s=1\n");
	add_run(&boot, RUN_EXITED, 0, "sched-pipe: ops_per_s=2\n");
	assert_collected(&boot, OUTCOME_MEASURED, NULL);
	assert_int_equal(boot.samples.n, 3);
	assert_int_equal(boot.samples.n_sound, 3);
	assert_true(boot.samples.values[0] == 3.0);
	assert_true(boot.samples.values[1] == 1.0);
	assert_true(boot.samples.values[2] == 2.0);
}

static void one_bad_run_fails_the_boot_and_the_good_ones_are_kept(void **state)
{
	CLEANUP(boot_clear) struct boot boot;

	(void)state;
	boot_init(&boot);
	add_run(&boot, RUN_EXITED, 0, "ops_per_s=3\n");
	add_run(&boot, RUN_EXITED, 2, "ops_per_s=9\ncannot fork: \x1b[31mno\x1b[0m memory\n\n");
	add_run(&boot, RUN_EXITED, 0, "ops_per_s=2\n");
	assert_collected(&boot, OUTCOME_WORKLOAD_FAILED,
			 "run 2 of 3 ended with status 2: 'cannot fork: no memory'");
	assert_int_equal(boot.samples.n, 2);
	assert_true(boot.samples.values[1] == 2.0);
	assert_int_equal(boot.samples.n_sound, 1);
}

static void the_first_bad_run_is_the_one_that_is_told(void **state)
{
	CLEANUP(boot_clear) struct boot boot;

	(void)state;
	boot_init(&boot);
	add_run(&boot, RUN_SIGNALLED, 11, "");
	add_run(&boot, RUN_TIMED_OUT, 0, "");
	add_run(&boot, RUN_EXITED, 0, "ops_per_s=2\n");
	assert_collected(&boot, OUTCOME_WORKLOAD_FAILED,
			 "run 1 of 3 was ended by signal 11; it printed nothing");
	assert_int_equal(boot.samples.n, 1);
}

static void a_run_out_of_time_has_an_outcome_of_its_own(void **state)
{
	CLEANUP(boot_clear) struct boot boot;

	(void)state;
	boot_init(&boot);
	add_run(&boot, RUN_EXITED, 0, "ops_per_s=2\n");
	add_run(&boot, RUN_TIMED_OUT, 0, "working\n");
	assert_collected(&boot, OUTCOME_TIMED_OUT,
			 "run 2 of 3 did not end within 600 s: 'working'");
}

static void a_run_without_its_number_is_a_failure(void **state)
{
	CLEANUP(boot_clear) struct boot boot;

	(void)state;
	boot_init(&boot);
	add_run(&boot, RUN_EXITED, 0, "ops_per_s=0\n");
	assert_collected(&boot, OUTCOME_WORKLOAD_FAILED,
			 "run 1 of 3 ended well, but throughput is zero: 'ops_per_s=0'");
	assert_int_equal(boot.samples.n, 0);
}

static void a_warm_up_need_not_print_a_number_but_must_end_well(void **state)
{
	CLEANUP(boot_clear) struct boot boot;

	(void)state;
	boot_init(&boot);
	boot.runs[0].end = RUN_NOT_STARTED;
	assert_collected(
		&boot, OUTCOME_WORKLOAD_FAILED,
		"warm-up 1 of 1 of '/perfsect/bin/sched-pipe' could not be started: 'warm'");
}

static void runs_that_are_missing_are_never_taken_for_a_measurement(void **state)
{
	CLEANUP(boot_clear) struct boot boot;

	(void)state;
	boot_init(&boot);
	add_run(&boot, RUN_EXITED, 0, "ops_per_s=2\n");
	add_run(&boot, RUN_EXITED, 0, "ops_per_s=2\n");
	assert_collected(&boot, OUTCOME_CONSOLE_LOST, "only 2 of 3 runs arrived");
	assert_int_equal(boot.samples.n, 2);
}

static void what_the_machine_saw_goes_before_what_a_run_did(void **state)
{
	CLEANUP(boot_clear) struct boot boot;

	(void)state;
	boot_init(&boot);
	add_run(&boot, RUN_EXITED, 0, "ops_per_s=2\n");
	add_run(&boot, RUN_EXITED, 1, "oops\n");
	boot.result.outcome = OUTCOME_PANICKED;
	boot.result.detail = (char *)"Kernel panic - not syncing: Fatal exception";
	assert_collected(&boot, OUTCOME_PANICKED, "Kernel panic - not syncing: Fatal exception");
	assert_int_equal(boot.samples.n, 1);
	assert_int_equal(boot.samples.n_sound, 1);
}

static void an_outcome_without_detail_is_told_by_its_name(void **state)
{
	CLEANUP(boot_clear) struct boot boot;

	(void)state;
	boot_init(&boot);
	boot.result.n_runs = 0;
	boot.result.outcome = OUTCOME_HUNG;
	assert_collected(&boot, OUTCOME_HUNG, "hung");
	assert_int_equal(boot.samples.n, 0);
}

static void a_last_line_of_any_length_is_cut(void **state)
{
	CLEANUP(boot_clear) struct boot boot;

	(void)state;
	boot_init(&boot);
	add_run(&boot, RUN_EXITED, 1, "");
	for (int i = 0; i < 1000; i++)
		str_append(&boot.runs[1].output, "xy");
	runner_collect(boot.workload, &boot.result, &boot.samples);
	assert_int_equal(strlen(boot.samples.detail),
			 strlen("run 1 of 3 ended with status 1: ''") + 200 + strlen("…"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_run_that_counts_is_a_sample_in_order),
		cmocka_unit_test(one_bad_run_fails_the_boot_and_the_good_ones_are_kept),
		cmocka_unit_test(the_first_bad_run_is_the_one_that_is_told),
		cmocka_unit_test(a_run_out_of_time_has_an_outcome_of_its_own),
		cmocka_unit_test(a_run_without_its_number_is_a_failure),
		cmocka_unit_test(a_warm_up_need_not_print_a_number_but_must_end_well),
		cmocka_unit_test(runs_that_are_missing_are_never_taken_for_a_measurement),
		cmocka_unit_test(what_the_machine_saw_goes_before_what_a_run_did),
		cmocka_unit_test(an_outcome_without_detail_is_told_by_its_name),
		cmocka_unit_test(a_last_line_of_any_length_is_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
