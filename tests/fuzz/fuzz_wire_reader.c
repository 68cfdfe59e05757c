/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "vm/wire.h"

/* What a reader made of a stream. */
struct digest {
	uint32_t crc;
	uint64_t n;
};

static void parse_payload(const struct wire_record *record)
{
	struct wire_start start;
	struct wire_exit run;
	uint64_t count;
	unsigned more;

	FUZZ_CHECK(wire_parse_start(record, &start) <= (record->kind == WIRE_START));
	FUZZ_CHECK(wire_parse_exit(record, &run) <= (record->kind == WIRE_EXIT));
	FUZZ_CHECK(wire_parse_count(record, &count) <=
		   (record->kind == WIRE_BYE || record->kind == WIRE_WAIT));
	FUZZ_CHECK(wire_parse_more(record, &more) <= (record->kind == WIRE_MORE));
}

static void feed(struct wire_reader *reader, const char *bytes, size_t n, struct digest *digest)
{
	struct wire_record record;
	size_t offset = 0;

	while (wire_reader_next(reader, bytes, n, &offset, &record)) {
		FUZZ_CHECK(record.n <= WIRE_PAYLOAD_MAX && record.payload[record.n] == '\0');
		FUZZ_CHECK(reader->next_sequence == (uint64_t)record.sequence + 1);
		digest->crc ^= wire_crc32(record.payload, record.n) + record.sequence;
		digest->n++;
		parse_payload(&record);
	}
	FUZZ_CHECK(offset == n);
}

/* Noise that ends with a newline never costs the record behind it. */
static void send_behind_noise(const char *bytes, size_t n)
{
	struct wire_reader reader;
	struct wire_record record = { 0 };
	struct digest digest = { 0 };
	char line[WIRE_LINE_MAX + 2];
	const size_t part = n < WIRE_PAYLOAD_MAX ? n : WIRE_PAYLOAD_MAX;
	size_t offset = 0;

	wire_reader_init(&reader);
	feed(&reader, bytes, n, &digest);
	feed(&reader, "\n", 1, &digest);
	n = wire_encode(UINT32_MAX, WIRE_OUTPUT, bytes, part, line);
	FUZZ_CHECK(n <= WIRE_LINE_MAX + 1);
	if (reader.next_sequence > UINT32_MAX)
		return; /* the noise held the last record there can be */
	FUZZ_CHECK(wire_reader_next(&reader, line, n, &offset, &record));
	FUZZ_CHECK(record.n == part && memcmp(record.payload, bytes, part) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *bytes = (const char *)data;
	const size_t split = size ? data[0] % size : 0;
	struct wire_reader whole, halves;
	struct digest one = { 0 }, two = { 0 };

	wire_reader_init(&whole);
	feed(&whole, bytes, size, &one);
	wire_reader_init(&halves);
	feed(&halves, bytes, split, &two);
	feed(&halves, bytes + split, size - split, &two);
	FUZZ_CHECK(one.n == two.n && one.crc == two.crc);
	FUZZ_CHECK(memcmp(&whole, &halves, sizeof(whole)) == 0);
	send_behind_noise(bytes, size);
	return 0;
}
