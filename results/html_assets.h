/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of results/html/, part of the program: C strings made when it is built. */
#ifndef RESULTS_HTML_ASSETS_H
#define RESULTS_HTML_ASSETS_H

extern const char html_assets_style[];
extern const char html_assets_script[];
extern const char html_assets_uplot[]; /* its licence is in results/html/uPlot.LICENSE */

#endif
