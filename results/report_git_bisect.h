/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A log that 'git bisect replay' accepts; our numbers stand in its comments. */
#ifndef RESULTS_REPORT_GIT_BISECT_H
#define RESULTS_REPORT_GIT_BISECT_H

#include "base/str.h"

struct report_input;

void report_git_bisect_append(const struct report_input *input, struct str *out);

#endif
