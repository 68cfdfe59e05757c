/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/wire.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "vm/job.h"

#define MARK "@@ps1 "
#define MARK_N (sizeof(MARK) - 1)

static const char kind_letters[] = {
	[WIRE_HELLO] = 'h', [WIRE_FACT] = 'f', [WIRE_START] = 's', [WIRE_OUTPUT] = 'o',
	[WIRE_EXIT] = 'x',  [WIRE_BEAT] = 'b', [WIRE_NOTE] = 'n',  [WIRE_BYE] = 'z',
	[WIRE_WAIT] = 'w',  [WIRE_MORE] = 'm', [WIRE_END] = 'e',
};

static const char *const end_names[] = {
	[WIRE_END_EXIT] = "exit",
	[WIRE_END_SIGNAL] = "signal",
	[WIRE_END_TIMEOUT] = "timeout",
	[WIRE_END_NOTRUN] = "notrun",
};

/* Four bits at a time: a table of 1 KiB would cost the guest more cache than it saves time. */
static const uint32_t crc_nibbles[16] = {
	0x00000000, 0x1db71064, 0x3b6e20c8, 0x26d930ac, 0x76dc4190, 0x6b6b51f4,
	0x4db26158, 0x5005713c, 0xedb88320, 0xf00f9344, 0xd6d6a3e8, 0xcb61b38c,
	0x9b64c2b0, 0x86d3d2d4, 0xa00ae278, 0xbdbdf21c,
};

static uint32_t crc_update(uint32_t crc, const void *bytes, size_t n)
{
	const unsigned char *byte = bytes;

	for (size_t i = 0; i < n; i++) {
		crc ^= byte[i];
		crc = (crc >> 4) ^ crc_nibbles[crc & 15];
		crc = (crc >> 4) ^ crc_nibbles[crc & 15];
	}
	return crc;
}

uint32_t wire_crc32(const void *bytes, size_t n)
{
	return ~crc_update(UINT32_MAX, bytes, n);
}

/* May this byte stand for itself? '@' may not, so that no payload ever holds the mark. */
static bool is_plain(char byte)
{
	return byte > ' ' && byte < 0x7f && byte != '%' && byte != '@';
}

size_t wire_encode(uint32_t sequence, enum wire_kind kind, const void *payload, size_t n,
		   char *line)
{
	static const char hex[] = "0123456789ABCDEF";
	const char *bytes = payload;
	char encoded[3 * WIRE_PAYLOAD_MAX];
	char head[16];
	size_t length = 0;
	uint32_t crc;
	int head_n;

	for (size_t i = 0; i < n; i++) {
		unsigned char byte = (unsigned char)bytes[i];

		if (is_plain(bytes[i])) {
			encoded[length++] = bytes[i];
			continue;
		}
		encoded[length++] = '%';
		encoded[length++] = hex[byte >> 4];
		encoded[length++] = hex[byte & 15];
	}
	head_n = snprintf(head, sizeof(head), "%" PRIu32 " %c ", sequence, kind_letters[kind]);
	crc = crc_update(UINT32_MAX, head, (size_t)head_n);
	crc = ~crc_update(crc, encoded, length);
	return (size_t)snprintf(line, WIRE_LINE_MAX + 2, "\n" MARK "%s%08" PRIx32 " %.*s\n", head,
				crc, (int)length, encoded);
}

void wire_reader_init(struct wire_reader *reader)
{
	memset(reader, 0, sizeof(*reader));
}

/* Takes a decimal number without needless zeros off the front of *text. */
static bool take_number(const char **text, uint64_t max, uint64_t *ret)
{
	const char *at = *text;
	uint64_t value = 0;

	if (*at == '0' && at[1] >= '0' && at[1] <= '9')
		return false;
	for (; *at >= '0' && *at <= '9'; at++) {
		unsigned digit = (unsigned)(*at - '0');

		if (value > (max - digit) / 10)
			return false;
		value = value * 10 + digit;
	}
	if (at == *text)
		return false;
	*text = at;
	*ret = value;
	return true;
}

