/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/html_sections.h"

#include <math.h>
#include <string.h>

#include "results/html.h"
#include "results/number.h"
#include "results/report_verdict.h"

#define LEFT 70.0
#define TOP 34.0
#define WIDTH 890.0 /* of the plot in the frame */
#define HEIGHT 320.0
#define FRAME_WIDTH 980
#define FRAME_HEIGHT 448
#define LABEL_ROOM 15.0 /* between labels of commits */
#define TICKS_MAX 8
#define PERCENT_MAX 1e6 /* what is further away is no measurement, and has no label */

/* The middle of a kernel's column. */
static double column(const struct html_view *view, size_t kernel)
{
	return LEFT + WIDTH * ((double)kernel + 0.5) / (double)view->levels.n;
}

static double edge(const struct html_view *view, size_t kernel)
{
	return LEFT + WIDTH * (double)kernel / (double)view->levels.n;
}

static double height(const struct html_view *view, double y)
{
	return TOP + HEIGHT * (1 - html_view_share(view, y));
}

/* The least of 1, 2 and 5 times a power of ten that gives few enough steps. */
static double find_step(double range)
{
	static const double factors[] = { 1, 2, 5, 10 };
	const double decade = pow(10, floor(log10(range / TICKS_MAX)));

	for (size_t i = 0; i < ARRAY_LENGTH(factors); i++)
		if (range / (decade * factors[i]) <= TICKS_MAX)
			return decade * factors[i];
	return decade * 10;
}

static void append_ticks(const struct html_view *view, struct str *out)
{
	const double low = html_view_percent(view->low), high = html_view_percent(view->high);
	const double step = find_step(high - low);
	const int decimals = step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9);

	str_append(out, "<g class=\"grid\">");
	for (int i = 0; i <= TICKS_MAX + 1; i++) {
		const double percent = (ceil(low / step) + i) * step;
		double y;

		if (!(percent <= high) || !(percent > 0) || !(percent < PERCENT_MAX))
			continue;
		y = height(view, html_view_from_percent(percent));
		str_appendf(out,
			    "<path d=\"M%.0f %.1fH%.0f\"/><text x=\"%.0f\" y=\"%.1f\" "
			    "text-anchor=\"end\">%.*f %%</text>",
			    LEFT, y, LEFT + WIDTH, LEFT - 8, y + 4, decimals < 6 ? decimals : 6,
			    percent);
	}
	str_append(out, "</g>\n");
}

/* The samples of a kernel as dots of one path; boots of a kernel lie side by side. */
static void append_dots(const struct html_view *view, size_t kernel, struct str *out)
{
	const struct history *history = view->input->history;
	const size_t first = view->first_boot[kernel], end = view->first_boot[kernel + 1];
	const double room = fmin(WIDTH / (double)view->levels.n * 0.6, 40) / (double)(end - first);
	double y;

	str_append(out, "<path class=\"dots\" d=\"");
	for (size_t i = first; i < end; i++) {
		const struct history_boot *boot = &history->boots[view->boots_of[i]];
		const double x = column(view, kernel) +
				 room * ((double)(i - first) - (double)(end - first - 1) / 2);

		if (boot->outcome != OUTCOME_MEASURED)
			continue;
		for (size_t j = 0; j < boot->n; j++)
			if (html_view_y(view, boot->values[j], &y))
				str_appendf(out, "M%.1f %.1fh0", x, height(view, y));
	}
	str_append(out, "\"/>");
}

/* The mean as a bar across the column, and its interval as a line up and down. */
static void append_mean(const struct html_view *view, size_t kernel, struct str *out)
{
	const struct level *level = &view->levels.of[kernel];
	const double x = column(view, kernel);
	const double half_width = fmin(WIDTH / (double)view->levels.n * 0.4, 14);
	const double y = level->log_percent - view->reference;

	str_appendf(out, "<path class=\"mean\" d=\"M%.1f %.1fh%.1f", x - half_width,
		    height(view, y), 2 * half_width);
	if (isfinite(level->half))
		str_appendf(out, "M%.1f %.1fV%.1f", x, height(view, y + level->half),
			    height(view, y - level->half));
	str_append(out, "\"/>");
}

