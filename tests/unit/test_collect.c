/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vm/collect.h"

/* A guest with two jobs, as a stream of records. */
struct guest {
	struct kernel kernel;
	struct job jobs[2];
	struct boot_request request;
	struct boot_result result;
	struct collect collect;
	struct str stream;
	uint32_t sequence;
};

static int set_up(void **state)
{
	struct guest *guest = calloc(1, sizeof(*guest));

	guest->kernel = (struct kernel){
		.image = "", .release = "6.1.0", .build_id = "abcd", .label = "1a2b"
	};
	guest->jobs[0] = (struct job){ .warmups = 1, .repetitions = 1 };
	guest->jobs[1] = (struct job){ .repetitions = 2 };
	guest->request.kernel = &guest->kernel;
	guest->request.jobs = guest->jobs;
	guest->request.n_jobs = 2;
	guest->request.hold_s = 300;
	collect_init(&guest->collect, &guest->request, &guest->result);
	*state = guest;
	return 0;
}

static int tear_down(void **state)
{
	struct guest *guest = *state;

	collect_clear(&guest->collect);
	boot_result_clear(&guest->result);
	str_clear(&guest->stream);
	free(guest);
	return 0;
}

static void say(struct guest *guest, enum wire_kind kind, const char *payload)
{
	char line[WIRE_LINE_MAX + 3];
	size_t n = wire_encode(guest->sequence++, kind, payload, strlen(payload), line);

	str_append_bytes(&guest->stream, line, n);
}

static void say_bye(struct guest *guest)
{
	char text[16];

	(void)snprintf(text, sizeof(text), "%u", guest->sequence);
	say(guest, WIRE_BYE, text);
}

static void say_waiting(struct guest *guest)
{
	char text[16];

	(void)snprintf(text, sizeof(text), "%u", guest->sequence);
	say(guest, WIRE_WAIT, text);
}

static void say_run(struct guest *guest, const char *start, const char *output, const char *exit)
{
	say(guest, WIRE_START, start);
	say(guest, WIRE_OUTPUT, output);
	say(guest, WIRE_EXIT, exit);
}

static void say_opening(struct guest *guest)
{
	say(guest, WIRE_HELLO, "0.1");
	say(guest, WIRE_FACT, "release=6.1.0");
	say(guest, WIRE_FACT, "build_id=abcd");
}

static void feed(struct guest *guest, enum collect_stream stream)
{
	collect_feed(&guest->collect, stream, str_text(&guest->stream), guest->stream.length);
	str_clear(&guest->stream);
}

static void a_whole_boot_gives_facts_and_runs(void **state)
{
	struct guest *guest = *state;

	say_opening(guest);
	say_run(guest, "0 0 w", "warm ", "0 0 exit 0 1000000000");
	say_run(guest, "0 1 r", "one", "0 1 exit 3 2500000000");
	say_run(guest, "1 0 r", "two", "1 0 signal 9 5");
	say_run(guest, "1 1 r", "three", "1 1 timeout 0 7");
	say_bye(guest);
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_COMPLETE);
	assert_int_equal(guest->result.n_runs, 4);
	assert_true(guest->result.runs[0].is_warmup);
	assert_int_equal(guest->result.runs[1].end, RUN_EXITED);
	assert_int_equal(guest->result.runs[1].code, 3);
	assert_true(guest->result.runs[1].elapsed_s == 2.5);
	assert_string_equal(str_text(&guest->result.runs[1].output), "one");
	assert_int_equal(guest->result.runs[2].end, RUN_SIGNALLED);
	assert_int_equal(guest->result.runs[3].end, RUN_TIMED_OUT);
	assert_string_equal(json_text(json_member(guest->result.facts, "release")), "6.1.0");
}

static void records_may_come_one_byte_at_a_time(void **state)
{
	struct guest *guest = *state;

	say_opening(guest);
	say_bye(guest);
	for (size_t i = 0; i < guest->stream.length; i++) {
		assert_false(collect_is_over(&guest->collect));
		collect_feed(&guest->collect, COLLECT_CONSOLE, guest->stream.data + i, 1);
	}
	assert_int_equal(guest->collect.state, COLLECT_COMPLETE);
}

