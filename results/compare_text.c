/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/compare_text.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "results/number.h"
#include "results/paragraph.h"
#include "results/text_width.h"

#define RULE "==================================================================\n"
#define SIDE_BY_SIDE 3 /* kernels that have a column each; more have a line each */
#define NAME_MAX 60    /* columns of a kernel's name */
#define WIDTH 78

static char *name_of(const struct series *series)
{
	CLEANUP(mem_freep) char *name = series_name(series);
	struct str safe = { 0 };

	str_append_printable(&safe, name, strlen(name), false);
	return str_steal(&safe);
}

/* The text cut or filled to so many columns. */
static void append_filled(struct str *out, const char *text, size_t columns)
{
	const size_t fit = text_fit(text, columns);
	CLEANUP(mem_freep) char *cut = mem_dup(text, fit);

	str_append(out, cut);
	for (size_t width = text_width(cut); width < columns; width++)
		str_append_char(out, ' ');
}

static char mark_of(const struct compare_value *value)
{
	switch (value->verdict) {
	case COMPARE_REAL:
		return '*';
	case COMPARE_NOT_JUDGED:
		return '?';
	case COMPARE_MISSING:
	case COMPARE_BASE:
	case COMPARE_NOT_SHOWN:
		return ' ';
	}
	return ' ';
}

/* "0.766 [-23.39]( 0.51)*", or blanks. */
static void append_value(struct str *out, const struct compare_value *value)
{
	if (!value->series) {
		str_append(out, "    - [      ](     ) ");
		return;
	}
	if (isfinite(value->ratio))
		str_appendf(out, "%5.3f [%6.2f]", value->ratio, compare_improvement(value));
	else
		str_append(out, "    - [      ]");
	if (isfinite(value->cv))
		str_appendf(out, "(%5.2f)", value->cv);
	else
		str_append(out, "(    -)");
	str_append_char(out, mark_of(value));
}

static bool is_same_section(const struct series *a, const struct series *b)
{
	return strcmp(a->workload, b->workload) == 0 && strcmp(a->metric, b->metric) == 0 &&
	       strcmp(a->machine, b->machine) == 0;
}

static void append_line(struct str *out, const char *label, const char *text)
{
	str_appendf(out, "%-15s: ", label);
	str_append_printable(out, text, strlen(text), false);
	str_append_char(out, '\n');
}

static bool has_boots(const struct compare *compare)
{
	for (size_t i = 0; i < compare->n_kernels * compare->n_columns; i++)
		if (compare->values[i].by_boot)
			return true;
	return false;
}

static void append_head(const struct compare *compare, const struct series *series, struct str *out)
{
	CLEANUP(mem_freep) char *base = series_name(compare->kernels[compare->base]);
	CLEANUP(mem_freep) char *units = NULL;

	units = series->unit[0] && strcmp(series->unit, series->metric) != 0
			? mem_printf("%s in %s", series->metric, series->unit)
			: mem_strdup(series->metric);
	str_append(out, RULE);
	append_line(out, "Test", series->workload[0] ? series->workload : "(not named)");
	if (series->machine[0])
		append_line(out, "Machine", series->machine);
	append_line(out, "Units", units[0] ? units : "(not named)");
	append_line(out, "Interpretation",
		    series->better == HIGHER_IS_BETTER ? "higher is better" : "lower is better");
	append_line(out, "Statistic",
		    has_boots(compare) ? "mean of the boots' means" : "mean of the samples");
	append_line(out, "Base", base);
	str_append(out, RULE);
}

