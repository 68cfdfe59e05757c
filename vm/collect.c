/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "vm/collect.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

#define FACTS_MAX 256
#define FACT_BYTES_MAX 8192
#define NOTES_BYTES_MAX 4096

void collect_init(struct collect *collect, const struct boot_request *request,
		  struct boot_result *result)
{
	memset(collect, 0, sizeof(*collect));
	collect->request = request;
	collect->result = result;
	result->facts = json_new_object();
	for (size_t i = 0; i < COLLECT_STREAMS; i++)
		wire_reader_init(&collect->readers[i]);
}

void collect_clear(struct collect *collect)
{
	str_clear(&collect->notes);
	str_clear(&collect->reason_text);
	collect->reason = NULL;
}

bool collect_is_over(const struct collect *collect)
{
	return collect->state >= COLLECT_COMPLETE;
}

static PRINTF_LIKE(3, 4) void finish(struct collect *collect, enum collect_state state,
				     const char *format, ...)
{
	char text[512];
	va_list args;

	va_start(args, format);
	(void)vsnprintf(text, sizeof(text), format, args); /* cut when too long */
	va_end(args);
	str_append_printable(&collect->reason_text, text, strlen(text), false);
	collect->state = state;
	collect->reason = str_text(&collect->reason_text);
}

static void finish_senseless(struct collect *collect, const struct wire_record *record,
			     const char *what)
{
	finish(collect, COLLECT_LOST, "the guest's record %" PRIu32 " makes no sense: %s",
	       record->sequence, what);
}

/* "name=value", or "name+=more" for the rest of a long value. */
static void take_fact(struct collect *collect, const struct wire_record *record)
{
	struct json *facts = collect->result->facts;
	const char *equals = strchr(record->payload, '=');
	const size_t name_n = equals ? (size_t)(equals - record->payload) : 0;
	char name[WIRE_PAYLOAD_MAX + 1];
	const char *said;

	if (name_n == 0 || strlen(record->payload) != record->n) {
		finish_senseless(collect, record, "a fact without a name");
		return;
	}
	memcpy(name, record->payload, name_n);
	name[name_n] = '\0';
	if (name[name_n - 1] != '+') {
		if (json_length(facts) < FACTS_MAX)
			json_set_string(facts, name, equals + 1);
		return;
	}
	name[name_n - 1] = '\0';
	said = json_text(json_member(facts, name));
	if (said && strlen(said) + strlen(equals + 1) <= FACT_BYTES_MAX) {
		CLEANUP(mem_freep) char *whole = mem_printf("%s%s", said, equals + 1);

		json_set_string(facts, name, whole);
	}
}

static void take_note(struct collect *collect, const struct wire_record *record)
{
	const bool continues = record->payload[0] == '+';
	const char *text = record->payload + continues;

	if (collect->notes.length + record->n > NOTES_BYTES_MAX)
		return;
	if (!continues && collect->notes.length)
		str_append(&collect->notes, "; ");
	str_append_printable(&collect->notes, text, strlen(text), false);
	json_set_string(collect->result->facts, "notes", str_text(&collect->notes));
}

/* The kernel proves itself before anything it measured counts. */
static void check_kernel(struct collect *collect)
{
	const struct kernel *kernel = collect->request->kernel;
	const struct json *facts = collect->result->facts;
	const char *release = json_text(json_member(facts, "release"));
	const char *build_id = json_text(json_member(facts, "build_id"));

	if (!release || strcmp(release, kernel->release) != 0)
		finish(collect, COLLECT_WRONG_KERNEL, "kernel '%s' runs instead of '%s'",
		       release ? release : "that does not say its release", kernel->release);
	else if (build_id && *kernel->build_id && strcmp(build_id, kernel->build_id) != 0)
		finish(collect, COLLECT_WRONG_KERNEL,
		       "a kernel with build id %s runs instead of %s, both '%s'", build_id,
		       kernel->build_id, release);
}

static struct guest_run *last_run(struct collect *collect)
{
	return &collect->result->runs[collect->result->n_runs - 1];
}

/* Runs come job by job, each from the first that was asked for up, and no more than that. */
static bool is_next_run(const struct collect *collect, const struct wire_start *start)
{
	const struct boot_result *result = collect->result;
	const struct guest_run *last =
		result->n_runs > collect->n_before ? &result->runs[result->n_runs - 1] : NULL;
	const struct job *job;
	unsigned planned;

	if (collect->state != COLLECT_TALKING || collect->in_run ||
	    start->job >= collect->request->n_jobs)
		return false;
	job = &collect->request->jobs[start->job];
	planned = job->warmups + job->repetitions + collect->more_before;
	if (start->run >= planned + collect->more ||
	    start->is_warmup != (start->run < job->warmups))
		return false;
	if (last && last->job == start->job)
		return start->run == last->number + 1;
	return start->run == (collect->more ? planned : 0) &&
	       start->job == (last ? last->job + 1 : 0);
}