static void a_guest_without_a_port_speaks_on_the_console(void **state)
{
	struct guest *guest = *state;

	say_opening(guest);
	say_bye(guest);
	feed(guest, COLLECT_CONSOLE);
	assert_int_equal(guest->collect.state, COLLECT_COMPLETE);
}

static void records_on_the_other_stream_do_not_count(void **state)
{
	struct guest *guest = *state;

	say_opening(guest);
	feed(guest, COLLECT_CHANNEL);
	say_bye(guest);
	feed(guest, COLLECT_CONSOLE);
	assert_int_equal(guest->collect.state, COLLECT_TALKING);
}

static void long_facts_and_notes_are_put_together(void **state)
{
	struct guest *guest = *state;

	say_opening(guest);
	say(guest, WIRE_FACT, "cmdline=quiet ");
	say(guest, WIRE_FACT, "cmdline+=panic=-1");
	say(guest, WIRE_NOTE, "cannot mount");
	say(guest, WIRE_NOTE, "+ /sys");
	say(guest, WIRE_NOTE, "second");
	feed(guest, COLLECT_CHANNEL);
	assert_string_equal(json_text(json_member(guest->result.facts, "cmdline")),
			    "quiet panic=-1");
	assert_string_equal(json_text(json_member(guest->result.facts, "notes")),
			    "cannot mount /sys; second");
}

static void a_missing_record_ends_the_boot_as_lost(void **state)
{
	struct guest *guest = *state;

	say_opening(guest);
	guest->sequence += 2;
	say(guest, WIRE_START, "0 0 w");
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_LOST);
	assert_string_equal(guest->collect.reason,
			    "2 of the guest's records are missing before record 5, 0 came damaged");
	assert_int_equal(guest->result.n_runs, 0);
}

static void a_damaged_goodbye_is_a_loss_not_a_reboot(void **state)
{
	struct guest *guest = *state;

	say_opening(guest);
	feed(guest, COLLECT_CHANNEL);
	say_bye(guest);
	guest->stream.data[guest->stream.length - 2] ^= 1;
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_TALKING);
	collect_end(&guest->collect);
	assert_int_equal(guest->collect.state, COLLECT_LOST);
	assert_string_equal(guest->collect.reason, "1 of the guest's records came damaged");
}

static void a_lost_hello_is_noticed(void **state)
{
	struct guest *guest = *state;

	guest->sequence = 1;
	say(guest, WIRE_FACT, "release=6.1.0");
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_LOST);
	assert_string_equal(guest->collect.reason, "the guest's first record is 1, not its hello");
}

static void another_release_is_another_kernel(void **state)
{
	struct guest *guest = *state;

	say(guest, WIRE_HELLO, "");
	say(guest, WIRE_FACT, "release=6.1.0-dirty");
	say(guest, WIRE_START, "0 0 w");
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_WRONG_KERNEL);
	assert_string_equal(guest->collect.reason, "kernel '6.1.0-dirty' runs instead of '6.1.0'");
}

static void the_same_release_with_another_build_id_is_another_kernel(void **state)
{
	struct guest *guest = *state;

	say(guest, WIRE_HELLO, "");
	say(guest, WIRE_FACT, "release=6.1.0");
	say(guest, WIRE_FACT, "build_id=abce");
	say_bye(guest);
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_WRONG_KERNEL);
	assert_string_equal(guest->collect.reason,
			    "a kernel with build id abce runs instead of abcd, both '6.1.0'");
}

static void a_kernel_without_sysfs_is_known_by_its_release(void **state)
{
	struct guest *guest = *state;

	say(guest, WIRE_HELLO, "");
	say(guest, WIRE_FACT, "release=6.1.0");
	say_bye(guest);
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_COMPLETE);
}

