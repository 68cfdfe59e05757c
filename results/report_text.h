/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The finding for a person: what was compared, what was found and how sure that is, what it cost. */
#ifndef RESULTS_REPORT_TEXT_H
#define RESULTS_REPORT_TEXT_H

#include "base/str.h"

struct report_input;

void report_text_append(const struct report_input *input, struct str *out);

#endif
