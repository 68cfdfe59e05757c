/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/html_sections.h"

#include <math.h>

#include "results/html.h"
#include "results/number.h"
#include "results/report_verdict.h"

#define WIDTH 400.0
#define HEIGHT 18.0

/* Bars from 0 would hide changes of a percent: they begin a little below the least. */
struct frame {
	double low, high; /* percent of the good end */
};

static double x_of(const struct frame *frame, double percent)
{
	const double x = WIDTH * (percent - frame->low) / (frame->high - frame->low);

	return isfinite(x) ? x : 0; /* a finding may lack a number */
}

static void widen(struct frame *frame, double percent)
{
	frame->low = fmin(frame->low, percent);
	frame->high = fmax(frame->high, percent);
}

static struct frame find_frame(const struct finding *finding)
{
	struct frame frame = { 100, 100 };
	double at = 100, room;

	for (size_t i = 0; i < finding->n_changes; i++) {
		at *= 1 + finding->changes[i].effect_percent / 100;
		widen(&frame, at);
	}
	widen(&frame, 100 + finding->difference_percent);
	room = fmax((frame.high - frame.low) * 0.15, 0.01);
	frame.low -= room;
	frame.high += room;
	return frame;
}

static void append_bar(const struct frame *frame, const char *class, double from, double to,
		       struct str *out)
{
	const double low = fmin(from, to), high = fmax(from, to);

	str_appendf(out,
		    "<td><svg class=\"bar\" viewBox=\"0 0 %.0f %.0f\" preserveAspectRatio=\"none\" "
		    "aria-hidden=\"true\"><rect class=\"%s\" x=\"%.1f\" y=\"2\" width=\"%.1f\" "
		    "height=\"14\"/></svg></td></tr>\n",
		    WIDTH, HEIGHT, class, x_of(frame, low),
		    fmax(x_of(frame, high) - x_of(frame, low), 1));
}

static void append_end(const struct frame *frame, const char *what, const char *name,
		       double percent, struct str *out)
{
	str_append(out, "<tr><th scope=\"row\">");
	html_textf(out, "%s %s", what, name);
	str_appendf(out, "</th><td></td><td class=\"n\">%.2f %%</td>", percent);
	append_bar(frame, "end", frame->low, percent, out);
}

static void append_change(const struct frame *frame, const struct finding_change *change,
			  double from, double to, struct str *out)
{
	const struct finding_commit *last = &change->commits[change->n_commits - 1];

	str_append(out, "<tr><th scope=\"row\">");
	html_view_append_commit(last->hex, out);
	str_append_char(out, ' ');
	html_text(out, last->subject);
	if (change->n_commits > 1)
		str_appendf(out, " (or one of the %zu before it)", change->n_commits - 1);
	str_append(out, "</th><td class=\"n\">");
	number_append_percent(out, change->effect_percent,
			      (change->effect_high - change->effect_low) / 2);
	str_appendf(out, "</td><td class=\"n\">%.2f %%</td>", to);
	append_bar(frame, report_verdict_speed(change->effect_percent), from, to, out);
}

void html_waterfall_append(const struct html_view *view, struct str *out)
{
	const struct finding *finding = view->input->finding;
	struct frame frame;
	double at = 100, end;

	if (!finding || finding->n_changes == 0 || !report_verdict_has_difference(finding))
		return;
	frame = find_frame(finding);
	end = 100 + finding->difference_percent;
	str_append(out,
		   "<section aria-labelledby=\"h-waterfall\"><h2 id=\"h-waterfall\">From good to "
		   "bad</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" "
		   "aria-label=\"Table, can be scrolled\"><table class=\"waterfall\">"
		   "<caption>How the changes add up, in percent of the good end's throughput; bars "
		   "do not begin at zero</caption><thead><tr><th scope=\"col\">What</th><th "
		   "scope=\"col\">Change</th><th scope=\"col\">Then</th><th "
		   "scope=\"col\">Bar</th></tr></thead><tbody>\n");
	append_end(&frame, "good end", view->input->record->good_name, 100, out);
	for (size_t i = 0; i < finding->n_changes; i++) {
		const double to = at * (1 + finding->changes[i].effect_percent / 100);

		append_change(&frame, &finding->changes[i], at, to, out);
		at = to;
	}
	if (at > 0) {
		str_appendf(out,
			    "<tr><th scope=\"row\">not explained by these</th><td "
			    "class=\"n\">%+.2f %%</td><td class=\"n\">%.2f %%</td>",
			    100 * (end / at - 1), end);
		append_bar(&frame, "rest", at, end, out);
	}
	append_end(&frame, "bad end", view->input->record->bad_name, end, out);
	str_append(out, "</tbody></table></div></section>\n");
}
