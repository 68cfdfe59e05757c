/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What KernelCI's database takes, version 5.3 of its schema: a checkout and a build a kernel, a test a sample
 * with its number, and for each commit that was found an issue, a test that it fails (or passes, being faster), and
 * the incident that ties them.
 */
#ifndef RESULTS_REPORT_KCIDB_H
#define RESULTS_REPORT_KCIDB_H

#include "base/str.h"

struct report_input;

void report_kcidb_append(const struct report_input *input, struct str *out);

#endif
