/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/compare_html.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "results/number.h"

#define PLOT_WIDTH 240.0
#define PLOT_EDGE 6.0

static const char head[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	"<title>perfsect compare</title>\n<style>\n"
	":root { color-scheme: light dark; --line: #8886; --good: #1a7f37; --bad: #c1121f; }\n"
	"@media (prefers-color-scheme: dark) { :root { --good: #4ac26b; --bad: #ff7b72; } }\n"
	"body { font: 15px/1.4 system-ui, sans-serif; margin: 1rem; }\n"
	".wide { overflow-x: auto; }\n"
	"table { border-collapse: collapse; margin: .5rem 0 1.5rem; }\n"
	"th, td { padding: .2rem .6rem; border-bottom: 1px solid var(--line); text-align: right; "
	"}\n"
	"th:first-child, td:first-child { text-align: left; min-width: 9rem; max-width: 30rem; }\n"
	"h1, h2, p, li, th:first-child { overflow-wrap: anywhere; }\n"
	".better { color: var(--good); font-weight: 600; }\n"
	".worse { color: var(--bad); font-weight: 600; }\n"
	"svg { display: block; width: 240px; height: 18px; }\n"
	"circle { fill: currentColor; fill-opacity: .55; }\n"
	"line { stroke: currentColor; stroke-opacity: .3; }\n"
	"</style>\n</head>\n<body>\n<main>\n<h1>perfsect compare</h1>\n";

/* Harmless in a page, and for who reads its source in a terminal. */
static void append_text(struct str *out, const char *text)
{
	CLEANUP(str_clear) struct str safe = { 0 };

	str_append_printable(&safe, text, strlen(text), false);
	for (const char *byte = str_text(&safe); *byte; byte++) {
		if (strchr("<>&\"'", *byte))
			str_appendf(out, "&#%d;", *byte);
		else
			str_append_char(out, *byte);
	}
}

static void append_number(struct str *out, int decimals, double value)
{
	CLEANUP(mem_freep)
	char *text = isfinite(value) ? mem_printf("%.*f", decimals, value) : mem_strdup("–");

	str_appendf(out, "<td>%s</td>", text);
}

/* The lowest and the highest sample of a cell. */
static void find_range(const struct compare *compare, size_t column, double *ret_low,
		       double *ret_high)
{
	*ret_low = INFINITY;
	*ret_high = -INFINITY;
	for (size_t row = 0; row < compare->n_kernels; row++) {
		const struct series *series = compare_at(compare, row, column)->series;

		for (size_t i = 0; series && i < series->n; i++) {
			*ret_low = fmin(*ret_low, series->values[i]);
			*ret_high = fmax(*ret_high, series->values[i]);
		}
	}
}

static double place(double value, double low, double high)
{
	const double share = high > low ? (value - low) / (high - low) : 0.5;

	return PLOT_EDGE + share * (PLOT_WIDTH - 2 * PLOT_EDGE);
}

static void append_dots(struct str *out, const struct compare_value *value, double low, double high)
{
	const double mean = place(value->mean, low, high);

	str_appendf(out,
		    "<td><svg viewBox=\"0 0 %g 18\" role=\"img\" aria-label=\"%zu samples\">"
		    "<line x1=\"%g\" y1=\"9\" x2=\"%g\" y2=\"9\"/>"
		    "<line x1=\"%.1f\" y1=\"2\" x2=\"%.1f\" y2=\"16\"/>",
		    PLOT_WIDTH, value->series->n, PLOT_EDGE, PLOT_WIDTH - PLOT_EDGE, mean, mean);
	for (size_t i = 0; i < value->series->n; i++)
		str_appendf(out, "<circle cx=\"%.1f\" cy=\"9\" r=\"3.5\"/>",
			    place(value->series->values[i], low, high));
	str_append(out, "</svg></td>");
}

static const char *class_of(const struct compare_value *value)
{
	if (value->verdict != COMPARE_REAL)
		return "";
	return compare_improvement(value) > 0 ? " class=\"better\"" : " class=\"worse\"";
}

static void append_row(const struct compare *compare, size_t row, size_t column, double low,
		       double high, struct str *out)
{
	const struct compare_value *value = compare_at(compare, row, column);
	CLEANUP(mem_freep) char *name = series_name(compare->kernels[row]);
	CLEANUP(str_clear) struct str mean = { 0 };

	number_append(&mean, value->mean);
	str_append(out, "<tr><th scope=\"row\">");
	append_text(out, name);
	str_appendf(out, "</th><td>%zu</td><td>%s</td>", value->n, str_text(&mean));
	append_number(out, 3, value->ratio);
	str_appendf(out, "<td%s>", class_of(value));
	if (isfinite(value->ratio))
		str_appendf(out, "%+.2f %%", compare_improvement(value));
	str_append(out, "</td>");
	append_number(out, 2, value->cv);
	append_number(out, 4, value->p_adjusted);
	str_appendf(out, "<td%s>%s</td>", class_of(value), compare_verdict_name(value->verdict));
	append_dots(out, value, low, high);
	str_append(out, "</tr>\n");
}

static void append_column(const struct compare *compare, size_t column, struct str *out)
{
	const struct series *series = compare->columns[column];
	const char *const texts[] = { series->workload, series->cell, series->metric, series->unit,
				      series->machine };
	double low, high;

	find_range(compare, column, &low, &high);
	str_append(out, "<h2>");
	for (size_t i = 0; i < ARRAY_LENGTH(texts); i++) {
		append_text(out, texts[i]);
		str_append(out, texts[i][0] ? " " : "");
	}
	str_appendf(
		out,
		"(%s is better)</h2>\n<div class=\"wide\" tabindex=\"0\"><table>\n<thead><tr>"
		"<th scope=\"col\">kernel</th><th scope=\"col\">n</th><th scope=\"col\">mean</th>"
		"<th scope=\"col\">ratio</th><th scope=\"col\">improvement</th>"
		"<th scope=\"col\">CV, %%</th><th scope=\"col\">p, corrected</th>"
		"<th scope=\"col\">verdict</th><th scope=\"col\">samples</th></tr></thead>\n"
		"<tbody>\n",
		direction_name(series->better));
	for (size_t row = 0; row < compare->n_kernels; row++)
		if (compare_at(compare, row, column)->series)
			append_row(compare, row, column, low, high, out);
	str_append(out, "</tbody></table></div>\n");
}

void compare_html_append(const struct compare *compare, struct str *out)
{
	CLEANUP(mem_freep) char *base = series_name(compare->kernels[compare->base]);

	str_append(out, head);
	str_append(out, "<p>Ratios are to ");
	append_text(out, base);
	str_appendf(out,
		    ". %zu of the %zu differences that were judged are real; the chance that any "
		    "of them is none is at most %.3g %% (Holm&#39;s correction).</p>\n",
		    compare->n_real, compare->n_judged, 100 * (1 - compare->confidence));
	if (compare->remarks.n)
		str_append(out, "<ul>\n");
	for (size_t i = 0; i < compare->remarks.n; i++) {
		str_append(out, "<li>");
		append_text(out, compare->remarks.items[i]);
		str_append(out, "</li>\n");
	}
	if (compare->remarks.n)
		str_append(out, "</ul>\n");
	for (size_t i = 0; i < compare->n_columns; i++)
		append_column(compare, i, out);
	str_append(out, "</main>\n</body>\n</html>\n");
}
