/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table as one page without any other file, with the samples as dots. */
#ifndef RESULTS_COMPARE_HTML_H
#define RESULTS_COMPARE_HTML_H

#include "base/str.h"
#include "results/compare.h"

void compare_html_append(const struct compare *compare, struct str *out);

#endif
