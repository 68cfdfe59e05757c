/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/import_lkp.h"

#include <string.h>

#include "base/mem.h"
#include "results/import_state.h"

#define ID_MIN 10 /* digits of a commit in a head */
#define COLUMNS_MAX 20
#define HEX "0123456789abcdef"

struct lkp {
	struct import *import;
	struct strlist words;
	struct strlist ids; /* of the columns; none before the first head */
	struct strlist axes;
	char *cell;
	bool is_after_rule; /* the next lines name the axes, and their values */
	unsigned failures;  /* rows that count failed runs */
};

static void lkp_clear(struct lkp *lkp)
{
	strlist_clear(&lkp->words);
	strlist_clear(&lkp->ids);
	strlist_clear(&lkp->axes);
	mem_freep(&lkp->cell);
}

static void split(const char *text, const char *separators, struct strlist *words)
{
	strlist_clear(words);
	for (text += strspn(text, separators); *text; text += strspn(text, separators)) {
		const size_t n = strcspn(text, separators);

		strlist_addf(words, "%.*s", (int)n, text);
		text += n;
	}
}

/* "c5a445b1e9347b14 403376ddb4221be9db5326ae334" */
static bool is_head(const struct strlist *words)
{
	for (size_t i = 0; i < words->n; i++)
		if (strlen(words->items[i]) < ID_MIN ||
		    strspn(words->items[i], HEX) != strlen(words->items[i]))
			return false;
	return words->n >= 2 && words->n <= COLUMNS_MAX;
}

static bool is_only(const char *line, const char *bytes)
{
	return line[0] != '\0' && strspn(line, bytes) == strlen(line);
}

bool import_lkp_matches(struct import *import)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	struct error ignored = { 0 };
	bool more = false, was_head = false;

	for (;;) {
		const char *line;

		if (import_lines_next(&import->lines, &more, &ignored) < 0 || !more)
			return false;
		line = str_text(&import->lines.line);
		if (was_head && is_only(line, "- "))
			return true;
		split(line, " \t", &words);
		was_head = is_head(&words);
	}
}

/* "name=value …" of the axes, or the values alone where they do not fit. */
static void take_values(struct lkp *lkp, const char *line)
{
	CLEANUP(strlist_clear) struct strlist values = { 0 };
	CLEANUP(str_clear) struct str cell = { 0 };

	split(line, "/ \t", &values);
	for (size_t i = 0; i < values.n; i++) {
		const bool is_named = values.n == lkp->axes.n;

		str_appendf(&cell, "%s%s%s%s", i ? " " : "", is_named ? lkp->axes.items[i] : "",
			    is_named ? "=" : "", values.items[i]);
	}
	mem_freep(&lkp->cell);
	lkp->cell = str_steal(&cell);
	lkp->is_after_rule = false;
}

/* A number with the spread behind it where there is one: "18583", "18583 ±  5%". */
static int take_number(struct lkp *lkp, size_t *at, double *ret, double *ret_spread,
		       struct error *err)
{
	const struct strlist *words = &lkp->words;
	const char *word = *at < words->n ? words->items[(*at)++] : "";
	CLEANUP(mem_freep) char *percent = NULL;

	*ret_spread = 0;
	if (import_value(&lkp->import->lines, word, ret, err) < 0)
		return -1;
	word = *at < words->n ? words->items[*at] : "";
	if (!str_starts_with(word, "±") && !str_starts_with(word, "+-"))
		return 0;
	(*at)++;
	word += strlen("±"); /* as long as "+-" */
	if (word[0] == '\0' && *at < words->n)
		word = words->items[(*at)++];
	percent = mem_dup(word, strcspn(word, "%"));
	return import_value(&lkp->import->lines, percent, ret_spread, err);
}

static int add_value(struct lkp *lkp, size_t column, double value, double spread, struct error *err)
{
	const char *name = lkp->words.items[lkp->words.n - 1], *dot = strchr(name, '.');
	CLEANUP(mem_freep) char *workload = mem_dup(name, dot ? (size_t)(dot - name) : 0);
	const struct series key = {
		.kernel = lkp->ids.items[column],
		.workload = workload,
		.cell = lkp->cell,
		.metric = (char *)(dot && dot[1] ? dot + 1 : name),
		.better = HIGHER_IS_BETTER,
		.spread = spread,
	};

	return import_add(lkp->import, &key, value, 0, err);
}

/* Value, then change and value for each further commit, then the metric. */
static int take_row(struct lkp *lkp, struct error *err)
{
	struct import_lines *lines = &lkp->import->lines;
	double values[COLUMNS_MAX], spreads[COLUMNS_MAX];
	size_t at = 0;

	for (size_t i = 0; i < lkp->ids.n; i++) {
		if (i > 0 && (at >= lkp->words.n || !strchr("+-", lkp->words.items[at++][0])))
			return import_refuse(lines, err, "a change is missing in a row of values");
		if (take_number(lkp, &at, &values[i], &spreads[i], err) < 0)
			return -1;
	}
	if (at + 1 != lkp->words.n)
		return import_refuse(lines, err, "one word, the metric, must follow the values");
	for (size_t i = 0; i < lkp->ids.n; i++)
		if (add_value(lkp, i, values[i], spreads[i], err) < 0)
			return -1;
	return 0;
}

/* "  1:6   -17%   0:6   dmesg.WARNING" */
static bool is_failures(const struct strlist *words)
{
	return words->n > 0 && words->items[0][strspn(words->items[0], "0123456789")] == ':';
}

static int take_line(struct lkp *lkp, struct error *err)
{
	const char *line = str_text(&lkp->import->lines.line);

	split(line, " \t", &lkp->words);
	if (is_only(line, "=")) {
		strlist_clear(&lkp->ids);
		lkp->is_after_rule = true;
		strlist_clear(&lkp->axes);
	} else if (lkp->is_after_rule && lkp->axes.n == 0 && str_ends_with(line, ":")) {
		split(line, "/: \t", &lkp->axes);
	} else if (lkp->is_after_rule && lkp->words.n > 0) {
		take_values(lkp, line);
	} else if (is_head(&lkp->words)) {
		strlist_clear(&lkp->ids);
		lkp->ids = lkp->words;
		lkp->words = (struct strlist){ 0 };
	} else if (lkp->ids.n > 0 && is_failures(&lkp->words)) {
		lkp->failures++;
	} else if (lkp->ids.n > 0 && lkp->words.n > 0 && import_is_number(lkp->words.items[0])) {
		return take_row(lkp, err);
	}
	return 0; /* text around the table */
}

int import_lkp_read(struct import *import, struct error *err)
{
	CLEANUP(lkp_clear) struct lkp lkp = { .import = import };
	bool more = false;

	for (;;) {
		if (import_lines_next(&import->lines, &more, err) < 0)
			return -1;
		if (!more)
			break;
		if (take_line(&lkp, err) < 0)
			return -1;
	}
	if (lkp.failures)
		strlist_addf(&import->remarks, "%u rows that count failed runs are left out",
			     lkp.failures);
	strlist_add(&import->remarks,
		    "the table has means, and no number of runs: its differences cannot be judged");
	return 0;
}
