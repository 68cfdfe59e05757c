/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A child whose output is wanted and whose failure is an error. */
#include "base/process.h"

#include <string.h>

#include "base/quantity.h"
#include "base/str.h"

#define READ_MAX_BYTES (1 << 20) /* what is captured when the caller does not say */
#define QUOTED_BYTES 300

/* ": " and the last line that is not blank, or nothing. */
static void append_last_line(struct str *str, const struct process_result *result)
{
	const char *output = result->output;
	size_t end = result->output_n;
	size_t start;

	while (end > 0 && strchr(" \t\r\n", output[end - 1]))
		end--;
	for (start = end; start > 0 && output[start - 1] != '\n';)
		start--;
	if (start == end)
		return;
	if (end - start > QUOTED_BYTES)
		end = start + QUOTED_BYTES;
	str_append(str, ": ");
	str_append_printable(str, output + start, end - start, false);
}

static int MUST_CHECK check_end(const char *name, const struct process_result *result,
				struct error *err)
{
	CLEANUP(str_clear) struct str text = { 0 };
	enum error_kind kind = ERROR_HOST;

	switch (result->end) {
	case PROCESS_EXITED:
		if (result->code == 0)
			return 0;
		str_appendf(&text, "'%s' ended with status %d", name, result->code);
		break;
	case PROCESS_SIGNALLED:
		str_appendf(&text, "'%s' was ended by signal %d (%s)", name, result->code,
			    strsignal(result->code));
		break;
	case PROCESS_TIMED_OUT:
		kind = ERROR_TIMEOUT;
		str_appendf(&text, "'%s' was stopped after ", name);
		quantity_append_duration(&text, result->wall_s);
		break;
	}
	append_last_line(&text, result);
	return error_set(err, kind, "%s", str_text(&text));
}

int process_read(const struct process_opts *opts, char **ret_output, struct error *err)
{
	CLEANUP(process_result_clear) struct process_result result = { 0 };
	struct process_opts capturing = *opts;

	if (capturing.capture_bytes == 0)
		capturing.capture_bytes = READ_MAX_BYTES;
	if (process_run(&capturing, &result, err) < 0 || check_end(opts->argv[0], &result, err) < 0)
		return -1;
	if (result.output_is_cut)
		return error_set(err, ERROR_HOST, "'%s' printed more than %zu bytes", opts->argv[0],
				 capturing.capture_bytes);
	*ret_output = result.output;
	result.output = NULL;
	return 0;
}
