/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/guest/hold.h"

#include <inttypes.h>
#include <stdio.h>

#include "vm/guest/run.h"

#define SECOND_NS 1000000000LL

static void say_waiting(struct channel *channel)
{
	char text[16];
	const int n = snprintf(text, sizeof(text), "%" PRIu32, channel->sequence);

	channel_send(channel, WIRE_WAIT, text, (size_t)n);
	channel_flush(channel);
}

static void run_more(struct channel *channel, const struct job_list *list, unsigned done,
		     unsigned runs)
{
	for (size_t i = 0; i < list->n; i++) {
		const struct job *job = &list->jobs[i];

		run_job_on(channel, job, (unsigned)i, job->warmups + job->repetitions + done, runs);
	}
}

/* The number of runs that the host wants; 0: no more, and the end. */
static unsigned ask_host(struct channel *channel, unsigned hold_s)
{
	struct wire_record record;
	unsigned runs;

	say_waiting(channel);
	switch (channel_receive(channel, channel_now_ns() + hold_s * SECOND_NS, &record)) {
	case CHANNEL_QUIET:
		channel_note(channel, "the host said nothing for %u s", hold_s);
		return 0;
	case CHANNEL_DEAF:
		channel_note(channel, "the host cannot be heard");
		return 0;
	case CHANNEL_DAMAGED:
		channel_note(channel, "what the host said came damaged");
		return 0;
	case CHANNEL_RECORD:
		break;
	}
	if (record.kind == WIRE_END)
		return 0;
	if (!wire_parse_more(&record, &runs)) {
		channel_note(channel, "what the host said makes no sense");
		return 0;
	}
	return runs;
}

void hold(struct channel *channel, const struct job_list *list)
{
	unsigned done = 0, runs;

	while ((runs = ask_host(channel, list->hold_s)) > 0) {
		run_more(channel, list, done, runs);
		done += runs;
	}
}
