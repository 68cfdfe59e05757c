/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/html_sections.h"

#include <math.h>
#include <string.h>

#include "base/quantity.h"
#include "results/html.h"
#include "results/number.h"

#define PLOT_WIDTH 200.0
#define PLOT_HEIGHT 20.0

/* The kernel's samples along the scale of all, slower left, with its mean. */
static void append_plot(const struct html_view *view, size_t kernel, struct str *out)
{
	const struct history *history = view->input->history;
	const struct level *level = &view->levels.of[kernel];
	double y;

	if (level->n_boots == 0)
		return;
	str_appendf(out,
		    "<svg class=\"strip\" viewBox=\"0 0 %.0f %.0f\" aria-hidden=\"true\"><path "
		    "class=\"axis\" d=\"M0 %.0fH%.0f\"/><path class=\"dots\" d=\"",
		    PLOT_WIDTH, PLOT_HEIGHT, PLOT_HEIGHT / 2, PLOT_WIDTH);
	for (size_t i = view->first_boot[kernel]; i < view->first_boot[kernel + 1]; i++) {
		const struct history_boot *boot = &history->boots[view->boots_of[i]];

		for (size_t j = 0; boot->outcome == OUTCOME_MEASURED && j < boot->n; j++)
			if (html_view_y(view, boot->values[j], &y))
				str_appendf(out, "M%.1f %zuh0",
					    PLOT_WIDTH * html_view_share(view, y),
					    6 + (i - view->first_boot[kernel]) * 4 % 12);
	}
	y = level->log_percent - view->reference;
	str_appendf(out, "\"/><path class=\"mean\" d=\"M%.1f 2v16\"/></svg>",
		    PLOT_WIDTH * html_view_share(view, y));
}

static void append_samples(const struct history_boot *boot, struct str *out)
{
	if (boot->n == 0)
		return;
	str_append(out, "<span class=\"samples\">");
	for (size_t i = 0; i < boot->n; i++) {
		if (i > 0)
			str_append_char(out, ' ');
		number_append(out, boot->values[i]);
	}
	str_append(out, "</span>");
}

static void append_console(const struct html_view *view, size_t boot, struct str *out)
{
	const char *dir = view->input->history->boots[boot].dir;
	CLEANUP(str_clear) struct str path = { 0 };
	const struct report_console *console =
		view->input->consoles ? &view->input->consoles[boot] : NULL;

	if (console && console->size_bytes < 0) {
		str_append(out, "<p class=\"cut\">Its console is not there any more.</p>");
		return;
	}
	if (dir[0]) {
		str_append(out, "<p><a href=\"");
		str_appendf(&path, "%s%s/console.log", view->input->base ? view->input->base : "",
			    dir);
		html_path(out, str_text(&path));
		str_append(out, "\">console.log</a> ");
		html_textf(out, "(%s)", dir);
		str_append(out, "</p>");
	}
	if (!console || console->n == 0)
		return;
	str_append(out, "<details><summary>Console");
	if ((int64_t)console->n < console->size_bytes)
		str_appendf(out, ", cut: the last %zu of %lld bytes", console->n,
			    (long long)console->size_bytes);
	str_append(out, "</summary><pre tabindex=\"0\">");
	html_bytes(out, console->tail, console->n);
	str_append(out, "</pre></details>");
}

static void append_boot(const struct html_view *view, size_t index, struct str *out)
{
	const struct history_boot *boot = &view->input->history->boots[index];

	str_appendf(out, "<li><p>Boot %lld, %s on ", (long long)boot->id,
		    outcome_name(boot->outcome));
	html_text(out, boot->machine);
	str_append(out, ", ");
	html_time(out, boot->started);
	str_append(out, ", ");
	quantity_append_duration(out, boot->total_s);
	if (boot->purpose != BOOT_SEARCH)
		str_appendf(out, ", to %s", boot_purpose_name(boot->purpose));
	str_append(out, ": ");
	append_samples(boot, out);
	str_append(out, "</p>");
	if (boot->detail[0]) {
		str_append(out, "<pre class=\"detail\" tabindex=\"0\">");
		html_bytes(out, boot->detail, strlen(boot->detail));
		str_append(out, "</pre>");
	}
	append_console(view, index, out);
	str_append(out, "</li>\n");
}

