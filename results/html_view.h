/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sections of a page share, worked out once. */
#ifndef RESULTS_HTML_VIEW_H
#define RESULTS_HTML_VIEW_H

#include "base/str.h"
#include "results/level.h"
#include "results/report_input.h"

#include <stdbool.h>
#include <stddef.h>

#define HTML_VIEW_SHORT 12 /* hex digits of a commit */

struct html_view {
	const struct report_input *input;
	struct levels levels;
	size_t good; /* index of the measured good end; levels.n: none */
	/*
	 * Log-percent that is drawn as 100 %: the good end's, else the highest sample; so far, the
	 * scale of all pictures.
	 */
	double reference;
	double low, high; /* of the scale, log-percent against the reference; low < high */
	size_t n_in_range; /* the kernels before are of the range, those behind were made to verify */
	size_t *culprit_of; /* of a kernel: the change that it is the last commit of, plus 1; 0: none */
	size_t *first_boot; /* of kernel i: boots_of[first_boot[i]…first_boot[i + 1]) */
	size_t *boots_of;   /* indexes into the history's boots, by kernel */
};

void html_view_init(struct html_view *view, const struct report_input *input);
void html_view_clear(struct html_view *view);

/* Of the sample on the scale; false where it has no place there. */
bool html_view_y(const struct html_view *view, double value, double *ret);
/* The place on the scale, 0 (slowest) to 1. */
double html_view_share(const struct html_view *view, double y);
/* Percent of the reference that a place stands for, and back. */
double html_view_percent(double y);
double html_view_from_percent(double percent);
/* "96.85 % ± 0.31", or "352.94" without a good end; nothing where it was not measured. */
void html_view_append_level(const struct html_view *view, size_t kernel, struct str *out);
/* NULL where the finding has no survey of it. */
const struct survey_place *html_view_place(const struct html_view *view, size_t kernel);

/* <code title="…40 digits…">1a2b3c4d5e6f</code> */
void html_view_append_commit(const char *hex, struct str *out);

#endif
