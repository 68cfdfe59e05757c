/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "vm/guest/port.h"

#define PORT_WAIT_NS 2000000000LL
#define PORT_POLL_NS 5000000L
#define SECOND_NS 1000000000LL

int64_t channel_now_ns(void)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now); /* cannot fail for this clock */
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void channel_init(struct channel *channel, int fd, bool is_console)
{
	memset(channel, 0, sizeof(*channel));
	channel->fd = fd;
	channel->is_console = is_console;
	channel->flushed_ns = channel_now_ns();
	wire_reader_init(&channel->heard);
}

/* What comes in is for us as it is: no echo, no line editing, no signals. */
static void make_raw(int fd)
{
	struct termios settings;

	if (tcgetattr(fd, &settings) < 0)
		return; /* a console that is no terminal */
	settings.c_iflag &=
		~(tcflag_t)(IGNBRK | BRKINT | PARMRK | ISTRIP | INLCR | IGNCR | ICRNL | IXON);
	settings.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
	(void)tcsetattr(fd, TCSANOW, &settings); /* then the host is not understood */
}

static int open_console(void)
{
	int fd = open("/dev/console", O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		fd = open("/dev/console", O_WRONLY | O_NOCTTY | O_CLOEXEC);
	if (fd >= 0)
		make_raw(fd);
	return fd;
}

/* The device probes while we start: the port may come a little later than PID 1. */
static int wait_for_port(void)
{
	const struct timespec pause = { .tv_nsec = PORT_POLL_NS };
	const int64_t give_up_ns = channel_now_ns() + PORT_WAIT_NS;
	int fd;

	for (;;) {
		fd = port_open(CHANNEL_PORT_NAME);
		if (fd >= 0 || !port_may_come() || channel_now_ns() >= give_up_ns)
			return fd;
		(void)nanosleep(&pause, NULL); /* a signal only makes it shorter */
	}
}

void channel_open(struct channel *channel, bool want_console)
{
	int fd = want_console ? -1 : wait_for_port();

	if (fd >= 0)
		channel_init(channel, fd, false);
	else
		channel_init(channel, open_console(), true);
}

void channel_flush(struct channel *channel)
{
	for (size_t done = 0; done < channel->n && channel->fd >= 0 && !channel->is_broken;) {
		ssize_t n = write(channel->fd, channel->buffer + done, channel->n - done);

		if (n > 0)
			done += (size_t)n;
		else if (n == 0 || errno != EINTR)
			channel->is_broken = true;
	}
	channel->n = 0;
	channel->flushed_ns = channel_now_ns();
}

void channel_beat_when_due(struct channel *channel)
{
	char text[24];
	const int64_t now_ns = channel_now_ns();
	int n;

	if (now_ns - channel->flushed_ns < CHANNEL_BEAT_NS)
		return;
	n = snprintf(text, sizeof(text), "%" PRId64, now_ns);
	channel_send(channel, WIRE_BEAT, text, (size_t)n);
	channel_flush(channel);
}

/*
 * Closing a virtio-serial port sends a control message and waits for the host's answer to it. The
 * host serves queues in the order they were notified, so it has our data by then. Without this, a
 * reboot right behind the last record would sometimes lose it.
 */
void channel_close(struct channel *channel)
{
	channel_flush(channel);
	if (channel->fd < 0)
		return;
	if (channel->is_console)
		(void)tcdrain(channel->fd); /* a console that is no terminal has no buffer */
	(void)close(channel->fd);
	channel->fd = -1;
}

static void send_record(struct channel *channel, enum wire_kind kind, const void *bytes, size_t n)
{
	if (sizeof(channel->buffer) - channel->n < WIRE_LINE_MAX + 2)
		channel_flush(channel);
	channel->n +=
		wire_encode(channel->sequence++, kind, bytes, n, channel->buffer + channel->n);
}

void channel_send(struct channel *channel, enum wire_kind kind, const void *bytes, size_t n)
{
	const char *at = bytes;

	do {
		size_t part = n < WIRE_PAYLOAD_MAX ? n : WIRE_PAYLOAD_MAX;

		send_record(channel, kind, at, part);
		at += part;
		n -= part;
	} while (n);
}

/* `first` opens the first record, `more` each that continues it. */
static void send_parts(struct channel *channel, enum wire_kind kind, const char *first,
		       const char *more, const char *text)
{
	const char *opening = first;
	size_t left = strlen(text);

	do {
		char payload[WIRE_PAYLOAD_MAX];
		const size_t head = strlen(opening);
		const size_t part = left < sizeof(payload) - head ? left : sizeof(payload) - head;

		memcpy(payload, opening, head);
		memcpy(payload + head, text, part);
		send_record(channel, kind, payload, head + part);
		text += part;
		left -= part;
		opening = more;
	} while (left);
}

void channel_note(struct channel *channel, const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args); /* cut when too long */
	va_end(args);
	send_parts(channel, WIRE_NOTE, "", "+", text);
}

void channel_fact(struct channel *channel, const char *name, const char *value)
{
	char first[48], more[48];

	(void)snprintf(first, sizeof(first), "%.40s=", name);
	(void)snprintf(more, sizeof(more), "%.40s+=", name);
	send_parts(channel, WIRE_FACT, first, more, value);
}

/* A record among the bytes that are there; *ret_is_damaged when there was something that is none. */
static bool take_record(struct channel *channel, bool *ret_is_damaged, struct wire_record *ret)
{
	struct wire_reader *heard = &channel->heard;
	const uint64_t bad = heard->damaged + heard->missing + heard->repeated;
	const bool is_there =
		wire_reader_next(heard, channel->input, channel->input_n, &channel->input_at, ret);

	*ret_is_damaged = heard->damaged + heard->missing + heard->repeated != bad;
	return is_there;
}

/* Waits for bytes, and reads them. */
static enum channel_heard read_more(struct channel *channel, int64_t until_ns)
{
	const int64_t left_ns = until_ns - channel_now_ns();
	const struct timespec left = { .tv_sec = left_ns / SECOND_NS,
				       .tv_nsec = left_ns % SECOND_NS };
	struct pollfd wait = { .fd = channel->fd, .events = POLLIN };
	ssize_t n;

	if (channel->fd < 0)
		return CHANNEL_DEAF;
	if (left_ns <= 0)
		return CHANNEL_QUIET;
	n = ppoll(&wait, 1, &left, NULL);
	if (n == 0)
		return CHANNEL_QUIET;
	if (n > 0)
		n = read(channel->fd, channel->input, sizeof(channel->input));
	if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN))
		return CHANNEL_DEAF;
	channel->input_n = n > 0 ? (size_t)n : 0;
	channel->input_at = 0;
	return CHANNEL_RECORD;
}

enum channel_heard channel_receive(struct channel *channel, int64_t until_ns,
				   struct wire_record *ret)
{
	for (;;) {
		bool is_damaged;
		enum channel_heard heard;

		if (take_record(channel, &is_damaged, ret))
			return is_damaged ? CHANNEL_DAMAGED : CHANNEL_RECORD;
		if (is_damaged)
			return CHANNEL_DAMAGED;
		heard = read_more(channel, until_ns);
		if (heard != CHANNEL_RECORD)
			return heard;
	}
}
