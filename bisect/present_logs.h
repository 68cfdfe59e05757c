/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The logs of all cases of a workspace, behind each other. */
#ifndef BISECT_PRESENT_LOGS_H
#define BISECT_PRESENT_LOGS_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/cli.h"
#include "results/log_view.h"

/*
 * Prints those cases, the oldest first, of which the options leave something; their kernels are in the order in
 * which they were tried. Each has a heading; with `wants_csv` there is one for all. JSON has an array "cases".
 */
int present_logs(const struct cli *cli, const struct log_view_options *options, bool wants_csv,
		 struct error *err) MUST_CHECK;

#endif
