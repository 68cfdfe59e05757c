/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/report_input.h"

#include <stdlib.h>

void report_commit_clear(struct report_commit *commit)
{
	free(commit->author);
	free(commit->message);
	free(commit->diff);
	*commit = (struct report_commit){ 0 };
}

void report_console_clear(struct report_console *console)
{
	free(console->tail);
	*console = (struct report_console){ 0 };
}
