/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest_line.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/fs.h"
#include "base/mem.h"

static double now_s(void)
{
	return (double)deadline_now_ns() / 1e9;
}

int guest_line_open(struct guest_line *line, const char *dir, bool can_speak, struct error *err)
{
	line->console_path = mem_printf("%s/console.log", dir);
	line->channel_path = mem_printf("%s/records.log", dir);
	if (follow_open(line->console_path, &line->console_file, err) < 0 ||
	    follow_open(line->channel_path, &line->channel_file, err) < 0)
		return -1;
	if (!can_speak)
		return 0;
	if (mouth_open(line->console_path, &line->console_mouth, err) < 0)
		return -1;
	return mouth_open(line->channel_path, &line->channel_mouth, err);
}

/* A guest may have written on after we had enough. */
static void cut_console(const struct guest_line *line, int64_t max_bytes)
{
	if (fs_size_bytes(line->console_path) > max_bytes &&
	    truncate(line->console_path, max_bytes) < 0)
		(void)unlink(line->console_path); /* better none than one that fills the disk */
}

void guest_line_unlink(const struct guest_line *line)
{
	(void)unlink(line->channel_path); /* may have happened already */
	if (line->console_mouth)
		mouth_unlink(line->console_mouth);
	if (line->channel_mouth)
		mouth_unlink(line->channel_mouth);
}

void guest_line_close(struct guest_line *line, size_t console_max_bytes)
{
	if (line->console_path)
		cut_console(line, (int64_t)console_max_bytes);
	if (line->channel_path)
		(void)unlink(line->channel_path); /* its records are in the result */
	if (line->has_begun)
		collect_clear(&line->collect);
	follow_close(line->console_file);
	follow_close(line->channel_file);
	mouth_close(line->console_mouth);
	mouth_close(line->channel_mouth);
	free(line->console_path);
	free(line->channel_path);
	*line = (struct guest_line){ 0 };
}

void guest_line_begin(struct guest_line *line, const struct boot_request *request,
		      struct boot_result *result)
{
	line->last_sign_s = now_s();
	console_init(&line->console, line->last_sign_s);
	collect_init(&line->collect, request, result);
	line->has_begun = true;
}

static int read_stream(struct guest_line *line, enum collect_stream stream, struct error *err)
{
	struct follow *file = stream == COLLECT_CONSOLE ? line->console_file : line->channel_file;
	char bytes[16384];
	size_t total = 0, n;

	do {
		if (follow_read(file, bytes, sizeof(bytes), &n, err) < 0)
			return -1;
		if (n)
			line->last_sign_s = now_s();
		if (stream == COLLECT_CONSOLE)
			console_feed(&line->console, bytes, n, now_s());
		else
			line->channel_bytes += n;
		collect_feed(&line->collect, stream, bytes, n);
		total += n;
	} while (n == sizeof(bytes) && total < 1024 * 1024);
	return 0;
}

int guest_line_read(struct guest_line *line, struct error *err)
{
	if (read_stream(line, COLLECT_CHANNEL, err) < 0)
		return -1;
	return read_stream(line, COLLECT_CONSOLE, err);
}

int guest_line_speak(struct guest_line *line, enum wire_kind kind, const char *payload, size_t n,
		     struct error *err)
{
	struct mouth *mouth =
		line->collect.stream == COLLECT_CONSOLE ? line->console_mouth : line->channel_mouth;

	return mouth_speak(mouth, kind, payload, n, err);
}
