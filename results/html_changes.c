/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/html_sections.h"

#include <string.h>

#include "results/html.h"
#include "results/number.h"
#include "results/report_checks.h"
#include "results/report_verdict.h"

#define LISTED_MAX 40 /* commits of a change that are listed */

static const struct report_commit *find_commit(const struct html_view *view, const char *hex)
{
	for (size_t i = 0; i < view->input->n_commits; i++)
		if (strcmp(view->input->commits[i].hex, hex) == 0)
			return &view->input->commits[i];
	return NULL;
}

static const char *line_class(const char *line)
{
	if (str_starts_with(line, "+++") || str_starts_with(line, "---") ||
	    str_starts_with(line, "diff "))
		return "file";
	if (str_starts_with(line, "@@"))
		return "hunk";
	return line[0] == '+' ? "add" : line[0] == '-' ? "del" : NULL;
}

/* Lines keep their sign, so that colour says nothing alone. */
static void append_diff(const struct report_commit *commit, struct str *out)
{
	const size_t shown = strlen(commit->diff);

	str_append(out, "<details open><summary>What it changes</summary>\n<pre class=\"diff\" "
			"tabindex=\"0\">");
	for (const char *line = commit->diff; *line;) {
		const size_t n = strcspn(line, "\n");
		const char *class = line_class(line);

		if (class)
			str_appendf(out, "<span class=\"%s\">", class);
		html_bytes(out, line, n);
		if (class)
			str_append(out, "</span>");
		str_append_char(out, '\n');
		line += n + (line[n] == '\n');
	}
	str_append(out, "</pre>\n");
	if (shown < commit->diff_bytes)
		str_appendf(out, "<p class=\"cut\">Cut: %zu of %zu bytes are shown.</p>\n", shown,
			    commit->diff_bytes);
	str_append(out, "</details>\n");
}

static void append_metadata(const struct html_view *view, const struct finding_commit *named,
			    bool is_alone, struct str *out)
{
	const struct report_commit *commit = find_commit(view, named->hex);

	str_append(out, "<dl><dt>Commit</dt><dd><code>");
	html_text(out, named->hex);
	str_append(out, "</code></dd><dt>Author</dt><dd>");
	html_text(out, named->author);
	if (commit) {
		str_append(out, "</dd><dt>Committed</dt><dd>");
		html_time(out, commit->time);
	}
	str_append(out, "</dd></dl>\n");
	if (!commit) {
		str_append(out, !is_alone ? ""
					  : "<p class=\"cut\">The repository had no more of it "
					    "when this page "
					    "was written.</p>\n");
		return;
	}
	str_append(out, "<pre class=\"message\" tabindex=\"0\">");
	html_bytes(out, commit->message, strlen(commit->message));
	str_append(out, "</pre>\n");
	if (commit->diff[0])
		append_diff(commit, out);
}

static void append_commit(const struct html_view *view, const struct finding_commit *commit,
			  struct str *out)
{
	str_append(out, "<details><summary>");
	html_view_append_commit(commit->hex, out);
	str_append_char(out, ' ');
	html_text(out, commit->subject);
	str_append(out, "</summary>\n");
	append_metadata(view, commit, false, out);
	str_append(out, "</details>\n");
}

static void append_run(const struct html_view *view, const struct finding_change *change,
		       struct str *out)
{
	const size_t first = change->n_commits > LISTED_MAX ? change->n_commits - LISTED_MAX : 0;

	str_appendf(out, "<p>One of %zu commits that could not be told apart:</p>\n",
		    change->n_commits);
	if (first > 0)
		str_appendf(out, "<p class=\"cut\">The newest %d are listed.</p>\n", LISTED_MAX);
	for (size_t i = first; i < change->n_commits; i++)
		append_commit(view, &change->commits[i], out);
}

/* The sentences begin with a small letter, and have no full stop. */
static void append_sentence(const struct str *sentence, struct str *out)
{
	if (sentence->length == 0)
		return;
	str_append(out, "<p class=\"check\">");
	html_text(out, str_text(sentence));
	str_append(out, ".</p>\n");
}

static void append_change(const struct html_view *view, size_t i, struct str *out)
{
	const struct finding_change *change = &view->input->finding->changes[i];
	const struct finding_commit *last = &change->commits[change->n_commits - 1];
	CLEANUP(str_clear) struct str comparison = { 0 };
	CLEANUP(str_clear) struct str explanation = { 0 };

	str_appendf(out,
		    "<article class=\"%s\" aria-labelledby=\"h-change-%zu\"><h3 "
		    "id=\"h-change-%zu\">%zu. ",
		    report_verdict_speed(change->effect_percent), i + 1, i + 1, i + 1);
	html_text(out, change->n_commits == 1 ? last->subject : "a run of commits");
	str_append(out, "</h3>\n<p class=\"effect\"><strong>");
	number_append_interval(out, change->effect_percent, change->effect_low,
			       change->effect_high);
	str_appendf(out, "</strong>, %s; probability ",
		    report_verdict_speed(change->effect_percent));
	report_verdict_append_probability(change, out);
	str_append(out, change->is_resolved ? ".</p>\n" : ", not resolved.</p>\n");
	report_checks_comparison(change, &comparison);
	report_checks_explanation(change, &explanation);
	append_sentence(&comparison, out);
	append_sentence(&explanation, out);
	if (change->merge[0]) {
		str_append(out, "<p>It came with merge ");
		html_view_append_commit(change->merge, out);
		str_append(out, ".</p>\n");
	}
	if (change->n_commits == 1)
		append_metadata(view, last, true, out);
	else
		append_run(view, change, out);
	str_append(out, "</article>\n");
}

void html_changes_append(const struct html_view *view, struct str *out)
{
	const struct finding *finding = view->input->finding;

	if (!finding || finding->n_changes == 0)
		return;
	str_append(out, "<section aria-labelledby=\"h-changes\" id=\"changes\"><h2 "
			"id=\"h-changes\">The changes</h2>\n");
	for (size_t i = 0; i < finding->n_changes; i++)
		append_change(view, i, out);
	str_append(out, "</section>\n");
}
