/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "vm/wire.h"

/* A stream being made, and what the reader found in it. */
struct stream {
	char bytes[8192];
	size_t n;
	uint32_t sequence;
};

struct found {
	struct wire_reader reader;
	size_t n;
	struct wire_record last;
	char log[4096]; /* "<sequence><kind>:<payload>;" of every record */
};

static void add_text(struct stream *stream, const char *text)
{
	size_t n = strlen(text);

	assert_true(stream->n + n < sizeof(stream->bytes));
	memcpy(stream->bytes + stream->n, text, n);
	stream->n += n;
}

static void add(struct stream *stream, enum wire_kind kind, const char *payload)
{
	char line[WIRE_LINE_MAX + 2];
	size_t n = wire_encode(stream->sequence++, kind, payload, strlen(payload), line);

	assert_true(stream->n + n < sizeof(stream->bytes));
	memcpy(stream->bytes + stream->n, line, n);
	stream->n += n;
}

static void feed(struct found *found, const char *bytes, size_t n)
{
	size_t offset = 0;

	while (wire_reader_next(&found->reader, bytes, n, &offset, &found->last)) {
		size_t length = strlen(found->log);

		found->n++;
		(void)snprintf(found->log + length, sizeof(found->log) - length,
			       "%" PRIu32 ":%d:%s;", found->last.sequence, (int)found->last.kind,
			       found->last.payload);
	}
	assert_int_equal(offset, n);
}

static struct found read_all(const struct stream *stream)
{
	struct found found = { 0 };

	wire_reader_init(&found.reader);
	feed(&found, stream->bytes, stream->n);
	return found;
}

static void the_crc_is_that_of_ieee_802_3(void **state)
{
	(void)state;
	assert_int_equal(wire_crc32("123456789", 9), 0xcbf43926);
	assert_int_equal(wire_crc32("", 0), 0);
}

static void a_record_looks_as_the_header_says(void **state)
{
	char line[WIRE_LINE_MAX + 2];
	char expected[64];
	size_t n = wire_encode(7, WIRE_FACT, "a=b c%", 6, line);

	(void)state;
	(void)snprintf(expected, sizeof(expected), "\n@@ps1 7 f %08" PRIx32 " a=b%%20c%%25\n",
		       wire_crc32("7 f a=b%20c%25", 14));
	assert_int_equal(n, strlen(expected));
	assert_memory_equal(line, expected, n);
}

static void every_byte_value_survives_and_the_longest_record_fits(void **state)
{
	char line[WIRE_LINE_MAX + 2];
	char payload[WIRE_PAYLOAD_MAX];
	struct wire_reader reader;
	uint32_t sequence = UINT32_MAX - 3;

	(void)state;
	wire_reader_init(&reader);
	for (unsigned first = 0; first < 256; first += WIRE_PAYLOAD_MAX) {
		struct wire_record record;
		size_t offset = 0, n;

		for (unsigned i = 0; i < WIRE_PAYLOAD_MAX; i++)
			payload[i] = (char)(first + i);
		n = wire_encode(sequence, WIRE_OUTPUT, payload, sizeof(payload), line);
		assert_true(n <= WIRE_LINE_MAX + 1);
		assert_true(wire_reader_next(&reader, line, n, &offset, &record));
		assert_int_equal(record.sequence, sequence++);
		assert_int_equal(record.n, sizeof(payload));
		assert_memory_equal(record.payload, payload, sizeof(payload));
	}
	assert_int_equal(reader.damaged, 0);
}

static void every_kind_comes_back_as_itself(void **state)
{
	struct stream stream = { 0 };
	struct found found;

	(void)state;
	for (int kind = WIRE_HELLO; kind <= WIRE_END; kind++)
		add(&stream, (enum wire_kind)kind, "");
	found = read_all(&stream);
	assert_string_equal(found.log, "0:0:;1:1:;2:2:;3:3:;4:4:;5:5:;6:6:;7:7:;8:8:;9:9:;10:10:;");
}

static void kernel_messages_between_records_are_passed_over(void **state)
{
	struct stream stream = { 0 };
	struct found found;

	(void)state;
	add_text(&stream, "[    0.000000] Linux version 6.1.0\r\n");
	add(&stream, WIRE_HELLO, "a");
	add_text(&stream, "[    1.000000] x86: @ @@ @@ps @@ps2 0 h 00000000\n");
	add(&stream, WIRE_NOTE, "b");
	add_text(&stream, "\n\n\n");
	found = read_all(&stream);
	assert_string_equal(found.log, "0:0:a;1:6:b;");
	assert_int_equal(found.reader.damaged, 0);
	assert_int_equal(found.reader.missing, 0);
}