/* Each is what comes after the opening, and must be refused. */
static void senseless_records_are_a_loss(void **state)
{
	static const struct {
		enum wire_kind kind;
		const char *payload;
		const char *reason;
	} cases[] = {
		{ WIRE_START, "2 0 r", "a run out of order" },
		{ WIRE_START, "0 1 r", "a run out of order" },
		{ WIRE_START, "0 0 r", "a run out of order" },
		{ WIRE_START, "1 0 r", "a run out of order" },
		{ WIRE_START, "4294967295 0 r", "a run out of order" },
		{ WIRE_OUTPUT, "x", "output without a run" },
		{ WIRE_EXIT, "0 0 exit 0 1", "the end of a run that did not start" },
		{ WIRE_BYE, "17", "a goodbye too early" },
		{ WIRE_FACT, "=x", "a fact without a name" },
		{ WIRE_FACT, "x", "a fact without a name" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct guest *guest = *state;

		say_opening(guest);
		say(guest, cases[i].kind, cases[i].payload);
		feed(guest, COLLECT_CHANNEL);
		assert_int_equal(guest->collect.state, COLLECT_LOST);
		assert_non_null(strstr(guest->collect.reason, cases[i].reason));
		tear_down(state);
		set_up(state);
	}
}

static void endless_output_is_kept_up_to_its_bound(void **state)
{
	struct guest *guest = *state;

	say_opening(guest);
	say(guest, WIRE_START, "0 0 w");
	feed(guest, COLLECT_CHANNEL);
	for (size_t i = 0; i < GUEST_OUTPUT_MAX / 64 + 10; i++) {
		say(guest, WIRE_OUTPUT,
		    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
		feed(guest, COLLECT_CHANNEL);
	}
	assert_int_equal(guest->collect.state, COLLECT_TALKING);
	assert_int_equal(guest->result.runs[0].output.length, GUEST_OUTPUT_MAX);
}

/* Both jobs as they were asked for, and then the word that it waits. */
static void say_all_and_wait(struct guest *guest)
{
	say_opening(guest);
	say_run(guest, "0 0 w", "", "0 0 exit 0 1");
	say_run(guest, "0 1 r", "a", "0 1 exit 0 1");
	say_run(guest, "1 0 r", "b", "1 0 exit 0 1");
	say_run(guest, "1 1 r", "c", "1 1 exit 0 1");
	say_waiting(guest);
}

static void a_guest_that_waits_is_held_and_not_over(void **state)
{
	struct guest *guest = *state;

	say_all_and_wait(guest);
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_HELD);
	assert_false(collect_is_over(&guest->collect));
	say_bye(guest); /* it was held too long */
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_COMPLETE);
	assert_int_equal(guest->result.n_runs, 4);
}

static void further_runs_go_on_in_number_and_have_no_warm_up(void **state)
{
	struct guest *guest = *state;

	say_all_and_wait(guest);
	feed(guest, COLLECT_CHANNEL);
	collect_more(&guest->collect, 2);
	say_run(guest, "0 2 r", "d", "0 2 exit 0 1");
	say_run(guest, "0 3 r", "e", "0 3 exit 0 1");
	say_run(guest, "1 2 r", "f", "1 2 exit 0 1");
	say_run(guest, "1 3 r", "g", "1 3 exit 0 1");
	say_waiting(guest);
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_HELD);
	collect_more(&guest->collect, 1);
	say_run(guest, "0 4 r", "h", "0 4 exit 0 1");
	say_run(guest, "1 4 r", "i", "1 4 exit 0 1");
	say_bye(guest);
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_COMPLETE);
	assert_int_equal(guest->result.n_runs, 10);
	assert_false(guest->result.runs[4].is_warmup);
	assert_string_equal(str_text(&guest->result.runs[9].output), "i");
}

