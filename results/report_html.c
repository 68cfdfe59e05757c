/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/report_html.h"

#include <math.h>

#include "base/quantity.h"
#include "results/html.h"
#include "results/html_assets.h"
#include "results/html_sections.h"
#include "results/number.h"
#include "results/report_verdict.h"

static void append_title(const struct case_record *record, struct str *out)
{
	html_textf(out, "Case %lld: %s%s%s%s", (long long)record->id, record->workload,
		   record->cell[0] ? " (" : "", record->cell, record->cell[0] ? ")" : "");
}

/* Nothing may be loaded from anywhere, whatever is in the page. */
static void append_head(const struct report_input *input, struct str *out)
{
	str_append(out,
		   "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		   "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		   "style-src 'unsafe-inline'; script-src 'unsafe-inline'; base-uri 'none'; "
		   "form-action 'none'\">\n"
		   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		   "<meta name=\"color-scheme\" content=\"light dark\">\n<title>");
	append_title(input->record, out);
	str_append(out, "</title>\n<style>");
	str_append(out, html_assets_style);
	str_append(out, "</style>\n</head>\n");
}

static void append_end(const char *what, const char *hex, const char *name, struct str *out)
{
	str_appendf(out, "<dt>%s end</dt><dd>", what);
	html_view_append_commit(hex, out);
	str_append_char(out, ' ');
	html_text(out, name);
	str_append(out, "</dd>");
}

static void append_case(const struct report_input *input, struct str *out)
{
	const struct case_record *record = input->record;

	str_append(out, "<body>\n<a class=\"skip\" href=\"#main\">Skip to the finding</a>\n"
			"<header><h1>");
	append_title(record, out);
	str_append(out, "</h1>\n<dl class=\"case\"><dt>Metric</dt><dd>");
	html_textf(out, "%s in %s, %s is better", record->metric, record->unit,
		   direction_name(record->better));
	str_append(out, "</dd><dt>Machine</dt><dd>");
	html_text(out, record->machine);
	str_append(out, "</dd>");
	append_end("Good", record->good, record->good_name, out);
	append_end("Bad", record->bad, record->bad_name, out);
	if (input->finding && input->finding->n_commits)
		str_appendf(out, "<dt>Between</dt><dd>%u commits</dd>", input->finding->n_commits);
	str_append(out, "<dt>Begun</dt><dd>");
	html_time(out, record->created);
	if (record->ended) {
		str_append(out, "</dd><dt>Ended</dt><dd>");
		html_time(out, record->ended);
	}
	str_append(out, "</dd></dl></header>\n<main id=\"main\">\n");
}

static void append_cost(const struct finding *finding, struct str *out)
{
	str_appendf(out,
		    "<dl class=\"cost\"><div><dt>Builds</dt><dd>%u</dd></div><div><dt>Boots</dt>"
		    "<dd>%u</dd></div><div><dt>Samples</dt><dd>%u</dd></div><div><dt>Time</dt><dd>",
		    finding->builds, finding->boots, finding->samples);
	quantity_append_duration(out, finding->wall_s);
	str_append(out, "</dd></div>");
	if (report_verdict_has_difference(finding))
		str_appendf(out,
			    "<div><dt>Noise, samples</dt><dd>%.*f %%</dd></div><div><dt>Noise, "
			    "boots</dt><dd>%.*f %%</dd></div>",
			    number_decimals(finding->sample_sd_percent), finding->sample_sd_percent,
			    number_decimals(finding->boot_sd_percent), finding->boot_sd_percent);
	str_append(out, "</dl>\n");
}

static void append_untestable(const struct finding *finding, struct str *out)
{
	if (finding->n_untestable == 0)
		return;
	str_append(out, "<details><summary>");
	str_append_count(out, finding->n_untestable, "commit");
	str_append(out, " could not be measured</summary><ul>");
	for (size_t i = 0; i < finding->n_untestable; i++) {
		const struct finding_untestable *item = &finding->untestable[i];

		str_append(out, "<li>");
		html_view_append_commit(item->commit.hex, out);
		html_textf(out, " %s: %s", outcome_name(item->outcome),
			   item->commit.subject ? item->commit.subject : "");
		if (item->detail && item->detail[0])
			html_textf(out, " (%s)", item->detail);
		str_append(out, "</li>\n");
	}
	str_append(out, "</ul></details>\n");
}

static void append_notes(const struct finding *finding, struct str *out)
{
	if (finding->notes.n == 0)
		return;
	str_append(out, "<h3>Notes</h3><ul>");
	for (size_t i = 0; i < finding->notes.n; i++) {
		str_append(out, "<li>");
		html_text(out, finding->notes.items[i]);
		str_append(out, "</li>\n");
	}
	str_append(out, "</ul>\n");
}

static void append_finding(const struct report_input *input, struct str *out)
{
	CLEANUP(str_clear) struct str verdict = { 0 };

	report_verdict_append(input, &verdict);
	str_append(out, "<section aria-labelledby=\"h-finding\"><h2 id=\"h-finding\">The "
			"finding</h2>\n<p class=\"verdict\">");
	html_text(out, str_text(&verdict));
	str_append(out, "</p>\n");
	if (input->finding) {
		append_cost(input->finding, out);
		append_untestable(input->finding, out);
		append_notes(input->finding, out);
	}
	str_append(out, "</section>\n");
}

void report_html_append(const struct report_input *input, struct str *out)
{
	CLEANUP(html_view_clear) struct html_view view;

	html_view_init(&view, input);
	append_head(input, out);
	append_case(input, out);
	append_finding(input, out);
	html_chart_append(&view, out);
	html_strip_append(&view, out);
	html_waterfall_append(&view, out);
	html_changes_append(&view, out);
	html_kernels_append(&view, out);
	html_environment_append(&view, out);
	html_decisions_append(&view, out);
	str_append(out, "</main>\n<footer><p>Written by perfsect " PERFSECT_VERSION
			". All of it is in this file; links to consoles work where it lies in the "
			"workspace, or was written with --output.</p></footer>\n<script>");
	str_append(out, html_assets_uplot);
	str_append(out, "</script>\n<script>");
	str_append(out, html_assets_script);
	str_append(out, "</script>\n</body>\n</html>\n");
}
