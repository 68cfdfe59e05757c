/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/channel.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "vm/guest/port.h"

#define PORT_WAIT_NS 2000000000LL
#define PORT_POLL_NS 5000000L

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
		channel_init(channel, open("/dev/console", O_WRONLY | O_NOCTTY | O_CLOEXEC), true);
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
