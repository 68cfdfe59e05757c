/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The guest's way to the host: wire records over the virtio-serial port, or over the console where
 * there is no port. Records are collected and written by channel_flush, so that a burst of output
 * costs few system calls; nothing is ever written by itself. The host's records come back the same
 * way, to whoever waits for them.
 */
#ifndef VM_GUEST_CHANNEL_H
#define VM_GUEST_CHANNEL_H

#include "base/defs.h"
#include "vm/wire.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CHANNEL_PORT_NAME "org.perfsect.result.0"

struct channel {
	int fd; /* -1: nobody listens, and all is dropped */
	bool is_console;
	bool is_broken; /* a write failed; nothing more is written */
	uint32_t sequence;
	int64_t flushed_ns; /* CLOCK_MONOTONIC of the last write */
	size_t n;
	char buffer[8192];
	struct wire_reader heard;
	char input[512];
	size_t input_n, input_at;
};

/* Now, in nanoseconds of CLOCK_MONOTONIC. */
int64_t channel_now_ns(void);

/* Takes over `fd`. */
void channel_init(struct channel *channel, int fd, bool is_console);
/*
 * Opens the port when the kernel has one, waiting up to two seconds for it to appear, else the
 * console. Never fails: without both, records are dropped.
 */
void channel_open(struct channel *channel, bool want_console);
/* Flushes, and returns when the host has every byte. */
void channel_close(struct channel *channel);

/* Any number of bytes; more than a record holds are sent as several (WIRE_OUTPUT and WIRE_BEAT). */
void channel_send(struct channel *channel, enum wire_kind kind, const void *bytes, size_t n);
/* A line for the host's log; long ones are continued as the wire says. */
void channel_note(struct channel *channel, const char *format, ...) PRINTF_LIKE(2, 3);
/* "name=value"; long ones are continued as the wire says. The name has at most 40 bytes. */
void channel_fact(struct channel *channel, const char *name, const char *value);
void channel_flush(struct channel *channel);
/* A sign of life to the host when nothing was written for CHANNEL_BEAT_NS. */
void channel_beat_when_due(struct channel *channel);
#define CHANNEL_BEAT_NS 10000000000LL

enum channel_heard {
	CHANNEL_RECORD,  /* *ret has it */
	CHANNEL_DAMAGED, /* something came that is no record, or not the next one */
	CHANNEL_QUIET,   /* the time is over */
	CHANNEL_DEAF,    /* nothing can ever come */
};
/* Waits for the host's next record until the moment (CLOCK_MONOTONIC). */
enum channel_heard channel_receive(struct channel *channel, int64_t until_ns,
				   struct wire_record *ret);

#endif
