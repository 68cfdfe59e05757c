/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings a case's record, log and finding together for the commands that print them. */
#ifndef BISECT_PRESENT_H
#define BISECT_PRESENT_H

#include "base/defs.h"
#include "base/error.h"
#include "bisect/casefile.h"
#include "bisect/cli.h"
#include "results/finding.h"
#include "results/report.h"

#include <stdint.h>
#include <stdio.h>

/*
 * A case with all that a report needs. The range of history is read only where it is needed: an ended
 * case can be shown after its repository is gone, and of another what it has measured. Zero-initialise; clear with presented_clear.
 */
struct presented {
	struct workspace *workspace;
	struct case_record record;
	struct history *history;
	struct step_record *steps;
	size_t n_steps;
	struct finding *finding; /* stored, or so far while the case runs */
	/* Only after presented_page(): what the repository and the boots' folders have for a page. */
	struct report_commit *commits;
	size_t n_commits;
	struct report_console *consoles; /* one a boot */
	char *base;
	/* Only while the case runs, or after presented_look: */
	bool is_opened; /* the case's file; the outlook may have failed */
	bool has_outlook;
	bool is_sorted; /* by presented_sort() */
	struct casefile casefile;
	struct outlook outlook;
	struct verification verification; /* empty after presented_look */
};
int presented_open(struct presented *presented, const char *dir, int64_t case_id,
		   struct error *err) MUST_CHECK;
/* Reads the range and makes the outlook, where that was not done yet. */
int presented_look(struct presented *presented, struct error *err) MUST_CHECK;
/*
 * Puts the kernels of the history into the order of the commits, transplants before their merge; leaves
 * them as they were tried where the range cannot be read any more.
 */
void presented_sort(struct presented *presented);
/*
 * Reads what a page shows besides: what the named commits change, and how the consoles end, both within
 * bounds. What is not there any more is left out. `output` is the file that the page will be, or NULL.
 */
void presented_page(struct presented *presented, const char *output);
void presented_clear(struct presented *presented);

/* What the reports of results/ take; borrows from `presented`. */
struct report_input presented_input(const struct presented *presented, int fd);

/* What is printed from here on goes through the user's pager (bisect/terminal.h). */
void present_through_pager(void);

/* Prints the case in that format ("text", "json", …) to the stream. */
int present_report(struct cli *cli, const char *format, int64_t case_id, FILE *stream,
		   struct error *err) MUST_CHECK;
/* The same into a file, which is replaced as a whole. */
int present_report_file(struct cli *cli, const char *format, int64_t case_id, const char *path,
			struct error *err) MUST_CHECK;

#endif