/* Lost newlines, carriage returns, records broken by messages, repeated and damaged ones. */
static void make_hard_stream(struct stream *stream)
{
	size_t at;

	add_text(stream, "firmware\033[2J\r\n@@@ps1 ");
	add(stream, WIRE_HELLO, "0");
	add_text(stream, "[    1.5] no newline behind this message: ");
	at = stream->n;
	add(stream, WIRE_FACT, "a=1");
	memmove(stream->bytes + at, stream->bytes + at + 1, stream->n - at - 1);
	stream->n--;
	at = stream->n;
	add(stream, WIRE_FACT, "damaged=1");
	stream->bytes[stream->n - 2] ^= 1;
	add(stream, WIRE_FACT, "b=2");
	stream->bytes[stream->n - 1] = '\r';
	add_text(stream, "\n");
	stream->sequence--;
	add(stream, WIRE_FACT, "again=3");
	add(stream, WIRE_FACT, "cut");
	stream->n -= 6;
	add_text(stream, "[    2.0] BUG: a message in the middle\n");
	add_text(stream, "@@ps1 4294967295 h ");
	add(stream, WIRE_BYE, "5");
	add_text(stream, "@@ps1 9 h 00000000 unfinished");
}

static void a_hard_stream_reads_the_same_however_it_is_split(void **state)
{
	struct stream stream = { 0 };
	struct found bytewise = { 0 };
	struct found whole;

	(void)state;
	make_hard_stream(&stream);
	whole = read_all(&stream);
	assert_string_equal(whole.log, "0:0:0;1:1:a=1;3:1:b=2;5:7:5;");
	assert_int_equal(whole.reader.damaged, 4);
	assert_int_equal(whole.reader.missing, 2);
	assert_int_equal(whole.reader.repeated, 1);
	for (size_t split = 0; split <= stream.n; split++) {
		struct found found = { 0 };

		wire_reader_init(&found.reader);
		feed(&found, stream.bytes, split);
		feed(&found, stream.bytes + split, stream.n - split);
		assert_string_equal(found.log, whole.log);
		assert_memory_equal(&found.reader, &whole.reader, sizeof(whole.reader));
	}
	wire_reader_init(&bytewise.reader);
	for (size_t i = 0; i < stream.n; i++)
		feed(&bytewise, stream.bytes + i, 1);
	assert_string_equal(bytewise.log, whole.log);
}

static void no_single_changed_byte_yields_a_wrong_record(void **state)
{
	char line[WIRE_LINE_MAX + 2];
	const size_t n = wire_encode(0, WIRE_EXIT, "0 0 exit 0 12345", 16, line);

	(void)state;
	for (size_t at = 1; at < n - 1; at++) {
		for (unsigned flip = 1; flip < 256; flip++) {
			struct wire_reader reader;
			struct wire_record record;
			size_t offset = 0;

			wire_reader_init(&reader);
			line[at] = (char)(line[at] ^ (int)flip);
			assert_false(wire_reader_next(&reader, line, n, &offset, &record));
			line[at] = (char)(line[at] ^ (int)flip);
		}
	}
}

static void a_lost_record_is_counted_at_the_next_one(void **state)
{
	struct stream stream = { 0 };
	struct found found;

	(void)state;
	add(&stream, WIRE_HELLO, "");
	stream.sequence += 4;
	add(&stream, WIRE_BYE, "5");
	found = read_all(&stream);
	assert_int_equal(found.n, 2);
	assert_int_equal(found.reader.missing, 4);
	assert_int_equal(found.reader.damaged, 0);
}

static void a_line_too_long_to_be_a_record_is_damaged_once(void **state)
{
	struct stream stream = { 0 };
	struct found found;

	(void)state;
	add_text(&stream, "@@ps1 ");
	for (int i = 0; i < 3 * WIRE_LINE_MAX; i++)
		add_text(&stream, "x");
	add(&stream, WIRE_HELLO, "");
	found = read_all(&stream);
	assert_int_equal(found.n, 1);
	assert_int_equal(found.reader.damaged, 1);
}

static struct wire_record record_of(enum wire_kind kind, const char *payload, size_t n)
{
	struct wire_record record = { .kind = kind, .n = n };

	memcpy(record.payload, payload, n + 1);
	return record;
}

