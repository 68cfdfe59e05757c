/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "results/import_runs.h"

#include <string.h>

#include "base/mem.h"
#include "results/import_state.h"
#include "results/stated.h"

#define DIGITS "0123456789"
#define NETPERF_WORDS 6
#define TBENCH_WORDS 5

struct runs {
	struct import *import;
	struct strlist words;
	char *kernel;  /* of the last heading, "2.6.27" */
	char *patches; /* what its heading has behind the release, "cfs-v24.1" */
	char *variant; /* patches and the line below, of what follows */
};

static void runs_clear(struct runs *runs)
{
	strlist_clear(&runs->words);
	mem_freep(&runs->kernel);
	mem_freep(&runs->patches);
	mem_freep(&runs->variant);
}

/* Words between blanks, as they are. */
static void split(const char *line, struct strlist *words)
{
	strlist_clear(words);
	for (line += strspn(line, " \t"); *line != '\0'; line += strspn(line, " \t")) {
		const size_t n = strcspn(line, " \t");

		strlist_addf(words, "%.*s", (int)n, line);
		line += n;
	}
}

/* The length of a release at the start: "2.6.27", "6.9-rc1"; 0 for none. */
static size_t release_length(const char *text)
{
	size_t n = text[0] == 'v', digits = strspn(text + n, DIGITS), parts = 0;

	if (digits == 0)
		return 0;
	n += digits;
	while (text[n] == '.' && (digits = strspn(text + n + 1, DIGITS)) > 0) {
		n += digits + 1;
		parts++;
	}
	if (parts < 1 || n > 40)
		return 0;
	if (strncmp(text + n, "-rc", 3) == 0 && (digits = strspn(text + n + 3, DIGITS)) > 0)
		n += digits + 3;
	return n;
}

static bool is_heading(const char *line)
{
	const size_t n = release_length(line);

	return n > 0 && (line[n] == '\0' || line[n] == '-' || line[n] == '+' || line[n] == ' ');
}

static bool are_numbers(const struct strlist *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!import_is_number(words->items[i]))
			return false;
	return true;
}

/* "16384 87380 1 1 60.01 111272.55 [1.00]" */
static bool is_netperf(const struct strlist *words)
{
	return words->n >= NETPERF_WORDS && words->n <= NETPERF_WORDS + 1 &&
	       are_numbers(words, NETPERF_WORDS);
}

/* "Throughput 1250.73 MB/sec 4 procs [1.00]" */
static bool is_tbench(const struct strlist *words)
{
	return words->n >= TBENCH_WORDS && strcmp(words->items[0], "Throughput") == 0 &&
	       strcmp(words->items[2], "MB/sec") == 0 && str_starts_with(words->items[4], "proc");
}

/* A heading, and a result of either program: what begins with a number alone can be anything. */
bool import_runs_matches(struct import *import)
{
	CLEANUP(strlist_clear) struct strlist words = { 0 };
	struct error ignored = { 0 };
	bool more = false, has_heading = false;

	for (;;) {
		if (import_lines_next(&import->lines, &more, &ignored) < 0 || !more)
			return false;
		split(str_text(&import->lines.line), &words);
		if (is_tbench(&words) || is_netperf(&words))
			return has_heading;
		has_heading = has_heading || is_heading(str_text(&import->lines.line));
	}
}

/* Without blanks around it, and without a remark in brackets at its end. */
static char *trimmed(const char *text)
{
	size_t n;
	const char *bracket;

	text += strspn(text, " \t-+");
	bracket = strchr(text, '(');
	n = bracket && bracket > text && text[strlen(text) - 1] == ')' ? (size_t)(bracket - text)
								       : strlen(text);
	while (n > 0 && strchr(" \t:", text[n - 1]))
		n--;
	return mem_dup(text, n);
}

static int take_words(struct runs *runs, const char *line, struct error *err)
{
	const size_t n = release_length(line);
	CLEANUP(mem_freep) char *text = NULL;

	if (is_heading(line)) {
		mem_freep(&runs->kernel);
		mem_freep(&runs->patches);
		mem_freep(&runs->variant);
		runs->kernel = mem_dup(line, n);
		runs->patches = trimmed(line + n);
		runs->variant = mem_strdup(runs->patches);
		return 0;
	}
	if (!runs->kernel)
		return import_refuse(&runs->import->lines, err,
				     "it is below no kernel: a line that begins with a release");
	text = trimmed(line);
	mem_freep(&runs->variant);
	runs->variant = mem_printf("%s%s%s", runs->patches, runs->patches[0] ? ", " : "", text);
	return 0;
}

static int take_result(struct runs *runs, struct series *key, const char *number, size_t stated,
		       struct error *err)
{
	const char *ratio = runs->words.n > stated ? runs->words.items[stated] : "";
	double value;

	if (!runs->kernel)
		return import_refuse(&runs->import->lines, err, "a result below no kernel");
	if (ratio[0] != '\0' && !stated_is_valid(ratio))
		return import_refuse(&runs->import->lines, err,
				     "what follows the result is no ratio");
	if (import_value(&runs->import->lines, number, &value, err) < 0)
		return -1;
	key->kernel = runs->kernel;
	key->variant = runs->variant;
	key->stated = (char *)ratio;
	return import_add(runs->import, key, value, 0, err);
}

static int take_netperf(struct runs *runs, struct error *err)
{
	char *const *words = runs->words.items;
	CLEANUP(mem_freep)
	char *cell = mem_printf("sockets=%.20s/%.20s request=%.20s response=%.20s", words[0],
				words[1], words[2], words[3]);
	struct series key = {
		.workload = (char *)"netperf",
		.cell = cell,
		.metric = (char *)"transactions",
		.unit = (char *)"1/s",
	};

	return take_result(runs, &key, words[5], NETPERF_WORDS, err);
}

static int take_tbench(struct runs *runs, struct error *err)
{
	CLEANUP(mem_freep) char *cell = mem_printf("clients=%.20s", runs->words.items[3]);
	struct series key = {
		.workload = (char *)"tbench",
		.cell = cell,
		.metric = (char *)"throughput",
		.unit = (char *)"MB/s",
	};

	return take_result(runs, &key, runs->words.items[1], TBENCH_WORDS, err);
}

static int take_line(struct runs *runs, struct error *err)
{
	const char *line = str_text(&runs->import->lines.line);

	split(line, &runs->words);
	if (runs->words.n == 0)
		return 0;
	if (is_netperf(&runs->words))
		return take_netperf(runs, err);
	if (is_tbench(&runs->words))
		return take_tbench(runs, err);
	return take_words(runs, line, err);
}

int import_runs_read(struct import *import, struct error *err)
{
	CLEANUP(runs_clear) struct runs runs = { .import = import };
	bool more = false;

	for (;;) {
		if (import_lines_next(&import->lines, &more, err) < 0)
			return -1;
		if (!more)
			return 0;
		if (take_line(&runs, err) < 0)
			return -1;
	}
}
