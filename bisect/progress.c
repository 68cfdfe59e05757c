/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/quantity.h"
#include "bisect/cli.h"
#include "bisect/terminal.h"

static const char *phase_name(enum session_phase phase)
{
	switch (phase) {
	case SESSION_CHECKOUT:
		return "checks out";
	case SESSION_BUILD:
		return "builds";
	case SESSION_BOOT:
		return "boots";
	case SESSION_RUN:
		return "measures";
	case SESSION_STEP_DONE:
		return "done";
	}
	return "";
}

void progress_init(struct progress *progress, int fd)
{
	*progress = (struct progress){
		.is_live = isatty(fd),
		.width = terminal_width(fd),
		.start_ns = deadline_now_ns(),
		.step_ns = deadline_now_ns(),
		.phase = SESSION_STEP_DONE,
	};
}

void progress_append(struct str *str, const struct session_event *event, double session_s,
		     double step_s)
{
	quantity_append_duration(str, session_s);
	str_append(str, "  ");
	if (event->layout > 0)
		str_appendf(str, "layout %u of ", event->layout);
	str_appendf(str, "%s %s", event->commit ? event->commit : "", phase_name(event->phase));
	if (event->phase == SESSION_STEP_DONE && event->result) {
		str_append(str, " in ");
		quantity_append_duration(str, step_s);
		str_append(str, ": ");
		str_append_printable(str, event->result, strcspn(event->result, "\n"), false);
		return;
	}
	str_append(str, " for ");
	quantity_append_duration(str, step_s);
	str_append(str, "  ");
	str_append_count(str, event->builds, "build");
	str_append(str, ", ");
	str_append_count(str, event->boots, "boot");
	str_append(str, ", ");
	str_append_count(str, event->samples, "sample");
	if (event->suspects > 0) {
		str_append(str, "  95 % in ");
		str_append_count(str, event->suspects, "candidate");
	}
	if (event->minutes_left > 0) {
		str_append(str, "  about ");
		quantity_append_duration(str, event->minutes_left * 60);
		str_append(str, " left");
	}
	if (event->why)
		str_appendf(str, "  (%s)", event->why);
}

static double seconds(int64_t since_ns)
{
	return (double)(deadline_now_ns() - since_ns) / 1e9;
}

static void print(struct progress *progress, const struct session_event *event)
{
	struct str line = { 0 };
	size_t n;

	progress_append(&line, event, seconds(progress->start_ns), seconds(progress->step_ns));
	n = line.length;
	if (progress->is_live && event->phase != SESSION_STEP_DONE && n >= progress->width)
		n = progress->width - 1;
	(void)fprintf(stderr, "%s%.*s%s", progress->is_live ? "\r\033[K" : "", (int)n,
		      str_text(&line),
		      progress->is_live && event->phase != SESSION_STEP_DONE ? "" : "\n");
	str_clear(&line);
}

void progress_notify(void *context, const struct session_event *event)
{
	struct progress *progress = context;
	bool is_new = event->phase != progress->phase;

	if (progress->phase == SESSION_STEP_DONE && is_new)
		progress->step_ns = deadline_now_ns();
	progress->phase = event->phase;
	if (progress->is_live || is_new || event->phase == SESSION_STEP_DONE)
		print(progress, event);
}

void progress_end(struct progress *progress)
{
	if (progress->is_live)
		(void)fputs("\r\033[K", stderr);
}
