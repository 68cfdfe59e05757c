/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The finding as a message in an mbox, in the layout of the kernel test robot: a draft that can be sent as it
 * is. Always the same for the same finding and details, its id too.
 */
#ifndef RESULTS_REPORT_MAIL_H
#define RESULTS_REPORT_MAIL_H

#include "base/defs.h"
#include "base/str.h"
#include "results/finding.h"

struct report_input;

/*
 * The change that a mail is about: the largest loss, or where there is none the largest gain, of those that are
 * one commit each and were not refuted. NULL: nothing to write to anybody about.
 */
const struct finding_change *report_mail_change(const struct finding *finding);
/* The message, or a line that says so where there is no such change. */
void report_mail_append(const struct report_input *input, struct str *out);
/* Its id without brackets, which the caller frees. */
char *report_mail_id(const struct report_input *input) MUST_CHECK;

#endif
