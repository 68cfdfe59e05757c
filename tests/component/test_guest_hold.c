/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A guest that waits for the host's word, with real programs of this host, as PID 1 does it. */
#include "tests/support/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/str.h"
#include "vm/guest/channel.h"
#include "vm/guest/hold.h"
#include "vm/guest/run.h"

/* The host's end of the line: what it says before the guest listens, and what it hears. */
struct host {
	struct channel channel; /* the guest's */
	int fd;
	uint32_t sequence;
	struct job job;
	struct job_list list;
	struct str
		log; /* "<kind>:<payload>;" of every record but the exits, of which only the kind */
};

static int open_host(void **state)
{
	struct host *host = calloc(1, sizeof(*host));
	int fds[2];

	if (!host || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds) < 0)
		return -1;
	channel_init(&host->channel, fds[0], false);
	host->fd = fds[1];
	host->job = (struct job){ .argv = { (char *)"sh", (char *)"-c", (char *)"echo x" },
				  .timeout_s = 60,
				  .warmups = 1,
				  .repetitions = 2 };
	host->list = (struct job_list){ &host->job, 1, 60 };
	run_init();
	*state = host;
	return 0;
}

static int close_host(void **state)
{
	struct host *host = *state;

	channel_close(&host->channel);
	if (host->fd >= 0)
		(void)close(host->fd);
	str_clear(&host->log);
	free(host);
	return 0;
}

static void say_bytes(struct host *host, const char *bytes, size_t n)
{
	assert_int_equal(write(host->fd, bytes, n), n);
}

static void say(struct host *host, enum wire_kind kind, const char *payload)
{
	char line[WIRE_LINE_MAX + 3];

	say_bytes(host, line, wire_encode(host->sequence++, kind, payload, strlen(payload), line));
}

/* Reads what the guest has said until it closed its end. */
static void listen_to(struct host *host)
{
	struct wire_reader reader;
	struct wire_record record;
	char bytes[4096];
	ssize_t n;

	channel_close(&host->channel);
	wire_reader_init(&reader);
	while ((n = read(host->fd, bytes, sizeof(bytes))) > 0) {
		size_t offset = 0;

		while (wire_reader_next(&reader, bytes, (size_t)n, &offset, &record))
			str_appendf(&host->log, "%d:%s;", (int)record.kind,
				    record.kind == WIRE_EXIT ? "" : record.payload);
	}
	assert_int_equal(reader.damaged + reader.missing + reader.repeated, 0);
}

#define RUN(number) "2:0 " number " r;3:x\n;4:;"

static void a_guest_that_is_told_to_end_ends(void **state)
{
	struct host *host = *state;

	say(host, WIRE_END, "");
	hold(&host->channel, &host->list);
	listen_to(host);
	assert_string_equal(str_text(&host->log), "8:0;");
}

static void more_runs_go_on_in_number_without_a_warm_up(void **state)
{
	struct host *host = *state;

	say(host, WIRE_MORE, "2");
	say(host, WIRE_MORE, "1");
	say(host, WIRE_END, "");
	hold(&host->channel, &host->list);
	listen_to(host);
	assert_string_equal(str_text(&host->log), "8:0;" RUN("3") RUN("4") "8:7;" RUN("5") "8:11;");
}

static void every_job_is_run_again(void **state)
{
	struct host *host = *state;
	struct job jobs[2] = { host->job, host->job };

	jobs[1].warmups = 0;
	host->list = (struct job_list){ jobs, 2, 60 };
	say(host, WIRE_MORE, "1");
	say(host, WIRE_END, "");
	hold(&host->channel, &host->list);
	listen_to(host);
	assert_string_equal(str_text(&host->log), "8:0;2:0 3 r;3:x\n;4:;2:1 2 r;3:x\n;4:;8:7;");
}

static void a_command_may_come_in_pieces_behind_noise(void **state)
{
	struct host *host = *state;
	char line[WIRE_LINE_MAX + 3];
	const size_t n = wire_encode(0, WIRE_MORE, "1", 1, line);
	pid_t pid;

	say_bytes(host, "noise\n", 6);
	pid = fork();
	if (pid == 0) {
		for (size_t i = 0; i < n; i++) {
			(void)usleep(1000);
			(void)!write(host->fd, line + i, 1);
		}
		(void)!write(host->fd, line, wire_encode(1, WIRE_END, "", 0, line));
		_exit(0);
	}
	hold(&host->channel, &host->list);
	listen_to(host);
	assert_string_equal(str_text(&host->log), "8:0;" RUN("3") "8:4;");
}

