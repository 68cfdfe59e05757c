/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/commands.h"

#include "bisect/cli.h"

const struct command *const cli_commands[] = {
	&cmd_init,   &cmd_check,  &cmd_plan,       &cmd_run,      &cmd_resume,
	&cmd_status, &cmd_stop,   &cmd_test,       &cmd_log,      &cmd_show,
	&cmd_report, &cmd_import, &cmd_compare,    &cmd_workload, &cmd_simulate,
	&cmd_gc,     &cmd_manual, &cmd_completion, NULL,
};