static void starts_and_exits_come_back_as_they_were(void **state)
{
	static const enum wire_end ends[] = { WIRE_END_EXIT, WIRE_END_SIGNAL, WIRE_END_TIMEOUT,
					      WIRE_END_NOTRUN };
	char payload[WIRE_PAYLOAD_MAX + 1];

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(ends); i++) {
		const struct wire_exit said = { .job = UINT_MAX,
						.run = UINT_MAX,
						.end = ends[i],
						.code = INT_MAX,
						.elapsed_ns = UINT64_MAX };
		const size_t n = wire_format_exit(&said, payload);
		const struct wire_record record = record_of(WIRE_EXIT, payload, n);
		struct wire_exit heard = { 0 };

		assert_true(wire_parse_exit(&record, &heard));
		assert_int_equal(heard.job, UINT_MAX);
		assert_int_equal(heard.run, UINT_MAX);
		assert_int_equal(heard.end, ends[i]);
		assert_int_equal(heard.code, INT_MAX);
		assert_true(heard.elapsed_ns == UINT64_MAX);
	}
	for (int warmup = 0; warmup < 2; warmup++) {
		const struct wire_start said = { .job = 3, .run = 9, .is_warmup = warmup };
		const size_t n = wire_format_start(&said, payload);
		const struct wire_record record = record_of(WIRE_START, payload, n);
		struct wire_start heard = { 0 };

		assert_true(wire_parse_start(&record, &heard));
		assert_int_equal(heard.job, 3);
		assert_int_equal(heard.run, 9);
		assert_int_equal(heard.is_warmup, warmup);
	}
}

static void payloads_of_another_shape_are_refused(void **state)
{
	static const char *const exits[] = {
		"",
		"0",
		"0 0",
		"0 0 exit 0",
		"0 0 exit 0 ",
		"0 0 exit 0 1 ",
		"0 0 exit -1 1",
		"0 0 gone 0 1",
		"0 0 exit 0 -1",
		"4294967296 0 exit 0 1",
		"00 0 exit 0 1",
		"0 0 exit 2147483648 1",
		"0 0 exit 0 18446744073709551616",
	};
	static const char *const starts[] = { "", "0 0", "0 0 ", "0 0 x", "0 0 w ", "0  0 w" };
	struct wire_record record;
	struct wire_exit run;
	struct wire_start start;
	uint64_t count;

	(void)state;
	for (size_t i = 0; i < ARRAY_LENGTH(exits); i++) {
		record = record_of(WIRE_EXIT, exits[i], strlen(exits[i]));
		assert_false(wire_parse_exit(&record, &run));
	}
	for (size_t i = 0; i < ARRAY_LENGTH(starts); i++) {
		record = record_of(WIRE_START, starts[i], strlen(starts[i]));
		assert_false(wire_parse_start(&record, &start));
	}
	record = record_of(WIRE_NOTE, "0 0 exit 0 1", 12);
	assert_false(wire_parse_exit(&record, &run));
	record = record_of(WIRE_EXIT, "0 0 exit 0 1\0x", 14);
	assert_false(wire_parse_exit(&record, &run));
	record = record_of(WIRE_BYE, "12x", 3);
	assert_false(wire_parse_count(&record, &count));
	record = record_of(WIRE_BYE, "12", 2);
	assert_true(wire_parse_count(&record, &count));
	assert_int_equal(count, 12);
	record = record_of(WIRE_WAIT, "12", 2);
	assert_true(wire_parse_count(&record, &count));
	record = record_of(WIRE_MORE, "12", 2);
	assert_false(wire_parse_count(&record, &count));
}

static void the_host_asks_for_a_number_of_runs_within_bounds(void **state)
{
	static const char *const senseless[] = { "", "0", "-1", "1 ", "01", "x", "10001", "1 2" };
	char payload[WIRE_PAYLOAD_MAX + 1];
	struct wire_record record;
	unsigned runs = 0;
	size_t n;

	(void)state;
	n = wire_format_more(10000, payload);
	record = record_of(WIRE_MORE, payload, n);
	assert_true(wire_parse_more(&record, &runs));
	assert_int_equal(runs, 10000);
	for (size_t i = 0; i < ARRAY_LENGTH(senseless); i++) {
		record = record_of(WIRE_MORE, senseless[i], strlen(senseless[i]));
		assert_false(wire_parse_more(&record, &runs));
	}
	record = record_of(WIRE_END, "1", 1);
	assert_false(wire_parse_more(&record, &runs));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_crc_is_that_of_ieee_802_3),
		cmocka_unit_test(a_record_looks_as_the_header_says),
		cmocka_unit_test(every_byte_value_survives_and_the_longest_record_fits),
		cmocka_unit_test(every_kind_comes_back_as_itself),
		cmocka_unit_test(kernel_messages_between_records_are_passed_over),
		cmocka_unit_test(a_hard_stream_reads_the_same_however_it_is_split),
		cmocka_unit_test(no_single_changed_byte_yields_a_wrong_record),
		cmocka_unit_test(a_lost_record_is_counted_at_the_next_one),
		cmocka_unit_test(a_line_too_long_to_be_a_record_is_damaged_once),
		cmocka_unit_test(starts_and_exits_come_back_as_they_were),
		cmocka_unit_test(payloads_of_another_shape_are_refused),
		cmocka_unit_test(the_host_asks_for_a_number_of_runs_within_bounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