static void append_story(const struct html_view *view, size_t kernel, struct str *out)
{
	const struct history_kernel *info = &view->input->history->kernels[kernel];

	str_append(out, "<details><summary>");
	html_text(out, info->subject);
	str_append(out, "</summary>\n<p>");
	str_appendf(out, "Build: %s", outcome_name(info->outcome));
	if (info->build_s > 0) {
		str_append(out, " after ");
		quantity_append_duration(out, info->build_s);
	}
	if (info->release[0])
		html_textf(out, "; release %s", info->release);
	if (info->log[0])
		html_textf(out, "; log %s", info->log);
	str_append(out, "</p>\n");
	if (info->onto[0]) {
		str_append(out, "<p>Merged onto ");
		html_view_append_commit(info->onto, out);
		str_append(out, " for this measurement.</p>\n");
	}
	if (info->detail[0]) {
		str_append(out, "<pre class=\"detail\" tabindex=\"0\">");
		html_bytes(out, info->detail, strlen(info->detail));
		str_append(out, "</pre>");
	}
	if (view->first_boot[kernel] < view->first_boot[kernel + 1]) {
		str_append(out, "<ol class=\"boots\">");
		for (size_t i = view->first_boot[kernel]; i < view->first_boot[kernel + 1]; i++)
			append_boot(view, view->boots_of[i], out);
		str_append(out, "</ol>");
	}
	str_append(out, "</details>");
}

static void append_row(const struct html_view *view, size_t kernel, struct str *out)
{
	const struct history_kernel *info = &view->input->history->kernels[kernel];
	const struct level *level = &view->levels.of[kernel];
	const struct survey_place *place = html_view_place(view, kernel);
	const enum outcome outcome = history_outcome(view->input->history, kernel, NULL);

	str_appendf(out, "<tr id=\"kernel-%lld\"%s><th scope=\"row\">", (long long)info->id,
		    view->culprit_of[kernel] ? " class=\"culprit\"" : "");
	html_view_append_commit(info->commit, out);
	if (info->variant > 0)
		str_appendf(out, " <small>layout %u</small>", info->variant);
	str_appendf(out, "</th><td>%s</td><td class=\"n\">%zu × %zu</td><td class=\"n\">",
		    outcome_name(outcome), view->first_boot[kernel + 1] - view->first_boot[kernel],
		    level->n_samples);
	html_view_append_level(view, kernel, out);
	str_append(out, "</td><td>");
	append_plot(view, kernel, out);
	str_append(out, "</td><td class=\"n\">");
	if (place && place->mass >= 0.0005)
		str_appendf(out, "%.1f %%", 100 * fmin(place->mass, 0.9994));
	str_append(out, "</td><td class=\"story\">");
	append_story(view, kernel, out);
	str_append(out, "</td></tr>\n");
}

void html_kernels_append(const struct html_view *view, struct str *out)
{
	if (view->levels.n == 0)
		return;
	str_append(
		out,
		"<section aria-labelledby=\"h-kernels\" id=\"kernels\"><h2 "
		"id=\"h-kernels\">Kernels</h2>\n<div class=\"wide\" tabindex=\"0\" "
		"role=\"group\" aria-label=\"Table of kernels, can be scrolled\"><table>"
		"<caption>A row a kernel; its subject opens to its build, boots, samples and "
		"consoles</caption><thead><tr><th scope=\"col\">Commit</th><th "
		"scope=\"col\">Outcome</th><th scope=\"col\">Boots × samples</th><th "
		"scope=\"col\">Of good</th><th scope=\"col\">Samples, slower left</th><th "
		"scope=\"col\">P(change)</th><th scope=\"col\">Story</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < view->levels.n; i++)
		append_row(view, i, out);
	str_append(out, "</tbody></table></div></section>\n");
}
