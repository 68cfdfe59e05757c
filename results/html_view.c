/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/html_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "results/html.h"
#include "results/number.h"

/* The boots of each kernel, by counting. */
static void sort_boots(struct html_view *view)
{
	const struct history *history = view->input->history;
	CLEANUP(mem_freep) size_t *next = mem_array(history->n_kernels + 1, sizeof(*next));

	view->first_boot = mem_array(history->n_kernels + 1, sizeof(*view->first_boot));
	view->boots_of = mem_array(history->n_boots, sizeof(*view->boots_of));
	for (size_t i = 0; i < history->n_boots; i++)
		view->first_boot[history->boots[i].kernel + 1]++;
	for (size_t i = 0; i < history->n_kernels; i++)
		view->first_boot[i + 1] += view->first_boot[i];
	memcpy(next, view->first_boot, (history->n_kernels + 1) * sizeof(*next));
	for (size_t i = 0; i < history->n_boots; i++)
		view->boots_of[next[history->boots[i].kernel]++] = i;
}

static void mark_culprits(struct html_view *view)
{
	const struct report_input *input = view->input;

	view->culprit_of = mem_array(view->levels.n, sizeof(*view->culprit_of));
	for (size_t i = 0; input->finding && i < input->finding->n_changes; i++) {
		const struct finding_change *change = &input->finding->changes[i];
		const char *last = change->commits[change->n_commits - 1].hex;

		for (size_t k = 0; k < view->levels.n; k++) {
			if (strcmp(input->history->kernels[k].commit, last) == 0) {
				view->culprit_of[k] = i + 1;
				break;
			}
		}
	}
}

static size_t count_in_range(const struct html_view *view)
{
	size_t n = view->levels.n;

	while (view->input->is_sorted && n > 0) {
		const struct survey_place *place = html_view_place(view, n - 1);

		if (!place || place->position <= view->input->finding->survey.n_positions)
			break;
		n--;
	}
	return n;
}

/* A little room around the samples, and some around a single one. */
static void set_scale(struct html_view *view)
{
	const struct levels *levels = &view->levels;
	const bool has_any = levels->low <= levels->high;
	double room;

	view->reference = view->good < levels->n ? levels->of[view->good].log_percent
			  : has_any              ? levels->high
						 : 0;
	view->low = has_any ? levels->low - view->reference : -1;
	view->high = has_any ? levels->high - view->reference : 1;
	room = fmax((view->high - view->low) * 0.08, 1e-3);
	view->low -= room;
	view->high += room;
}

void html_view_init(struct html_view *view, const struct report_input *input)
{
	*view = (struct html_view){ .input = input };
	levels_init(&view->levels, input->history, input->record->better);
	view->good = levels_find(&view->levels, input->history, input->record->good);
	sort_boots(view);
	mark_culprits(view);
	view->n_in_range = count_in_range(view);
	set_scale(view);
}

void html_view_clear(struct html_view *view)
{
	levels_clear(&view->levels);
	free(view->culprit_of);
	free(view->first_boot);
	free(view->boots_of);
	*view = (struct html_view){ 0 };
}

bool html_view_y(const struct html_view *view, double value, double *ret)
{
	if (!isfinite(value) || value <= 0)
		return false;
	*ret = sample_to_log_percent(value, view->input->record->better) - view->reference;
	return true;
}

double html_view_share(const struct html_view *view, double y)
{
	return fmin(fmax((y - view->low) / (view->high - view->low), 0), 1);
}

double html_view_percent(double y)
{
	return 100 + log_percent_to_percent(y);
}

double html_view_from_percent(double percent)
{
	return 100 * log(percent / 100);
}

void html_view_append_level(const struct html_view *view, size_t kernel, struct str *out)
{
	const struct level *level = &view->levels.of[kernel];
	double half;

	if (level->n_boots == 0)
		return;
	if (view->good == view->levels.n ||
	    !isfinite(level_share(level, &view->levels.of[view->good]))) {
		number_append(out, level->value);
		return;
	}
	half = level_share_half(level, &view->levels.of[view->good]);
	str_appendf(out, "%.*f %%", isfinite(half) ? number_decimals(half) : 1,
		    level_share(level, &view->levels.of[view->good]));
	if (isfinite(half))
		str_appendf(out, " ± %.*f", number_decimals(half), half);
}

const struct survey_place *html_view_place(const struct html_view *view, size_t kernel)
{
	if (!view->input->finding)
		return NULL;
	return survey_find(&view->input->finding->survey, view->input->history->kernels[kernel].id);
}

void html_view_append_commit(const char *hex, struct str *out)
{
	str_append(out, "<code title=\"");
	html_text(out, hex);
	str_append(out, "\">");
	html_textf(out, "%.*s", HTML_VIEW_SHORT, hex);
	str_append(out, "</code>");
}
