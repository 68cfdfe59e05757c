/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sections of a page, each in a file of its own; nothing is appended where there is nothing to show. */
#ifndef RESULTS_HTML_SECTIONS_H
#define RESULTS_HTML_SECTIONS_H

#include "base/str.h"
#include "results/html_view.h"

/* All kernels over history: every sample a dot, with means, intervals, levels and changes. */
void html_chart_append(const struct html_view *view, struct str *out);
/* What is believed over the range, by position. */
void html_strip_append(const struct html_view *view, struct str *out);
/* From the good end to the bad, change by change. */
void html_waterfall_append(const struct html_view *view, struct str *out);
/* The commits named, with what the repository has of them, and their checks. */
void html_changes_append(const struct html_view *view, struct str *out);
/* A row a kernel with its own dots, and its boots with samples and console. */
void html_kernels_append(const struct html_view *view, struct str *out);
/* What the guests said about themselves that is not the same in all boots. */
void html_environment_append(const struct html_view *view, struct str *out);
/* Every step, and why it was that one. */
void html_decisions_append(const struct html_view *view, struct str *out);

#endif
