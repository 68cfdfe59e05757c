/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every command of the program; each is defined in the file of its name. */
#ifndef BISECT_COMMANDS_H
#define BISECT_COMMANDS_H

#include "bisect/cli.h"

extern const struct command cmd_init;
extern const struct command cmd_check;
extern const struct command cmd_plan;
extern const struct command cmd_run;
extern const struct command cmd_resume;
extern const struct command cmd_status;
extern const struct command cmd_stop;
extern const struct command cmd_test;
extern const struct command cmd_log;
extern const struct command cmd_show;
extern const struct command cmd_report;
extern const struct command cmd_import;
extern const struct command cmd_compare;
extern const struct command cmd_workload;
extern const struct command cmd_simulate;
extern const struct command cmd_gc;
extern const struct command cmd_manual;
extern const struct command cmd_completion;

#endif
