/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/history.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/mem.h"
#include "base/process.h"
#include "base/rng.h"
#include "base/str.h"

#define FIRST_DATE 1600000000u
#define COMMIT_EVERY_S 420u /* 75 000 a year, as in the kernel */
#define BRANCH_COMMITS 24   /* the longest; half of that on average */
#define BASE_DISTANCE 250
#define NEST_ONE_IN 5
#define MESSAGE_LINES 7
#define LINE_WORDS 7
#define FILES 25 /* of a folder */
#define TIMEOUT_S 7200.0

struct writer {
	const struct history_options *options;
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

	const unsigned n = writer->options->has_short_messages ? 1 : MESSAGE_LINES;

	for (unsigned line = 0; line < n; line++) {
		for (unsigned i = 0; i < LINE_WORDS; i++)
			str_appendf(message, "%s %u ",
				    words[rng_below(&writer->rng, ARRAY_LENGTH(words))],
				    (unsigned)rng_below(&writer->rng, 1000));
		str_append(message, line == 0 ? "\n\n" : "\n");
	}
	str_append(message, "Signed-off-by: A Developer <a.developer@example.org>\n");
}

/* What the commit changes. */
static void write_file(struct writer *writer)
{
	const uint64_t folder = rng_below(&writer->rng, HISTORY_FOLDERS);
	CLEANUP(mem_freep) char *text = mem_printf("%u", writer->n);

	(void)fprintf(writer->stream, "M 100644 inline f%u/%u\ndata %zu\n%s\n", (unsigned)folder,
		      (unsigned)rng_below(&writer->rng, FILES), strlen(text), text);
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
	if (writer->options->has_files)
		write_file(writer);
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

void history_write(FILE *stream, const struct history_options *options)
{
	struct writer writer = { .options = options, .stream = stream };

	rng_init(&writer.rng, options->seed);
	extend_main_line(&writer, 0);
	write_until(&writer, options->n / 2);
	write_tag(&writer, "good");
	write_until(&writer, options->n / 2 + options->n);
	write_tag(&writer, "bad");
	free(writer.main_line);
}

static int write_stream(const char *path, const struct history_options *options, struct error *err)
{
	FILE *stream = fopen(path, "w");

	if (!stream)
		return error_errno(err, errno, "cannot write '%s'", path);
	history_write(stream, options);
	return fclose(stream) != 0 ? error_errno(err, errno, "cannot write '%s'", path) : 0;
}

static int run_quietly(const char *const *argv, const char *cwd, struct error *err)
{
	/* Without the pad git's heap grows and shrinks with each object. */
	static const char *const env[] = { "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
					   "MALLOC_TOP_PAD_=33554432", NULL };
	CLEANUP(mem_freep) char *output = NULL;

	return process_read(&(struct process_opts){ .argv = argv,
						    .env = env,
						    .cwd = cwd,
						    .capture_bytes = 4096,
						    .deadline = deadline_in(TIMEOUT_S) },
			    &output, err);
}

int history_make(const char *dir, const struct history_options *options, struct error *err)
{
	CLEANUP(mem_freep) char *path = mem_printf("%s.stream", dir);
	const char *const init[] = { "git", "init", "-q", "--bare", "-b", "main", dir, NULL };
	const char *const import[] = { "sh", "-c", "exec git fast-import --quiet <\"$1\"",
				       "sh", path, NULL };
	const char *const repack[] = { "git", "repack", "-adq", NULL };

	if (write_stream(path, options, err) < 0 || run_quietly(init, NULL, err) < 0 ||
	    run_quietly(import, dir, err) < 0 || run_quietly(repack, dir, err) < 0)
		return -1;
	return unlink(path) < 0 ? error_errno(err, errno, "cannot remove '%s'", path) : 0;
}

int history_write_graph(const char *dir, struct error *err)
{
	static const char *const argv[] = { "git", "commit-graph", "write", "--reachable", NULL };

	return run_quietly(argv, dir, err);
}
