/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bisect/present_terms.h"

#include <stdio.h>
#include <string.h>

#include "base/fs.h"
#include "bisect/present.h"
#include "results/report_git_bisect.h"

#define TERM_MAX 40

/* Lower-case letters and hyphens inside, and none of git bisect's own words. */
static int check_term(const char *option, const char *term, struct error *err)
{
	static const char *const taken[] = { "help",   "start", "terms",     "skip",
					     "next",   "reset", "visualize", "view",
					     "replay", "log",   "run" };

	if (!term)
		return error_set(err, ERROR_USAGE, "--term-old and --term-new belong together");
	if (term[0] == '\0' || strlen(term) > TERM_MAX || term[0] == '-' ||
	    strspn(term, "abcdefghijklmnopqrstuvwxyz-") != strlen(term))
		return error_set(err, ERROR_USAGE, "%s is a word of lower-case letters, at most %d",
				 option, TERM_MAX);
	for (size_t i = 0; i < ARRAY_LENGTH(taken); i++)
		if (strcmp(term, taken[i]) == 0)
			return error_set(err, ERROR_USAGE, "%s: '%s' is a command of git bisect",
					 option, term);
	return 0;
}

int present_terms(struct cli *cli, int64_t case_id, const struct present_terms *terms,
		  struct error *err)
{
	CLEANUP(presented_clear) struct presented presented = { 0 };
	CLEANUP(str_clear) struct str text = { 0 };
	struct report_input input;

	if (strcmp(terms->format, "git-bisect") != 0)
		return error_set(err, ERROR_USAGE,
				 "--term-old and --term-new are for --format git-bisect");
	if (check_term("--term-old", terms->term_old, err) < 0 ||
	    check_term("--term-new", terms->term_new, err) < 0)
		return -1;
	if (strcmp(terms->term_old, terms->term_new) == 0)
		return error_set(err, ERROR_USAGE, "--term-old and --term-new must differ");
	if (presented_open(&presented, cli->dir, case_id, err) < 0)
		return -1;
	presented_sort(&presented);
	input = presented_input(&presented, fileno(stdout));
	input.term_old = terms->term_old;
	input.term_new = terms->term_new;
	report_git_bisect_append(&input, &text);
	if (terms->path)
		return fs_write_atomic(terms->path, str_text(&text), text.length, 0644, err);
	(void)fputs(str_text(&text), stdout); /* the exit looks for errors */
	return EXIT_FOUND;
}