static bool take_byte(const char **text, char byte)
{
	if (**text != byte)
		return false;
	(*text)++;
	return true;
}

static bool take_kind(const char **text, enum wire_kind *ret)
{
	for (size_t i = 0; i < ARRAY_LENGTH(kind_letters); i++) {
		if (take_byte(text, kind_letters[i])) {
			*ret = (enum wire_kind)i;
			return true;
		}
	}
	return false;
}

static int hex_digit(char byte, char ten)
{
	if (byte >= '0' && byte <= '9')
		return byte - '0';
	if (byte >= ten && byte <= ten + 5)
		return byte - ten + 10;
	return -1;
}

static bool take_crc(const char **text, uint32_t *ret)
{
	uint32_t crc = 0;

	for (int i = 0; i < 8; i++) {
		int digit = hex_digit((*text)[i], 'a');

		if (digit < 0)
			return false;
		crc = crc << 4 | (uint32_t)digit;
	}
	*text += 8;
	*ret = crc;
	return true;
}

static bool decode_payload(const char *text, struct wire_record *ret)
{
	ret->n = 0;
	for (; *text; text++) {
		int byte = (unsigned char)*text;

		if (ret->n == WIRE_PAYLOAD_MAX)
			return false;
		if (byte == '%') {
			int high = hex_digit(text[1], 'A');
			int low = high < 0 ? -1 : hex_digit(text[2], 'A');

			if (low < 0)
				return false;
			byte = high * 16 + low;
			text += 2;
		} else if (!is_plain(*text)) {
			return false;
		}
		ret->payload[ret->n++] = (char)byte;
	}
	ret->payload[ret->n] = '\0';
	return true;
}

/* The NUL-terminated line behind the mark as a record, or false. */
static bool decode_line(const char *line, struct wire_record *ret)
{
	const char *at = line;
	uint64_t sequence;
	uint32_t said, crc;

	if (!take_number(&at, UINT32_MAX, &sequence) || !take_byte(&at, ' ') ||
	    !take_kind(&at, &ret->kind) || !take_byte(&at, ' '))
		return false;
	crc = crc_update(UINT32_MAX, line, (size_t)(at - line));
	if (!take_crc(&at, &said) || !take_byte(&at, ' '))
		return false;
	crc = ~crc_update(crc, at, strlen(at));
	ret->sequence = (uint32_t)sequence;
	return crc == said && decode_payload(at, ret);
}

/* The line is complete: is it the next record? */
static bool end_line(struct wire_reader *reader, struct wire_record *ret)
{
	reader->in_record = false;
	if (reader->line_n && reader->line[reader->line_n - 1] == '\r')
		reader->line_n--;
	reader->line[reader->line_n] = '\0';
	if (memchr(reader->line, '\0', reader->line_n) || !decode_line(reader->line, ret)) {
		reader->damaged++;
		return false;
	}
	if (ret->sequence < reader->next_sequence) {
		reader->repeated++;
		return false;
	}
	reader->missing += ret->sequence - reader->next_sequence;
	reader->next_sequence = (uint64_t)ret->sequence + 1;
	return true;
}

/* True when this byte completes a mark. */
static bool follow_mark(struct wire_reader *reader, char byte)
{
	if (byte == MARK[reader->mark_n]) {
		reader->mark_n++;
	} else if (byte != '@') {
		reader->mark_n = 0;
	} else if (reader->mark_n != 2) { /* "@@@": the last two may still begin a mark */
		reader->mark_n = 1;
	}
	if (reader->mark_n < MARK_N)
		return false;
	reader->mark_n = 0;
	return true;
}