/* A row a cell, a column a kernel. */
static void append_side_by_side(const struct compare *compare, size_t first, struct str *out)
{
	size_t width = strlen("cell");

	for (size_t i = first; i < compare->n_columns; i++)
		if (is_same_section(compare->columns[i], compare->columns[first]) &&
		    strlen(compare->columns[i]->cell) > width)
			width = strlen(compare->columns[i]->cell);
	width = width < NAME_MAX ? width : NAME_MAX;
	append_filled(out, "cell", width);
	for (size_t row = 0; row < compare->n_kernels; row++) {
		CLEANUP(mem_freep) char *name = name_of(compare->kernels[row]);

		str_append(out, "  ");
		append_filled(out, name, strlen("0.766 [-23.39]( 0.51)*"));
	}
	str_append_char(out, '\n');
	for (size_t i = first; i < compare->n_columns; i++) {
		CLEANUP(str_clear) struct str cell = { 0 };

		if (!is_same_section(compare->columns[i], compare->columns[first]))
			continue;
		str_append_printable(&cell, compare->columns[i]->cell,
				     strlen(compare->columns[i]->cell), false);
		append_filled(out, str_text(&cell), width);
		for (size_t row = 0; row < compare->n_kernels; row++) {
			str_append(out, "  ");
			append_value(out, compare_at(compare, row, i));
		}
		str_append_char(out, '\n');
	}
}

static size_t widest_name(const struct compare *compare)
{
	size_t widest = strlen("kernel");

	for (size_t row = 0; row < compare->n_kernels; row++) {
		CLEANUP(mem_freep) char *name = name_of(compare->kernels[row]);

		if (text_width(name) > widest)
			widest = text_width(name);
	}
	return widest < NAME_MAX ? widest : NAME_MAX;
}

/* A row a kernel. */
static void append_column(const struct compare *compare, size_t column, struct str *out)
{
	const size_t width = widest_name(compare);
	const char *cell = compare->columns[column]->cell;

	if (cell[0])
		append_line(out, "Cell", cell);
	append_filled(out, "kernel", width);
	str_append(out, "   n        mean  ratio [pct imp](  CV)\n");
	for (size_t row = 0; row < compare->n_kernels; row++) {
		const struct compare_value *value = compare_at(compare, row, column);
		CLEANUP(mem_freep) char *name = name_of(compare->kernels[row]);
		CLEANUP(str_clear) struct str mean = { 0 };

		if (!value->series)
			continue;
		number_append(&mean, value->mean);
		append_filled(out, name, width);
		str_appendf(out, " %3zu %11s  ", value->n, str_text(&mean));
		append_value(out, value);
		str_append_char(out, '\n');
	}
}

/* Where a section begins, all of it is written. */
static bool begins_section(const struct compare *compare, size_t column)
{
	for (size_t i = 0; i < column; i++)
		if (is_same_section(compare->columns[i], compare->columns[column]))
			return false;
	return true;
}

static void append_section(const struct compare *compare, size_t first, struct str *out)
{
	append_head(compare, compare->columns[first], out);
	if (compare->n_kernels <= SIDE_BY_SIDE) {
		append_side_by_side(compare, first, out);
	} else {
		for (size_t i = first; i < compare->n_columns; i++)
			if (is_same_section(compare->columns[i], compare->columns[first]))
				append_column(compare, i, out);
	}
	str_append_char(out, '\n');
}

static void append_legend(const struct compare *compare, struct str *out)
{
	CLEANUP(str_clear) struct str text = { 0 };

	str_appendf(
		&text,
		"Ratio to the base [percent, positive is better](spread of one value in percent). "
		"* real: %zu of the %zu differences that were judged; the chance that any of them "
		"is none is at most %.3g %% (Holm's correction).",
		compare->n_real, compare->n_judged, 100 * (1 - compare->confidence));
	paragraph_append(out, "", str_text(&text), WIDTH);
	for (size_t i = 0; i < compare->remarks.n; i++)
		paragraph_append(out, "  - ", compare->remarks.items[i], WIDTH);
}

void compare_text_append(const struct compare *compare, struct str *out)
{
	for (size_t i = 0; i < compare->n_columns; i++)
		if (begins_section(compare, i))
			append_section(compare, i, out);
	append_legend(compare, out);
}
