/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What `perfsect log` prints: the kernels of a case with what they measure, one line each, in the
 * order of the history given. Pure. Intervals are 95 % and the kernel's own (results/level.h).
 */
#ifndef RESULTS_LOG_VIEW_H
#define RESULTS_LOG_VIEW_H

#include "base/defs.h"
#include "base/json.h"
#include "base/str.h"
#include "results/report_input.h"

enum log_view_order {
	LOG_BY_HISTORY,
	LOG_BY_VALUE, /* the fastest first; what was not measured comes last */
	LOG_BY_BOOTS, /* the most first */
	LOG_BY_OUTCOME,
};

/* What is listed; zero: everything, a line a kernel. */
struct log_view_options {
	const char *outcome;        /* of the kernel; NULL: any. So are the others */
	const char *machine, *cell; /* of one of its boots */
	const char *metric;
	enum log_view_order order;
	bool wants_samples; /* each boot with its samples below its kernel */
};

/* "history", "value", "boots", "outcome"; false for another. */
bool log_view_order_from_name(const char *name, enum log_view_order *ret);

bool log_view_has(const struct report_input *input, size_t kernel,
		  const struct log_view_options *options);
/* Is this boot, of a kernel that is listed, among them? */
bool log_view_has_boot(const struct report_input *input, const struct history_boot *boot,
		       const struct log_view_options *options);
void log_view_append(const struct report_input *input, const struct log_view_options *options,
		     struct str *out);
/* docs/log.schema.json; the caller frees it. */
struct json *log_view_to_json(const struct report_input *input,
			      const struct log_view_options *options) MUST_CHECK;
/* A row a sample, as of report_csv.h, without its heading. */
void log_view_append_rows(const struct report_input *input, const struct log_view_options *options,
			  struct str *out);

#endif