static void take_start(struct collect *collect, const struct wire_record *record)
{
	struct boot_result *result = collect->result;
	struct wire_start start;

	if (!wire_parse_start(record, &start) || !is_next_run(collect, &start)) {
		finish_senseless(collect, record, "a run out of order");
		return;
	}
	if (result->n_runs == 0)
		check_kernel(collect);
	mem_grow(&result->runs, &collect->runs_capacity, result->n_runs, sizeof(*result->runs));
	result->runs[result->n_runs++] = (struct guest_run){ .job = start.job,
							     .number = start.run,
							     .is_warmup = start.is_warmup,
							     .end = RUN_NOT_STARTED };
	collect->in_run = true;
}

static void take_output(struct collect *collect, const struct wire_record *record)
{
	struct str *output;
	size_t room;

	if (!collect->in_run) {
		finish_senseless(collect, record, "output without a run");
		return;
	}
	output = &last_run(collect)->output;
	room = GUEST_OUTPUT_MAX - output->length;
	str_append_bytes(output, record->payload, record->n < room ? record->n : room);
}

static void take_exit(struct collect *collect, const struct wire_record *record)
{
	static const enum run_end ends[] = {
		[WIRE_END_EXIT] = RUN_EXITED,
		[WIRE_END_SIGNAL] = RUN_SIGNALLED,
		[WIRE_END_TIMEOUT] = RUN_TIMED_OUT,
		[WIRE_END_NOTRUN] = RUN_NOT_STARTED,
	};
	struct guest_run *run = collect->in_run ? last_run(collect) : NULL;
	struct wire_exit said;

	if (!run || !wire_parse_exit(record, &said) || said.job != run->job ||
	    said.run != run->number) {
		finish_senseless(collect, record, "the end of a run that did not start");
		return;
	}
	run->end = ends[said.end];
	run->code = said.code;
	run->elapsed_s = (double)said.elapsed_ns / 1e9;
	collect->in_run = false;
}

static void take_bye(struct collect *collect, const struct wire_record *record)
{
	uint64_t said;

	if (!wire_parse_count(record, &said) || said != record->sequence || collect->in_run) {
		finish_senseless(collect, record, "a goodbye too early");
		return;
	}
	if (collect->result->n_runs == 0)
		check_kernel(collect);
	if (!collect_is_over(collect))
		collect->state = COLLECT_COMPLETE;
}

static void take_wait(struct collect *collect, const struct wire_record *record)
{
	uint64_t said;

	if (!wire_parse_count(record, &said) || said != record->sequence || collect->in_run ||
	    collect->state != COLLECT_TALKING || collect->request->hold_s == 0) {
		finish_senseless(collect, record, "nobody asked it to wait");
		return;
	}
	if (collect->result->n_runs == 0)
		check_kernel(collect);
	if (!collect_is_over(collect))
		collect->state = COLLECT_HELD;
}

static void take_record(struct collect *collect, const struct wire_record *record)
{
	switch (record->kind) {
	case WIRE_HELLO:
		break; /* has been seen to by whoever chose the stream */
	case WIRE_FACT:
		take_fact(collect, record);
		break;
	case WIRE_START:
		take_start(collect, record);
		break;
	case WIRE_OUTPUT:
		take_output(collect, record);
		break;
	case WIRE_EXIT:
		take_exit(collect, record);
		break;
	case WIRE_BEAT:
		break;
	case WIRE_NOTE:
		take_note(collect, record);
		break;
	case WIRE_BYE:
		take_bye(collect, record);
		break;
	case WIRE_WAIT:
		take_wait(collect, record);
		break;
	case WIRE_MORE:
	case WIRE_END:
		finish_senseless(collect, record, "that is for the host to say");
		break;
	}
}

/* The first hello chooses the stream. False for records that do not count. */
static bool belongs(struct collect *collect, enum collect_stream stream,
		    const struct wire_record *record)
{
	if (collect->state != COLLECT_WAITING)
		return stream == collect->stream;
	collect->stream = stream;
	if (record->kind == WIRE_HELLO)
		collect->state = COLLECT_TALKING;
	else
		finish(collect, COLLECT_LOST,
		       "the guest's first record is %" PRIu32 ", not its hello", record->sequence);
	return true;
}

void collect_feed(struct collect *collect, enum collect_stream stream, const char *bytes, size_t n)
{
	struct wire_reader *reader = &collect->readers[stream];
	struct wire_record record;
	size_t offset = 0;

	while (!collect_is_over(collect) && wire_reader_next(reader, bytes, n, &offset, &record)) {
		if (!belongs(collect, stream, &record))
			continue;
		if (!collect_is_over(collect) && reader->missing)
			finish(collect, COLLECT_LOST,
			       "%" PRIu64
			       " of the guest's records are missing before record %" PRIu32
			       ", %" PRIu64 " came damaged",
			       reader->missing, record.sequence, reader->damaged);
		if (!collect_is_over(collect))
			take_record(collect, &record);
	}
}

void collect_more(struct collect *collect, unsigned runs)
{
	assert(collect->state == COLLECT_HELD && runs > 0);
	collect->more_before += collect->more;
	collect->more = runs;
	collect->n_before = collect->result->n_runs;
	collect->state = COLLECT_TALKING;
}

void collect_end(struct collect *collect)
{
	const struct wire_reader *reader = &collect->readers[collect->stream];

	if (collect->state == COLLECT_TALKING && reader->damaged)
		finish(collect, COLLECT_LOST, "%" PRIu64 " of the guest's records came damaged",
		       reader->damaged);
}
