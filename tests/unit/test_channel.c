/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "vm/guest/channel.h"

/* A channel into a pipe, and what arrives at its other end. */
struct ends {
	struct channel channel;
	int fd;
	struct wire_reader reader;
	char log[16384]; /* "<kind>:<payload>;" of every record */
	size_t n;
};

static void open_ends(struct ends *ends)
{
	int fds[2];

	memset(ends, 0, sizeof(*ends));
	assert_int_equal(pipe2(fds, O_CLOEXEC | O_NONBLOCK), 0);
	channel_init(&ends->channel, fds[1], false);
	ends->fd = fds[0];
	wire_reader_init(&ends->reader);
}

static void receive(struct ends *ends)
{
	char bytes[65536];
	const ssize_t n = read(ends->fd, bytes, sizeof(bytes));
	struct wire_record record;
	size_t offset = 0;

	if (n < 0)
		return;
	while (wire_reader_next(&ends->reader, bytes, (size_t)n, &offset, &record)) {
		const size_t length = strlen(ends->log);

		ends->n++;
		(void)snprintf(ends->log + length, sizeof(ends->log) - length, "%d:%s;",
			       (int)record.kind, record.payload);
	}
}

static void close_ends(struct ends *ends)
{
	channel_close(&ends->channel);
	assert_int_equal(close(ends->fd), 0);
}

static void nothing_is_written_before_the_flush(void **state)
{
	struct ends ends;

	(void)state;
	open_ends(&ends);
	channel_send(&ends.channel, WIRE_HELLO, "0.1", 3);
	receive(&ends);
	assert_int_equal(ends.n, 0);
	channel_flush(&ends.channel);
	receive(&ends);
	assert_string_equal(ends.log, "0:0.1;");
	close_ends(&ends);
}

static void closing_writes_what_was_not_flushed(void **state)
{
	struct ends ends;

	(void)state;
	open_ends(&ends);
	channel_send(&ends.channel, WIRE_BYE, "0", 1);
	channel_close(&ends.channel);
	receive(&ends);
	assert_string_equal(ends.log, "7:0;");
	close_ends(&ends);
}

static void long_values_are_continued(void **state)
{
	char value[100];
	struct ends ends;

	(void)state;
	memset(value, 'v', sizeof(value) - 1);
	value[99] = '\0';
	open_ends(&ends);
	channel_fact(&ends.channel, "cmdline", value);
	channel_fact(&ends.channel, "empty", "");
	channel_note(&ends.channel, "%s", value);
	channel_note(&ends.channel, "%s", "short");
	channel_flush(&ends.channel);
	receive(&ends);
	assert_int_equal(ends.n, 6);
	assert_memory_equal(ends.log, "1:cmdline=vvv", 13);
	assert_non_null(strstr(ends.log, "v;1:cmdline+=vvv"));
	assert_non_null(strstr(ends.log, "v;1:empty=;6:vvv"));
	assert_non_null(strstr(ends.log, "v;6:+vvv"));
	assert_non_null(strstr(ends.log, "v;6:short;"));
	close_ends(&ends);
}

static void a_burst_larger_than_the_buffer_arrives_whole(void **state)
{
	char bytes[8000];
	struct ends ends;
	size_t got = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)('a' + i % 26);
	open_ends(&ends);
	channel_send(&ends.channel, WIRE_OUTPUT, bytes, sizeof(bytes));
	channel_flush(&ends.channel);
	receive(&ends);
	assert_int_equal(ends.n, sizeof(bytes) / WIRE_PAYLOAD_MAX);
	assert_int_equal(ends.reader.damaged, 0);
	assert_int_equal(ends.reader.missing, 0);
	for (const char *at = strstr(ends.log, "3:"); at; at = strstr(at + 2, "3:")) {
		assert_memory_equal(at + 2, bytes + got, WIRE_PAYLOAD_MAX);
		got += WIRE_PAYLOAD_MAX;
	}
	assert_int_equal(got, sizeof(bytes));
	close_ends(&ends);
}

static void a_host_that_went_away_stops_the_writing(void **state)
{
	struct ends ends;

	(void)state;
	(void)signal(SIGPIPE, SIG_IGN);
	open_ends(&ends);
	assert_int_equal(close(ends.fd), 0);
	channel_note(&ends.channel, "nobody hears this");
	channel_flush(&ends.channel);
	assert_true(ends.channel.is_broken);
	channel_note(&ends.channel, "nor this");
	channel_close(&ends.channel);
	assert_int_equal(ends.channel.fd, -1);
}

static void without_any_channel_all_is_dropped(void **state)
{
	struct channel channel;

	(void)state;
	channel_init(&channel, -1, true);
	for (int i = 0; i < 1000; i++)
		channel_note(&channel, "a note that goes nowhere");
	assert_int_equal(channel.sequence, 1000);
	channel_close(&channel);
	assert_int_equal(channel.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_written_before_the_flush),
		cmocka_unit_test(closing_writes_what_was_not_flushed),
		cmocka_unit_test(long_values_are_continued),
		cmocka_unit_test(a_burst_larger_than_the_buffer_arrives_whole),
		cmocka_unit_test(a_host_that_went_away_stops_the_writing),
		cmocka_unit_test(without_any_channel_all_is_dropped),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
