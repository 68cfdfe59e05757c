/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every report is made of. */
#ifndef RESULTS_REPORT_INPUT_H
#define RESULTS_REPORT_INPUT_H

#include "results/finding.h"
#include "results/history.h"
#include "results/store.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A commit that is named, as the repository has it. */
struct report_commit {
	char hex[HISTORY_OID_SIZE];
	char *author;
	int64_t time; /* committer, UNIX seconds */
	char *message;
	char *diff;        /* unified, against the first parent */
	size_t diff_bytes; /* of the whole: more than are in `diff` where it was cut */
};
void report_commit_clear(struct report_commit *commit);

/* The end of a boot's console. */
struct report_console {
	char *tail; /* may hold NULs */
	size_t n;
	int64_t size_bytes; /* of the whole; -1: it is not there any more */
};
void report_console_clear(struct report_console *console);
struct mail_details;

/* Where the search saw changes, from a kernel. */
struct report_belief {
	uint32_t
		suspects; /* candidates that hold a change, the widest one, with 95 %; 0: none is seen */
	double before, behind; /* expected number of changes up to the kernel, and behind it */
};

/* Before and after a boot. */
struct report_thought {
	struct report_belief prior, posterior;
};

/* All borrowed. */
struct report_input {
	const struct case_record *record;
	const struct history *history;
	const struct finding *finding; /* NULL while there is none */
	const struct step_record *steps;
	size_t n_steps;
	const struct mail_details *mail; /* of the mail report; NULL: nothing was looked up */
	const char *term_old, *term_new; /* of a git-bisect log; NULL: good and bad */
	bool is_sorted; /* the kernels are in the order of the commits, else as they were tried */
	bool color;     /* terminal attributes in the text report */
	unsigned width; /* columns of the text report; 0: no limit */
	/* Of `show`: from the configuration of the good end to that of the kernel, one a line; or NULL. */
	const char *speed_differences, *other_differences;
	const struct report_thought *thoughts; /* one a boot of the history, or NULL */
	/* Of the HTML report: */
	const struct report_commit *commits; /* of the changes, as far as there is a repository */
	size_t n_commits;
	const struct report_console *consoles; /* one a boot of the history; NULL: none was read */
	const char *base; /* from the report's folder to the workspace: "" or "../lab/"; NULL: "" */
};

#endif
