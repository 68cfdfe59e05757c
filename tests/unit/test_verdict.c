/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <string.h>

#include "vm/verdict.h"

/* A guest that is up and said something a moment ago. */
struct scene {
	struct console console;
	struct collect collect;
	struct verdict_input input;
	enum outcome outcome;
	struct str detail;
};

static struct scene scene;

static int set_up(void **state)
{
	(void)state;
	memset(&scene, 0, sizeof(scene));
	scene.console.state = CONSOLE_TALKING;
	scene.collect.state = COLLECT_TALKING;
	scene.input = (struct verdict_input){
		.console = &scene.console,
		.collect = &scene.collect,
		.now_s = 100,
		.started_s = 50,
		.last_sign_s = 99,
		.boot_timeout_s = 60,
		.silence_s = 30,
		.console_max_bytes = VERDICT_CONSOLE_MAX,
	};
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	str_clear(&scene.detail);
	return 0;
}

static void assert_verdict(enum outcome outcome, const char *detail)
{
	assert_true(verdict_reach(&scene.input, &scene.outcome, &scene.detail));
	assert_int_equal(scene.outcome, outcome);
	assert_string_equal(str_text(&scene.detail), detail);
}

static void a_guest_that_talks_goes_on(void **state)
{
	(void)state;
	assert_false(verdict_reach(&scene.input, &scene.outcome, &scene.detail));
}

static void a_guest_that_waits_has_done_its_runs(void **state)
{
	(void)state;
	scene.collect.state = COLLECT_HELD;
	assert_verdict(OUTCOME_MEASURED, "");
}

static void a_goodbye_counts_even_when_the_machine_is_gone(void **state)
{
	(void)state;
	scene.collect.state = COLLECT_COMPLETE;
	scene.input.is_gone = true;
	assert_verdict(OUTCOME_MEASURED, "");
}

static void a_panic_needs_no_deadline(void **state)
{
	(void)state;
	scene.console.state = CONSOLE_PANIC;
	strcpy(scene.console.reason, "Kernel panic - not syncing: no init");
	assert_verdict(OUTCOME_PANICKED, "Kernel panic - not syncing: no init");
}

static void a_panic_explains_why_the_machine_is_gone(void **state)
{
	(void)state;
	scene.console.state = CONSOLE_PANIC;
	strcpy(scene.console.reason, "Kernel panic");
	scene.input.is_gone = true;
	assert_verdict(OUTCOME_PANICKED, "Kernel panic");
}

static void a_crash_without_a_word_is_a_panic(void **state)
{
	(void)state;
	scene.input.is_gone = true;
	scene.input.has_crashed = true;
	assert_verdict(OUTCOME_PANICKED,
		       "the kernel told its panic device, and nothing on the console");
}

static void a_machine_that_goes_down_before_goodbye_rebooted(void **state)
{
	(void)state;
	scene.input.is_gone = true;
	assert_verdict(OUTCOME_REBOOTED, "went down before its jobs were done");
}

static void a_machine_that_goes_down_before_hello_rebooted(void **state)
{
	(void)state;
	scene.collect.state = COLLECT_WAITING;
	scene.input.is_gone = true;
	assert_verdict(OUTCOME_REBOOTED, "went down before PID 1 spoke");
}

static void lost_records_say_nothing_about_the_commit(void **state)
{
	(void)state;
	scene.collect.state = COLLECT_LOST;
	scene.collect.reason = "2 are missing";
	scene.input.is_gone = true;
	assert_verdict(OUTCOME_CONSOLE_LOST, "2 are missing");
	assert_false(outcome_is_evidence(scene.outcome));
}

static void a_lockup_is_a_hang(void **state)
{
	(void)state;
	scene.console.state = CONSOLE_LOCKUP;
	strcpy(scene.console.reason, "watchdog: BUG: soft lockup");
	assert_verdict(OUTCOME_HUNG, "watchdog: BUG: soft lockup");
}

static void silence_is_a_hang_and_names_the_stall_before_it(void **state)
{
	(void)state;
	scene.console.state = CONSOLE_STALLED;
	strcpy(scene.console.reason, "rcu: INFO: rcu_sched self-detected stall");
	scene.input.last_sign_s = 70;
	assert_verdict(OUTCOME_HUNG, "said nothing for 30 s; before that: rcu: INFO: rcu_sched "
				     "self-detected stall");
}

static void a_boot_that_chatters_but_never_arrives_is_a_hang(void **state)
{
	(void)state;
	scene.collect.state = COLLECT_WAITING;
	scene.input.started_s = 40;
	assert_verdict(OUTCOME_HUNG, "did not reach PID 1 in 1 min 00 s");
}

static void jobs_that_go_on_at_the_deadline_timed_out(void **state)
{
	(void)state;
	scene.input.is_late = true;
	assert_verdict(OUTCOME_TIMED_OUT, "was not done with its jobs at the deadline, after 50 s");
}

static void a_flooded_console_is_a_hang(void **state)
{
	(void)state;
	scene.console.bytes = VERDICT_CONSOLE_MAX + 1;
	assert_verdict(OUTCOME_HUNG, "flooded its console with more than 64 MiB");
}

static void a_flooded_channel_is_a_hang(void **state)
{
	(void)state;
	scene.input.channel_bytes = (size_t)VERDICT_CHANNEL_MAX + 1;
	assert_verdict(OUTCOME_HUNG, "flooded its results channel with more than 1 GiB");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_guest_that_talks_goes_on),
		TEST(a_guest_that_waits_has_done_its_runs),
		TEST(a_goodbye_counts_even_when_the_machine_is_gone),
		TEST(a_panic_needs_no_deadline),
		TEST(a_panic_explains_why_the_machine_is_gone),
		TEST(a_crash_without_a_word_is_a_panic),
		TEST(a_machine_that_goes_down_before_goodbye_rebooted),
		TEST(a_machine_that_goes_down_before_hello_rebooted),
		TEST(lost_records_say_nothing_about_the_commit),
		TEST(a_lockup_is_a_hang),
		TEST(silence_is_a_hang_and_names_the_stall_before_it),
		TEST(a_boot_that_chatters_but_never_arrives_is_a_hang),
		TEST(jobs_that_go_on_at_the_deadline_timed_out),
		TEST(a_flooded_console_is_a_hang),
		TEST(a_flooded_channel_is_a_hang),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
