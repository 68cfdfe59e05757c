/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A case as one HTML file: nothing is loaded from elsewhere, all can be read without JavaScript, and on
 * paper. Pure; the sections are in results/html_*.c.
 */
#ifndef RESULTS_REPORT_HTML_H
#define RESULTS_REPORT_HTML_H

#include "base/str.h"
#include "results/report_input.h"

void report_html_append(const struct report_input *input, struct str *out);

#endif
