/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/html_sections.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/quantity.h"
#include "results/html.h"
#include "results/number.h"

#define STEPS_MAX 1500 /* that are told; of more the newest */

/* NAN where there is no such number. */
static double number_of(const struct json *json, const char *key)
{
	double value = (double)NAN;

	(void)json_number(json_member(json, key), &value);
	return value;
}

static void append_belief(const struct json *change, struct str *out)
{
	const double commits = number_of(change, "up_to") - number_of(change, "after");

	if (!(commits >= 1))
		return;
	number_append_percent(out, number_of(change, "effect_percent"), 1);
	if (commits > 1)
		str_appendf(out, " among %.0f positions", commits);
	else
		str_appendf(out, " at position %.0f", number_of(change, "up_to"));
	if (number_of(change, "probability") < 0.9995)
		str_appendf(out, " (P %.3f)", number_of(change, "probability"));
}

static void append_beliefs(const struct json *thought, struct str *out)
{
	const struct json *changes = json_member(thought, "changes");
	const size_t n = json_length(changes);

	if (n == 0) {
		str_append(out, "No change was believed in yet.");
		return;
	}
	str_appendf(out, "Until then %s believed in: ",
		    n == 1 ? "one change was" : "several changes were");
	for (size_t i = 0; i < n; i++) {
		str_append(out, i ? "; " : "");
		append_belief(json_element(changes, i), out);
	}
	str_append_char(out, '.');
}

/* "It was expected to tell 0.89 bits for 8.7 minutes." */
static void append_gain(const struct json *thought, struct str *out)
{
	const double gain = number_of(thought, "gain_bits");
	const double minutes = number_of(thought, "cost_minutes");

	if (gain > 0 && minutes > 0)
		str_appendf(out, " It was expected to tell %.2f bits for %.1f minutes.", gain,
			    minutes);
}

static void append_step(const struct step_record *step, size_t number, struct str *out)
{
	CLEANUP(json_freep) struct json *thought = NULL;
	struct error err = { 0 };

	str_appendf(out, "<li value=\"%zu\"><p><strong>", number);
	html_text(out, step->kind);
	str_append(out, "</strong> ");
	if (step->variant)
		str_appendf(out, "layout %u of ", step->variant);
	html_view_append_commit(step->commit, out);
	str_append(out, ", because ");
	html_text(out, step->why);
	str_append(out, ". ");
	if (json_parse(step->thought, strlen(step->thought), &thought, &err) == 0 &&
	    json_is_object(thought) && json_member(thought, "changes")) {
		append_beliefs(thought, out);
		append_gain(thought, out);
	}
	str_append(out, " <small>");
	html_time(out, step->started);
	str_append(out, ", took ");
	quantity_append_duration(out, step->wall_s);
	str_append(out, "</small></p></li>\n");
}

void html_decisions_append(const struct html_view *view, struct str *out)
{
	const size_t n = view->input->n_steps;
	const size_t first = n > STEPS_MAX ? n - STEPS_MAX : 0;

	if (n == 0)
		return;
	str_append(out, "<section aria-labelledby=\"h-decisions\"><h2 id=\"h-decisions\">Decisions"
			"</h2>\n<p>Every step, why it was that one, and what was believed before "
			"it.</p>\n");
	if (first > 0)
		str_appendf(out, "<p class=\"cut\">The last %d of %zu steps.</p>\n", STEPS_MAX, n);
	str_append(out, "<details><summary>All steps</summary><ol class=\"steps\">\n");
	for (size_t i = first; i < n; i++)
		append_step(&view->input->steps[i], i + 1, out);
	str_append(out, "</ol></details></section>\n");
}