/* A job that gave up early leaves the numbers of what was asked for. */
static void a_job_that_ended_early_goes_on_where_it_should_have_been(void **state)
{
	struct guest *guest = *state;

	say_opening(guest);
	say_run(guest, "0 0 w", "", "0 0 timeout 0 1");
	say_run(guest, "1 0 r", "", "1 0 timeout 0 1");
	say_waiting(guest);
	feed(guest, COLLECT_CHANNEL);
	collect_more(&guest->collect, 1);
	say_run(guest, "0 2 r", "", "0 2 exit 0 1");
	say_run(guest, "1 2 r", "", "1 2 exit 0 1");
	say_waiting(guest);
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_HELD);
	assert_int_equal(guest->result.n_runs, 4);
}

/* Each is said by a guest that waits, or that was asked for one more run. */
static void a_guest_that_waits_says_nothing_else(void **state)
{
	static const struct {
		unsigned more;
		enum wire_kind kind;
		const char *payload;
		const char *reason;
	} cases[] = {
		{ 0, WIRE_START, "0 2 r", "a run out of order" },
		{ 0, WIRE_WAIT, "18", "nobody asked it to wait" },
		{ 0, WIRE_OUTPUT, "x", "output without a run" },
		{ 0, WIRE_MORE, "1", "that is for the host to say" },
		{ 0, WIRE_END, "", "that is for the host to say" },
		{ 1, WIRE_START, "0 2 w", "a run out of order" },
		{ 1, WIRE_START, "0 1 r", "a run out of order" },
		{ 1, WIRE_START, "0 3 r", "a run out of order" },
		{ 1, WIRE_START, "1 2 r", "a run out of order" },
		{ 1, WIRE_WAIT, "17", "nobody asked it to wait" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct guest *guest = *state;

		say_all_and_wait(guest);
		feed(guest, COLLECT_CHANNEL);
		assert_int_equal(guest->collect.state, COLLECT_HELD);
		if (cases[i].more)
			collect_more(&guest->collect, cases[i].more);
		say(guest, cases[i].kind, cases[i].payload);
		feed(guest, COLLECT_CHANNEL);
		assert_int_equal(guest->collect.state, COLLECT_LOST);
		assert_non_null(strstr(guest->collect.reason, cases[i].reason));
		tear_down(state);
		set_up(state);
	}
}

static void a_guest_that_was_not_told_to_wait_must_not(void **state)
{
	struct guest *guest = *state;

	guest->request.hold_s = 0;
	say_all_and_wait(guest);
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_LOST);
}

static void a_kernel_proves_itself_before_it_is_held(void **state)
{
	struct guest *guest = *state;

	say(guest, WIRE_HELLO, "");
	say(guest, WIRE_FACT, "release=5.0");
	say_waiting(guest);
	feed(guest, COLLECT_CHANNEL);
	assert_int_equal(guest->collect.state, COLLECT_WRONG_KERNEL);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_whole_boot_gives_facts_and_runs),
		TEST(records_may_come_one_byte_at_a_time),
		TEST(a_guest_without_a_port_speaks_on_the_console),
		TEST(records_on_the_other_stream_do_not_count),
		TEST(long_facts_and_notes_are_put_together),
		TEST(a_missing_record_ends_the_boot_as_lost),
		TEST(a_damaged_goodbye_is_a_loss_not_a_reboot),
		TEST(a_lost_hello_is_noticed),
		TEST(another_release_is_another_kernel),
		TEST(the_same_release_with_another_build_id_is_another_kernel),
		TEST(a_kernel_without_sysfs_is_known_by_its_release),
		TEST(senseless_records_are_a_loss),
		TEST(endless_output_is_kept_up_to_its_bound),
		TEST(a_guest_that_waits_is_held_and_not_over),
		TEST(further_runs_go_on_in_number_and_have_no_warm_up),
		TEST(a_job_that_ended_early_goes_on_where_it_should_have_been),
		TEST(a_guest_that_waits_says_nothing_else),
		TEST(a_guest_that_was_not_told_to_wait_must_not),
		TEST(a_kernel_proves_itself_before_it_is_held),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
