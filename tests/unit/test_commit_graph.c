/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#include "base/defs.h"
#include "base/mem.h"
#include "base/str.h"
#include "bisect/commit_graph.h"

#define NONE 0x70000000u
#define LIST 0x80000000u /* the second parent is an index into the edges; ends a list of them */

struct record {
	char letter; /* the id is this byte, twenty times */
	uint32_t first, second;
	uint32_t date, offset;
};

struct contents {
	const struct record *records; /* sorted by letter */
	unsigned n;
	uint32_t edges[4];
	unsigned n_edges;
	uint64_t overflow; /* 0: no chunk */
	bool has_generations;
	uint8_t n_layers_below;
};

static void append_u32(struct str *str, uint32_t value)
{
	const uint8_t bytes[] = { (uint8_t)(value >> 24), (uint8_t)(value >> 16),
				  (uint8_t)(value >> 8), (uint8_t)value };

	str_append_bytes(str, bytes, sizeof(bytes));
}

static void append_records(struct str *oids, struct str *data, struct str *generations,
			   const struct contents *contents)
{
	for (unsigned i = 0; i < contents->n; i++) {
		const struct record *record = &contents->records[i];

		for (unsigned k = 0; k < COMMIT_ID_BYTES; k++) {
			str_append_char(oids, record->letter);
			str_append_char(data, 't');
		}
		append_u32(data, record->first);
		append_u32(data, record->second);
		append_u32(data, 1 << 2); /* topological level */
		append_u32(data, record->date);
		append_u32(generations, record->offset);
	}
}

static void append_fanout(struct str *fanout, const struct contents *contents)
{
	for (unsigned byte = 0; byte < 256; byte++) {
		uint32_t n = 0;

		for (unsigned i = 0; i < contents->n; i++)
			n += (unsigned char)contents->records[i].letter <= byte;
		append_u32(fanout, n);
	}
}

/* Writes a commit-graph file as gitformat-commit-graph describes it. */
static void write_file(struct str *file, const struct contents *contents)
{
	struct str chunks[6] = { 0 };
	const char *const names[6] = { "OIDF", "OIDL", "CDAT", "GDA2", "EDGE", "GDO2" };
	uint32_t offset, n_chunks = 0;

	append_fanout(&chunks[0], contents);
	append_records(&chunks[1], &chunks[2], &chunks[3], contents);
	for (unsigned i = 0; i < contents->n_edges; i++)
		append_u32(&chunks[4], contents->edges[i]);
	append_u32(&chunks[5], (uint32_t)(contents->overflow >> 32));
	append_u32(&chunks[5], (uint32_t)contents->overflow);
	if (!contents->has_generations)
		str_clear(&chunks[3]);
	if (!contents->overflow)
		str_clear(&chunks[5]);
	for (unsigned i = 0; i < 6; i++)
		n_chunks += chunks[i].length > 0;
	str_append_bytes(file, "CGPH\1\1", 6);
	str_append_char(file, (char)n_chunks);
	str_append_char(file, (char)contents->n_layers_below);
	offset = 8 + (n_chunks + 1) * 12;
	for (unsigned i = 0; i < 6; i++) {
		if (chunks[i].length == 0)
			continue;
		str_append(file, names[i]);
		append_u32(file, 0);
		append_u32(file, offset);
		offset += (uint32_t)chunks[i].length;
	}
	for (unsigned i = 0; i < 2; i++)
		append_u32(file, 0);
	append_u32(file, offset);
	for (unsigned i = 0; i < 6; i++) {
		str_append_bytes(file, chunks[i].data, chunks[i].length);
		str_clear(&chunks[i]);
	}
}

static const uint8_t *bytes_of(const struct str *file)
{
	return (const uint8_t *)file->data;
}

/* b is an octopus of a, c and d; d's corrected date needs 8 bytes. */
static const struct record octopus[] = {
	{ 'a', NONE, NONE, 100, 0 },
	{ 'b', 0, LIST | 0, 105, 7 },
	{ 'c', 0, NONE, 90, 11 },
	{ 'd', 2, 0, 1, LIST | 0 },
};
static const struct contents octopus_file = {
	.records = octopus,
	.n = 4,
	.edges = { 2, LIST | 3 },
	.n_edges = 2,
	.overflow = 5000000000,
	.has_generations = true,
};

static void an_octopus_has_all_its_parents(void **state)
{
	struct commit_graph graph = { 0 };
	struct commit_links links = { 0 };
	struct str file = { 0 };
	struct error err = { 0 };
	uint32_t position = 0;

	(void)state;
	write_file(&file, &octopus_file);
	assert_int_equal(commit_graph_add_layer(&graph, bytes_of(&file), file.length, &err), 0);
	assert_true(commit_graph_find(&graph, (const uint8_t *)"bbbbbbbbbbbbbbbbbbbb", &position));
	assert_int_equal(position, 1);
	assert_true(commit_graph_read(&graph, position, &links));
	assert_int_equal(links.n_parents, 3);
	assert_int_equal(links.parents[0][0], 'a');
	assert_int_equal(links.parents[1][0], 'c');
	assert_int_equal(links.parents[2][19], 'd');
	commit_links_clear(&links);
	str_clear(&file);
}

static void dates_are_corrected_by_their_offsets(void **state)
{
	struct commit_graph graph = { 0 };
	struct commit_links links = { 0 };
	struct str file = { 0 };
	struct error err = { 0 };

	(void)state;
	write_file(&file, &octopus_file);
	assert_int_equal(commit_graph_add_layer(&graph, bytes_of(&file), file.length, &err), 0);
	assert_true(commit_graph_read(&graph, 2, &links));
	assert_true(links.is_date_ordered);
	assert_int_equal(links.date, 101);
	assert_true(commit_graph_read(&graph, 3, &links));
	assert_int_equal(links.date, 5000000001);
	commit_links_clear(&links);
	str_clear(&file);
}