static void append_kernel(const struct html_view *view, size_t kernel, struct str *out)
{
	const struct history_kernel *info = &view->input->history->kernels[kernel];
	const struct level *level = &view->levels.of[kernel];

	str_appendf(out, "<g class=\"kernel%s\" data-kernel=\"%lld\"><title>",
		    view->culprit_of[kernel] ? " culprit" : "", (long long)info->id);
	html_textf(out, "%.*s %s: ", HTML_VIEW_SHORT, info->commit, info->subject);
	if (level->n_boots) {
		html_view_append_level(view, kernel, out);
		str_appendf(out, ", %zu boots, %zu samples", level->n_boots, level->n_samples);
	} else {
		str_append(out, outcome_name(history_outcome(view->input->history, kernel, NULL)));
	}
	str_append(out, "</title>");
	if (level->n_boots) {
		append_dots(view, kernel, out);
		append_mean(view, kernel, out);
	} else {
		const double x = column(view, kernel), y = TOP + HEIGHT - 8;

		str_appendf(out, "<path class=\"failed\" d=\"M%.1f %.1fl8 8m0 -8l-8 8\"/>", x - 4,
			    y - 4);
	}
	str_append(out, "</g>\n");
}

static bool has_label(const struct html_view *view, size_t kernel)
{
	const size_t fits = (size_t)fmax(WIDTH / LABEL_ROOM, 1);
	const size_t every = 1 + view->levels.n / fits;
	const size_t from = kernel > every ? kernel - every + 1 : 0;

	if (view->culprit_of[kernel])
		return true;
	for (size_t i = from; i < view->levels.n && i < kernel + every; i++)
		if (view->culprit_of[i])
			return false; /* would lie on its label */
	return every < 2 || kernel % every == 0;
}

static void append_labels(const struct html_view *view, struct str *out)
{
	str_append(out, "<g class=\"labels\">");
	for (size_t i = 0; i < view->levels.n; i++) {
		if (!has_label(view, i))
			continue;
		str_appendf(out,
			    "<text%s transform=\"translate(%.1f %.0f) rotate(-60)\" "
			    "text-anchor=\"end\">%.*s</text>",
			    view->culprit_of[i] ? " class=\"culprit\"" : "", column(view, i) + 4,
			    TOP + HEIGHT + 14, HTML_VIEW_SHORT,
			    view->input->history->kernels[i].commit);
	}
	str_append(out, "</g>\n");
}

/* The mean of the kernels first…end-1 as a line through them. */
static void append_segment(const struct html_view *view, size_t first, size_t end, struct str *out)
{
	double sum = 0;
	size_t n = 0;

	for (size_t i = first; i < end; i++) {
		const struct level *level = &view->levels.of[i];

		sum += (double)level->n_boots * level->log_percent;
		n += level->n_boots;
	}
	if (n > 0)
		str_appendf(out, "<path class=\"level\" d=\"M%.1f %.1fH%.1f\"/>", edge(view, first),
			    height(view, sum / (double)n - view->reference), edge(view, end));
}

static void append_change(const struct html_view *view, size_t kernel, size_t line, struct str *out)
{
	const struct finding_change *change =
		&view->input->finding->changes[view->culprit_of[kernel] - 1];
	const double x = edge(view, kernel);
	const bool is_right = x > LEFT + WIDTH * 0.75;

	str_appendf(out,
		    "<g class=\"change %s\"><path d=\"M%.1f %.0fV%.0f\"/>"
		    "<text x=\"%.1f\" y=\"%.0f\" text-anchor=\"%s\">",
		    report_verdict_speed(change->effect_percent), x, TOP - 6, TOP + HEIGHT,
		    is_right ? x - 5 : x + 5, line % 2 ? TOP - 18 : TOP - 4,
		    is_right ? "end" : "start");
	number_append_percent(out, change->effect_percent,
			      (change->effect_high - change->effect_low) / 2);
	str_appendf(out, " %.*s</text></g>\n", HTML_VIEW_SHORT,
		    view->input->history->kernels[kernel].commit);
}

