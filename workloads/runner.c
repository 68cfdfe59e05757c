/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "workloads/runner.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "workloads/parse_text.h"

/* Bytes of the last line that are shown. */
#define LAST_LINE_MAX 200

void runner_samples_clear(struct runner_samples *samples)
{
	free(samples->detail);
	free(samples->values);
	*samples = (struct runner_samples){ 0 };
}

/* Appends ": 'the last line'" of the output that is not blank. */
static void append_last_line(struct str *str, const struct str *output)
{
	CLEANUP(str_clear) struct str text = { 0 };
	const char *line;
	size_t n, end;

	parse_text_append(&text, str_text(output), output->length);
	for (end = text.length; end > 0 && strchr(" \t\n", text.data[end - 1]); end--)
		;
	if (end == 0) {
		str_append(str, "; it printed nothing");
		return;
	}
	text.data[end] = '\0';
	line = strrchr(text.data, '\n');
	line = line ? line + 1 : text.data;
	n = strlen(line);
	str_append(str, ": '");
	str_append_printable(str, line, n < LAST_LINE_MAX ? n : LAST_LINE_MAX, false);
	str_append(str, n > LAST_LINE_MAX ? "…'" : "'");
}

/* "warm-up 1 of 1" or "run 2 of 3". */
static void append_run_name(struct str *str, const struct workload *workload,
			    const struct guest_run *run)
{
	const struct job *job = &workload->job;

	if (run->is_warmup)
		str_appendf(str, "warm-up %u of %u", run->number + 1, job->warmups);
	else
		str_appendf(str, "run %u of %u", run->number - job->warmups + 1, job->repetitions);
}

/* MEASURED with what the run says (nothing of a warm-up), or what went wrong as text in `detail`. */
static enum outcome judge(const struct workload *workload, const struct guest_run *run,
			  struct readings *readings, struct str *detail)
{
	struct error err = { 0 };

	append_run_name(detail, workload, run);
	switch (run->end) {
	case RUN_NOT_STARTED:
		str_appendf(detail, " of '%s' could not be started", workload->job.argv[0]);
		if (run->output.length > 0)
			append_last_line(detail, &run->output);
		return OUTCOME_WORKLOAD_FAILED;
	case RUN_TIMED_OUT:
		str_appendf(detail, " did not end within %u s", workload->job.timeout_s);
		append_last_line(detail, &run->output);
		return OUTCOME_TIMED_OUT;
	case RUN_SIGNALLED:
		str_appendf(detail, " was ended by signal %d", run->code);
		append_last_line(detail, &run->output);
		return OUTCOME_WORKLOAD_FAILED;
	case RUN_EXITED:
		break;
	}
	if (run->code != 0) {
		str_appendf(detail, " ended with status %d", run->code);
		append_last_line(detail, &run->output);
		return OUTCOME_WORKLOAD_FAILED;
	}
	if (run->is_warmup)
		return OUTCOME_MEASURED;
	if (workload_parse(workload, str_text(&run->output), run->output.length, readings, &err) <
	    0) {
		str_appendf(detail, " ended well, but %s", err.text);
		append_last_line(detail, &run->output);
		return OUTCOME_WORKLOAD_FAILED;
	}
	return OUTCOME_MEASURED;
}

/* The first thing that went wrong is what the boot is said to have. */
static void refuse(struct runner_samples *ret, enum outcome outcome, char *detail)
{
	if (ret->outcome != OUTCOME_MEASURED) {
		free(detail);
		return;
	}
	ret->outcome = outcome;
	ret->detail = detail;
}

static bool is_over(enum outcome outcome)
{
	return outcome != OUTCOME_BOOTED && outcome != OUTCOME_MEASURED;
}

/* Adds a run's samples: one, or as many as its program takes. */
static void add_samples(struct runner_samples *ret, const struct readings *readings)
{
	size_t n = readings_main(readings);

	if (readings->n == 0)
		return; /* of a warm-up */
	ret->values = mem_resize(ret->values, ret->n + n, sizeof(*ret->values));
	for (size_t i = 0; i < n; i++)
		ret->values[ret->n++] = readings->items[i].value;
	if (ret->outcome == OUTCOME_MEASURED)
		ret->n_sound = ret->n;
}

void runner_collect(const struct workload *workload, const struct boot_result *boot,
		    struct runner_samples *ret)
{
	unsigned wanted = workload->job.repetitions;
	unsigned counted = 0;

	*ret = (struct runner_samples){ .outcome = OUTCOME_MEASURED };
	for (size_t i = 0; i < boot->n_runs; i++) {
		CLEANUP(str_clear) struct str detail = { 0 };
		CLEANUP(readings_clear) struct readings readings = { 0 };
		enum outcome outcome = judge(workload, &boot->runs[i], &readings, &detail);

		counted += !boot->runs[i].is_warmup;
		if (outcome == OUTCOME_MEASURED)
			add_samples(ret, &readings);
		else
			refuse(ret, outcome, str_steal(&detail));
	}
	/* A machine that went down says more than the run which that ended. */
	if (is_over(boot->outcome)) {
		free(ret->detail);
		ret->outcome = boot->outcome;
		ret->detail = mem_strdup(boot->detail ? boot->detail : outcome_name(boot->outcome));
	} else if (counted < wanted || counted == 0) {
		refuse(ret, OUTCOME_CONSOLE_LOST,
		       mem_printf("only %u of %u runs arrived", counted, wanted));
	}
}
