/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/html_sections.h"

#include <math.h>

#include "results/html.h"

#define WIDTH 960.0
#define HEIGHT 90.0
#define FRAME_HEIGHT 132
#define LEAST 0.001 /* what is believed less is not drawn */

static double x_of(const struct survey *survey, double position)
{
	return WIDTH * fmin(fmax(position / survey->n_positions, 0), 1);
}

static void append_bars(const struct survey *survey, struct str *out)
{
	const double width = WIDTH / (double)survey->n_bins;

	str_append(out, "<path class=\"bars\" d=\"");
	for (size_t i = 0; i < survey->n_bins; i++) {
		const double high = HEIGHT * sqrt(fmin(survey->bins[i], 1));

		if (survey->bins[i] >= LEAST)
			str_appendf(out, "M%.1f %.0fv%.1fh%.1fv%.1fz", width * (double)i, HEIGHT,
				    -high, fmax(width, 2), high);
	}
	str_append(out, "\"/>\n");
}

/* Below the line: where kernels were measured, or could not be. */
static void append_marks(const struct html_view *view, struct str *out)
{
	const struct survey *survey = &view->input->finding->survey;

	for (size_t i = 0; i < view->n_in_range; i++) {
		const struct survey_place *place = html_view_place(view, i);

		if (!place)
			continue;
		str_appendf(
			out,
			view->levels.of[i].n_boots
				? "<path class=\"mark%s\" d=\"M%.1f 94l4 9h-8z\"/>"
				: "<path class=\"failed%s\" d=\"M%.1f 95m-3 0l6 6m0 -6l-6 6\"/>",
			view->culprit_of[i] ? " culprit" : "", x_of(survey, place->position));
	}
}

/* The parts that hold most, for those who do not see the picture. */
static void append_peaks(const struct html_view *view, struct str *out)
{
	const struct history *history = view->input->history;
	bool has_any = false;

	str_append(out, "<ul>");
	for (size_t i = 0; i < view->n_in_range; i++) {
		const struct survey_place *place = html_view_place(view, i);

		if (!place || !(place->mass >= 0.01))
			continue;
		str_append(out, "<li>");
		html_view_append_commit(history->kernels[i].commit, out);
		str_appendf(out, ": %.1f %%</li>", 100 * fmin(place->mass, 0.9994));
		has_any = true;
	}
	str_append(out, has_any ? "</ul>\n" : "<li>nothing above 1 %</li></ul>\n");
}

void html_strip_append(const struct html_view *view, struct str *out)
{
	const struct survey *survey = view->input->finding ? &view->input->finding->survey : NULL;

	if (!survey || survey->n_positions == 0 || survey->n_bins == 0 || !view->input->is_sorted)
		return;
	str_appendf(out,
		    "<section aria-labelledby=\"h-strip\"><h2 id=\"h-strip\">What is believed over "
		    "the range</h2>\n<p>The probability of a change over the %u positions of the "
		    "mainline, good end left. Heights are square roots, so that a few percent are "
		    "seen beside a peak. Below: kernels that were measured (▲), or could not be "
		    "(×).</p>\n<figure class=\"wide\" tabindex=\"0\" role=\"group\" "
		    "aria-label=\"Probability over the range, can be scrolled\"><svg viewBox=\"0 0 "
		    "%.0f %d\" role=\"img\" aria-labelledby=\"t-strip d-strip\"><title "
		    "id=\"t-strip\">Probability of a change by position</title><desc "
		    "id=\"d-strip\">The list below has the largest.</desc>\n",
		    survey->n_positions, WIDTH, FRAME_HEIGHT);
	append_bars(survey, out);
	str_appendf(out, "<path class=\"axis\" d=\"M0 %.0fH%.0f\"/>\n", HEIGHT, WIDTH);
	append_marks(view, out);
	str_append(out, "<text x=\"0\" y=\"124\">");
	html_textf(out, "%.40s", view->input->record->good_name);
	str_appendf(out, "</text><text x=\"%.0f\" y=\"124\" text-anchor=\"end\">", WIDTH);
	html_textf(out, "%.40s", view->input->record->bad_name);
	str_append(out, "</text></svg></figure>\n<details><summary>Where a change is "
			"believed</summary><p>Among the commits behind the kernel before it, up to "
			"this one:</p>");
	append_peaks(view, out);
	str_append(out, "</details></section>\n");
}