static void without_generations_dates_are_clocks(void **state)
{
	struct contents contents = octopus_file;
	struct commit_graph graph = { 0 };
	struct commit_links links = { 0 };
	struct str file = { 0 };
	struct error err = { 0 };

	(void)state;
	contents.has_generations = false;
	write_file(&file, &contents);
	assert_int_equal(commit_graph_add_layer(&graph, bytes_of(&file), file.length, &err), 0);
	assert_true(commit_graph_read(&graph, 2, &links));
	assert_false(links.is_date_ordered);
	assert_int_equal(links.date, 90);
	commit_links_clear(&links);
	str_clear(&file);
}

static void a_layer_refers_to_those_below(void **state)
{
	static const struct record top[] = { { 'e', 3, 1, 200, 0 } };
	const struct contents top_file = {
		.records = top, .n = 1, .has_generations = true, .n_layers_below = 1
	};
	struct commit_graph graph = { 0 };
	struct commit_links links = { 0 };
	struct str files[2] = { 0 };
	struct error err = { 0 };
	uint32_t position = 0;

	(void)state;
	write_file(&files[0], &octopus_file);
	write_file(&files[1], &top_file);
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(
			commit_graph_add_layer(&graph, bytes_of(&files[i]), files[i].length, &err),
			0);
	assert_true(commit_graph_find(&graph, (const uint8_t *)"eeeeeeeeeeeeeeeeeeee", &position));
	assert_true(commit_graph_read(&graph, position, &links));
	assert_int_equal(links.parents[0][0], 'd');
	assert_int_equal(links.parents[1][0], 'b');
	assert_false(commit_graph_find(&graph, (const uint8_t *)"ffffffffffffffffffff", &position));
	assert_int_equal(commit_graph_add_layer(&graph, bytes_of(&files[1]), files[1].length, &err),
			 -1);
	assert_string_equal(err.text,
			    "the commit-graph file is damaged: it belongs on other layers");
	commit_links_clear(&links);
	str_clear(&files[0]);
	str_clear(&files[1]);
}

static void damaged_records_are_not_read(void **state)
{
	static const struct record bad[] = {
		{ 'a', 77, NONE, 1, 0 },       /* a parent that is not there */
		{ 'b', 0, 77, 1, 0 },          /* as second */
		{ 'c', 0, LIST | 77, 1, 0 },   /* a list that is not there */
		{ 'd', 0, LIST | 0, 1, 0 },    /* a list without an end */
		{ 'e', 0, NONE, 1, LIST | 9 }, /* an offset that is not there */
	};
	const struct contents contents = { .records = bad,
					   .n = 5,
					   .edges = { 0, 1 },
					   .n_edges = 2,
					   .overflow = UINT64_MAX,
					   .has_generations = true };
	struct commit_graph graph = { 0 };
	struct commit_links links = { 0 };
	struct str file = { 0 };
	struct error err = { 0 };

	(void)state;
	write_file(&file, &contents);
	assert_int_equal(commit_graph_add_layer(&graph, bytes_of(&file), file.length, &err), 0);
	for (uint32_t i = 0; i < 5; i++)
		assert_false(commit_graph_read(&graph, i, &links));
	commit_links_clear(&links);
	str_clear(&file);
}

static void a_file_that_is_cut_off_anywhere_is_refused_or_read_within_its_bounds(void **state)
{
	struct str file = { 0 };
	unsigned n_accepted = 0;

	(void)state;
	write_file(&file, &octopus_file);
	for (size_t n = 0; n < file.length; n++) {
		CLEANUP(mem_freep) uint8_t *bytes = mem_resize(NULL, n ? n : 1, 1);
		struct commit_graph graph = { 0 };
		struct commit_links links = { 0 };
		struct error err = { 0 };

		memcpy(bytes, file.data, n); /* exactly n, so that a sanitizer sees the end */
		if (commit_graph_add_layer(&graph, bytes, n, &err) < 0) {
			assert_int_equal(err.kind, ERROR_HOST);
			continue;
		}
		n_accepted++;
		for (uint32_t i = 0; i < graph.n; i++)
			(void)commit_graph_read(&graph, i, &links);
		commit_links_clear(&links);
	}
	/* only the chunks that it can do without were missing */
	assert_in_range(n_accepted, 1, 4 * 4 + 2 * 4 + 8);
	str_clear(&file);
}

static void another_version_is_refused(void **state)
{
	struct commit_graph graph = { 0 };
	struct str file = { 0 };
	struct error err = { 0 };

	(void)state;
	write_file(&file, &octopus_file);
	file.data[5] = 2;
	assert_int_equal(commit_graph_add_layer(&graph, bytes_of(&file), file.length, &err), -1);
	assert_string_equal(err.text, "the commit-graph file is of version 1, hash 2");
	str_clear(&file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_octopus_has_all_its_parents),
		cmocka_unit_test(dates_are_corrected_by_their_offsets),
		cmocka_unit_test(without_generations_dates_are_clocks),
		cmocka_unit_test(a_layer_refers_to_those_below),
		cmocka_unit_test(damaged_records_are_not_read),
		cmocka_unit_test(
			a_file_that_is_cut_off_anywhere_is_refused_or_read_within_its_bounds),
		cmocka_unit_test(another_version_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