/* Levels and changes make no sense among kernels in the order of the search. */
static void append_steps(const struct html_view *view, struct str *out)
{
	size_t first = 0, line = 0;

	if (!view->input->is_sorted || !view->input->finding)
		return;
	for (size_t i = 1; i < view->n_in_range; i++) {
		if (!view->culprit_of[i])
			continue;
		append_segment(view, first, i, out);
		append_change(view, i, line++, out);
		first = i;
	}
	append_segment(view, first, view->n_in_range, out);
	if (view->n_in_range < view->levels.n)
		str_appendf(out,
			    "<path class=\"border\" d=\"M%.1f %.0fv%.0f\"/>"
			    "<text class=\"border\" x=\"%.1f\" y=\"%.0f\" "
			    "text-anchor=\"end\">made to verify</text>\n",
			    edge(view, view->n_in_range), TOP, HEIGHT, LEFT + WIDTH,
			    TOP + HEIGHT - 6);
}

/* What the button's picture is drawn from (results/html/report.js). */
static void append_data(const struct html_view *view, struct str *out)
{
	const struct history *history = view->input->history;
	CLEANUP(json_freep) struct json *json = json_new_object();
	struct json *names = json_new_array(), *means = json_new_array();
	struct json *samples = json_new_array();
	double y;

	for (size_t i = 0; i < view->levels.n; i++) {
		const struct level *level = &view->levels.of[i];
		struct json *values = json_new_array();
		CLEANUP(str_clear) struct str name = { 0 };

		for (size_t b = view->first_boot[i]; b < view->first_boot[i + 1]; b++) {
			const struct history_boot *boot = &history->boots[view->boots_of[b]];

			for (size_t j = 0; boot->outcome == OUTCOME_MEASURED && j < boot->n; j++)
				if (html_view_y(view, boot->values[j], &y))
					json_push_real(values,
						       round(html_view_percent(y) * 1e4) / 1e4);
		}
		str_appendf(&name, "%.*s", HTML_VIEW_SHORT, history->kernels[i].commit);
		json_push_string(names, str_text(&name));
		json_push_real(means, level->n_boots ? round(html_view_percent(level->log_percent -
									       view->reference) *
							     1e4) /
							       1e4
						     : (double)NAN);
		json_push(samples, values);
	}
	json_set(json, "names", names);
	json_set(json, "means", means);
	json_set(json, "samples", samples);
	str_append(out, "<script type=\"application/json\" id=\"chart-data\">");
	html_json(out, json);
	str_append(out, "</script>\n");
}

void html_chart_append(const struct html_view *view, struct str *out)
{
	const struct case_record *record = view->input->record;

	if (view->levels.n == 0)
		return;
	str_append(out, "<section aria-labelledby=\"h-chart\" id=\"chart\"><h2 id=\"h-chart\">All "
			"kernels over history</h2>\n<p>");
	html_textf(out,
		   "Each dot is a sample of %s, in percent of %s: higher is faster. Bars are means "
		   "with their 95 %% intervals; boots of a kernel lie side by side. %s",
		   record->metric,
		   view->good < view->levels.n ? "the good end" : "the fastest sample",
		   view->input->is_sorted ? "From the good end (left) to the bad."
					  : "Kernels are in the order they were tried.");
	str_appendf(out,
		    "</p>\n<figure class=\"wide\" tabindex=\"0\" role=\"group\" "
		    "aria-label=\"Chart, can be scrolled\">"
		    "<svg id=\"chart-svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
		    "aria-labelledby=\"t-chart d-chart\"><title id=\"t-chart\">Throughput of every "
		    "kernel</title><desc id=\"d-chart\">%zu kernels in columns. The same numbers "
		    "are in the table of kernels below.</desc>\n",
		    FRAME_WIDTH, FRAME_HEIGHT, view->levels.n);
	append_ticks(view, out);
	append_steps(view, out);
	for (size_t i = 0; i < view->levels.n; i++)
		append_kernel(view, i, out);
	append_labels(view, out);
	str_append(out, "</svg></figure>\n");
	append_data(view, out);
	str_append(out, "</section>\n");
}
