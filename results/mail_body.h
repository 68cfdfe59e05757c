/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a mail says, as text of any length of line and in UTF-8. */
#ifndef RESULTS_MAIL_BODY_H
#define RESULTS_MAIL_BODY_H

#include "base/str.h"
#include "results/finding.h"

struct report_input;

/* "-3.1% regression" or "+2.0% improvement": of the metric's value, in its own direction. */
void mail_body_append_change(const struct report_input *input, const struct finding_change *change,
			     struct str *out);
/* The whole; `id` is that of the message, without brackets. */
void mail_body_append(const struct report_input *input, const struct finding_change *change,
		      const char *id, struct str *out);

#endif
