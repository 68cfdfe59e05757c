/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compare: kernels beside each other, from what the store holds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bisect/chosen.h"
#include "bisect/commands.h"
#include "bisect/present.h"
#include "bisect/workspace.h"
#include "results/compare_judge.h"
#include "results/compare_view.h"
#include "results/outlier.h"
#include "results/stated.h"

#define WORDS_MAX 1000
#define CONFIDENCE_LEAST 0.5
#define CONFIDENCE_MOST 0.999999

struct request {
	const char *format, *base, *metric, *cell;
	double confidence;
};

static int take_format(struct request *request, const char *value, struct error *err)
{
	CLEANUP(str_clear) struct str names = { 0 };
	const struct compare_format *formats;
	size_t n;

	request->format = value;
	if (compare_find_format(value))
		return 0;
	formats = compare_formats(&n);
	for (size_t i = 0; i < n; i++)
		str_appendf(&names, "%s%s", i ? ", " : "", formats[i].name);
	return error_set(err, ERROR_USAGE, "no format '%s'; there are %s", value, str_text(&names));
}

static int take_option(void *context, int key, const char *value, struct error *err)
{
	struct request *request = context;

	switch (key) {
	case 'f':
		return take_format(request, value, err);
	case 'b':
		request->base = value;
		return 0;
	case 'M':
		request->metric = value;
		return 0;
	case 'c':
		request->cell = value;
		return 0;
	case 'p':
		if (str_parse_double(value, CONFIDENCE_LEAST, CONFIDENCE_MOST, &request->confidence,
				     err) == 0)
			return 0;
		err->kind = ERROR_USAGE;
		return error_wrap(err, "--confidence");
	}
	return 0;
}

static int set_base(struct compare *compare, const char *name, struct error *err)
{
	size_t row;

	if (!name)
		return 0;
	row = compare_find(compare, name);
	if (row == compare->n_kernels)
		return error_set(err, ERROR_USAGE, "no kernel '%s' is among those compared", name);
	compare_set_base(compare, row);
	return 0;
}

static int print(const struct request *request, const struct series_list *list, struct error *err)
{
	CLEANUP(compare_clear) struct compare compare = { 0 };
	CLEANUP(str_clear) struct str text = { 0 };

	if (compare_init(&compare, list, err) < 0 || set_base(&compare, request->base, err) < 0)
		return -1;
	compare_judge(&compare, request->confidence);
	outlier_name_all(list, &compare.remarks);
	stated_check(list, &compare.remarks);
	compare_find_format(request->format)->append(&compare, &text);
	(void)fputs(str_text(&text), stdout);
	return EXIT_FOUND;
}

static int compare_command(struct cli *cli, int argc, char **argv, struct error *err)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	CLEANUP(workspace_closep) struct workspace *workspace = NULL;
	CLEANUP(series_list_clear) struct series_list list = { 0 };
	struct request request = { .confidence = 0.95 };
	const struct cli_parse parse = { &cmd_compare, cli, take_option, &request,
					 &words,       1,   WORDS_MAX };

	if (cli_parse(&parse, argc, argv, err) < 0)
		return -1;
	present_through_pager();
	if (workspace_open(cli->dir, WORKSPACE_READ, &workspace, err) < 0 ||
	    chosen_load(workspace, &words, &list, err) < 0)
		return -1;
	if (!request.format)
		request.format = cli->wants_json ? "json" : "text";
	chosen_limit(&list, request.metric, request.cell);
	return print(&request, &list, err);
}

static const struct argp_option options[] = {
	{ "format", 'f', "FORMAT", 0, "text, html, json or csv", 0 },
	{ "base", 'b', "KERNEL", 0, "what ratios are to; without it, the first kernel", 0 },
	{ "metric", 'M', "NAME", 0, "this metric only", 0 },
	{ "cell", 'c', "TEXT", 0, "cells with this text only", 0 },
	{ "confidence", 'p', "P", 0, "that no difference called real is none; 0.95", 0 },
	{ 0 },
};

const struct command cmd_compare = {
	.name = "compare",
	.arguments = "KERNEL...",
	.summary = "kernels beside each other: ratios, spread, and which differences are real",
	.description =
		"Nothing is run: a KERNEL is one that a case measured (the beginning of its "
		"commit's id, or the name of an end), or one that was imported, by its name; "
		"'case:N' and 'import:N' are all of a case or an import, 'import:N/NAME' is one of "
		"it. Which differences are real is judged by Welch's test where both kernels have "
		"several values, by the metric's pooled spread where one has not, and by Lenth's "
		"rule where no cell has; by the means of boots where boots are known. All are "
		"corrected together by Holm's rule for how many were looked at.",
	.options = options,
	.run = compare_command,
};
