/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How the guest talks to us: lines of printable bytes that survive a console with kernel messages in
 * between. One record is one line of at most WIRE_LINE_MAX bytes:
 *
 *     @@ps1 <sequence> <kind> <crc32 in 8 hex digits> <payload, percent-encoded>\n
 *
 * The writer puts a newline before each record; the CRC (IEEE 802.3) covers "<sequence> <kind>
 * <payload as encoded>". Sequence numbers start at 0 and have no gaps, so that a lost record is
 * noticed. A payload never holds the record mark, so that a record is also found behind text that
 * lost its newline. Used on both sides; C library only.
 *
 * To a guest that waits the host speaks in the same records, with sequence numbers of its own.
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
	WIRE_HELLO,  /* "h": PID 1 is running; its version */
	WIRE_FACT,   /* "f": "name=value", e.g. release=6.1.192, build_id=<hex>, clocksource=tsc;
		      * "name+=more" continues a value that was too long for one record */
	WIRE_START,  /* "s": "<job> <run> <w|r>": a warm-up or repetition starts */
	WIRE_OUTPUT, /* "o": bytes of the run's stdout and stderr, in order */
	WIRE_EXIT,   /* "x": "<job> <run> exit|signal|timeout|notrun <code> <nanoseconds>" */
	WIRE_BEAT,   /* "b": still alive: guest uptime in nanoseconds */
	WIRE_NOTE,   /* "n": text for the log, e.g. a mount that failed; "+more" continues a note */
	WIRE_BYE,    /* "z": nothing more will come; "<number of records before this one>" */
	WIRE_WAIT,   /* "w": all runs are done, and it waits for the host's word; as WIRE_BYE */
	/* From the host, to a guest that waits: */
	WIRE_MORE, /* "m": "<runs>": so many more of each job */
	WIRE_END,  /* "e": nothing more is wanted */
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
	uint64_t damaged;  /* lines that began like a record and were not one */
	uint64_t missing;  /* sequence numbers skipped */
	uint64_t repeated; /* records dropped because their sequence number was past */
	/* private to wire.c */
	char line[WIRE_LINE_MAX + 1]; /* of the record being read, behind its mark */
	size_t line_n;
	size_t mark_n; /* bytes of the record mark seen just now */
	bool in_record;
	uint64_t next_sequence;
};

void wire_reader_init(struct wire_reader *reader);

/*
 * Reads from bytes[*offset…n), advancing *offset. Returns true with *ret filled for each record in
 * sequence, false when the bytes are used up. A past sequence number is dropped and counted in
 * `repeated`; a skipped one is counted in `missing`.
 */
bool wire_reader_next(struct wire_reader *reader, const char *bytes, size_t n, size_t *offset,
		      struct wire_record *ret);

/* How one run ended, as WIRE_EXIT says it. */
enum wire_end { WIRE_END_EXIT, WIRE_END_SIGNAL, WIRE_END_TIMEOUT, WIRE_END_NOTRUN };

/* The payload of WIRE_START. */
struct wire_start {
	unsigned job;
	unsigned run; /* from 0, warm-ups first */
	bool is_warmup;
};

/* The payload of WIRE_EXIT. */
struct wire_exit {
	unsigned job;
	unsigned run;
	enum wire_end end;
	int code; /* exit status, signal, or errno of a run that could not be started */
	uint64_t elapsed_ns;
};

/* Each writes a payload (≥ WIRE_PAYLOAD_MAX + 1 bytes) and returns its length without the NUL. */
size_t wire_format_start(const struct wire_start *start, char *payload);
size_t wire_format_exit(const struct wire_exit *exit, char *payload);
/* False for a payload that is not exactly what the format functions write. */
bool wire_parse_start(const struct wire_record *record, struct wire_start *ret) MUST_CHECK;
bool wire_parse_exit(const struct wire_record *record, struct wire_exit *ret) MUST_CHECK;
/* The number of records before WIRE_BYE or WIRE_WAIT. */
bool wire_parse_count(const struct wire_record *record, uint64_t *ret) MUST_CHECK;

/* The payload of WIRE_MORE: 1 to JOB_RUNS_MAX runs. */
size_t wire_format_more(unsigned runs, char *payload);
bool wire_parse_more(const struct wire_record *record, unsigned *ret) MUST_CHECK;

uint32_t wire_crc32(const void *bytes, size_t n);

#endif