bool wire_reader_next(struct wire_reader *reader, const char *bytes, size_t n, size_t *offset,
		      struct wire_record *ret)
{
	while (*offset < n) {
		char byte = bytes[(*offset)++];

		if (follow_mark(reader, byte)) {
			reader->damaged += reader->in_record;
			reader->in_record = true;
			reader->line_n = 0;
		} else if (!reader->in_record) {
			continue;
		} else if (byte == '\n') {
			if (end_line(reader, ret))
				return true;
		} else if (reader->line_n == WIRE_LINE_MAX) {
			reader->in_record = false;
			reader->damaged++;
		} else {
			reader->line[reader->line_n++] = byte;
		}
	}
	return false;
}

size_t wire_format_start(const struct wire_start *start, char *payload)
{
	return (size_t)snprintf(payload, WIRE_PAYLOAD_MAX + 1, "%u %u %c", start->job, start->run,
				start->is_warmup ? 'w' : 'r');
}

size_t wire_format_exit(const struct wire_exit *exit, char *payload)
{
	return (size_t)snprintf(payload, WIRE_PAYLOAD_MAX + 1, "%u %u %s %d %" PRIu64, exit->job,
				exit->run, end_names[exit->end], exit->code, exit->elapsed_ns);
}

/* "<job> <run> " */
static bool take_run(const char **text, unsigned *ret_job, unsigned *ret_run)
{
	uint64_t job, run;

	if (!take_number(text, UINT_MAX, &job) || !take_byte(text, ' ') ||
	    !take_number(text, UINT_MAX, &run) || !take_byte(text, ' '))
		return false;
	*ret_job = (unsigned)job;
	*ret_run = (unsigned)run;
	return true;
}

/* Nothing may follow, and no NUL inside may have hidden something. */
static bool is_at_end(const struct wire_record *record, const char *text)
{
	return text == record->payload + record->n;
}

bool wire_parse_start(const struct wire_record *record, struct wire_start *ret)
{
	const char *at = record->payload;
	struct wire_start start = { 0 };

	if (record->kind != WIRE_START || !take_run(&at, &start.job, &start.run))
		return false;
	start.is_warmup = take_byte(&at, 'w');
	if ((!start.is_warmup && !take_byte(&at, 'r')) || !is_at_end(record, at))
		return false;
	*ret = start;
	return true;
}

static bool take_end(const char **text, enum wire_end *ret)
{
	for (size_t i = 0; i < ARRAY_LENGTH(end_names); i++) {
		size_t n = strlen(end_names[i]);

		if (strncmp(*text, end_names[i], n) == 0) {
			*text += n;
			*ret = (enum wire_end)i;
			return true;
		}
	}
	return false;
}

bool wire_parse_exit(const struct wire_record *record, struct wire_exit *ret)
{
	const char *at = record->payload;
	struct wire_exit run = { 0 };
	uint64_t code;

	if (record->kind != WIRE_EXIT || !take_run(&at, &run.job, &run.run) ||
	    !take_end(&at, &run.end) || !take_byte(&at, ' ') || !take_number(&at, INT_MAX, &code) ||
	    !take_byte(&at, ' ') || !take_number(&at, UINT64_MAX, &run.elapsed_ns) ||
	    !is_at_end(record, at))
		return false;
	run.code = (int)code;
	*ret = run;
	return true;
}

bool wire_parse_count(const struct wire_record *record, uint64_t *ret)
{
	const char *at = record->payload;
	uint64_t count;

	if ((record->kind != WIRE_BYE && record->kind != WIRE_WAIT) ||
	    !take_number(&at, UINT32_MAX, &count) || !is_at_end(record, at))
		return false;
	*ret = count;
	return true;
}

size_t wire_format_more(unsigned runs, char *payload)
{
	return (size_t)snprintf(payload, WIRE_PAYLOAD_MAX + 1, "%u", runs);
}

bool wire_parse_more(const struct wire_record *record, unsigned *ret)
{
	const char *at = record->payload;
	uint64_t runs;

	if (record->kind != WIRE_MORE || !take_number(&at, JOB_RUNS_MAX, &runs) || runs == 0 ||
	    !is_at_end(record, at))
		return false;
	*ret = (unsigned)runs;
	return true;
}
