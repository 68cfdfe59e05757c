/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/history.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"

#define FIRST_DATE 1600000000u
#define COMMIT_EVERY_S 420u /* 75 000 a year, as in the kernel */
#define BRANCH_COMMITS 24   /* the longest; half of that on average */
#define BASE_DISTANCE 250
#define NEST_ONE_IN 5
#define MESSAGE_LINES 7
#define LINE_WORDS 7

struct writer {
	FILE *stream;
	struct rng rng;
	uint32_t n;          /* commits written; the last one's mark */
	uint32_t *main_line; /* marks */
	uint32_t n_main_line;
	size_t capacity;
};

/* As long as a kernel's messages are, and as hard to compress. */
static void append_message(struct writer *writer, struct str *message)
{
	static const char *const words[] = { "lock",   "the",   "cache", "when",  "driver", "is",
					     "before", "avoid", "page",  "queue", "remove", "a" };

	for (unsigned line = 0; line < MESSAGE_LINES; line++) {
		for (unsigned i = 0; i < LINE_WORDS; i++)
			str_appendf(message, "%s %u ",
				    words[rng_below(&writer->rng, ARRAY_LENGTH(words))],
				    (unsigned)rng_below(&writer->rng, 1000));
		str_append(message, line == 0 ? "\n\n" : "\n");
	}
	str_append(message, "Signed-off-by: A Developer <a.developer@example.org>\n");
}

/* Writes one commit and returns its mark; 0 stands for no parent. */
static uint32_t write_commit(struct writer *writer, uint32_t parent, uint32_t merged)
{
	struct str message = { 0 };

	append_message(writer, &message);
	writer->n++;
	fprintf(writer->stream,
		"commit refs/heads/main\nmark :%u\n"
		"committer A Developer <a.developer@example.org> %u +0000\ndata %zu\n%s\n",
		writer->n, FIRST_DATE + COMMIT_EVERY_S * writer->n, message.length,
		str_text(&message));
	str_clear(&message);
	if (parent)
		fprintf(writer->stream, "from :%u\n", parent);
	if (merged)
		fprintf(writer->stream, "merge :%u\n", merged);
	fputc('\n', writer->stream);
	return writer->n;
}

static void extend_main_line(struct writer *writer, uint32_t merged)
{
	uint32_t tip = writer->n_main_line ? writer->main_line[writer->n_main_line - 1] : 0;

	mem_grow(&writer->main_line, &writer->capacity, writer->n_main_line,
		 sizeof(*writer->main_line));
	writer->main_line[writer->n_main_line++] = write_commit(writer, tip, merged);
}

static uint32_t write_branch(struct writer *writer, bool may_nest)
{
	uint64_t reach = writer->n_main_line < BASE_DISTANCE ? writer->n_main_line : BASE_DISTANCE;
	uint32_t back = (uint32_t)rng_below(&writer->rng, reach);
	uint32_t tip = writer->main_line[writer->n_main_line - 1 - back];
	uint64_t n = 1 + rng_below(&writer->rng, BRANCH_COMMITS);
	bool nests = may_nest && rng_below(&writer->rng, NEST_ONE_IN) == 0;

	for (uint64_t i = 0; i < n; i++)
		tip = write_commit(writer, tip, 0);
	return nests ? write_commit(writer, tip, write_branch(writer, false)) : tip;
}

static void write_until(struct writer *writer, uint32_t n)
{
	while (writer->n < n)
		extend_main_line(writer, write_branch(writer, true));
}

static void write_tag(struct writer *writer, const char *name)
{
	fprintf(writer->stream, "reset refs/tags/%s\nfrom :%u\n\n", name,
		writer->main_line[writer->n_main_line - 1]);
}

void history_write(FILE *stream, uint32_t n, uint64_t seed)
{
	struct writer writer = { .stream = stream };

	rng_init(&writer.rng, seed);
	extend_main_line(&writer, 0);
	write_until(&writer, n / 2);
	write_tag(&writer, "good");
	write_until(&writer, n / 2 + n);
	write_tag(&writer, "bad");
	free(writer.main_line);
}