static void a_silent_host_is_given_up_after_its_time(void **state)
{
	struct host *host = *state;
	const int64_t start_ns = channel_now_ns();

	host->list.hold_s = 1;
	hold(&host->channel, &host->list);
	assert_true(channel_now_ns() - start_ns >= 1000000000);
	listen_to(host);
	assert_string_equal(str_text(&host->log), "8:0;6:the host said nothing for 1 s;");
}

/* Each time that it waits it waits as long. */
static void a_host_that_falls_silent_later_is_given_up_too(void **state)
{
	struct host *host = *state;

	host->list.hold_s = 1;
	say(host, WIRE_MORE, "1");
	hold(&host->channel, &host->list);
	listen_to(host);
	assert_string_equal(str_text(&host->log),
			    "8:0;" RUN("3") "8:4;6:the host said nothing for 1 s;");
}

static void a_host_that_is_gone_is_noticed_at_once(void **state)
{
	struct host *host = *state;
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	assert_int_equal(close(ends[1]), 0);
	channel_close(&host->channel);
	channel_init(&host->channel, ends[0], false); /* nobody will ever write, nor read */
	hold(&host->channel, &host->list);
	assert_true(host->channel.is_broken);
}

static void without_a_channel_nothing_is_waited_for(void **state)
{
	struct host *host = *state;
	const int64_t start_ns = channel_now_ns();

	channel_close(&host->channel);
	hold(&host->channel, &host->list);
	assert_true(channel_now_ns() - start_ns < 30000000000);
}

static void what_makes_no_sense_ends_the_wait(void **state)
{
	static const struct {
		enum wire_kind kind;
		const char *payload;
	} cases[] = {
		{ WIRE_MORE, "0" },      { WIRE_MORE, "" },   { WIRE_MORE, "10001" },
		{ WIRE_MORE, "1 2" },    { WIRE_MORE, "-1" }, { WIRE_HELLO, "1" },
		{ WIRE_START, "0 3 r" }, { WIRE_WAIT, "0" },
	};

	for (size_t i = 0; i < ARRAY_LENGTH(cases); i++) {
		struct host *host = *state;

		say(host, cases[i].kind, cases[i].payload);
		say(host, WIRE_MORE, "1");
		hold(&host->channel, &host->list);
		listen_to(host);
		assert_string_equal(str_text(&host->log),
				    "8:0;6:what the host said makes no sense;");
		close_host(state);
		assert_int_equal(open_host(state), 0);
	}
}

static void a_damaged_command_is_not_guessed_at(void **state)
{
	struct host *host = *state;
	char line[WIRE_LINE_MAX + 3];
	const size_t n = wire_encode(0, WIRE_MORE, "1", 1, line);

	line[n - 2] = '9';
	say_bytes(host, line, n);
	hold(&host->channel, &host->list);
	listen_to(host);
	assert_string_equal(str_text(&host->log), "8:0;6:what the host said came damaged;");
}

static void a_command_that_is_missing_is_noticed_by_the_next(void **state)
{
	struct host *host = *state;

	host->sequence = 1;
	say(host, WIRE_MORE, "1");
	hold(&host->channel, &host->list);
	listen_to(host);
	assert_string_equal(str_text(&host->log), "8:0;6:what the host said came damaged;");
}

static void a_run_that_hangs_is_the_last_of_its_job_and_the_host_is_asked_again(void **state)
{
	struct host *host = *state;

	host->job.argv[2] = (char *)"sleep 1000";
	host->job.timeout_s = 1;
	say(host, WIRE_MORE, "3");
	say(host, WIRE_END, "");
	hold(&host->channel, &host->list);
	listen_to(host);
	assert_string_equal(str_text(&host->log), "8:0;2:0 3 r;4:;8:3;");
}

static int become_reaper(void **state)
{
	(void)state;
	(void)signal(SIGPIPE, SIG_IGN);
	return prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_host, close_host)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(a_guest_that_is_told_to_end_ends),
		TEST(more_runs_go_on_in_number_without_a_warm_up),
		TEST(every_job_is_run_again),
		TEST(a_command_may_come_in_pieces_behind_noise),
		TEST(a_silent_host_is_given_up_after_its_time),
		TEST(a_host_that_falls_silent_later_is_given_up_too),
		TEST(a_host_that_is_gone_is_noticed_at_once),
		TEST(without_a_channel_nothing_is_waited_for),
		TEST(what_makes_no_sense_ends_the_wait),
		TEST(a_damaged_command_is_not_guessed_at),
		TEST(a_command_that_is_missing_is_noticed_by_the_next),
		TEST(a_run_that_hangs_is_the_last_of_its_job_and_the_host_is_asked_again),
	};

	return cmocka_run_group_tests(tests, become_reaper, NULL);
}
