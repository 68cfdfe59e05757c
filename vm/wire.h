/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the guest talks to us: lines of printable bytes that survive a console with kernel messages in
 * between. One record is one line of at most WIRE_LINE_MAX bytes:
 *
 *     @@ps1 <sequence> <kind> <crc32 in 8 hex digits> <payload, percent-encoded>\n
 *
 * The writer puts a newline before each record; the CRC (IEEE 802.3) covers "<sequence> <kind>
 * <payload as encoded>". Sequence numbers start at 0 and have no gaps, so that a lost record is
 * noticed. Used on both sides; C library only.
 */
#ifndef VM_WIRE_H
#define VM_WIRE_H

#include "base/defs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_LINE_MAX 240
#define WIRE_PAYLOAD_MAX 64 /* raw bytes a record carries at most (each may take 3 encoded) */

enum wire_kind {
	WIRE_HELLO,  /* "h": PID 1 is running */
	WIRE_FACT,   /* "f": "name=value", e.g. release=6.1.192, build_id=<hex>, clocksource=tsc */
	WIRE_START,  /* "s": "<job> <run> <w|r>": a warm-up or repetition starts */
	WIRE_OUTPUT, /* "o": bytes of the run's stdout and stderr, in order */
	WIRE_EXIT,   /* "x": "<job> <run> exit|signal|timeout|notrun <code> <nanoseconds>" */
	WIRE_BEAT,   /* "b": still alive: guest uptime in nanoseconds */
	WIRE_NOTE,   /* "n": text for the log, e.g. a mount that failed */
	WIRE_BYE,    /* "z": all jobs are done; "<number of records before this one>" */
};

struct wire_record {
	uint32_t sequence;
	enum wire_kind kind;
	size_t n;
	char payload[WIRE_PAYLOAD_MAX + 1]; /* decoded, NUL-terminated behind n bytes */
};

/*
 * Encodes one record, with the newline before and after it, into `line` (≥ WIRE_LINE_MAX + 2 bytes).
 * n must be ≤ WIRE_PAYLOAD_MAX. Returns the number of bytes written.
 */
size_t wire_encode(uint32_t sequence, enum wire_kind kind, const void *payload, size_t n,
		   char *line);

/* Takes bytes as they come and finds the records in them. */
struct wire_reader {
	char line[WIRE_LINE_MAX + 1];
	size_t line_n;
	bool overlong; /* the current line is too long to be a record */
	uint32_t next_sequence;
	uint64_t damaged; /* lines that began like a record and were not one */
	uint64_t missing; /* sequence numbers skipped */
};

void wire_reader_init(struct wire_reader *reader);

/*
 * Reads from bytes[*offset…n), advancing *offset. Returns true with *ret filled for each record in
 * sequence, false when the bytes are used up. A repeated sequence number is dropped; a skipped one
 * is counted in `missing`.
 */
bool wire_reader_next(struct wire_reader *reader, const char *bytes, size_t n, size_t *offset,
		      struct wire_record *ret);

uint32_t wire_crc32(const void *bytes, size_t n);

#endif
